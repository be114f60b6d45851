import type { ToastMessage } from '../../../../components/toast/index.js';
import { paths } from '../../../../lib/paths.js';
import { codeNotLoaded, failureText } from '../../../../lib/texts/failure-texts.js';
import type { SenderSnapshot } from '../../../../transfer/api.js';
import { senderEvents, type SessionEvent } from '../../../../transfer/pure.js';
import { texts } from '../../texts.js';
import { nameOf } from '../recipients/recipient-text.js';
import { shownAttempt, shownMaxAttempts, transferId } from '../transfer-view.js';

const { notices } = texts;

const noticeOf = (filename: string, event: SessionEvent): ToastMessage | null => {
  switch (event.type) {
    case 'ready':
    case 'question':
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
      const { error } = event;
      const cause = error?.code === codeNotLoaded ? 'transfer' : event.cause;
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

interface Named {
  shareId: string;
  filename: string;
}

/** Long enough to be read on a page without the question. */
const questionMs = 20_000;

/** The toasts for the questions that have come up between two snapshots. */
export const questionsBetween = (
  { shareId, filename }: Named,
  before: SenderSnapshot | null,
  after: SenderSnapshot,
): ToastMessage[] =>
  senderEvents(before, after)
    .filter((event) => event.type === 'question')
    .map((event) => ({
      title: notices.question[event.about === 'approval' ? 'wants' : 'unproven'](
        nameOf(event, event.number),
        filename,
      ),
      description: notices.question.description,
      link: { text: notices.question.decide, href: `${paths.home}#${transferId(shareId)}` },
      durationMs: questionMs,
    }));
