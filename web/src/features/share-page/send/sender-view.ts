/** What the owner's panel on the share page shows for each state of the engine. Pure. */
import type { ToastMessage } from '../../../components/toast/index.js';
import { failureText } from '../../../lib/texts/failure-texts.js';
import type { RecipientStatus, SenderSnapshot, SenderState } from '../../../transfer/api.js';
import type { PanelView, Tone } from '../receive/receiver-view.js';
import { texts } from '../texts.js';

const tones: Record<SenderState, Tone> = {
  idle: 'quiet',
  connecting: 'busy',
  waiting: 'busy',
  sending: 'active',
  completed: 'good',
  retrying: 'busy',
  error: 'bad',
};

const isConnected = ({ state }: RecipientStatus): boolean =>
  ['waiting', 'sending', 'paused', 'completed'].includes(state);

/** Receivers with a working channel, whether or not they have the whole file yet. */
export const connectedReceivers = (snapshot: SenderSnapshot | null): number =>
  snapshot?.recipients.filter(isConnected).length ?? 0;

const statusOf = (snapshot: SenderSnapshot | null): string => {
  const words = texts.sender;
  const count = connectedReceivers(snapshot);
  switch (snapshot?.state) {
    case undefined:
    case 'idle':
      return words.idle;
    case 'waiting':
      return count === 0 ? words.alone : words.connected(count);
    case 'sending':
      return count > 1 ? words.sendingMany(count) : words.sendingOne;
    case 'retrying':
      return words.retrying(Math.max(1, snapshot.attempt), snapshot.maxAttempts);
    case 'error':
      return words.failed;
    case 'connecting':
      return words.connecting;
    case 'completed':
      return words.completed;
  }
};

export const senderView = (snapshot: SenderSnapshot | null): PanelView => {
  const state = snapshot?.state ?? 'idle';
  return { badge: texts.sender.badges[state], tone: tones[state], status: statusOf(snapshot) };
};

export const canReset = (state: SenderState): boolean => state === 'error' || state === 'completed';

export const isSenderBusy = (state: SenderState): boolean => state !== 'idle' && !canReset(state);

const stateToast = (before: SenderSnapshot | null, now: SenderSnapshot): ToastMessage | null => {
  const { toasts } = texts.sender;
  if (before?.state === now.state) return null;
  if (now.state === 'waiting' && before?.state === 'connecting') return toasts.ready;
  if (now.state === 'completed') return { ...toasts.complete, variant: 'success' };
  if (now.state !== 'error') return null;
  const { transferFailed, connectionError, failedToConnect } = texts.common;
  return {
    title: before?.state === 'sending' ? transferFailed : connectionError,
    description: failureText(now.error) || failedToConnect,
    variant: 'destructive',
  };
};

/** The toasts that a change deserves, oldest first; the list shows the last one. */
export const senderToasts = (
  before: SenderSnapshot | null,
  now: SenderSnapshot,
): readonly ToastMessage[] => {
  const isNewAttempt = before?.state !== now.state || before.attempt !== now.attempt;
  const hasNewcomer = connectedReceivers(now) > connectedReceivers(before);
  const change = stateToast(before, now);
  return [
    ...(now.state === 'retrying' && isNewAttempt
      ? [texts.common.reconnecting(Math.max(1, now.attempt), now.maxAttempts)]
      : []),
    ...(hasNewcomer ? [texts.sender.toasts.receiver] : []),
    ...(change === null ? [] : [change]),
  ];
};
