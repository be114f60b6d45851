/** Which close codes and errors of the signalling server are final. */

import { closeCodes } from '@tandem/proto/browser/close-codes';
import { engineError, type EngineError, type FailureCode } from '../support/failures.js';

const firstApplicationCode = 4000;
/** Any other close code from 4000 is final. */
const retryableCloses: ReadonlySet<number> = new Set(
  Object.values(closeCodes)
    .filter(({ isRetryable }) => isRetryable)
    .map(({ closeCode }) => closeCode),
);

/** Final closes whose error frame was lost. */
const codeOf: ReadonlyMap<number, FailureCode> = new Map([
  [closeCodes.replaced.closeCode, 'replaced'],
  [closeCodes.passwordChanged.closeCode, 'password-changed'],
]);

/** The error frame before a close. */
export interface Refusal {
  error: EngineError;
  isRetryable: boolean;
}

/** A refusal without a code counts as the most common one. */
export const readRefusal = (code: string, serverText: string, isRetryable: boolean): Refusal => {
  const facts = serverText === '' ? {} : { serverText };
  return { error: { ...facts, code: code || closeCodes.accessDenied.errorCode }, isRetryable };
};

/**
 * @param wasJoined a final refusal before the join counts even if a proxy dropped the close code.
 * @returns null when the client may reconnect.
 */
export const explainClose = (
  code: number,
  refusal: Refusal | null,
  wasJoined: boolean,
): EngineError | null => {
  if (refusal !== null && !refusal.isRetryable && !wasJoined) return refusal.error;
  if (code < firstApplicationCode || retryableCloses.has(code)) return null;
  return refusal?.error ?? engineError(codeOf.get(code) ?? 'share-closed');
};

const shareEnds: ReadonlySet<string> = new Set([closeCodes.shareEnded.errorCode, 'share-closed']);

/** The share was stopped or deleted, has expired or has been downloaded as often as it may be. */
export const isShareEnd = ({ code }: EngineError): boolean => shareEnds.has(code);

/** A recipient failed because the share ended, according to the server or to the recipient, which may read it first. */
export const isEndOfRecipientByShare = (error: EngineError): boolean =>
  isShareEnd(error) || error.hasShareEnded === true;

/** The share has ended or has another password: running transfers end as well. */
export const isRevocation = (error: EngineError): boolean =>
  isShareEnd(error) || error.code === closeCodes.passwordChanged.errorCode;
