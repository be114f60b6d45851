import { Button } from 'antd';
import { useSelector } from 'react-redux';
import { formatTimeOfDay } from '../../../../lib/texts/time-of-day.js';
import type { RecipientStatus } from '../../../../transfer/api.js';
import shared from '../../shared.module.css';
import { texts as dashboardTexts } from '../../texts.js';
import { hasQuestion, isAskedAbout } from '../transfer-view.js';
import { useTransfers } from '../transfers-context.js';
import { selectTransfers, type TransferSummary } from '../transfers-slice.js';
import styles from './questions.module.css';
import { nameOf } from './recipient-text.js';

const { live, notices } = dashboardTexts;
const { recipient: texts } = live;

interface QuestionProps {
  recipient: RecipientStatus;
  text: string;
  onAnswer: (isAllowed: boolean) => void;
}

interface Answer {
  label: string;
  give: () => void;
}

interface AnsweredProps {
  text: string;
  /** Distinguishes recipients with the same name. */
  facts: string;
  /** The answer that most senders give. */
  suggested: Answer;
  other: Answer;
}

function Question({ text, facts, suggested, other }: AnsweredProps) {
  return (
    <div role="alert" className={styles.question}>
      <p>{text}</p>
      <p>{facts}</p>
      <div className={shared.actions}>
        <Button type="primary" onClick={suggested.give}>
          {suggested.label}
        </Button>
        <Button onClick={other.give}>{other.label}</Button>
      </div>
    </div>
  );
}

const joined = ({ joinedAt }: RecipientStatus): string => texts.since(formatTimeOfDay(joinedAt));

const unprovenFacts = (recipient: RecipientStatus): string =>
  recipient.person === null ? joined(recipient) : `${joined(recipient)} ${texts.unverifiedName}`;

export function ApprovalQuestion({ recipient, text, onAnswer }: QuestionProps) {
  return (
    <Question
      text={text}
      facts={joined(recipient)}
      suggested={{ label: texts.approve, give: () => onAnswer(true) }}
      other={{ label: texts.decline, give: () => onAnswer(false) }}
    />
  );
}

export function UnprovenQuestion({ recipient, text, onAnswer }: QuestionProps) {
  return (
    <Question
      text={text}
      facts={unprovenFacts(recipient)}
      suggested={{ label: texts.refuse, give: () => onAnswer(false) }}
      other={{ label: texts.allow, give: () => onAnswer(true) }}
    />
  );
}

function QuestionsOfShare({ transfer }: { transfer: TransferSummary }) {
  const transfers = useTransfers();
  const { shareId, filename, snapshot } = transfer;
  return snapshot.recipients.map((recipient, index) => {
    const { peerId, approval, proof } = recipient;
    if (!isAskedAbout(recipient)) return null;
    const name = nameOf(recipient, index + 1);
    return [
      approval === 'asking' && (
        <ApprovalQuestion
          key={`approval ${peerId}`}
          recipient={recipient}
          text={notices.question.wants(name, filename)}
          onAnswer={(isAllowed) => transfers.approve(shareId, peerId, isAllowed)}
        />
      ),
      proof === 'asking' && (
        <UnprovenQuestion
          key={`proof ${peerId}`}
          recipient={recipient}
          text={notices.question.unproven(name, filename)}
          onAnswer={(isAllowed) => transfers.answerUnproven(shareId, peerId, isAllowed)}
        />
      ),
    ];
  });
}

/** The questions about the recipients of all shares, for dialogs, which cover Sending now. */
export function OpenQuestions() {
  const asking = useSelector(selectTransfers).filter(({ snapshot }) => hasQuestion(snapshot));
  if (asking.length === 0) return null;
  return (
    <div className={styles.inDialog}>
      {asking.map((transfer) => (
        <QuestionsOfShare key={transfer.shareId} transfer={transfer} />
      ))}
    </div>
  );
}
