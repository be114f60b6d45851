import { Button } from 'antd';
import { memo, useState, type ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { Icon } from '../../../components/icon.js';
import { FileBadge } from '../../../components/files/file-badge.js';
import { Badge, type BadgeTone } from '../../../components/page/badge.js';
import { useFilePicker } from '../../../components/files/use-file-picker.js';
import { useShareLink } from '../../../lib/links/share-link.js';
import type { FileShare } from '../api.js';
import { copyLink } from '../details/share-details-modal.js';
import { FileTitle } from '../file-title.js';
import { shareStatus, type ShareStatus } from '../share-status.js';
import { texts } from '../texts.js';
import { selectTransfer, type StateWithTransfers } from '../sending/transfers-slice.js';
import { useResend } from '../resume/use-resend.js';
import { useShareActions } from './use-share-actions.js';
import styles from './share-row.module.css';

const { recent } = texts;

interface RowActionProps {
  label: string;
  icon: ReactNode;
  isDanger?: boolean;
  /** The button is disabled until it settles, which ignores double clicks. */
  onClick: () => unknown;
}

function RowAction({ label, icon, isDanger = false, onClick }: RowActionProps) {
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
    <Button
      type="text"
      danger={isDanger}
      disabled={isBusy}
      aria-label={label}
      title={label}
      icon={icon}
      onClick={() => void run()}
    />
  );
}

/** Resumes an active share that this tab does not send, for example after a reload. */
function SendAgain({ share }: { share: FileShare }) {
  const label = recent.send(share.filename);
  const labels = { files: label, folder: recent.sendFolder(share.filename) };
  const picker = useFilePicker({ labels, onSelect: (selecting) => resend.choose(selecting) });
  const resend = useResend(share, picker.open);
  return (
    <>
      {picker.inputs}
      <RowAction
        label={resend.isRemembered ? recent.resume(share.filename) : label}
        icon={<Icon name="send" />}
        onClick={resend.start}
      />
    </>
  );
}

const statusTones: Record<ShareStatus['kind'], BadgeTone> = {
  active: 'success',
  stopped: 'warning',
  expired: 'neutral',
};

function StatusText({ status, isLive }: { status: ShareStatus; isLive: boolean }) {
  return (
    <span className={styles.status}>
      <Badge tone={statusTones[status.kind]}>{recent.status[status.kind]}</Badge>
      {status.kind === 'active' && <span>{recent.daysLeft(status.daysLeft)}</span>}
      {isLive && <span className={styles.live}>{recent.live}</span>}
    </span>
  );
}

/** The server stops a share after too many wrong passwords. */
const isStoppedByGuessing = ({ stopReason, isActive }: FileShare): boolean =>
  !isActive && stopReason === 'wrong-passwords';

interface ShareRowProps {
  share: FileShare;
  onOptions: (share: FileShare) => void;
}

/** One row of Recent Shares. Memoized: polling without changes does not render it again. */
export const ShareRow = memo(function ShareRow({ share, onOptions }: ShareRowProps) {
  const { stop, restart, remove } = useShareActions();
  const isLive = useSelector(
    (state: StateWithTransfers) => (selectTransfer(state, share.shareId) as unknown) !== undefined,
  );
  const status = shareStatus(share);
  const { filename, shareId } = share;
  // Looked up before the click: some browsers allow copying only right after it.
  useShareLink(shareId);
  const canCopy = status.kind !== 'expired';
  return (
    <li className={styles.row}>
      <FileBadge filename={filename} />
      <FileTitle filename={filename} className={styles.text}>
        {share.fileSize} · {recent.downloads(share.downloadCount)}
        {isStoppedByGuessing(share) && <em className={styles.guessed}> · {recent.guessed}</em>}
      </FileTitle>
      <StatusText status={status} isLive={isLive} />
      <div className={styles.actions}>
        {status.kind === 'active' && !isLive && <SendAgain share={share} />}
        {canCopy && (
          <RowAction
            label={recent.copyLink(filename)}
            icon={<Icon name="link" />}
            onClick={() => copyLink(shareId)}
          />
        )}
        {status.kind === 'active' && (
          <RowAction
            label={recent.stop(filename)}
            icon={<Icon name="stop" />}
            onClick={() => stop(shareId)}
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
      </div>
    </li>
  );
});
