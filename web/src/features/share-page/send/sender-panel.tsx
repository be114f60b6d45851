import { useEffect, useRef, useState } from 'react';
import { copyWithToast } from '../../../components/toast/copy-with-toast.js';
import { toast } from '../../../components/toast/index.js';
import { useFileDrop } from '../../../components/files/use-file-drop.js';
import { canPickFolder, useFilePicker } from '../../../components/files/use-file-picker.js';
import { ConnectionDetails } from '../../../components/connection/connection-details.js';
import { SpeedLimit } from '../../../components/connection/limit-control.js';
import { ReceiptButton } from '../../../components/receipt/receipt-button.js';
import { sendLock, useIsTabLockHeld } from '../../../lib/browser/tab-locks.js';
import { failureText } from '../../../lib/texts/failure-texts.js';
import { matchesShare } from '../../../lib/files/matches-share.js';
import { asOneFile, faultText, unwatched } from '../../../lib/files/one-file.js';
import type { Selection } from '../../../lib/files/selection.js';
import { findExpectedFile } from '../../../lib/links/expected-file.js';
import { findShareLink, useShareLink, type ShareLink } from '../../../lib/links/share-link.js';
import { shareUrl } from '../../../lib/paths.js';
import { addLinkFragment } from '../../../transfer/pure.js';
import { useTitleProgress, type TitleProgress } from '../../../lib/browser/title-progress.js';
import type { RecipientStatus, SenderSnapshot, SenderState } from '../../../transfer/api.js';
import type { LoadEngine } from '../session/engine-port.js';
import type { Access } from '../session/flow.js';
import { Notice, PanelStatus } from '../panel/panel-parts.js';
import { ProgressMeter } from '../panel/progress-meter.js';
import { recipientTexts, senderTexts as words } from './texts.js';
import { canReset, isSenderBusy, senderView } from './sender-view.js';
import type { OpenedShare } from '../session/share-api.js';
import shared from '../shared.module.css';
import { texts } from '../texts.js';
import { TransferLine, type LineState } from '../panel/transfer-line.js';
import { useBackgroundGuard } from '../session/use-background-guard.js';
import { useSender, type Sending } from './use-sender.js';
import styles from './sender-panel.module.css';

const lines: Record<SenderState, LineState> = {
  idle: 'apart',
  connecting: 'searching',
  waiting: 'searching',
  sending: 'moving',
  completed: 'done',
  retrying: 'searching',
  error: 'broken',
};

const furthest = (snapshot: SenderSnapshot | null): number =>
  Math.max(0, ...(snapshot?.recipients.map(({ stats }) => stats.progressPercent) ?? []));

const titleProgress = (snapshot: SenderSnapshot | null): TitleProgress => {
  if (snapshot?.state === 'completed') return 'done';
  return snapshot?.state === 'sending' ? furthest(snapshot) : null;
};

interface OtherTab {
  /** Another tab sends the share, and the owner has not decided to send from here. */
  isAsking: boolean;
  takeOver: () => void;
}

/** The decision holds for one sending. */
const useOtherTab = (shareId: string, state: SenderState): OtherTab => {
  const isHeld = useIsTabLockHeld(sendLock(shareId));
  const [takesOver, setTakesOver] = useState(false);
  if (takesOver && state !== 'idle') setTakesOver(false);
  return {
    isAsking: state === 'idle' && isHeld && !takesOver,
    takeOver: () => setTakesOver(true),
  };
};

