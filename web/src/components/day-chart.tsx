import { useState } from 'react';
import { formatCalendarDay, formatCount } from '../lib/texts/format.js';
import styles from './day-chart.module.css';

export interface ChartDay {
  /** `2026-11-20` */
  day: string;
  count: number;
}

/** The next round number above a count, for the top of the axis; even, because half of it is a label as well. */
export const niceCeiling = (value: number): number => {
  if (value <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(value));
  const tops = [1, 1.5, 2, 3, 4, 5, 6, 8].map((factor) => factor * power);
  return tops.find((top) => top >= value && top % 2 === 0) ?? 10 * power;
};

/** One column per day. Labels are HTML text: text in a scaled SVG would shrink on a phone. */
function Plot({ days, top, picked, onPick }: PlotProps) {
  return (
    <div className={styles.plot} aria-hidden="true">
      <ol className={styles.scale}>
        {[1, 0.5, 0].map((part) => (
          <li key={part}>{formatCount(top * part)}</li>
        ))}
      </ol>
      <div className={styles.days}>
        {days.map((day, index) => (
          <span key={day.day} onPointerEnter={() => onPick(index)}>
            <i
              className={index === picked ? styles.picked : undefined}
              style={{ height: `${(day.count / top) * 100}%` }}
            />
          </span>
        ))}
      </div>
      <p className={styles.ends}>
        {[days[0], days.at(-1)].map((end, index) => (
          <span key={index}>{end !== undefined && formatCalendarDay(end.day)}</span>
        ))}
      </p>
    </div>
  );
}

interface PlotProps {
  days: readonly ChartDay[];
  /** The count at the upper edge. */
  top: number;
  picked: number | null;
  onPick: (index: number) => void;
}

interface DayChartProps<Day extends ChartDay> {
  days: readonly Day[];
  /** What the chart shows, e.g. `Transfers per day, last 30 days`. */
  label: string;
  /** The caption for one day. */
  describe: (day: Day) => string;
}

/** A count per day. The arrow keys and the pointer pick a day for the caption. */
export function DayChart<Day extends ChartDay>({ days, label, describe }: DayChartProps<Day>) {
  const [picked, setPicked] = useState<number | null>(null);
  const top = niceCeiling(Math.max(0, ...days.map((day) => day.count)));
  const shown = picked === null ? undefined : days[picked];
  const move = (by: number): void =>
    setPicked((from) => Math.min(days.length - 1, Math.max(0, (from ?? days.length) + by)));
  return (
    <figure
      className={styles.chart}
      tabIndex={0}
      aria-label={label}
      onKeyDown={(event) => {
        // The columns follow the direction of the page.
        const forward = document.dir === 'rtl' ? -1 : 1;
        if (event.key === 'ArrowLeft') move(-forward);
        if (event.key === 'ArrowRight') move(forward);
      }}
      onPointerLeave={() => setPicked(null)}
      onBlur={() => setPicked(null)}
    >
      <Plot days={days} top={top} picked={picked} onPick={setPicked} />
      <figcaption aria-live="polite">{shown === undefined ? label : describe(shown)}</figcaption>
    </figure>
  );
}
