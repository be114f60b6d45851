import { Button } from 'antd';
import { FileBadge } from '../../../components/files/file-badge.js';
import { Icon } from '../../../components/icon.js';
import { ProgressLine } from '../../../components/progress-line.js';
import { formatBytes } from '../../../lib/texts/format.js';
import { texts } from '../texts.js';
import type { Packing } from './use-one-file.js';

const { upload } = texts;

/** A sheet on its way to the other person. */
export function DropHint({ isLooking }: { isLooking: boolean }) {
  return (
    <div className="drop-hint">
      <svg className="drop-hint-drawing" viewBox="0 0 96 64" aria-hidden="true">
        <path d="M8 6h22l10 10v40H8z" />
        <path d="M30 6v10h10" />
        <path className="drop-hint-arrow" d="M50 34h22M64 26l8 8-8 8" />
        <circle cx="86" cy="34" r="6" />
      </svg>
      <p>{upload.drop}</p>
      <p>{upload.noLimit}</p>
      {isLooking && (
        <p className="drop-hint-looking" role="status">
          {upload.looking}
        </p>
      )}
    </div>
  );
}

export function ChosenFile({ file, onRemove }: { file: File; onRemove: (() => void) | null }) {
  return (
    <div className="chosen-file">
      <FileBadge filename={file.name} />
      <div className="chosen-file-text">
        <strong title={file.name}>{file.name}</strong>
        <span>{formatBytes(file.size)}</span>
      </div>
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

/** Several files become one archive: their sums are taken, which reads everything once. */
export function PackingNote({ packing, onCancel }: { packing: Packing; onCancel: () => void }) {
  return (
    <div className="packing-note">
      <div className="packing-note-text">
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
