import { useState } from 'react';
import { formatBytes, formatCount } from '../../lib/format.js';
import type { TransferDay } from './api.js';
import { texts } from './texts.js';

const width = 720;
const height = 170;
const padding = { top: 12, bottom: 8, left: 34 };

const { dashboard } = texts;

/** The next round number, so that the axis reads 10, 20, 50, 100 and not 37. */
export const niceCeiling = (value: number): number => {
  if (value <= 5) return 5;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((factor) => factor * power >= value) ?? 10;
  return step * power;
};

const describeDay = (day: TransferDay): string =>
  dashboard.dayPoint(day.day, formatCount(day.count), formatBytes(day.totalBytes, 'TB'));

/** One column per day as inline SVG; arrows and pointer read single days. */
export function DayChart({ days }: { days: readonly TransferDay[] }) {
  const [picked, setPicked] = useState<number | null>(null);
  const top = niceCeiling(Math.max(0, ...days.map((day) => day.count)));
  const step = (width - padding.left) / Math.max(1, days.length);
  const inner = height - padding.top - padding.bottom;
  const shown = picked === null ? undefined : days[picked];
  const move = (by: number): void =>
    setPicked((from) => Math.min(days.length - 1, Math.max(0, (from ?? days.length) + by)));
  return (
    <figure
      className="day-chart"
      tabIndex={0}
      aria-label={dashboard.daysLabel(days.length)}
      onKeyDown={(event) => {
        if (event.key === 'ArrowLeft') move(-1);
        if (event.key === 'ArrowRight') move(1);
      }}
      onPointerLeave={() => setPicked(null)}
      onBlur={() => setPicked(null)}
    >
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {[0, 0.5, 1].map((part) => {
          const y = padding.top + inner * (1 - part);
          return (
            <g key={part}>
              <line x1={padding.left} x2={width} y1={y} y2={y} className="day-chart-grid" />
              <text x={padding.left - 8} y={y + 4} textAnchor="end">
                {formatCount(top * part)}
              </text>
            </g>
          );
        })}
        {days.map((day, index) => {
          const barHeight = (day.count / top) * inner;
          const x = padding.left + index * step;
          return (
            <g key={day.day} onPointerEnter={() => setPicked(index)}>
              <rect x={x} y={padding.top} width={step} height={inner} fill="transparent" />
              <rect
                x={x + step * 0.16}
                width={step * 0.68}
                y={padding.top + inner - barHeight}
                height={barHeight}
                rx={2}
                className={index === picked ? 'day-chart-bar is-picked' : 'day-chart-bar'}
              />
            </g>
          );
        })}
      </svg>
      <figcaption aria-live="polite">
        {shown === undefined ? dashboard.daysLabel(days.length) : describeDay(shown)}
      </figcaption>
    </figure>
  );
}
