import { Button } from 'antd';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { SpeedLimit } from '../../../components/connection/limit-control.js';
import { FileBadge } from '../../../components/files/file-badge.js';
import { Badge, type BadgeTone } from '../../../components/page/badge.js';
import { Panel } from '../../../components/page/panel.js';
import { storedName } from '../../../lib/files/matches-share.js';
import { failureText } from '../../../lib/texts/failure-texts.js';
import { formatBytes } from '../../../lib/texts/format.js';
import type { SenderSnapshot } from '../../../transfer/api.js';
import { useOwnShares, type FileShare } from '../api.js';
import { copyLink } from '../details/copy-share.js';
import { FileTitle } from '../file-title.js';
import { useShareActions } from '../recent/use-share-actions.js';
import { limitStop } from '../share-status.js';
import shared from '../shared.module.css';
import { texts } from '../texts.js';
import { useShareStatus } from '../use-share-status.js';
import styles from './live-transfers.module.css';
import { DeliveryNotices } from './notices/delivery-notices.js';
import { RecipientRow } from './recipients/recipient-row.js';
import {
  hasQuestion,
  isAskedAbout,
  isAwaited,
  isOngoing,
  isServed,
  questionsFirst,
  shownAttempt,
  shownMaxAttempts,
  transferId,
  transferView,
  type TransferView,
} from './transfer-view.js';
import { useTransfers } from './transfers-context.js';
import { selectTransfers, type TransferSummary } from './transfers-slice.js';
import { useStopConfirmation } from './use-stop-confirmation.js';

const { live, modal, recent } = texts;

const viewTones: Record<TransferView['kind'], BadgeTone> = {
  connecting: 'warning',
  asking: 'warning',
  sharing: 'accent',
  completed: 'success',
  retrying: 'warning',
  error: 'danger',
};

const noteOf = (view: TransferView): string => {
  switch (view.kind) {
    case 'asking':
      return live.askingText;
    case 'completed':
      return live.completedText;
    case 'retrying':
      return live.retryingText(shownAttempt(view.attempt), shownMaxAttempts);
    case 'error':
      return view.message;
    // The panel says once what they wait for.
    case 'connecting':
    case 'sharing':
      return '';
  }
};

interface TransferItemProps {
  transfer: TransferSummary;
  onShareAnother: () => void;
}

const useListedShare = (shareId: string): FileShare | undefined =>
  useOwnShares().data?.shares.find((listed) => listed.shareId === shareId);

/** Only recipients that save the file are still served. */
const isOver = ({ state, error }: SenderSnapshot): boolean =>
  (state === 'sending' || state === 'retrying') && error !== null;

/** A share that has expired as well cannot be restarted. */
function RestartAction({ share }: { share: FileShare }) {
  const { restart } = useShareActions();
  const [isBusy, setIsBusy] = useState(false);
  if (useShareStatus(share).kind !== 'stopped') return null;
  const run = async (): Promise<void> => {
    setIsBusy(true);
    await restart(share.shareId);
    setIsBusy(false);
  };
  return (
    <Button type="primary" loading={isBusy} onClick={() => void run()}>
      {live.restart}
    </Button>
  );
}

