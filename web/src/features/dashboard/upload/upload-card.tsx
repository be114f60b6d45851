import { Button } from 'antd';
import { useFileDrop } from '../../../components/files/use-file-drop.js';
import { canPickFolder, useFilePicker } from '../../../components/files/use-file-picker.js';
import { Badge } from '../../../components/page/badge.js';
import { Panel } from '../../../components/page/panel.js';
import { texts as componentTexts } from '../../../components/texts.js';
import { useOwnRecord } from '../../../lib/account/user-api.js';
import { hasWebRtc } from '../../../lib/browser/device/web-rtc.js';
import { isLeavingRisky } from '../../../lib/browser/leave-warning.js';
import type { PickKind } from '../../../lib/files/dialogs.js';
import { useHasPayments } from '../../../lib/http/use-config.js';
import { paths } from '../../../lib/paths.js';
import { useBrand } from '../../../lib/texts/brand.js';
import { failureText } from '../../../lib/texts/failure-texts.js';
import { usePolicy } from '../../../lib/use-policy.js';
import type { CreatedShares } from '../details/created-shares-modal.js';
import shared from '../shared.module.css';
import { texts } from '../texts.js';
import { useSharesLeft } from '../usage/shares-left.js';
import { ExpiryField } from './options/expiry-field.js';
import { expiryRange, type ExpiryRange } from './options/expiry.js';
import { ShareOptionsFields } from './options/share-options.js';
import { usePasswordCheck } from './options/use-password-check.js';
import styles from './upload-card.module.css';
import { isSelectDisabled, type UploadForm } from './upload-form.state.js';
import { ChosenFiles, DropHint, PackingNote, SharingChoice } from './upload-parts.js';
import { useCodeAhead } from './use-code-ahead.js';
import { useUploadForm } from './use-upload-form.js';

/** ID of the card, to move the focus there. */
export const uploadCardId = 'new-share';

const { upload, live } = texts;
const { crash, runningTransfer } = componentTexts;

const noteOf = (form: UploadForm, limitText: string): string => {
  switch (form.kind) {
    case 'error':
      return form.message;
    case 'limit_reached':
      return limitText;
    case 'created':
      return live.waitingText;
    case 'creating':
      return form.total > 1 ? upload.creatingOf(form.done + 1, form.total) : '';
    case 'idle':
      return hasWebRtc() ? '' : failureText({ code: 'webrtc-unavailable' });
  }
};

/** States the limit, and how to get past it. */
const useLimitText = (): string => {
  const hasPayments = useHasPayments();
  const { supportEmail } = useBrand();
  return hasPayments ? upload.limitText : upload.limitTextWithoutPayments(supportEmail);
};

interface Shortage {
  /** Shares that can be created this month. */
  left: number;
  /** Files for which none is left. */
  excess: number;
}

/** Without a share left, the server refuses the first one: that is the state limit_reached. */
const shortageOf = (fileCount: number, left: number | null): Shortage | null =>
  left === null || left === 0 || left >= fileCount ? null : { left, excess: fileCount - left };

/** States that the month's shares do not suffice for the chosen files, and what the user can do. */
const shortageText = ({ left, excess }: Shortage, hasPayments: boolean): string => {
  const { fewerLeft, orUpgrade } = upload;
  return hasPayments ? `${fewerLeft(left, excess)} ${orUpgrade}` : fewerLeft(left, excess);
};

interface NoteProps {
  form: UploadForm;
  shortage: Shortage | null;
  limitText: string;
  isCodeMissing: boolean;
}

function StateNote({ form, shortage, limitText, isCodeMissing }: NoteProps) {
  const hasPayments = useHasPayments();
  const note = shortage === null ? noteOf(form, limitText) : shortageText(shortage, hasPayments);
  return (
    <div className={styles.note} aria-live="polite">
      {form.kind !== 'idle' && (
        <Badge tone={form.kind === 'error' ? 'danger' : 'warning'}>
          {upload.states[form.kind]}
        </Badge>
      )}
      {note !== '' && <p>{note}</p>}
      {isCodeMissing && <p>{isLeavingRisky() ? runningTransfer : upload.reloadNote}</p>}
    </div>
  );
}

interface ActionsProps {
  form: UploadForm;
  isShort: boolean;
  isCodeMissing: boolean;
  fileCount: number;
  onSelect: (kind: PickKind) => void;
  onCreate: () => void;
  onReset: () => void;
}

const openUpgrade = (): void => {
  window.open(paths.upgrade, '_blank', 'noopener');
};

/**
 * Whether Create Share, the step that follows a choice of files, may take the focus: after a drop, and from the buttons
 * of the card, which led to the choice. Never from another element.
 */
const isFocusFree = (): boolean => {
  const { activeElement } = document;
  return (
    activeElement === document.body || activeElement?.matches(`#${uploadCardId} button`) === true
  );
};

