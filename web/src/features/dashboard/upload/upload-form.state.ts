import { failureText } from '../../../lib/texts/failure-texts.js';
import type { SenderSnapshot, TransferStats } from '../../../transfer/api.js';

/**
 * One upload on the dashboard (specification, section 4):
 *
 *   idle ─▶ creating ─▶ connecting ─▶ sharing ─▶ completed
 *              │            ▲  ▲ └──────┬─┘         │
 *              ▼            │  └ retrying ◀─ any    │
 *        limit_reached      └───────────────────────┘ (another recipient)
 *   any stage ─▶ error;  completed | error | limit_reached ─ reset ─▶ idle
 */
export type UploadState =
  | { kind: 'idle' }
  | { kind: 'creating' }
  | { kind: 'connecting' }
  | { kind: 'sharing'; stats: TransferStats }
  | { kind: 'completed' }
  | { kind: 'error'; message: string }
  | { kind: 'retrying'; attempt: number }
  | { kind: 'limit_reached' };

export type UploadEvent =
  | { type: 'create' }
  | { type: 'created' }
  | { type: 'limit-reached' }
  | { type: 'channel-open' | 'progress'; stats: TransferStats }
  | { type: 'delivered' }
  | { type: 'reconnecting'; attempt: number }
  /** Connected to the server and no file is moving: after a reconnect, or when a recipient left. */
  | { type: 'waiting' }
  | { type: 'failed'; message: string }
  /** 'Share Another File', 'Try Again', and the form's own reset after a share was created. */
  | { type: 'reset' };

export const idle: UploadState = { kind: 'idle' };

/** The dashboard shows attempts out of three, whatever the engine's own limit (section 9). */
export const shownMaxAttempts = 3;
/** The engine's first, immediate try has no number yet; for people it is the first of three. */
export const shownAttempt = (attempt: number): number =>
  Math.min(Math.max(1, attempt), shownMaxAttempts);
/** After a share is created, the form is ready for the next one this much later. */
export const formResetDelayMs = 500;

const live = ['connecting', 'sharing', 'retrying', 'completed'] as const;
const isLive = (state: UploadState): boolean =>
  (live as readonly UploadState['kind'][]).includes(state.kind);

/** `completed` stays: the person should find the good news when they come back to the tab. */
const hasToWait = (state: UploadState): boolean =>
  state.kind === 'retrying' || state.kind === 'error' || state.kind === 'sharing';

const isFinished = (state: UploadState): boolean =>
  state.kind === 'completed' || state.kind === 'error' || state.kind === 'limit_reached';

/** The state after an event; an event that makes no sense in a state leaves it as it is. */
export const nextUpload = (state: UploadState, event: UploadEvent): UploadState => {
  switch (event.type) {
    case 'create':
      return state.kind === 'idle' ? { kind: 'creating' } : state;
    case 'created':
      return state.kind === 'creating' ? { kind: 'connecting' } : state;
    case 'limit-reached':
      return state.kind === 'creating' ? { kind: 'limit_reached' } : state;
    case 'channel-open':
      return isLive(state) ? { kind: 'sharing', stats: event.stats } : state;
    case 'progress':
      return state.kind === 'sharing' ? { kind: 'sharing', stats: event.stats } : state;
    case 'delivered':
      return isLive(state) ? { kind: 'completed' } : state;
    case 'reconnecting':
      return isLive(state) ? { kind: 'retrying', attempt: event.attempt } : state;
    case 'waiting':
      return hasToWait(state) ? { kind: 'connecting' } : state;
    case 'failed':
      return state.kind === 'idle' ? state : { kind: 'error', message: event.message };
    case 'reset':
      return isFinished(state) || state.kind === 'connecting' ? idle : state;
  }
};

/** Select File is disabled in these (specification, section 4). */
export const isSelectDisabled = (state: UploadState): boolean =>
  state.kind === 'creating' ||
  state.kind === 'connecting' ||
  state.kind === 'sharing' ||
  state.kind === 'retrying';

const noStats: TransferStats = {
  progressPercent: 0,
  bytesTransferred: 0,
  totalBytes: 0,
  bytesPerSecond: 0,
  etaSeconds: null,
};

/** Several recipients as one figure: the sum of bytes and speeds, the longest time left. */
export const combineStats = (all: readonly TransferStats[]): TransferStats => {
  if (all.length === 0) return noStats;
  const sum = (pick: (stats: TransferStats) => number): number =>
    all.reduce((total, stats) => total + pick(stats), 0);
  const totalBytes = sum((stats) => stats.totalBytes);
  const bytesTransferred = sum((stats) => stats.bytesTransferred);
  const etas = all.flatMap((stats) => (stats.etaSeconds === null ? [] : [stats.etaSeconds]));
  return {
    totalBytes,
    bytesTransferred,
    progressPercent: totalBytes === 0 ? 0 : Math.round((bytesTransferred / totalBytes) * 1000) / 10,
    bytesPerSecond: sum((stats) => stats.bytesPerSecond),
    etaSeconds: etas.length === 0 ? null : Math.max(...etas),
  };
};

const sendingStats = (snapshot: SenderSnapshot): TransferStats =>
  combineStats(
    snapshot.recipients
      .filter((link) => link.state === 'sending' || link.state === 'paused')
      .map((link) => link.stats),
  );

/** What the engine's snapshot means for the upload it belongs to. */
export const eventOf = (snapshot: SenderSnapshot, state: UploadState): UploadEvent | null => {
  switch (snapshot.state) {
    case 'idle':
      return null;
    case 'connecting':
    case 'waiting':
      return { type: 'waiting' };
    case 'sending':
      return {
        type: state.kind === 'sharing' ? 'progress' : 'channel-open',
        stats: sendingStats(snapshot),
      };
    case 'completed':
      return { type: 'delivered' };
    case 'retrying':
      return { type: 'reconnecting', attempt: snapshot.attempt };
    case 'error':
      return { type: 'failed', message: failureText(snapshot.error) };
  }
};
