/** What the log has signed with its key: heads of its tree, and countersignatures, which are leaves of it. */

import type { AuditHead, LeafProof } from '../http/audit.js';
import { isIncluded, leafHash } from './merkle.js';

export const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const hashBytes = 32;

/** @throws unless the text is the only encoding of that many bytes: a verifier of the saved file may accept no other. */
export const fromBase64Url = (text: string, length = hashBytes): Uint8Array<ArrayBuffer> => {
  const decoded = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(decoded, (char) => char.charCodeAt(0));
  if (bytes.length !== length || toBase64Url(bytes) !== text) throw new TypeError('base64url');
  return bytes;
};

/**
 * @throws unless the time is as the log writes it: signatures cover the milliseconds, and not other ways to write them.
 */
export const timeOf = (at: string): number => {
  const ms = Date.parse(at);
  if (new Date(ms).toISOString() !== at) throw new TypeError('time');
  return ms;
};

/** True in browsers without Ed25519: the proofs do not depend on signatures. */
export const isSignedByLog = async (
  { publicKey, signature }: Pick<AuditHead, 'publicKey' | 'signature'>,
  facts: readonly unknown[],
): Promise<boolean> => {
  const [raw, signed] = [fromBase64Url(publicKey), fromBase64Url(signature, 64)];
  const key = await crypto.subtle
    .importKey('raw', raw, 'Ed25519', false, ['verify'])
    .catch((error: unknown) => {
      if (error instanceof Error && error.name === 'NotSupportedError') return null;
      throw error;
    });
  if (key === null) return true;
  const bytes = new TextEncoder().encode(JSON.stringify(facts));
  return crypto.subtle.verify('Ed25519', key, signed, bytes);
};

export const isSignedHead = (head: AuditHead): Promise<boolean> =>
  isSignedByLog(head, ['tandem/audit-head/1', head.size, head.root, timeOf(head.at)]);

export const isInTree = async (proof: LeafProof, { size, root }: AuditHead): Promise<boolean> =>
  isIncluded({
    leaf: await leafHash(proof.text),
    index: proof.index,
    size,
    path: proof.path.map((hash) => fromBase64Url(hash)),
    root: fromBase64Url(root),
  });