function UploadActions(props: ActionsProps) {
  const { form, isShort, isCodeMissing, fileCount, onSelect, onCreate, onReset } = props;
  const hasFile = fileCount > 0;
  const hasPayments = useHasPayments();
  const isRefused = form.kind === 'error' || form.kind === 'limit_reached';
  const isAtLimit = isShort || form.kind === 'limit_reached';
  return (
    <div className={shared.actions}>
      {form.kind === 'idle' && hasFile && (
        <Button
          type="primary"
          size="large"
          autoFocus={isFocusFree()}
          disabled={isShort}
          onClick={onCreate}
        >
          {upload.create(fileCount)}
        </Button>
      )}
      {isAtLimit && hasPayments && (
        // In a new tab: this one may be sending other shares.
        <Button type="primary" size="large" onClick={openUpgrade}>
          {upload.upgrade}
        </Button>
      )}
      {isRefused && (
        <Button size="large" onClick={onReset}>
          {upload.tryAgain}
        </Button>
      )}
      {isCodeMissing && !isLeavingRisky() && (
        <Button size="large" onClick={() => window.location.reload()}>
          {crash.reload}
        </Button>
      )}
      {!isRefused && (
        <Button
          type={hasFile ? 'default' : 'primary'}
          size="large"
          disabled={isSelectDisabled(form)}
          onClick={() => onSelect('files')}
        >
          {upload.select}
        </Button>
      )}
      {form.kind === 'idle' && !hasFile && canPickFolder() && (
        <Button size="large" onClick={() => onSelect('folder')}>
          {upload.selectFolder}
        </Button>
      )}
    </div>
  );
}

interface Expiry {
  range: ExpiryRange;
  days: number;
  /** The plan leaves no choice. */
  isFixed: boolean;
}

/** @param chosen null before the user has chosen */
const useExpiry = (chosen: number | null): Expiry => {
  const plan = useOwnRecord().data?.subscriptionStatus ?? 'free';
  const range = expiryRange(usePolicy(), plan);
  return { range, days: chosen ?? range.default, isFixed: range.max === range.min };
};

interface ChoicesProps {
  chosen: ReturnType<typeof useUploadForm>['chosen'];
  expiry: Expiry;
  password: ReturnType<typeof usePasswordCheck>;
  isDisabled: boolean;
}

/** Expiry and options of the next share. */
function Choices({ chosen, expiry, password, isDisabled }: ChoicesProps) {
  const { options, setOptions, setDays } = chosen;
  return (
    <div className={styles.choices} inert={isDisabled}>
      {!expiry.isFixed && (
        <ExpiryField range={expiry.range} days={expiry.days} onChange={setDays} />
      )}
      <ShareOptionsFields
        options={options}
        refusal={password.refusal}
        onChange={(changed) => {
          if (changed.password !== options.password) password.clear();
          setOptions(changed);
        }}
        onPasswordLeave={password.check}
      />
    </div>
  );
}

interface UploadCardProps {
  onCreated: (created: CreatedShares) => void;
}

/** The 'Share File via WebRTC' card. */
export function UploadCard({ onCreated }: UploadCardProps) {
  useCodeAhead();
  const limitText = useLimitText();
  const form = useUploadForm(onCreated, limitText);
  const { files, packing: reading, options, clearOptions } = form.chosen;
  const expiry = useExpiry(form.chosen.days);
  const password = usePasswordCheck(
    options.password,
    files.map(({ file }) => file.name),
  );
  const create = async (): Promise<void> => {
    if (!password.check()) return;
    const expiresIn = expiry.isFixed ? {} : { expiresInDays: expiry.days };
    if (await form.create({ ...expiresIn, ...options })) clearOptions(options);
  };
  const isIdle = form.state.kind === 'idle';
  const left = useSharesLeft();
  const shortage = isIdle ? shortageOf(files.length, left) : null;
  // Reading a folder is usually instant: avoid a layout shift.
  const packing = reading !== null && reading.count > 0 ? reading : null;
  // What was chosen stays until the form resets: the second of two fast clicks on Create Share must not find
  // something else under the pointer.
  const isShown = isIdle || isSelectDisabled(form.state);
  const isOver = useFileDrop({ isDisabled: !isIdle, onSelect: form.chosen.choose });
  const picker = useFilePicker({
    labels: { files: upload.select, folder: upload.selectFolder },
    isDisabled: !isIdle,
    onSelect: form.chosen.choose,
  });
  return (
    <Panel title={upload.title} lead={upload.lead} id={uploadCardId}>
      <div className={isOver ? styles.over : styles.drop}>
        {picker.inputs}
        {form.chosen.sharing !== null && isShown && (
          <div inert={!isIdle}>
            <SharingChoice sharing={form.chosen.sharing} onChange={form.chosen.shareAs} />
          </div>
        )}
        {packing !== null ? (
          <PackingNote packing={packing} onCancel={form.chosen.cancel} />
        ) : (
          <>
            {files.length === 0 ? (
              <DropHint isReading={reading !== null} />
            ) : (
              <ChosenFiles files={files} onRemove={isIdle ? form.chosen.remove : null} />
            )}
            {files.length > 0 && isShown && (
              <Choices
                chosen={form.chosen}
                expiry={expiry}
                password={password}
                isDisabled={!isIdle}
              />
            )}
            <StateNote
              form={form.state}
              shortage={shortage}
              limitText={limitText}
              isCodeMissing={form.isCodeMissing}
            />
            <UploadActions
              form={form.state}
              isShort={shortage !== null}
              isCodeMissing={form.isCodeMissing}
              fileCount={files.length}
              onSelect={(kind) => void picker.open(kind)}
              onCreate={() => void create()}
              onReset={form.reset}
            />
          </>
        )}
      </div>
    </Panel>
  );
}
