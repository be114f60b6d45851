import { formatBytes } from '../../../../lib/texts/format.js';
import styles from './sender-away.module.css';
import { awayTexts as words } from './texts.js';
import { useSenderNotice } from './use-sender-notice.js';

interface SenderAwayProps {
  shareId: string;
  /** Their name; empty when unknown. */
  sender: string;
  isSenderAbsent: boolean;
  /** A session that has failed waits for no one, and one that is complete needs no one. */
  isRunning: boolean;
  /** Received before the connection was lost. */
  receivedBytes: number;
  missingBytes: number;
  /** Closing the page loses nothing of it. */
  isKept: boolean;
  /** The connection to the sender is open again. */
  isBack: boolean;
  isProtected: boolean;
  getGrant: () => Promise<string>;
  buttonClass: string | undefined;
  /** Whether a notification arrives without an open page. */
  onPushChange: (isNotified: boolean) => void;
}

const absenceText = (
  { receivedBytes, missingBytes, isKept }: SenderAwayProps,
  isNotifiedByPush: boolean,
): string => {
  if (receivedBytes === 0) return isNotifiedByPush ? words.notOnline : words.stillAlone;
  const text = isKept ? words.left : words.leftOpen;
  return text(formatBytes(receivedBytes), formatBytes(missingBytes));
};

/** Offers to notify the recipient when the sender is online: in this tab, by a notification, or without an open page. */
export function SenderAway(props: SenderAwayProps) {
  const { sender, isSenderAbsent, isRunning, isKept, isProtected, buttonClass } = props;
  const { phase, medium, request, cancel } = useSenderNotice(props);
  const isRequested = phase === 'requested';
  const isNotifiedByPush = isRequested && medium === 'push';
  if (!isRunning || (phase === 'offered' && !isSenderAbsent)) return null;
  const hasReturned = phase === 'notified' && !isSenderAbsent;
  return (
    <div className={hasReturned ? styles.back : styles.away}>
      {isSenderAbsent && <p role="alert">{absenceText(props, isNotifiedByPush)}</p>}
      {/* Empty at first: screen readers announce what is added to a live region. */}
      <p role="status">
        {hasReturned && words.back(sender)}
        {isRequested && (isNotifiedByPush && !isKept ? words.pushOpen : words.reach[medium])}
        {isNotifiedByPush && isKept && isProtected && ` ${words.openAgain}`}
      </p>
      {!hasReturned && (
        <button type="button" className={buttonClass} onClick={isRequested ? cancel : request}>
          {isRequested ? words.stop : words.tellMe}
        </button>
      )}
    </div>
  );
}
