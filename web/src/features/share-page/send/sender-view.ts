/** What the owner's panel on the share page shows for each state of the engine. Pure. */

import type { ToastMessage } from '../../../components/toast/index.js';
import { failureText } from '../../../lib/texts/failure-texts.js';
import type { RecipientStatus, SenderSnapshot, SenderState } from '../../../transfer/api.js';
import { senderEvents, type SessionEvent } from '../../../transfer/pure.js';
import type { PanelView, Tone } from '../panel/panel-parts.js';
import { failureToast } from '../session/failure-toast.js';
import { texts } from '../texts.js';
import { recipientTexts, senderTexts as words } from './texts.js';

type Question = Extract<SessionEvent, { type: 'question' }>;

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

/** The user has to decide whether anything is sent to this recipient. */
export const isAskedAbout = ({ state, approval, proof }: RecipientStatus): boolean =>
  state !== 'completed' && state !== 'error' && (approval === 'asking' || proof === 'asking');

export const hasQuestion = (snapshot: SenderSnapshot | null): boolean =>
  snapshot !== null && snapshot.state !== 'error' && snapshot.recipients.some(isAskedAbout);

/** Recipients with an open channel, including those that received the whole file. */
const connectedRecipients = (snapshot: SenderSnapshot | null): number =>
  snapshot?.recipients.filter(isConnected).length ?? 0;

const statusOf = (snapshot: SenderSnapshot | null): string => {
  const count = connectedRecipients(snapshot);
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

/** @param isSentElsewhere another tab sends the share, and this one does not */
export const senderView = (snapshot: SenderSnapshot | null, isSentElsewhere = false): PanelView => {
  const state = snapshot?.state ?? 'idle';
  if (hasQuestion(snapshot)) return { ...words.question, tone: 'busy' };
  const status = isSentElsewhere ? failureText({ code: 'replaced' }) : statusOf(snapshot);
  return { badge: words.badges[state], tone: tones[state], status };
};

/** In a browser without WebRTC. */
export const blockedView: PanelView = {
  badge: words.badges.error,
  tone: tones.error,
  status: words.failed,
};

export const canReset = (state: SenderState): boolean => state === 'error' || state === 'completed';

/** The share has ended or begun again, and only recipients that save the file are still served. */
export const isOnlySaving = (snapshot: SenderSnapshot | null): boolean =>
  snapshot !== null && snapshot.error !== null && isSenderBusy(snapshot.state);

export const isSenderBusy = (state: SenderState): boolean => state !== 'idle' && !canReset(state);

const questionToast = ({ about, person, number }: Question): ToastMessage => {
  const name = person === null ? words.recipient(number) : person.name || person.email;
  const title = about === 'approval' ? recipientTexts.wants(name) : words.unproven.question(name);
  return { title, description: words.question.status };
};

const toastOf = (event: SessionEvent): ToastMessage | null => {
  const { toasts } = words;
  switch (event.type) {
    case 'recipient-joined':
      return null;
    case 'question':
      return questionToast(event);
    case 'ready':
      return toasts.ready;
    case 'channel-open':
      return toasts.recipient;
    case 'delivered':
      return { ...toasts.complete, variant: 'success' };
    case 'reconnecting':
      return texts.common.reconnecting(event.attempt, event.maxAttempts);
    case 'failed':
      return failureToast(event);
  }
};

/** The toasts for the events between two snapshots, oldest first; the toaster shows the last one. */
export const senderToasts = (
  before: SenderSnapshot | null,
  now: SenderSnapshot,
): readonly ToastMessage[] => senderEvents(before, now).flatMap((event) => toastOf(event) ?? []);
