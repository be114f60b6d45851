import { Button } from 'antd';
import { useSelector } from 'react-redux';
import { ConnectionDetails } from '../../../components/connection/connection-details.js';
import { SpeedLimit } from '../../../components/connection/limit-control.js';
import { FileBadge } from '../../../components/files/file-badge.js';
import { Badge, type BadgeTone } from '../../../components/page/badge.js';
import { Panel } from '../../../components/page/panel.js';
import { ReceiptButton } from '../../../components/receipt/receipt-button.js';
import { ProgressLine } from '../../../components/progress-line.js';
import { classNames } from '../../../lib/class-names.js';
import { failureText } from '../../../lib/texts/failure-texts.js';
import {
  formatBytes,
  formatPercent,
  formatSeconds,
  formatSpeed,
} from '../../../lib/texts/format.js';
import type { RecipientState, RecipientStatus, TransferStats } from '../../../transfer/api.js';
import { FileTitle } from '../file-title.js';
import shared from '../shared.module.css';
import { texts } from '../texts.js';
import styles from './live-transfers.module.css';
import { DeliveryNotices } from './notices/delivery-notices.js';
import { selectTransfers, type TransferSummary } from './transfers-slice.js';
import { useTransfers } from './transfers-context.js';
import { useStopQuestion } from './use-stop-question.js';
import {
  shownAttempt,
  shownMaxAttempts,
  transferView,
  type TransferView,
} from './transfer-view.js';

const { live } = texts;
const { recipient: recipientTexts } = live;

const recipientTones: Record<RecipientState, BadgeTone> = {
  connecting: 'warning',
  waiting: 'warning',
  sending: 'accent',
  paused: 'warning',
  completed: 'success',
  retrying: 'warning',
  error: 'danger',
};

const viewTones: Record<TransferView['kind'], BadgeTone> = {
  connecting: 'warning',
  sharing: 'accent',
  completed: 'success',
  retrying: 'warning',
  error: 'danger',
};

const statsLine = (stats: TransferStats, storedBytes: number | null): string =>
  [
    recipientTexts.sent(formatBytes(stats.bytesTransferred), formatBytes(stats.totalBytes)),
    storedBytes === null || stats.totalBytes === 0
      ? ''
      : recipientTexts.stored(formatBytes(storedBytes)),
    formatSpeed(stats.bytesPerSecond),
    stats.etaSeconds === null ? '' : recipientTexts.eta(formatSeconds(stats.etaSeconds)),
  ]
    .filter((part) => part !== '')
    .join(' · ');

/** Verified means both: the recipient has the link, and it has the file. */
const outcomeOf = ({ state, isVerified, proof }: RecipientStatus): string => {
  if (state !== 'completed') return '';
  if (!isVerified) return recipientTexts.unverified;
  return proof === 'proven' ? recipientTexts.verified : recipientTexts.intact;
};

/** As the recipient has named themselves; a number before that. */
const nameOf = ({ person }: RecipientStatus, index: number): string =>
  person === null ? recipientTexts.name(index + 1) : person.name || person.email;

const stateText = ({ state, pausedBy, isStalled }: RecipientStatus): string => {
  if (pausedBy === 'there') return recipientTexts.pausedThere;
  return isStalled ? recipientTexts.stalled : recipientTexts.states[state];
};

interface RecipientRowProps {
  recipient: RecipientStatus;
  index: number;
  onAnswer: (isAllowed: boolean) => void;
  onApprove: (isAllowed: boolean) => void;
  onEnd: () => void;
}

const running: readonly RecipientState[] = ['sending', 'paused', 'retrying', 'waiting'];

