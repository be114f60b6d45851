import { Checkbox } from 'antd';
import { memo } from 'react';
import { useSelector } from 'react-redux';
import { FileBadge } from '../../../../components/files/file-badge.js';
import { Badge, type BadgeTone } from '../../../../components/page/badge.js';
import { sendLock, useIsTabLockHeld } from '../../../../lib/browser/tab-locks.js';
import { formatDay, formatStoredSize } from '../../../../lib/texts/format.js';
import type { FileShare } from '../../api.js';
import { FileTitle } from '../../file-title.js';
import { isServed } from '../../sending/transfer-view.js';
import { selectTransfer, type StateWithTransfers } from '../../sending/transfers-slice.js';
import { limitStop, type ShareStatus } from '../../share-status.js';
import { texts } from '../../texts.js';
import { useShareStatus } from '../../use-share-status.js';
import { RowActions } from './row-actions.js';
import styles from './share-row.module.css';

const { live, recent } = texts;

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
  const sentFrom = useSentFrom(share.shareId);
  const status = useShareStatus(share);
  const { filename, shareId } = share;
  const limit = limitStop(share);
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
        {share.label && (
          <>
            <span translate="no">{filename}</span>
            {' · '}
          </>
        )}
        {formatStoredSize(share.fileSize)} · {downloadsOf(share)} ·{' '}
        <span className={styles.day}>{recent.created(formatDay(share.createdAt))}</span>
        {limit !== null && <em className={styles.guessed}> · {recent.limit[limit]}</em>}
        {isStoppedByGuessing(share) && (
          <em className={styles.guessed}> · {recent.guessed(share.stopNetworks)}</em>
        )}
      </FileTitle>
      <StatusText status={status} sentFrom={sentFrom} />
      <RowActions
        share={share}
        status={status}
        canResend={status.kind === 'active' && sentFrom === 'nowhere'}
        onOptions={onOptions}
      />
    </li>
  );
});
