import { useEffect, useRef, useState } from 'react';
import { markTab } from '../../../../lib/notices/mark-tab.js';
import {
  allowNotifications,
  cancelPush,
  showNotice,
  subscribeToPush,
} from '../../../../lib/notices/notices.js';
import { awayTexts } from './texts.js';

/** `page`: only the page and its title, where the browser shows no notifications. */
type NoticeMedium = keyof typeof awayTexts.reach;

interface NoticeOptions {
  shareId: string;
  getGrant: () => Promise<string>;
  /** The connection to the sender is open again. */
  isBack: boolean;
  /** Whether a notification arrives without an open page. */
  onPushChange: (isNotified: boolean) => void;
}

interface SenderNotice {
  /** `notified`: the sender has come back. The recipient may request another notice after that. */
  phase: 'offered' | 'requested' | 'notified';
  medium: NoticeMedium;
  /** Call it in a click handler: browsers ask only after a user gesture. */
  request: () => void;
  cancel: () => void;
}

/** The best medium that the browser, the user and the server allow. */
const subscribe = async (
  shareId: string,
  getGrant: () => Promise<string>,
): Promise<NoticeMedium> => {
  if (!(await allowNotifications())) return 'page';
  return (await subscribeToPush(shareId, getGrant)) ? 'push' : 'notification';
};

/** Notifies the recipient, on request, when the sender is online again. */
export const useSenderNotice = (options: NoticeOptions): SenderNotice => {
  const { shareId, getGrant, isBack, onPushChange } = options;
  const [phase, setPhase] = useState<SenderNotice['phase']>('offered');
  const [medium, setMedium] = useState<NoticeMedium>('page');
  const isRequested = useRef(false);
  const isNotifiedByPush = phase === 'requested' && medium === 'push';

  useEffect(() => {
    onPushChange(isNotifiedByPush);
    return () => onPushChange(false);
  }, [isNotifiedByPush, onPushChange]);

  useEffect(() => {
    if (!isBack || !isRequested.current) return;
    isRequested.current = false;
    setPhase('notified');
    if (document.visibilityState === 'visible') return;
    markTab();
    const { title, body } = awayTexts.notice;
    void showNotice({ kind: 'sender-back', shareId }, title, body);
  }, [isBack, shareId]);

  return {
    phase,
    medium,
    request: () => {
      isRequested.current = true;
      setPhase('requested');
      // An earlier subscription has ended with its notice.
      setMedium('page');
      void subscribe(shareId, getGrant).then((found) => {
        if (isRequested.current) setMedium(found);
        // Cancelled while the browser was asking, or the sender is back.
        else if (found === 'push') void cancelPush(shareId);
      });
    },
    cancel: () => {
      isRequested.current = false;
      setPhase('offered');
      setMedium('page');
      if (medium === 'push') void cancelPush(shareId);
    },
  };
};
