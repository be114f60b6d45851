import { Button } from 'antd';
import { ConnectionDetails } from '../../../../components/connection/connection-details.js';
import { Badge, type BadgeTone } from '../../../../components/page/badge.js';
import { ProgressLine } from '../../../../components/progress-line.js';
import { ReceiptButton } from '../../../../components/receipt/receipt-button.js';
import { Address } from '../../../../components/tables/address.js';
import { classNames } from '../../../../lib/class-names.js';
import { formatPercent } from '../../../../lib/texts/format.js';
import type { RecipientState, RecipientStatus } from '../../../../transfer/api.js';
import { texts as dashboardTexts } from '../../texts.js';
import { useTransfers } from '../transfers-context.js';
import { useStopConfirmation } from '../use-stop-confirmation.js';
import { ApprovalQuestion, UnprovenQuestion } from './questions.js';
import styles from './recipient-row.module.css';
import { detailText, isEndedHere, nameOf, progressText, stateText } from './recipient-text.js';

const { recipient: texts } = dashboardTexts.live;

const tones: Record<RecipientState, BadgeTone> = {
  connecting: 'warning',
  waiting: 'warning',
  sending: 'accent',
  paused: 'warning',
  completed: 'success',
  retrying: 'warning',
  error: 'danger',
};

const toneOf = (recipient: RecipientStatus): BadgeTone => {
  if (isEndedHere(recipient)) return 'neutral';
  return recipient.isStalled ? 'warning' : tones[recipient.state];
};

const endableStates: readonly RecipientState[] = ['sending', 'paused', 'retrying', 'waiting'];

interface NamedProps {
  recipient: RecipientStatus;
  name: string;
}

function RecipientName({ recipient: { person }, name }: NamedProps) {
  return (
    <span className={styles.name}>
      {person === null ? name : <Address text={person.name || name} />}
      {person !== null && person.name !== '' && (
        <small>
          <Address text={person.email} />
        </small>
      )}
      {person?.basis !== undefined && <small>{texts.bases[person.basis]}</small>}
    </span>
  );
}

function RecipientProgress({ recipient, name }: NamedProps) {
  const { progressPercent } = recipient.stats;
  const percent = formatPercent(progressPercent);
  return (
    <>
      <span className={styles.percent}>{percent}</span>
      <ProgressLine
        percent={progressPercent}
        label={texts.progress(name)}
        valueText={[percent, progressText(recipient)].join(', ')}
      />
      <div className={styles.connection}>
        <ConnectionDetails
          facts={recipient.connection}
          route={recipient.connectionType}
          side="sender"
          name={name}
          proof={recipient.proof}
        />
      </div>
    </>
  );
}

interface RecipientRowProps {
  shareId: string;
  recipient: RecipientStatus;
  /** Identifies the recipient until they have given a name. */
  number: number;
}

export function RecipientRow({ shareId, recipient, number }: RecipientRowProps) {
  const transfers = useTransfers();
  const { peerId, state, approval, proof, receipt } = recipient;
  const name = nameOf(recipient, number);
  const { confirm, dialog } = useStopConfirmation();
  const end = async (): Promise<void> => {
    if (await confirm(shareId, peerId)) transfers.endRecipient(shareId, peerId);
  };
  return (
    <li className={styles.recipient}>
      <Badge tone={toneOf(recipient)}>{stateText(recipient)}</Badge>
      <RecipientName recipient={recipient} name={name} />
      <span className={styles.detail}>{detailText(recipient)}</span>
      {receipt !== null && (
        <ReceiptButton receipt={receipt} label={texts.viewReceipt} className={styles.receipt} />
      )}
      {approval === 'asking' && (
        <ApprovalQuestion
          recipient={recipient}
          text={texts.wants(name)}
          onAnswer={(isAllowed) => transfers.approve(shareId, peerId, isAllowed)}
        />
      )}
      {endableStates.includes(state) && approval !== 'asking' && (
        <Button
          size="small"
          className={classNames(styles.end)}
          aria-label={texts.endFor(name)}
          onClick={() => void end()}
        >
          {texts.end}
        </Button>
      )}
      {proof === 'asking' && (
        <UnprovenQuestion
          recipient={recipient}
          text={texts.unproven(name)}
          onAnswer={(isAllowed) => transfers.answerUnproven(shareId, peerId, isAllowed)}
        />
      )}
      {(state === 'sending' || state === 'paused') && (
        <RecipientProgress recipient={recipient} name={name} />
      )}
      {dialog}
    </li>
  );
}
