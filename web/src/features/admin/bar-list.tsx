interface Bar {
  key: string;
  label: string;
  value: number;
  /** The figure beside the bar. */
  text: string;
  tone: 'accent' | 'signal' | 'success' | 'muted';
}

interface BarListProps {
  bars: readonly Bar[];
  empty: string;
}

/** Horizontal bars with their figures as text; the bar itself is decoration. */
export function BarList({ bars, empty }: BarListProps) {
  const total = bars.reduce((sum, bar) => sum + bar.value, 0);
  if (total === 0) return <p className="admin-empty">{empty}</p>;
  return (
    <ul className="bar-list">
      {bars.map((bar) => (
        <li key={bar.key}>
          <span>{bar.label}</span>
          <strong>{bar.text}</strong>
          <span className={`bar bar-${bar.tone}`} aria-hidden="true">
            <i style={{ transform: `scaleX(${bar.value / total})` }} />
          </span>
        </li>
      ))}
    </ul>
  );
}
