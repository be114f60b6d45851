import {
  formatBytes,
  formatPercent,
  formatSeconds,
  formatSpeed,
} from '../../../lib/texts/format.js';
import type { TransferStats } from '../../../transfer/api.js';
import { texts } from '../texts.js';
import styles from './progress-meter.module.css';

interface ProgressMeterProps {
  stats: TransferStats;
  /** Speed and remaining time are shown only while bytes are transferred. */
  isMoving: boolean;
  label?: string;
  /** False where several meters share a page: only one live region may announce progress. */
  isAnnounced?: boolean;
  /** False where TransferLine already shows the progress. */
  hasBar?: boolean;
}

/** Progress is announced every ten percent: more announcements would drown out the screen reader. */
const announcedStep = 10;

export function ProgressMeter({
  stats,
  isMoving,
  label,
  isAnnounced = true,
  hasBar = true,
}: ProgressMeterProps) {
  const words = texts.progress;
  const percent = formatPercent(stats.progressPercent);
  const amount = words.of(formatBytes(stats.bytesTransferred), formatBytes(stats.totalBytes));
  const speed = isMoving ? formatSpeed(stats.bytesPerSecond) : '';
  const eta =
    isMoving && stats.etaSeconds !== null ? words.left(formatSeconds(stats.etaSeconds)) : '';
  const announced = Math.floor(stats.progressPercent / announcedStep) * announcedStep;
  return (
    <div className={hasBar ? undefined : styles.large}>
      <div
        className={hasBar ? styles.bar : 'visually-hidden'}
        role="progressbar"
        aria-label={label ?? words.label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(stats.progressPercent)}
        aria-valuetext={`${percent}, ${amount}`}
      >
        <span style={{ inlineSize: `${stats.progressPercent}%` }} />
      </div>
      <p className={styles.figures}>
        <strong>{percent}</strong>
        <span>{amount}</span>
        {speed !== '' && <span>{speed}</span>}
        {eta !== '' && <span>{eta}</span>}
      </p>
      {isAnnounced && (
        <p className="visually-hidden" aria-live="polite">
          {announced > 0 ? words.done(announced) : ''}
        </p>
      )}
    </div>
  );
}
