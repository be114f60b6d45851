import { useMemo } from 'react';
import { DayChart } from '../../../components/day-chart.js';
import { Panel } from '../../../components/page/panel.js';
import { isPaid, useOwnRecord } from '../../../lib/account/user-api.js';
import { formatCalendarDay, formatCount, formatDay } from '../../../lib/texts/format.js';
import { useAuditLogs, type LogPart } from '../api.js';
import { texts } from '../texts.js';
import styles from './activity-panel.module.css';
import { activityDays, activityOf, countedSince } from './activity.js';

const { activity: words } = texts;

interface FiguresProps {
  log: LogPart;
  /** When the entries were fetched: the last day of the chart. */
  asOf: number;
}

function Figures({ log, asOf }: FiguresProps) {
  const { days, ...sums } = useMemo(() => activityOf(log.entries, asOf), [log, asOf]);
  const since = countedSince(log, asOf);
  const figures = ['downloads', 'recipients', 'attempts', 'denied'] as const;
  return (
    <>
      {since !== null && (
        <p className={styles.part}>
          {words.part(formatCount(log.entries.length), formatDay(since))}
        </p>
      )}
      <div className={styles.activity}>
        <dl>
          {figures.map((name) => (
            <div key={name}>
              <dt>{words[name]}</dt>
              <dd>{formatCount(sums[name])}</dd>
            </div>
          ))}
        </dl>
        <DayChart
          days={days}
          label={words.chart(activityDays)}
          describe={({ day, count }) => words.day(formatCalendarDay(day), formatCount(count))}
        />
      </div>
    </>
  );
}

/** Analytics of the user's shares, on paid plans only. */
export function ActivityPanel() {
  const status = useOwnRecord().data?.subscriptionStatus;
  const { data, fulfilledTimeStamp } = useAuditLogs();
  if (!isPaid(status) || data === undefined || fulfilledTimeStamp === undefined) return null;
  return (
    <Panel title={words.title} lead={words.lead(activityDays)}>
      <Figures log={data} asOf={fulfilledTimeStamp} />
    </Panel>
  );
}
