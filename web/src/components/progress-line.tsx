import styles from './progress-line.module.css';

interface ProgressLineProps {
  /** 0–100. */
  percent: number;
  label: string;
  /** Text for assistive technology in place of the percentage. */
  valueText?: string;
}

/** A slim progress bar. The fill is scaled by a transform, which causes no layout. */
export function ProgressLine({ percent, label, valueText }: ProgressLineProps) {
  const value = Math.min(100, Math.max(0, percent));
  return (
    <div
      className={styles.line}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(value * 10) / 10}
      aria-valuetext={valueText}
    >
      <span style={{ transform: `scaleX(${value / 100})` }} />
    </div>
  );
}
