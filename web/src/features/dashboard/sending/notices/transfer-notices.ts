import type { ToastMessage } from '../../../../components/toast/index.js';
import { failureText } from '../../../../lib/texts/failure-texts.js';
import type { SenderSnapshot } from '../../../../transfer/api.js';
import { senderEvents, type SessionEvent } from '../../../../transfer/pure.js';
import { texts } from '../../texts.js';
import { shownAttempt, shownMaxAttempts } from '../transfer-view.js';

const { notices } = texts;

const noticeOf = (filename: string, event: SessionEvent): ToastMessage | null => {
  switch (event.type) {
    case 'ready':
      return null;
    case 'recipient-joined':
      return notices.peerConnected;
    case 'channel-open':
      return notices.channelReady;
    case 'delivered':
      return { variant: 'success', ...notices.complete };
    case 'reconnecting': {
      const attempt = shownAttempt(event.attempt);
      const description = notices.reconnectingAttempt(attempt, shownMaxAttempts);
      return { title: notices.reconnecting(filename), description };
    }
    case 'failed': {
      const { cause, error } = event;
      const title = cause === 'transfer' ? notices.transferFailed : notices.connectionError;
      return { variant: 'destructive', title: title(filename), description: failureText(error) };
    }
  }
};

/** The toasts for the events between two snapshots, oldest first. */
export const noticesBetween = (
  filename: string,
  before: SenderSnapshot | null,
  after: SenderSnapshot,
): ToastMessage[] =>
  senderEvents(before, after).flatMap((event) => noticeOf(filename, event) ?? []);
