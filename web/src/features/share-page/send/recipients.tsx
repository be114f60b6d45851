import { ConnectionDetails } from '../../../components/connection/connection-details.js';
import { ReceiptButton } from '../../../components/receipt/receipt-button.js';
import { Address } from '../../../components/tables/address.js';
import type { RecipientStatus, SenderSnapshot } from '../../../transfer/api.js';
import { ProgressMeter } from '../panel/progress-meter.js';
import { receiverTexts } from '../panel/texts.js';
import shared from '../shared.module.css';
import { texts } from '../texts.js';
import styles from './sender-panel.module.css';
import { isAskedAbout } from './sender-view.js';
import { recipientTexts, senderTexts as words } from './texts.js';

/** The name that the recipient entered; a number until then. */
export const nameOf = ({ person }: RecipientStatus, index: number): string => {
  if (person === null) return words.recipient(index + 1);
  const { name, email } = person;
  return name === '' || email === '' ? name || email : recipientTexts.person(name, email);
};

const badgeOf = (recipient: RecipientStatus): string => {
  const { state, pausedBy, isStalled, error } = recipient;
  if (isAskedAbout(recipient)) return words.question.badge;
  if (error?.code === 'declined-here') return recipientTexts.declined;
  if (isStalled) return recipientTexts.stalled;
  if (pausedBy === 'there') return recipientTexts.pausedThere;
  return state === 'sending' ? words.badges.sending : receiverTexts.badges[state];
};

export function Recipients({ snapshot }: { snapshot: SenderSnapshot }) {
  // Numbered before the filter, as in the questions.
  const named = snapshot.recipients.map((recipient, index) => ({
    recipient,
    name: nameOf(recipient, index),
  }));
  // An empty file has no bytes that would show its start.
  const started = named.filter(
    ({ recipient: { stats, state } }) => stats.totalBytes > 0 || state === 'completed',
  );
  if (started.length === 0) return null;
  return (
    <ul className={styles.recipients} aria-label={words.recipients}>
      {started.map(({ recipient, name }) => (
        <li key={recipient.peerId}>
          <p className={styles.recipientName}>
            <bdi>{recipient.person === null ? name : <Address text={name} />}</bdi>
            <span>{badgeOf(recipient)}</span>
          </p>
          <ProgressMeter
            stats={recipient.stats}
            isMoving={recipient.state === 'sending'}
            label={name}
            isAnnounced={started.length === 1}
          />
          {(recipient.state === 'sending' || recipient.state === 'paused') && (
            <ConnectionDetails
              facts={recipient.connection}
              route={recipient.connectionType}
              side="sender"
              name={name}
              proof={recipient.proof}
            />
          )}
          {recipient.state === 'completed' && !recipient.isVerified && <p>{words.unverified}</p>}
          {recipient.isVerified && (
            <p className={shared.verified}>
              {recipient.proof === 'proven' ? receiverTexts.verified : receiverTexts.intact}
            </p>
          )}
          {recipient.receipt !== null && (
            <ReceiptButton
              receipt={recipient.receipt}
              label={texts.page.viewReceipt}
              className={shared.button}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
