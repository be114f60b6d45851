import { Button } from 'antd';
import { useSelector } from 'react-redux';
import { FileBadge } from '../../../components/files/file-badge.js';
import { ProgressLine } from '../../../components/progress-line.js';
import { failureText } from '../../../lib/texts/failure-texts.js';
import {
  formatBytes,
  formatPercent,
  formatSeconds,
  formatSpeed,
} from '../../../lib/texts/format.js';
import type { RecipientStatus, TransferStats } from '../../../transfer/api.js';
import { texts } from '../texts.js';
import { selectTransfers } from './transfers-slice.js';
import type { TransferSummary } from './transfers-slice.js';
import { useTransfers } from './transfers-context.js';
import { shownAttempt, shownMaxAttempts } from '../upload/upload-form.state.js';
import type { UploadState } from '../upload/upload-form.state.js';

const { live, upload } = texts;

const statsLine = (stats: TransferStats): string =>
  [
    live.sent(formatBytes(stats.bytesTransferred), formatBytes(stats.totalBytes)),
    formatSpeed(stats.bytesPerSecond),
    stats.etaSeconds === null ? '' : live.eta(formatSeconds(stats.etaSeconds)),
  ]
    .filter((part) => part !== '')
    .join(' · ');

function ReceiverRow({ link, index }: { link: RecipientStatus; index: number }) {
  const name = live.receiver(index + 1);
  const hasProgress = link.state === 'sending' || link.state === 'paused';
  const detail = link.isVerified ? live.verified : failureText(link.error) || statsLine(link.stats);
  return (
    <li className="receiver-row">
      <span className={`badge badge-${link.state}`}>{live.states[link.state]}</span>
      <span className="receiver-name">{name}</span>
      <span className="receiver-detail">
        {[detail, live.routes[link.connectionType]].filter((part) => part !== '').join(' · ')}
      </span>
      {hasProgress && (
        <>
          <span className="receiver-percent">{formatPercent(link.stats.progressPercent)}</span>
          <ProgressLine percent={link.stats.progressPercent} label={live.progress(name)} />
        </>
      )}
    </li>
  );
}

const noteOf = (state: UploadState): string => {
  switch (state.kind) {
    case 'connecting':
      return upload.waitingText;
    case 'completed':
      return upload.completedText;
    case 'error':
      return state.message;
    case 'retrying':
      return upload.retryingText(shownAttempt(state.attempt), shownMaxAttempts);
    case 'idle':
    case 'creating':
    case 'sharing':
    case 'limit_reached':
      return '';
  }
};

interface TransferItemProps {
  transfer: TransferSummary;
  onShareAnother: () => void;
}

const isMoving = (transfer: TransferSummary): boolean =>
  transfer.recipients.some((link) => link.state === 'sending');
const isPaused = (transfer: TransferSummary): boolean =>
  transfer.recipients.some((link) => link.state === 'paused') && !isMoving(transfer);

/** What can be done about a transfer in its state (specification, section 4). */
function TransferActions({ transfer, onShareAnother }: TransferItemProps) {
  const transfers = useTransfers();
  const { upload: state, shareId } = transfer;
  return (
    <div className="live-actions">
      {state.kind === 'error' && (
        <Button type="primary" onClick={() => transfers.retry(shareId)}>
          {upload.tryAgain}
        </Button>
      )}
      {isMoving(transfer) && <Button onClick={() => transfers.pause(shareId)}>{live.pause}</Button>}
      {isPaused(transfer) && (
        <Button type="primary" onClick={() => transfers.resume(shareId)}>
          {live.resume}
        </Button>
      )}
      {state.kind === 'completed' ? (
        <Button
          onClick={() => {
            transfers.end(shareId);
            onShareAnother();
          }}
        >
          {upload.another}
        </Button>
      ) : (
        <Button onClick={() => transfers.end(shareId)}>{live.end}</Button>
      )}
    </div>
  );
}

function TransferItem({ transfer, onShareAnother }: TransferItemProps) {
  const { upload: state } = transfer;
  return (
    <li className="live-item">
      <div className="live-head">
        <FileBadge filename={transfer.filename} />
        <div className="live-title">
          <strong title={transfer.filename}>{transfer.filename}</strong>
          <span>{formatBytes(transfer.totalBytes)}</span>
        </div>
        <span className={`badge badge-${state.kind}`}>{upload.states[state.kind]}</span>
      </div>
      <p className="live-note" role={state.kind === 'error' ? 'alert' : undefined}>
        {noteOf(state)}
      </p>
      <ul className="receivers">
        {transfer.recipients.map((link, index) => (
          <ReceiverRow key={link.peerId} link={link} index={index} />
        ))}
      </ul>
      <TransferActions transfer={transfer} onShareAnother={onShareAnother} />
    </li>
  );
}

/** What this tab is sending right now; nothing when it is sending nothing. */
export function LiveTransfers({ onShareAnother }: { onShareAnother: () => void }) {
  const all = useSelector(selectTransfers);
  if (all.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="live-title">
      <h2 id="live-title">{live.title}</h2>
      <ul className="live-list">
        {all.map((transfer) => (
          <TransferItem
            key={transfer.shareId}
            transfer={transfer}
            onShareAnother={onShareAnother}
          />
        ))}
      </ul>
    </section>
  );
}
