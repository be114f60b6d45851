import { useId } from 'react';
import { formatSpeed } from '../../lib/texts/format.js';
import styles from './connection-details.module.css';
import { texts } from './texts.js';

/** Seconds that the curve spans; the engine keeps as many points. */
const spanSeconds = 60;
const heightUnits = 20;

/** Newest on the right; a young transfer fills the right part only. */
const pointsOf = (rates: readonly number[], top: number): [number, number][] =>
  rates.map((rate, index) => [
    spanSeconds - rates.length + index + 1,
    heightUnits - (rate / top) * (heightUnits - 1),
  ]);

const speed = (bytesPerSecond: number): string => formatSpeed(bytesPerSecond) || texts.noSpeed;

/** Speed over the last minute, as a curve and in words. @param rates bytes per second, one a second, oldest first. */
export function RateCurve({ rates }: { rates: readonly number[] }) {
  const captionId = useId();
  if (rates.length === 0) return null;
  const top = Math.max(1, ...rates);
  const line = pointsOf(rates, top)
    .map(([x, y]) => `${x},${y.toFixed(2)}`)
    .join(' ');
  const fromX = spanSeconds - rates.length + 1;
  return (
    <figure className={styles.curve}>
      <svg
        role="img"
        aria-label={texts.speed}
        aria-describedby={captionId}
        viewBox={`0 0 ${spanSeconds} ${heightUnits}`}
        preserveAspectRatio="none"
      >
        <polygon points={`${fromX},${heightUnits} ${line} ${spanSeconds},${heightUnits}`} />
        <polyline points={line} />
      </svg>
      <figcaption id={captionId}>
        {texts.curve(speed(rates.at(-1) ?? 0), speed(top), speed(Math.min(...rates)))}
      </figcaption>
    </figure>
  );
}