/** Step 3 for the owner: send the file from this page. */
export function SenderPanel({ access, loadEngine }: { access: Access; loadEngine: LoadEngine }) {
  const sending = useSender(access, loadEngine);
  const { snapshot } = sending;
  const state = snapshot?.state ?? 'idle';
  useTitleProgress(titleProgress(snapshot));
  const { wasHidden } = useBackgroundGuard(isSenderBusy(state));
  const otherTab = useOtherTab(access.share.shareId, state);
  const canChoose = state === 'idle' && !otherTab.isAsking;
  return (
    <div className={shared.panel} data-state={state}>
      <TransferLine
        state={lines[state]}
        percent={furthest(snapshot)}
        from={words.you}
        to={words.other}
        own="from"
      />
      <PanelStatus
        view={senderView(snapshot, otherTab.isAsking)}
        detail={failureText(snapshot?.error ?? null)}
      />
      {otherTab.isAsking && <TakeOver onAgree={otherTab.takeOver} />}
      {canChoose && <p className={shared.intro}>{words.intro}</p>}
      {canChoose && <FileChoice share={access.share} onChosen={sending.send} />}
      {snapshot !== null && <Questions snapshot={snapshot} onAnswer={sending.answer} />}
      {snapshot !== null && <Approvals snapshot={snapshot} onApprove={sending.approve} />}
      {snapshot !== null && <Recipients snapshot={snapshot} />}
      {state === 'sending' && <SpeedLimit direction="send" onChange={sending.setLimit} />}
      <div className={shared.actions}>
        {canReset(state) && (
          <button type="button" className={shared.mainButton} onClick={sending.reset}>
            {words.reset}
          </button>
        )}
        {state !== 'completed' && <CopyLink access={access} />}
      </div>
      {state === 'idle' && <LinkNotice access={access} />}
      {isSenderBusy(state) && (
        <Notice tone={wasHidden ? 'warning' : 'plain'}>{words.keepOpen}</Notice>
      )}
    </div>
  );
}

/** Asks before the tab that sends the share loses it. */
function TakeOver({ onAgree }: { onAgree: () => void }) {
  return (
    <Notice tone="warning">
      <p>{words.takeOver}</p>
      <button type="button" className={shared.button} onClick={onAgree}>
        {words.sendHere}
      </button>
    </Notice>
  );
}

interface FileChoiceProps {
  share: OpenedShare;
  onChosen: (file: File) => void;
}

/** Asks for confirmation before sending a file that does not match the share. */
function FileChoice({ share, onChosen }: FileChoiceProps) {
  const [doubtful, setDoubtful] = useState<File | null>(null);
  const [isReading, setIsReading] = useState(false);
  const reading = useRef<AbortController>(null);
  useEffect(() => () => reading.current?.abort(), []);
  const choose = async (selecting: Promise<Selection | null>): Promise<void> => {
    const { signal } = (reading.current = new AbortController());
    setIsReading(true);
    try {
      const selection = await selecting;
      if (selection === null) return;
      const { file } = await asOneFile(selection, unwatched(signal));
      const expected = await findExpectedFile(share);
      if (expected.refusal !== null) toast({ variant: 'destructive', ...expected.refusal });
      else if (matchesShare(file, expected.file)) onChosen(file);
      else setDoubtful(file);
    } catch (error) {
      if (signal.aborted) return;
      const { title, description } = words.toasts.failedToStart;
      toast({ variant: 'destructive', title, description: faultText(error) ?? description });
    } finally {
      setIsReading(false);
    }
  };
  const labels = { files: words.choose, folder: words.chooseFolder };
  const picker = useFilePicker({ labels, onSelect: choose });
  useFileDrop({ isDisabled: isReading, onSelect: choose });
  // Folders and several files are shared as a ZIP; a .zip may also be a single file.
  const mayBeFolder = share.filename.endsWith('.zip') && canPickFolder();
  return (
    <div className={styles.choice}>
      {picker.inputs}
      {/* Hidden while another selection is read: both would be sent, one after the other. */}
      {doubtful !== null && !isReading && (
        <Notice tone="warning" isUrgent>
          <p>{words.mismatch(doubtful.name, share.filename)}</p>
          <button type="button" className={shared.button} onClick={() => onChosen(doubtful)}>
            {words.useAnyway}
          </button>
        </Notice>
      )}
      <button
        type="button"
        className={shared.mainButton}
        autoFocus
        disabled={isReading}
        onClick={() => void picker.open('files')}
      >
        {isReading ? words.reading : doubtful === null ? words.choose : words.chooseOther}
      </button>
      {mayBeFolder && (
        <button
          type="button"
          className={shared.button}
          disabled={isReading}
          onClick={() => void picker.open('folder')}
        >
          {words.chooseFolder}
        </button>
      )}
    </div>
  );
}

/** The name that the recipient entered; a number until then. */
const nameOf = ({ person }: RecipientStatus, index: number): string => {
  if (person === null) return words.recipient(index + 1);
  const { name, email } = person;
  return name === '' || email === '' ? name || email : recipientTexts.person(name, email);
};

