import { Button } from 'antd';
import { FileBadge } from '../../../components/files/file-badge.js';
import { Icon } from '../../../components/icon.js';
import { ProgressLine } from '../../../components/progress-line.js';
import { formatBytes } from '../../../lib/texts/format.js';
import { FileTitle } from '../file-title.js';
import { texts } from '../texts.js';
import styles from './upload-parts.module.css';
import type { Packing } from './use-one-file.js';

const { upload } = texts;

/** A drawing of a file being sent, and what can be dropped. */
export function DropHint({ isReading }: { isReading: boolean }) {
  return (
    <div className={styles.hint}>
      <svg className={styles.drawing} viewBox="0 0 96 64" aria-hidden="true">
        <path d="M8 6h22l10 10v40H8z" />
        <path d="M30 6v10h10" />
        <path className={styles.arrow} d="M50 34h22M64 26l8 8-8 8" />
        <circle cx="86" cy="34" r="6" />
      </svg>
      <p>{upload.drop}</p>
      <p>{upload.noLimit}</p>
      {isReading && (
        <p className={styles.reading} role="status">
          {upload.reading}
        </p>
      )}
    </div>
  );
}

export function ChosenFile({ file, onRemove }: { file: File; onRemove: (() => void) | null }) {
  return (
    <div className={styles.chosen}>
      <FileBadge filename={file.name} />
      <FileTitle filename={file.name}>{formatBytes(file.size)}</FileTitle>
      {onRemove !== null && (
        <Button
          type="text"
          aria-label={upload.remove(file.name)}
          icon={<Icon name="close" />}
          onClick={onRemove}
        />
      )}
    </div>
  );
}

/** Progress of packing several files: computing their checksums reads each file once. */
export function PackingNote({ packing, onCancel }: { packing: Packing; onCancel: () => void }) {
  return (
    <div className={styles.packing}>
      <div className={styles.packingText}>
        <p role="status">{upload.packing(packing.count)}</p>
        <span>{packing.percent}%</span>
      </div>
      <ProgressLine percent={packing.percent} label={upload.packingLabel} />
      <div>
        <Button onClick={onCancel}>{upload.cancelPacking}</Button>
      </div>
    </div>
  );
}
