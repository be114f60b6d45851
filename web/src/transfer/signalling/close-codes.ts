/** Which refusals of the server are final, and what they are called. */
import type { EngineError } from '../api.js';
import { engineError } from '../support/failures.js';

const FIRST_APPLICATION_CODE = 4000;
/** Application close codes that a later attempt may survive. Any other from 4000 up is final. */
const RETRYABLE_CLOSES: ReadonlySet<number> = new Set([
  4001, // our join came too late
  4006, // our own former socket still holds our peer id: nobody else can guess it
  4007, // room full
  4008, // too many attempts
  4011, // message rate
  4012, // too many sockets from this address
  4013, // slow reader
  4014, // access cannot be checked right now
]);

const REPLACED = 4005;

/** What the server said before it closes. */
export interface Refusal {
  error: EngineError;
  isRetryable: boolean;
}

/** A refusal without a name is taken for the commonest one. */
export function readRefusal(code: string, serverText: string, isRetryable: boolean): Refusal {
  const facts = serverText === '' ? {} : { serverText };
  return { error: { ...facts, code: code || 'access-denied' }, isRetryable };
}

/**
 * @param wasJoined a refusal before the join is final even when a proxy swallowed the close code.
 * @returns null when reconnecting makes sense.
 */
export function explainClose(
  code: number,
  refusal: Refusal | null,
  wasJoined: boolean,
): EngineError | null {
  if (refusal !== null && !refusal.isRetryable && !wasJoined) return refusal.error;
  if (code < FIRST_APPLICATION_CODE || RETRYABLE_CLOSES.has(code)) return null;
  return refusal?.error ?? engineError(code === REPLACED ? 'replaced' : 'share-closed');
}

/** The share was stopped, deleted or has expired: this also ends transfers that run. */
const REVOCATIONS: ReadonlySet<string> = new Set(['share-ended', 'share-closed']);

export function isRevocation(error: EngineError): boolean {
  return REVOCATIONS.has(error.code);
}
