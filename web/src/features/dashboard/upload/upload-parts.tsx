import { Button, Radio } from 'antd';
import { useId } from 'react';
import { FileBadge } from '../../../components/files/file-badge.js';
import { Icon } from '../../../components/icon.js';
import { ProgressLine } from '../../../components/progress-line.js';
import { isTouchOnly } from '../../../lib/browser/device/touch.js';
import { storedName } from '../../../lib/files/matches-share.js';
import type { ChosenFile } from '../../../lib/files/one-file.js';
import type { Packing } from '../../../lib/files/packing.js';
import { describePercent } from '../../../lib/texts/figures.js';
import { formatBytes } from '../../../lib/texts/format.js';
import { FileTitle } from '../file-title.js';
import { texts } from '../texts.js';
import type { Sharing } from './upload-draft.js';
import styles from './upload-parts.module.css';

const { upload } = texts;

/** A drawing of a file being sent, and what can be dropped or chosen. */
export function DropHint({ isReading }: { isReading: boolean }) {
  return (
    <div className={styles.hint}>
      <svg className={styles.drawing} viewBox="0 0 96 64" aria-hidden="true">
        <path d="M8 6h22l10 10v40H8z" />
        <path d="M30 6v10h10" />
        <path className={styles.arrow} d="M50 34h22M64 26l8 8-8 8" />
        <circle cx="86" cy="34" r="6" />
      </svg>
      <p>{isTouchOnly() ? upload.choose : upload.drop}</p>
      <p>{upload.noLimit}</p>
      {isReading && (
        <p className={styles.reading} role="status">
          {upload.reading}
        </p>
      )}
    </div>
  );
}

interface ChosenFilesProps {
  files: readonly ChosenFile[];
  onRemove: ((files: readonly ChosenFile[]) => void) | null;
}

/** The file of the next share, or one of each share. */
export function ChosenFiles({ files, onRemove }: ChosenFilesProps) {
  return (
    <ul className={styles.files} aria-label={upload.files(files.length)}>
      {files.map((one, index) => (
        // Two files may have one name; none moves in the list.
        <li key={`${index} ${one.file.name}`} className={styles.chosen}>
          <FileBadge filename={one.file.name} />
          <FileTitle filename={one.file.name}>
            {formatBytes(one.file.size)}
            {one.renamed !== undefined && one.renamed > 0 && (
              <span className={styles.renamed}>{upload.renamed(one.renamed)}</span>
            )}
          </FileTitle>
          {onRemove !== null && (
            <Button
              type="text"
              aria-label={upload.remove(storedName(one.file.name))}
              icon={<Icon name="close" />}
              onClick={() => onRemove([one])}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

interface SharingChoiceProps {
  sharing: Sharing;
  onChange: (sharing: Sharing) => void;
}

/** Several files: one link for all, or a link for each. */
export function SharingChoice({ sharing, onChange }: SharingChoiceProps) {
  const { label, one, each } = upload.sharing;
  return (
    <Radio.Group
      aria-label={label}
      value={sharing}
      options={[
        { value: 'one', label: one },
        { value: 'each', label: each },
      ]}
      onChange={(event) => onChange(event.target.value as Sharing)}
    />
  );
}

/** Progress of packing several files: computing their checksums reads each file once. */
export function PackingNote({ packing, onCancel }: { packing: Packing; onCancel: () => void }) {
  const textId = useId();
  return (
    <div className={styles.packing}>
      <div className={styles.packingText}>
        <p id={textId}>{upload.packing(packing.count)}</p>
        <span>{describePercent(packing.percent)}</span>
      </div>
      <ProgressLine percent={packing.percent} label={upload.packingLabel} />
      <div>
        {/* Gets the focus of the button that chose the files, which is removed. */}
        <Button aria-describedby={textId} onClick={onCancel}>
          {upload.cancelPacking}
        </Button>
      </div>
    </div>
  );
}