function TransferActions({ transfer, onShareAnother }: TransferItemProps) {
  const transfers = useTransfers();
  const { shareId, snapshot } = transfer;
  const { confirm, dialog } = useStopConfirmation();
  const stop = async (): Promise<void> => {
    if (await confirm(shareId)) transfers.end(shareId);
  };
  const share = useListedShare(shareId);
  const isMoving = snapshot.recipients.some(({ state }) => state === 'sending');
  // Only this side's pause can be ended here.
  const isPaused = snapshot.recipients.some(
    ({ pausedBy }) => pausedBy === 'here' || pausedBy === 'both',
  );
  const hasEnded = !isServed(snapshot) && !isOver(snapshot);
  const isStopped = hasEnded && share?.isActive === false;
  // While a recipient saves, a share that has ended needs nothing; one that was begun again elsewhere does.
  const canRetry =
    (snapshot.state === 'error' && !isStopped) || (isOver(snapshot) && share?.isActive === true);
  return (
    <div className={shared.actions} role="group" aria-label={storedName(transfer.filename)}>
      {isServed(snapshot) && (
        <Button onClick={() => void copyLink(shareId)}>{modal.copyLink}</Button>
      )}
      {canRetry && (
        <Button type="primary" onClick={() => transfers.retry(shareId)}>
          {live.tryAgain}
        </Button>
      )}
      {isStopped && <RestartAction share={share} />}
      {isMoving && !isPaused && (
        <Button onClick={() => transfers.pause(shareId)}>{live.pause}</Button>
      )}
      {isPaused && (
        <Button type="primary" onClick={() => transfers.resume(shareId)}>
          {live.resume}
        </Button>
      )}
      {snapshot.state === 'completed' && <Button onClick={onShareAnother}>{live.another}</Button>}
      <Button onClick={() => void stop()}>{hasEnded ? live.dismiss : live.end}</Button>
      {dialog}
    </div>
  );
}

/** Why a share ended after its deliveries, or while a recipient saves the file, as Recent Shares says it. */
function EndNote({ transfer }: { transfer: TransferSummary }) {
  const { shareId, snapshot } = transfer;
  const share = useListedShare(shareId);
  if (snapshot.state === 'error' || snapshot.error === null) return null;
  const limit = share === undefined ? null : limitStop(share);
  return (
    <p className={styles.note}>
      {limit === null ? failureText(snapshot.error) : recent.limit[limit]}
    </p>
  );
}

function TransferItem({ transfer, onShareAnother }: TransferItemProps) {
  const view = transferView(transfer.snapshot);
  const recipients = transfer.snapshot.recipients.map((recipient, index) => ({
    recipient,
    number: index + 1,
  }));
  return (
    <li id={transferId(transfer.shareId)} className={shared.transfer}>
      <div className={shared.transferHead}>
        <FileBadge filename={transfer.filename} />
        <FileTitle filename={transfer.filename}>{formatBytes(transfer.totalBytes)}</FileTitle>
        <Badge tone={viewTones[view.kind]}>{live.states[view.kind]}</Badge>
      </div>
      <p className={styles.note} role={view.kind === 'error' ? 'alert' : undefined}>
        {noteOf(view)}
      </p>
      <EndNote transfer={transfer} />
      <ul className={styles.recipients}>
        {questionsFirst(recipients, ({ recipient }) => isAskedAbout(recipient)).map((one) => (
          <RecipientRow key={one.recipient.peerId} shareId={transfer.shareId} {...one} />
        ))}
      </ul>
      <TransferActions transfer={transfer} onShareAnother={onShareAnother} />
    </li>
  );
}

/** What keeps the transfers going, and what those without a recipient wait for. */
const leadOf = (snapshots: readonly SenderSnapshot[]): string | null => {
  const ongoing = snapshots.filter(isOngoing);
  if (ongoing.length === 0) return null;
  const isOne = ongoing.length === 1;
  if (ongoing.some(isAwaited)) return isOne ? live.waitingText : live.waitingSeveralText;
  return isOne ? live.ongoingText : live.ongoingSeveralText;
};

/** The shares that this tab sends; hidden without any. */
export function LiveTransfers({ onShareAnother }: { onShareAnother: () => void }) {
  const all = useSelector(selectTransfers);
  const transfers = useTransfers();
  if (all.length === 0) return null;
  const lead = leadOf(all.map(({ snapshot }) => snapshot));
  return (
    <Panel title={live.title} {...(lead !== null && { lead })}>
      <ul className={shared.transfers}>
        {questionsFirst(all, ({ snapshot }) => hasQuestion(snapshot)).map((transfer) => (
          <TransferItem
            key={transfer.shareId}
            transfer={transfer}
            onShareAnother={onShareAnother}
          />
        ))}
      </ul>
      <div className={styles.speedLimit}>
        <SpeedLimit direction="send" onChange={(setting) => transfers.setLimit(setting)} />
        <DeliveryNotices />
      </div>
    </Panel>
  );
}
