import { useEffect, useRef, useState } from 'react';
import { markTab } from '../../../../lib/notices/mark-tab.js';
import {
  allowNotifications,
  cancelPush,
  showNotice,
  subscribeToPush,
} from '../../../../lib/notices/notices.js';
import { formatBytes } from '../../../../lib/texts/format.js';
import styles from './sender-away.module.css';
import { awayTexts as words } from './texts.js';

type Reach = keyof typeof words.reach;
type Phase = 'offered' | 'asked' | 'told';

export interface SenderAwayProps {
  shareId: string;
  /** Their name; empty when unknown. */
  sender: string;
  isSenderAbsent: boolean;
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
  onToldByPush: (isTold: boolean) => void;
}

const furthestReach = async ({
  shareId,
  getGrant,
}: Pick<SenderAwayProps, 'shareId' | 'getGrant'>): Promise<Reach> => {
  if (!(await allowNotifications())) return 'page';
  return (await subscribeToPush(shareId, getGrant)) ? 'push' : 'notification';
};

/** Offers to tell the recipient when the sender is online: in this tab, by a notification, or without an open page. */
export function SenderAway(props: SenderAwayProps) {
  const {
    shareId,
    sender,
    isSenderAbsent,
    isBack,
    receivedBytes,
    missingBytes,
    isKept,
    isProtected,
    buttonClass,
    onToldByPush,
  } = props;
  const [phase, setPhase] = useState<Phase>('offered');
  const [reach, setReach] = useState<Reach>('page');
  const isWanted = useRef(false);
  const isToldByPush = phase === 'asked' && reach === 'push';

  useEffect(() => {
    onToldByPush(isToldByPush);
    return () => onToldByPush(false);
  }, [isToldByPush, onToldByPush]);

  const ask = (): void => {
    isWanted.current = true;
    setPhase('asked');
    void furthestReach(props).then((found) => {
      setReach(found);
      // Declined while the browser was asking.
      if (!isWanted.current && found === 'push') void cancelPush(shareId);
    });
  };
  const stop = (): void => {
    isWanted.current = false;
    setPhase('offered');
    setReach('page');
    if (reach === 'push') void cancelPush(shareId);
  };

  useEffect(() => {
    if (!isBack || !isWanted.current) return;
    isWanted.current = false;
    setPhase('told');
    if (document.visibilityState === 'visible') return;
    markTab();
    const { title, body } = words.notice;
    void showNotice({ kind: 'sender-back', shareId }, title, body);
  }, [isBack, shareId]);

  if (phase === 'offered' && !isSenderAbsent) return null;
  const isBackHere = phase === 'told' && !isSenderAbsent;
  return (
    <div className={isBackHere ? styles.back : styles.away}>
      {isSenderAbsent && (
        <p role="alert">
          {receivedBytes > 0
            ? (isKept ? words.left : words.leftOpen)(
                formatBytes(receivedBytes),
                formatBytes(missingBytes),
              )
            : isToldByPush
              ? words.notOnline
              : words.stillAlone}
        </p>
      )}
      {/* Empty at first: screen readers announce what is added to a live region. */}
      <p role="status">
        {isBackHere && words.back(sender)}
        {phase === 'asked' && (isToldByPush && !isKept ? words.pushOpen : words.reach[reach])}
        {isToldByPush && isKept && isProtected && ` ${words.openAgain}`}
      </p>
      {!isBackHere && (
        <button type="button" className={buttonClass} onClick={phase === 'asked' ? stop : ask}>
          {phase === 'asked' ? words.stop : words.tellMe}
        </button>
      )}
    </div>
  );
}
