/** Which close codes and errors of the signalling server are final. */
import { closeCodes } from '@tandem/proto/browser/close-codes';
import { engineError, type EngineError } from '../support/failures.js';

const FIRST_APPLICATION_CODE = 4000;
/** Any other close code from 4000 is final. */
const RETRYABLE_CLOSES: ReadonlySet<number> = new Set(
  Object.values(closeCodes)
    .filter(({ isRetryable }) => isRetryable)
    .map(({ closeCode }) => closeCode),
);

/** What the server said before it closes. */
export interface Refusal {
  error: EngineError;
  isRetryable: boolean;
}

/** A refusal without a name is taken for the commonest one. */
export function readRefusal(code: string, serverText: string, isRetryable: boolean): Refusal {
  const facts = serverText === '' ? {} : { serverText };
  return { error: { ...facts, code: code || closeCodes.accessDenied.errorCode }, isRetryable };
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
  return (
    refusal?.error ??
    engineError(code === closeCodes.replaced.closeCode ? 'replaced' : 'share-closed')
  );
}

/** The share was stopped, deleted or has expired: this also ends transfers that run. */
const REVOCATIONS: ReadonlySet<string> = new Set([closeCodes.shareEnded.errorCode, 'share-closed']);

export function isRevocation(error: EngineError): boolean {
  return REVOCATIONS.has(error.code);
}
