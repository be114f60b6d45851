import type { ToastMessage } from '../../../components/toast/index.js';
import { failureText } from '../../../lib/texts/failure-texts.js';
import type { RecipientStatus, SenderSnapshot } from '../../../transfer/api.js';
import { texts } from '../texts.js';
import { shownAttempt, shownMaxAttempts } from '../upload/upload-form.state.js';

const { notices } = texts;

const isReady = (link: RecipientStatus | undefined): boolean =>
  link !== undefined && link.state !== 'connecting' && link.state !== 'retrying';

const receiverNotices = (
  filename: string,
  before: RecipientStatus | undefined,
  after: RecipientStatus,
): ToastMessage[] => {
  if (after.state === 'error' && before?.state !== 'error') {
    const description = failureText(after.error);
    return [{ variant: 'destructive', title: notices.transferFailed(filename), description }];
  }
  if (after.state === 'completed' && before?.state !== 'completed') {
    return [{ variant: 'success', ...notices.complete }];
  }
  if (isReady(after) && !isReady(before)) return [notices.channelReady];
  return before === undefined ? [notices.peerConnected] : [];
};

const sessionNotices = (
  filename: string,
  before: SenderSnapshot | null,
  after: SenderSnapshot,
): ToastMessage[] => {
  if (after.state === 'error' && before?.state !== 'error') {
    const description = failureText(after.error);
    return [{ variant: 'destructive', title: notices.connectionError(filename), description }];
  }
  if (after.state === 'retrying' && after.attempt > 0 && after.attempt !== before?.attempt) {
    const shown = shownAttempt(after.attempt);
    const description = notices.reconnectingAttempt(shown, shownMaxAttempts);
    return [{ title: notices.reconnecting(filename), description }];
  }
  return [];
};

/** What to tell between two snapshots of one sender session (specification, section 8). */
export const noticesBetween = (
  filename: string,
  before: SenderSnapshot | null,
  after: SenderSnapshot,
): ToastMessage[] => {
  const known = new Map(before?.recipients.map((link) => [link.peerId, link]));
  return [
    ...sessionNotices(filename, before, after),
    ...after.recipients.flatMap((link) => receiverNotices(filename, known.get(link.peerId), link)),
  ];
};
