import { Checkbox } from 'antd';
import { memo, useState, type ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { FileBadge } from '../../../../components/files/file-badge.js';
import { useFilePicker } from '../../../../components/files/use-file-picker.js';
import { Icon } from '../../../../components/icon.js';
import { Badge, type BadgeTone } from '../../../../components/page/badge.js';
import { ProgressLine } from '../../../../components/progress-line.js';
import { sendLock, useIsTabLockHeld } from '../../../../lib/browser/tab-locks.js';
import { useShareLink } from '../../../../lib/links/share-link.js';
import { formatDay, formatStoredSize } from '../../../../lib/texts/format.js';
import type { FileShare } from '../../api.js';
import { copyLink } from '../../details/copy-share.js';
import { FileTitle } from '../../file-title.js';
import { useResend } from '../../resume/use-resend.js';
import { useTakeOver } from '../../resume/use-take-over.js';
import { isServed } from '../../sending/transfer-view.js';
import { selectTransfer, type StateWithTransfers } from '../../sending/transfers-slice.js';
import { useStopConfirmation } from '../../sending/use-stop-confirmation.js';
import { limitStop, type ShareStatus } from '../../share-status.js';
import { texts } from '../../texts.js';
import { useShareStatus } from '../../use-share-status.js';
import { SteadyButton } from '../steady-button.js';
import { useShareActions } from '../use-share-actions.js';
import styles from './share-row.module.css';

const { live, recent, upload } = texts;

interface RowActionProps {
  /** For assistive technology; contains the visible text. */
  label: string;
  /** Visible text beside the icon. */
  text?: string;
  icon: ReactNode;
  isDanger?: boolean;
  /** Until it settles, further clicks do nothing. */
  onClick: () => unknown;
}

function RowAction({ label, text, icon, isDanger = false, onClick }: RowActionProps) {
  const [isBusy, setIsBusy] = useState(false);
  const run = async (): Promise<void> => {
    setIsBusy(true);
    try {
      await onClick();
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <SteadyButton
      type="text"
      danger={isDanger}
      isOff={isBusy}
      aria-label={label}
      title={text === undefined ? label : undefined}
      icon={icon}
      onClick={() => void run()}
    >
      {text}
    </SteadyButton>
  );
}

/** Resumes an active share that this tab does not send, for example after a reload. */
function SendAgain({ share }: { share: FileShare }) {
  const labels = {
    files: recent.send(share.filename),
    folder: recent.sendFolder(share.filename),
  };
  const picker = useFilePicker({ labels, onSelect: (selecting) => resend.choose(selecting) });
  const { confirm, dialog } = useTakeOver();
  const resend = useResend(share, picker.open, confirm);
  const choice = resend.isFolder
    ? { label: labels.folder, text: recent.chooseFolder }
    : { label: labels.files, text: recent.chooseFile };
  const again = resend.isDropped
    ? { label: recent.sendDropped(share.filename), text: recent.drop }
    : choice;
  const { label, text } = resend.isRemembered
    ? { label: recent.resume(share.filename), text: recent.resumeSending }
    : again;
  if (resend.packing !== null) {
    const { percent } = resend.packing;
    return (
      <>
        <span className={styles.packing}>
          {percent}%
          <ProgressLine percent={percent} label={`${upload.packingLabel}: ${share.filename}`} />
        </span>
        <RowAction
          key="cancel"
          label={`${upload.cancelPacking}: ${share.filename}`}
          text={upload.cancelPacking}
          icon={<Icon name="close" />}
          onClick={resend.cancel}
        />
        {dialog}
      </>
    );
  }
  return (
    <>
      {picker.inputs}
      <RowAction label={label} text={text} icon={<Icon name="send" />} onClick={resend.start} />
      {dialog}
    </>
  );
}

const statusTones: Record<ShareStatus['kind'], BadgeTone> = {
  active: 'success',
  stopped: 'warning',
  expired: 'neutral',
};

/** Where an active share is being sent from. */
type SentFrom = 'here' | 'reconnecting' | 'elsewhere' | 'nowhere';

const sentFromTexts: Record<SentFrom, string> = {
  here: recent.live,
  reconnecting: live.states.retrying,
  elsewhere: recent.elsewhere,
  nowhere: recent.notSent,
};

const useSentFrom = (shareId: string): SentFrom => {
  const here = useSelector((state: StateWithTransfers): SentFrom | null => {
    const snapshot = selectTransfer(state, shareId)?.snapshot;
    if (snapshot === undefined || !isServed(snapshot)) return null;
    return snapshot.state === 'retrying' ? 'reconnecting' : 'here';
  });
  const isHeld = useIsTabLockHeld(sendLock(shareId));
  if (here !== null) return here;
  return isHeld ? 'elsewhere' : 'nowhere';
};

/** The link and the sending are two facts: an active link sends nothing without an open tab. */
function StatusText({ status, sentFrom }: { status: ShareStatus; sentFrom: SentFrom }) {
  const isActive = status.kind === 'active';
  const isReached = sentFrom === 'here' || sentFrom === 'elsewhere';
  return (
    <span className={styles.status}>
      <Badge tone={statusTones[status.kind]}>{recent.status[status.kind]}</Badge>
      {isActive && <span>{recent.daysLeft(status.daysLeft)}</span>}
      {isActive && (
        <span className={isReached ? styles.live : styles.notSent}>{sentFromTexts[sentFrom]}</span>
      )}
    </span>
  );
}

/** The server stops a share after too many wrong passwords. */
const isStoppedByGuessing = ({ stopReason, isActive }: FileShare): boolean =>
  !isActive && stopReason === 'wrong-passwords';

const downloadsOf = ({ downloadCount, deliveredCount, maxDownloads }: FileShare): string =>
  maxDownloads ? recent.downloadsOf(deliveredCount, maxDownloads) : recent.downloads(downloadCount);

interface ShareRowProps {
  share: FileShare;
  /** Null: the row cannot be selected. */
  isSelected: boolean | null;
  onToggle: (shareId: string) => void;
  onOptions: (share: FileShare) => void;
}

/** One row of Recent Shares. Memoized: polling without changes does not render it again. */
export const ShareRow = memo(function ShareRow(props: ShareRowProps) {
  const { share, isSelected, onToggle, onOptions } = props;
  const { stop, restart, remove } = useShareActions();
  const { confirmEverywhere, dialog } = useStopConfirmation();
  const sentFrom = useSentFrom(share.shareId);
  const status = useShareStatus(share);
  const { filename, shareId } = share;
  const limit = limitStop(share);
  // Looked up before the click: some browsers allow copying only right after it.
  useShareLink(shareId);
  const canCopy = status.kind !== 'expired';
  // The details have the link as text, which can be copied by hand.
  const copyOrShow = async (): Promise<void> => {
    if (!(await copyLink(shareId))) onOptions(share);
  };
  const stopAfterQuestion = async (): Promise<void> => {
    if (await confirmEverywhere(shareId)) await stop(shareId);
  };
  return (
    <li className={styles.row}>
      {isSelected === null ? (
        <FileBadge filename={filename} />
      ) : (
        <Checkbox
          aria-label={recent.selectShare(share.label || filename)}
          checked={isSelected}
          onChange={() => onToggle(shareId)}
        />
      )}
      <FileTitle filename={share.label || filename} className={styles.text}>
        {share.label ? `${filename} · ` : ''}
        {formatStoredSize(share.fileSize)} · {downloadsOf(share)} · {formatDay(share.createdAt)}
        {limit !== null && <em className={styles.guessed}> · {recent.limit[limit]}</em>}
        {isStoppedByGuessing(share) && (
          <em className={styles.guessed}> · {recent.guessed(share.stopNetworks)}</em>
        )}
      </FileTitle>
      <StatusText status={status} sentFrom={sentFrom} />
      <div className={styles.actions}>
        {status.kind === 'active' && sentFrom === 'nowhere' && <SendAgain share={share} />}
        {canCopy && (
          <RowAction
            label={recent.copyLink(filename)}
            icon={<Icon name="link" />}
            onClick={copyOrShow}
          />
        )}
        {status.kind === 'active' && (
          <RowAction
            label={recent.stop(filename)}
            icon={<Icon name="stop" />}
            onClick={stopAfterQuestion}
          />
        )}
        {status.kind === 'stopped' && (
          <RowAction
            label={recent.restart(filename)}
            icon={<Icon name="restart" />}
            onClick={() => restart(shareId)}
          />
        )}
        {status.kind === 'expired' && (
          <RowAction
            isDanger
            label={recent.remove(filename)}
            icon={<Icon name="trash" />}
            onClick={() => remove(shareId)}
          />
        )}
        <RowAction
          label={recent.options(filename)}
          icon={<Icon name="more" />}
          onClick={() => onOptions(share)}
        />
        {dialog}
      </div>
    </li>
  );
});
