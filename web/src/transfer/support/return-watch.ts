/**
 * The page came back to the foreground, or the network came back: signalling does not wait for its next
 * attempt, and a session that gave up tries again (specification, section 4: after one second).
 */
import { FOREGROUND_RECONNECT_MS } from './constants.js';
import type { EngineEnv } from './env.js';
import type { EngineError, FailureCode } from './failures.js';

/** Failures that coming back may cure; a wrong password is not one. */
const RECOVERABLE: readonly FailureCode[] = [
  'max-retries',
  'peer-unreachable',
  'signalling-unavailable',
  'channel-error',
  'channel-not-ready',
  'offer-failed',
  'offer-processing-failed',
  'answer-processing-failed',
];

export interface Returning {
  /** The error the session shows, if it does. */
  error: () => EngineError | null;
  reconnectNow: () => void;
  retry: () => void;
}

/** @returns stop watching. */
export function watchReturn(env: EngineEnv, session: Returning): () => void {
  const { clock } = env;
  let timer: ReturnType<typeof clock.setTimeout> | undefined;
  const unsubscribe = env.onReturn((cause) => {
    const code = session.error()?.code;
    if (!RECOVERABLE.some((recoverable) => recoverable === code)) {
      session.reconnectNow();
      return;
    }
    clock.clearTimeout(timer);
    timer = clock.setTimeout(session.retry, cause === 'foreground' ? FOREGROUND_RECONNECT_MS : 0);
  });
  return () => {
    clock.clearTimeout(timer);
    unsubscribe();
  };
}
