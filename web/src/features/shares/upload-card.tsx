import { Button } from 'antd';
import { useState } from 'react';
import { Icon } from '../../components/icon.js';
import { FileBadge } from '../../components/file-badge.js';
import { ProgressLine } from '../../components/progress-line.js';
import { canPickFolder, useFilePicker } from '../../components/use-file-picker.js';
import type { PickKind } from '../../lib/files/dialogs.js';
import { formatBytes } from '../../lib/format.js';
import { paths } from '../../lib/paths.js';
import { useOwnRecord } from '../../lib/user-api.js';
import type { FileShare } from './api.js';
import { defaultExpiryDays, expiryRange } from './expiry.js';
import { ExpiryField } from './expiry-field.js';
import { FileDrop } from './file-drop.js';
import { texts } from './texts.js';
import { isSelectDisabled } from './upload-machine.js';
import type { UploadState } from './upload-machine.js';
import type { Packing } from './use-one-file.js';
import { useUploadForm } from './use-upload-form.js';

const { upload } = texts;

function StateNote({ state }: { state: UploadState }) {
  const note = ((): string => {
    switch (state.kind) {
      case 'error':
        return state.message;
      case 'limit_reached':
        return upload.limitText;
      case 'connecting':
        return upload.waitingText;
      case 'completed':
        return upload.completedText;
      case 'creating':
      case 'idle':
      case 'sharing':
      case 'retrying':
        return '';
    }
  })();
  return (
    <div className="upload-note" aria-live="polite">
      {state.kind !== 'idle' && (
        <span className={`badge badge-${state.kind}`}>{upload.states[state.kind]}</span>
      )}
      {note !== '' && <p>{note}</p>}
    </div>
  );
}

/** A sheet on its way to the other person. */
function DropHint({ isLooking }: { isLooking: boolean }) {
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

function ChosenFile({ file, onRemove }: { file: File; onRemove: (() => void) | null }) {
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
function PackingNote({ packing, onCancel }: { packing: Packing; onCancel: () => void }) {
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

interface ActionsProps {
  state: UploadState;
  hasFile: boolean;
  onSelect: (kind: PickKind) => void;
  onCreate: () => void;
  onReset: () => void;
}

const openUpgrade = (): void => {
  window.open(paths.upgrade, '_blank', 'noopener');
};

/** Which buttons there are in which state (specification, section 4). */
function UploadActions({ state, hasFile, onSelect, onCreate, onReset }: ActionsProps) {
  const isEnded = state.kind === 'error' || state.kind === 'limit_reached';
  return (
    <div className="upload-actions">
      {state.kind === 'idle' && hasFile && (
        <Button
          type="primary"
          size="large"
          // After a drop, or when what had the focus has gone: the next step. Never away from another element.
          autoFocus={document.activeElement === document.body}
          onClick={onCreate}
        >
          {upload.create}
        </Button>
      )}
      {state.kind === 'limit_reached' && (
        // A tab of its own: this one may be serving other shares.
        <Button type="primary" size="large" onClick={openUpgrade}>
          {upload.upgrade}
        </Button>
      )}
      {isEnded && (
        <Button size="large" onClick={onReset}>
          {upload.tryAgain}
        </Button>
      )}
      {state.kind === 'completed' && (
        <Button size="large" onClick={onReset}>
          {upload.another}
        </Button>
      )}
      {!isEnded && state.kind !== 'completed' && (
        <Button
          type={hasFile ? 'default' : 'primary'}
          size="large"
          disabled={isSelectDisabled(state)}
          onClick={() => onSelect('files')}
        >
          {upload.select}
        </Button>
      )}
      {state.kind === 'idle' && !hasFile && canPickFolder() && (
        <Button size="large" onClick={() => onSelect('folder')}>
          {upload.selectFolder}
        </Button>
      )}
    </div>
  );
}

/** The 'Share File via WebRTC' card. */
export function UploadCard({ onCreated }: { onCreated: (share: FileShare) => void }) {
  const form = useUploadForm(onCreated);
  const plan = useOwnRecord().data?.subscriptionStatus ?? 'free';
  const [days, setDays] = useState(defaultExpiryDays);
  const isFixed = expiryRange(plan).max === expiryRange(plan).min;
  const isIdle = form.state.kind === 'idle';
  // While a folder is looked through, everything stays where it is: mostly it takes no time.
  const packing = form.packing !== null && form.packing.count > 0 ? form.packing : null;
  const picker = useFilePicker({
    labels: { files: upload.select, folder: upload.selectFolder },
    isDisabled: !isIdle,
    onSelect: form.choose,
  });
  return (
    <section className="panel upload-card" aria-labelledby="upload-title">
      <h2 id="upload-title">{upload.title}</h2>
      <p className="panel-lead">{upload.lead}</p>
      <FileDrop isDisabled={!isIdle} onSelect={form.choose}>
        {picker.inputs}
        {packing !== null ? (
          <PackingNote packing={packing} onCancel={form.cancelPacking} />
        ) : (
          <>
            {form.file === null ? (
              <DropHint isLooking={form.packing !== null} />
            ) : (
              <ChosenFile file={form.file} onRemove={isIdle ? form.remove : null} />
            )}
            {form.file !== null && isIdle && !isFixed && (
              <ExpiryField plan={plan} days={days} onChange={setDays} />
            )}
            <StateNote state={form.state} />
            <UploadActions
              state={form.state}
              hasFile={form.file !== null}
              onSelect={(kind) => void picker.open(kind)}
              onCreate={() => void form.create(isFixed ? undefined : days)}
              onReset={form.reset}
            />
          </>
        )}
      </FileDrop>
    </section>
  );
}
