/** What the receiver panel shows for each state of the engine. Pure. */

import type { ToastMessage } from '../../../components/toast/index.js';
import type { FailureCode, ReceiverSnapshot, ReceiverState } from '../../../transfer/api.js';
import { receiverEvents, type SessionEvent } from '../../../transfer/pure.js';
import type { PanelView, Tone } from '../panel/panel-parts.js';
import { receiverTexts } from '../panel/texts.js';
import { failureToast } from '../session/failure-toast.js';
import { texts } from '../texts.js';

/** `ready` exists on the page only: the session starts with the click on Download. */
export type ReceiverPanelState = 'ready' | ReceiverState;

const tones: Record<ReceiverPanelState, Tone> = {
  ready: 'quiet',
  connecting: 'busy',
  waiting: 'busy',
  receiving: 'active',
  paused: 'quiet',
  saving: 'active',
  completed: 'good',
  retrying: 'busy',
  error: 'bad',
};

/** Closing the page loses nothing that has arrived. */
export const isKept = ({ survivesReload, stats }: ReceiverSnapshot): boolean =>
  survivesReload || stats.bytesTransferred === 0;

/** The whole file is here, and has no place yet: after a reload it could not be saved without the sender. */
export const isUnsaved = (snapshot: ReceiverSnapshot | null): boolean =>
  snapshot?.error?.isComplete === true;

/**
 * After them nothing of what has arrived can be used, unless the error says so (`isPartKept`). After all others, also the
 * server's, the session continues with it.
 */
const losses: ReadonlySet<string | undefined> = new Set<FailureCode>([
  'digest-mismatch',
  'size-mismatch',
  'file-changed',
  'stored-part-invalid',
  'storage-full',
  'permission-lost',
  'sink-failed',
  'sink-stalled',
  'sink-cancelled',
  'not-restartable',
  'too-large-for-memory',
  'too-slow',
  'no-room-to-save',
  'not-saved-there',
  'blocked-here',
]);

/** Only this page has what has arrived, and Try Again continues with it. */
export const isInterrupted = (snapshot: ReceiverSnapshot | null): boolean =>
  snapshot?.state === 'error' &&
  !isKept(snapshot) &&
  (snapshot.error?.isPartKept ?? !losses.has(snapshot.error?.code));

const pausedText = (snapshot: ReceiverSnapshot, sender: string): string => {
  const words = receiverTexts;
  const { pausedBy, isAwaitingApproval } = snapshot;
  if (isAwaitingApproval) return words.awaitingApproval(sender);
  if (pausedBy === 'there') return words.pausedThere(sender);
  if (pausedBy === 'both') return words.pausedBoth(sender);
  return isKept(snapshot) ? words.paused : words.pausedOpen;
};

const statusOf = (snapshot: ReceiverSnapshot | null, sender: string): string => {
  const words = receiverTexts;
  if (snapshot === null) return words.ready;
  if (snapshot.state === 'retrying') return words.retrying(snapshot.attempt, snapshot.maxAttempts);
  if (snapshot.state === 'paused') return pausedText(snapshot, sender);
  if (isUnsaved(snapshot)) return words.unsaved;
  if (snapshot.isStalled) return words.stalled(sender);
  return snapshot.state === 'error' ? words.failed : words[snapshot.state];
};

/**
 * @param sender their name; empty when unknown
 * @param isSenderAbsent there has been no connection for some seconds, because the sender is not online
 */
export const receiverView = (
  snapshot: ReceiverSnapshot | null,
  sender = '',
  isSenderAbsent = false,
): PanelView => {
  const state = snapshot?.state ?? 'ready';
  if (isSenderAbsent) {
    const { badges, stalled } = receiverTexts;
    return { badge: badges.waiting, tone: tones.waiting, status: stalled(sender) };
  }
  const status = statusOf(snapshot, sender);
  // The engine holds the transfer like a pause of the sender's, but nothing has begun.
  const shown = state === 'paused' && snapshot?.isAwaitingApproval === true ? 'waiting' : state;
  return { badge: receiverTexts.badges[shown], tone: tones[shown], status };
};

/** Of a browser that cannot connect. */
export const blockedView: PanelView = {
  badge: receiverTexts.badges.error,
  tone: tones.error,
  status: receiverTexts.failed,
};

/** Leaving the page now would interrupt the transfer. */
export const isUnderWay = (state: ReceiverPanelState): boolean =>
  !['ready', 'completed', 'error'].includes(state);

/** Nothing is lost, and no step of the recipient is missing, if the page is closed now. */
export const mayClose = (snapshot: ReceiverSnapshot | null, isNotifiedByPush: boolean): boolean => {
  if (snapshot === null || !isKept(snapshot)) return false;
  const { state, pausedBy } = snapshot;
  if (state === 'paused') return pausedBy === 'here' || pausedBy === 'both';
  return isNotifiedByPush && (state === 'connecting' || state === 'retrying');
};

/** No byte moves until somebody acts or a connection is found. */
export const isIdle = (state: ReceiverPanelState): boolean =>
  ['connecting', 'waiting', 'retrying', 'paused'].includes(state);

const toastOf = (
  event: SessionEvent,
  filename: string,
  isOffered: boolean,
): ToastMessage | null => {
  const { toasts } = receiverTexts;
  switch (event.type) {
    case 'recipient-joined':
    case 'question':
    case 'ready':
      return null;
    case 'channel-open':
      return toasts.connected;
    case 'delivered':
      if (!isOffered) return { ...toasts.received(filename), variant: 'success' };
      return {
        ...toasts.received(filename),
        description: toasts.offered(filename),
        variant: 'success',
      };
    case 'reconnecting':
      return texts.common.reconnecting(event.attempt, event.maxAttempts);
    case 'failed':
      return failureToast(event);
  }
};

interface Saved {
  /** The browser may ask before it saves the file, or drop it; no API reports that. */
  isOffered?: boolean;
  /** See `Sink`. */
  savedName?: string | undefined;
}

/** The toasts for the events between two snapshots, oldest first. */
export const receiverToasts = (
  before: ReceiverSnapshot | null,
  now: ReceiverSnapshot,
  { isOffered = false, savedName }: Saved = {},
): readonly ToastMessage[] => {
  const filename = savedName ?? now.file?.filename ?? receiverTexts.toasts.theFile;
  return receiverEvents(before, now).flatMap((event) => toastOf(event, filename, isOffered) ?? []);
};
