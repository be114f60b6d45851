import { formatTimeOfDay } from '../../../lib/texts/time-of-day.js';
import type { RecipientStatus, SenderSnapshot } from '../../../transfer/api.js';
import { Callout } from '../panel/panel-parts.js';
import shared from '../shared.module.css';
import { nameOf } from './recipients.js';
import { recipientTexts, senderTexts as words } from './texts.js';

interface PromptsProps {
  snapshot: SenderSnapshot;
  onAnswer: (peerId: string, isAllowed: boolean) => void;
}

interface Choice {
  label: string;
  onChoose: () => void;
}

interface RecipientPromptProps {
  question: string;
  /** Distinguishes recipients with the same name. */
  facts: string;
  /** The choice that the page suggests. */
  main: Choice;
  other: Choice;
}

/** A question about one recipient; nothing is sent to them before an answer. */
function RecipientPrompt({ question, facts, main, other }: RecipientPromptProps) {
  return (
    <Callout tone="warning" isUrgent>
      <p>{question}</p>
      <p>{facts}</p>
      <div className={shared.actions}>
        <button type="button" className={shared.mainButton} onClick={main.onChoose}>
          {main.label}
        </button>
        <button type="button" className={shared.button} onClick={other.onChoose}>
          {other.label}
        </button>
      </div>
    </Callout>
  );
}

const joined = ({ joinedAt }: RecipientStatus): string =>
  recipientTexts.since(formatTimeOfDay(joinedAt));

const unprovenFacts = (recipient: RecipientStatus): string =>
  recipient.person === null ? joined(recipient) : `${joined(recipient)} ${words.unproven.name}`;

/** Recipients that have not proven that they have the link. */
export function UnprovenPrompts({ snapshot, onAnswer }: PromptsProps) {
  return snapshot.recipients.map((recipient, index) =>
    recipient.proof === 'asking' ? (
      <RecipientPrompt
        key={recipient.peerId}
        question={words.unproven.question(nameOf(recipient, index))}
        facts={unprovenFacts(recipient)}
        main={{ label: words.unproven.refuse, onChoose: () => onAnswer(recipient.peerId, false) }}
        other={{ label: words.unproven.allow, onChoose: () => onAnswer(recipient.peerId, true) }}
      />
    ) : null,
  );
}

/** Recipients of a share that asks first. */
export function ApprovalPrompts({ snapshot, onAnswer }: PromptsProps) {
  return snapshot.recipients.map((recipient, index) =>
    recipient.approval === 'asking' ? (
      <RecipientPrompt
        key={recipient.peerId}
        question={recipientTexts.wants(nameOf(recipient, index))}
        facts={joined(recipient)}
        main={{
          label: recipientTexts.approve,
          onChoose: () => onAnswer(recipient.peerId, true),
        }}
        other={{
          label: recipientTexts.decline,
          onChoose: () => onAnswer(recipient.peerId, false),
        }}
      />
    ) : null,
  );
}
