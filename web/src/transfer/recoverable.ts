/** Failures that the way back to the network or to the foreground may cure; a wrong password is not one. */
import type { EngineError } from './api.js';
import type { FailureCode } from './messages.js';

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

export function isRecoverable(error: EngineError | null): boolean {
  return error !== null && RECOVERABLE.some((code) => code === error.code);
}
