/**
 * The page returns to the foreground, or the network is back: signalling reconnects without waiting for its next
 * attempt, and a session whose error a new connection can cure retries, after one second on the foreground.
 */

import { closeCodes } from '@tandem/proto/browser/close-codes';
import { foregroundReconnectMs } from '../support/constants.js';
import type { EngineEnv } from '../support/env.js';
import type { EngineError, FailureCode } from '../support/failures.js';

/** Failures that a new connection can cure. */
const curableFailures: readonly FailureCode[] = [
  'max-retries',
  'peer-unreachable',
  'signalling-unavailable',
  'channel-error',
  'channel-not-ready',
  'offer-failed',
  'offer-processing-failed',
  'answer-processing-failed',
];

/** And refusals of the server that it marks as retryable, such as a full room. */
const curableCodes: ReadonlySet<string> = new Set([
  ...curableFailures,
  ...Object.values(closeCodes)
    .filter(({ isRetryable }) => isRetryable)
    .map(({ errorCode }) => errorCode),
]);

export interface Returning {
  /** The error of the session; null while it has none. */
  error: () => EngineError | null;
  reconnectNow: () => void;
  retry: () => void;
}

/** @returns a function that stops watching. */
export const watchReturn = (env: EngineEnv, session: Returning): (() => void) => {
  const { clock } = env;
  let timer: ReturnType<typeof clock.setTimeout> | undefined;
  const unsubscribe = env.onReturn((cause) => {
    const error = session.error();
    if (error === null || !curableCodes.has(error.code)) {
      session.reconnectNow();
      return;
    }
    clock.clearTimeout(timer);
    timer = clock.setTimeout(session.retry, cause === 'foreground' ? foregroundReconnectMs : 0);
  });
  return () => {
    clock.clearTimeout(timer);
    unsubscribe();
  };
};
