/** Which refusals of the server are final, and what a person reads. */
import type { EngineError } from './api.js';
import { engineError } from './messages.js';

/** Application close codes that a later attempt may survive: busy, throttled, slow link. */
const RETRYABLE_CLOSES: ReadonlySet<number> = new Set();
const FIRST_APPLICATION_CODE = 4000;

/** The server words its refusals for people; we show its text. */
export function explainServerError(code: string, message: string): EngineError {
  const fallback = engineError('access-denied');
  return { code: code === '' ? fallback.code : code, message: message || fallback.message };
}

/** @returns null when reconnecting makes sense. */
export function explainClose(code: number, refusal: EngineError | null): EngineError | null {
  if (code < FIRST_APPLICATION_CODE || RETRYABLE_CLOSES.has(code)) return null;
  return refusal ?? engineError('share-closed');
}

/** The owner took the share away: this also ends transfers that run. Expiry and capacity do not. */
const REVOCATIONS: ReadonlySet<string> = new Set(['share-stopped', 'share-deleted', 'revoked']);

export function isRevocation(error: EngineError): boolean {
  return REVOCATIONS.has(error.code);
}
