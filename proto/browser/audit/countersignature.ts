/** Checks a countersignature as the saved receipt will be checked (docs/receipts.md). The server is not trusted here. */

import type { Countersignature, ReceiptStatement } from '../http/receipt.js';
import { isInTree, isSignedByLog, isSignedHead, timeOf } from './signed-tree.js';

const sha256Hex = async (text: string): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
};

const areTexts = (...values: readonly unknown[]): boolean =>
  values.every((value) => typeof value === 'string');

/** Only its known fields: the rest would be saved unchecked. */
const copyOf = (signed: Countersignature): Countersignature => {
  const { version, statementSha256, at, kid, publicKey, signature, proof, head } = signed;
  return {
    version,
    statementSha256,
    at,
    kid,
    publicKey,
    signature,
    proof: { index: proof.index, path: proof.path },
    head: {
      size: head.size,
      root: head.root,
      at: head.at,
      kid: head.kid,
      publicKey: head.publicKey,
      signature: head.signature,
    },
  };
};

const isValid = async (signed: Countersignature, text: string): Promise<boolean> => {
  const { shareId, deliveryId } = JSON.parse(text) as ReceiptStatement;
  const { statementSha256, at, kid, signature, proof, head } = signed;
  if (!areTexts(kid, head.kid) || statementSha256 !== (await sha256Hex(text))) return false;
  const facts = [shareId, deliveryId, statementSha256, timeOf(at)];
  if (!(await isSignedByLog(signed, ['tandem/countersignature/2', ...facts]))) return false;
  const leaf = JSON.stringify(['receipt', ...facts, kid, signature]);
  return (await isSignedHead(head)) && isInTree({ ...proof, text: leaf }, head);
};

/**
 * The countersignature of a statement; null for any other answer, with which the saved receipt would not be valid.
 *
 * @param statement of the receipt, as both browsers have signed it
 */
export const readCountersignature = async (
  answer: unknown,
  statement: string,
): Promise<Countersignature | null> => {
  try {
    const signed = copyOf(answer as Countersignature);
    const isKnown = (signed.version as unknown) === 2;
    return isKnown && (await isValid(signed, statement)) ? signed : null;
  } catch {
    return null;
  }
};