const badgeOf = ({ state, pausedBy, isStalled }: RecipientStatus): string => {
  if (isStalled) return recipientTexts.stalled;
  if (pausedBy === 'there') return recipientTexts.pausedThere;
  return state === 'sending' ? words.badges.sending : texts.receiver.badges[state];
};

function Recipients({ snapshot }: { snapshot: SenderSnapshot }) {
  const started = snapshot.recipients.filter(({ stats }) => stats.totalBytes > 0);
  if (started.length === 0) return null;
  return (
    <ul className={styles.recipients} aria-label={words.recipients}>
      {started.map((recipient, index) => (
        <li key={recipient.peerId}>
          <p className={styles.recipientName}>
            {nameOf(recipient, index)}
            <span>{badgeOf(recipient)}</span>
          </p>
          <ProgressMeter
            stats={recipient.stats}
            isMoving={recipient.state === 'sending'}
            label={nameOf(recipient, index)}
            isAnnounced={started.length === 1}
          />
          {(recipient.state === 'sending' || recipient.state === 'paused') && (
            <ConnectionDetails
              facts={recipient.connection}
              route={recipient.connectionType}
              side="sender"
              name={nameOf(recipient, index)}
              proof={recipient.proof}
            />
          )}
          {recipient.state === 'completed' && !recipient.isVerified && <p>{words.unverified}</p>}
          {recipient.isVerified && (
            <p className={shared.verified}>
              {recipient.proof === 'proven' ? texts.receiver.verified : texts.receiver.intact}
            </p>
          )}
          {recipient.receipt !== null && (
            <ReceiptButton
              receipt={recipient.receipt}
              label={texts.page.saveReceipt}
              className={shared.button}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

interface QuestionsProps {
  snapshot: SenderSnapshot;
  onAnswer: Sending['answer'];
}

/** Recipients that have not proven to have the link; nothing is sent to them before an answer. */
function Questions({ snapshot, onAnswer }: QuestionsProps) {
  return snapshot.recipients
    .filter(({ proof }) => proof === 'asking')
    .map(({ peerId }) => (
      <Notice key={peerId} tone="warning" isUrgent>
        <p>{words.unproven.question}</p>
        <div className={shared.actions}>
          <button
            type="button"
            className={shared.mainButton}
            onClick={() => onAnswer(peerId, false)}
          >
            {words.unproven.refuse}
          </button>
          <button type="button" className={shared.button} onClick={() => onAnswer(peerId, true)}>
            {words.unproven.allow}
          </button>
        </div>
      </Notice>
    ));
}

interface ApprovalsProps {
  snapshot: SenderSnapshot;
  onApprove: Sending['approve'];
}

/** Recipients of a share that asks first; nothing is sent to them before an answer. */
function Approvals({ snapshot, onApprove }: ApprovalsProps) {
  return snapshot.recipients.map((recipient, index) =>
    recipient.approval === 'asking' ? (
      <Notice key={recipient.peerId} tone="warning" isUrgent>
        <p>{recipientTexts.wants(nameOf(recipient, index))}</p>
        <div className={shared.actions}>
          <button
            type="button"
            className={shared.mainButton}
            onClick={() => onApprove(recipient.peerId, true)}
          >
            {recipientTexts.approve}
          </button>
          <button
            type="button"
            className={shared.button}
            onClick={() => onApprove(recipient.peerId, false)}
          >
            {recipientTexts.decline}
          </button>
        </div>
      </Notice>
    ) : null,
  );
}

/** The link that opened the page is as good as one made here. */
const useOwnLink = ({ share, linkKey }: Access): ShareLink | null => {
  const made = useShareLink(share.shareId);
  if (linkKey === null) return made;
  return { url: addLinkFragment(shareUrl(share.shareId), linkKey), isProtected: true };
};

function LinkNotice({ access }: { access: Access }) {
  const link = useOwnLink(access);
  if (link === null) return null;
  return <Notice tone="plain">{link.isProtected ? words.protectedLink : words.plainLink}</Notice>;
}

function CopyLink({ access }: { access: Access }) {
  const link = useOwnLink(access);
  const copy = async (): Promise<void> => {
    const { url } = link ?? (await findShareLink(access.share.shareId));
    const { copied, copyFailed } = words.toasts;
    await copyWithToast(url, { copied, failed: copyFailed });
  };
  return (
    <button type="button" className={shared.button} onClick={() => void copy()}>
      {words.copyLink}
    </button>
  );
}