function RecipientRow(props: RecipientRowProps) {
  const { recipient, index, onAnswer, onApprove, onEnd } = props;
  const { state, stats, proof, error, connectionType, receipt } = recipient;
  const name = nameOf(recipient, index);
  const hasProgress = state === 'sending' || state === 'paused';
  const detail =
    outcomeOf(recipient) || failureText(error) || statsLine(stats, recipient.storedBytes);
  return (
    <li className={styles.recipient}>
      <Badge tone={recipient.isStalled ? 'warning' : recipientTones[state]}>
        {stateText(recipient)}
      </Badge>
      <span className={styles.name}>
        {name}
        {recipient.person !== null && recipient.person.name !== '' && (
          <small>{recipient.person.email}</small>
        )}
        {recipient.person?.basis !== undefined && (
          <small>{recipientTexts.bases[recipient.person.basis]}</small>
        )}
      </span>
      <span className={styles.detail}>
        {[detail, recipientTexts.routes[connectionType]].filter((part) => part !== '').join(' · ')}
      </span>
      {receipt !== null && (
        <ReceiptButton
          receipt={receipt}
          label={recipientTexts.saveReceipt}
          className={styles.receipt}
        />
      )}
      {recipient.approval === 'asking' && (
        <div role="alert" className={styles.question}>
          <p>{recipientTexts.wants(name)}</p>
          <div className={shared.actions}>
            <Button type="primary" onClick={() => onApprove(true)}>
              {recipientTexts.approve}
            </Button>
            <Button onClick={() => onApprove(false)}>{recipientTexts.decline}</Button>
          </div>
        </div>
      )}
      {running.includes(state) && recipient.approval !== 'asking' && (
        <Button
          size="small"
          className={classNames(styles.end)}
          aria-label={recipientTexts.endFor(name)}
          onClick={onEnd}
        >
          {recipientTexts.end}
        </Button>
      )}
      {proof === 'asking' && (
        <div role="alert">
          <p>{recipientTexts.unproven}</p>
          <div className={shared.actions}>
            <Button type="primary" onClick={() => onAnswer(false)}>
              {recipientTexts.refuse}
            </Button>
            <Button onClick={() => onAnswer(true)}>{recipientTexts.allow}</Button>
          </div>
        </div>
      )}
      {hasProgress && (
        <>
          <span className={styles.percent}>{formatPercent(stats.progressPercent)}</span>
          <ProgressLine
            percent={stats.progressPercent}
            label={recipientTexts.progress(name)}
            valueText={[formatPercent(stats.progressPercent), detail].join(', ')}
          />
          <div className={styles.connection}>
            <ConnectionDetails
              facts={recipient.connection}
              route={connectionType}
              side="sender"
              name={name}
              proof={proof}
            />
          </div>
        </>
      )}
    </li>
  );
}

const noteOf = (view: TransferView): string => {
  switch (view.kind) {
    case 'connecting':
      return live.waitingText;
    case 'completed':
      return live.completedText;
    case 'retrying':
      return live.retryingText(shownAttempt(view.attempt), shownMaxAttempts);
    case 'error':
      return view.message;
    case 'sharing':
      return '';
  }
};

interface TransferItemProps {
  transfer: TransferSummary;
  onShareAnother: () => void;
}

function TransferActions({ transfer, onShareAnother }: TransferItemProps) {
  const transfers = useTransfers();
  const { shareId, snapshot } = transfer;
  const { ask, dialog } = useStopQuestion();
  const stop = async (): Promise<void> => {
    if (await ask(shareId)) transfers.end(shareId);
  };
  const isMoving = snapshot.recipients.some(({ state }) => state === 'sending');
  // Only this side's pause can be ended here.
  const isPaused = snapshot.recipients.some(
    ({ pausedBy }) => pausedBy === 'here' || pausedBy === 'both',
  );
  return (
    <div className={shared.actions}>
      {snapshot.state === 'error' && (
        <Button type="primary" onClick={() => transfers.retry(shareId)}>
          {live.tryAgain}
        </Button>
      )}
      {isMoving && !isPaused && (
        <Button onClick={() => transfers.pause(shareId)}>{live.pause}</Button>
      )}
      {isPaused && (
        <Button type="primary" onClick={() => transfers.resume(shareId)}>
          {live.resume}
        </Button>
      )}
      {snapshot.state === 'completed' && <Button onClick={onShareAnother}>{live.another}</Button>}
      <Button onClick={() => void stop()}>{live.end}</Button>
      {dialog}
    </div>
  );
}

function TransferItem({ transfer, onShareAnother }: TransferItemProps) {
  const view = transferView(transfer.snapshot);
  const transfers = useTransfers();
  return (
    <li className={shared.transfer}>
      <div className={shared.transferHead}>
        <FileBadge filename={transfer.filename} />
        <FileTitle filename={transfer.filename}>{formatBytes(transfer.totalBytes)}</FileTitle>
        <Badge tone={viewTones[view.kind]}>{live.states[view.kind]}</Badge>
      </div>
      <p className={styles.note} role={view.kind === 'error' ? 'alert' : undefined}>
        {noteOf(view)}
      </p>
      <ul className={styles.recipients}>
        {transfer.snapshot.recipients.map((recipient, index) => (
          <RecipientRow
            key={recipient.peerId}
            recipient={recipient}
            index={index}
            onAnswer={(isAllowed) =>
              transfers.answerUnproven(transfer.shareId, recipient.peerId, isAllowed)
            }
            onApprove={(isAllowed) =>
              transfers.approve(transfer.shareId, recipient.peerId, isAllowed)
            }
            onEnd={() => transfers.endRecipient(transfer.shareId, recipient.peerId)}
          />
        ))}
      </ul>
      <TransferActions transfer={transfer} onShareAnother={onShareAnother} />
    </li>
  );
}

/** The shares that this tab sends; hidden without any. */
export function LiveTransfers({ onShareAnother }: { onShareAnother: () => void }) {
  const all = useSelector(selectTransfers);
  const transfers = useTransfers();
  if (all.length === 0) return null;
  return (
    <Panel title={live.title}>
      <ul className={shared.transfers}>
        {all.map((transfer) => (
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
