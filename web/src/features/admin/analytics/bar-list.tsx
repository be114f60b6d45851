import { classNames } from '../../../lib/class-names.js';
import styles from './bar-list.module.css';

interface Bar {
  key: string;
  label: string;
  value: number;
  /** The figure beside the bar. */
  text: string;
  tone: 'accent' | 'signal' | 'success' | 'muted';
}

const toneClass: Record<Bar['tone'], string | undefined> = {
  accent: styles.accent,
  signal: styles.signal,
  success: styles.success,
  muted: undefined,
};

interface BarListProps {
  bars: readonly Bar[];
  empty: string;
}

/** Horizontal bars with their figures as text; the bar itself is decoration. */
export function BarList({ bars, empty }: BarListProps) {
  const total = bars.reduce((sum, bar) => sum + bar.value, 0);
  if (total === 0) return <p className={styles.empty}>{empty}</p>;
  return (
    <ul className={styles.bars}>
      {bars.map((bar) => (
        <li key={bar.key}>
          <span>{bar.label}</span>
          <strong>{bar.text}</strong>
          <span className={classNames(styles.bar, toneClass[bar.tone])} aria-hidden="true">
            <i style={{ transform: `scaleX(${bar.value / total})` }} />
          </span>
        </li>
      ))}
    </ul>
  );
}
