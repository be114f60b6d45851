/** What the receiver panel shows for each state of the engine. Pure; the words are in texts.ts. */
import type { ToastMessage } from '../../../components/toast/index.js';
import { failureText } from '../../../lib/texts/failure-texts.js';
import type { ReceiverSnapshot, ReceiverState } from '../../../transfer/api.js';
import { texts } from '../texts.js';

export type Tone = 'quiet' | 'busy' | 'active' | 'good' | 'bad';

export interface PanelView {
  badge: string;
  tone: Tone;
  status: string;
}

/** `ready` is ours: the engine starts with the click that chooses where the file goes. */
export type ReceiverPanelState = 'ready' | ReceiverState;

const tones: Record<ReceiverPanelState, Tone> = {
  ready: 'quiet',
  connecting: 'busy',
  waiting: 'busy',
  receiving: 'active',
  paused: 'quiet',
  completed: 'good',
  retrying: 'busy',
  error: 'bad',
};

/** All bytes are here; what is left is to check them and to put the file where it belongs. */
export const isSaving = (snapshot: ReceiverSnapshot | null): boolean =>
  snapshot?.state === 'receiving' &&
  snapshot.stats.totalBytes > 0 &&
  snapshot.stats.bytesTransferred >= snapshot.stats.totalBytes;

const statusOf = (snapshot: ReceiverSnapshot | null): string => {
  const words = texts.receiver;
  if (snapshot === null) return words.ready;
  if (snapshot.state === 'retrying') return words.retrying(snapshot.attempt, snapshot.maxAttempts);
  if (isSaving(snapshot)) return words.saving;
  return snapshot.state === 'error' ? words.failed : words[snapshot.state];
};

export const receiverView = (snapshot: ReceiverSnapshot | null): PanelView => {
  const state = snapshot?.state ?? 'ready';
  return {
    badge: texts.receiver.badges[state],
    tone: tones[state],
    status: statusOf(snapshot),
  };
};

/** Bytes may be moving or about to: leaving now would cost the person something. */
export const isUnderWay = (state: ReceiverPanelState): boolean =>
  !['ready', 'completed', 'error'].includes(state);

const errorToast = (before: ReceiverSnapshot | null, now: ReceiverSnapshot): ToastMessage => {
  const hadBytes = (before?.stats.bytesTransferred ?? 0) > 0;
  return {
    title: hadBytes ? texts.common.transferFailed : texts.common.connectionError,
    description: failureText(now.error) || texts.common.failedToConnect,
    variant: 'destructive',
  };
};

/** The toast that a change of state deserves; null for none. */
export const receiverToast = (
  before: ReceiverSnapshot | null,
  now: ReceiverSnapshot,
): ToastMessage | null => {
  const { toasts } = texts.receiver;
  const isNewAttempt = before?.state !== now.state || before.attempt !== now.attempt;
  if (now.state === 'retrying' && isNewAttempt) {
    return texts.common.reconnecting(now.attempt, now.maxAttempts);
  }
  if (before?.state === now.state) return null;
  if (now.state === 'waiting') return toasts.connected;
  if (now.state === 'completed') {
    return { ...toasts.received(now.file?.filename ?? toasts.theFile), variant: 'success' };
  }
  return now.state === 'error' ? errorToast(before, now) : null;
};
