import { DayChart } from '../../../components/day-chart.js';
import { formatBytes, formatCalendarDay, formatCount } from '../../../lib/texts/format.js';
import type { TransferDay } from '../api.js';
import { texts } from '../texts.js';

const { dashboard } = texts;

const describeDay = (day: TransferDay): string =>
  dashboard.dayPoint(
    formatCalendarDay(day.day),
    formatCount(day.count),
    formatBytes(day.totalBytes, 'TB'),
  );

/** Transfers over time. */
export function TransferDays({ days }: { days: readonly TransferDay[] }) {
  return <DayChart days={days} label={dashboard.daysLabel(days.length)} describe={describeDay} />;
}
