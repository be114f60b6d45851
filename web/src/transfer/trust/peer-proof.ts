/**
 * The proof that a peer holds the link's key and is the endpoint of the DTLS connection that carries the proof: a tag
 * over both certificates' fingerprints and both nonces. A man in the middle has other certificates and cannot make
 * either tag.
 */

import { fromBase64Url, toBase64Url } from './encoding.js';
import { tagBytes, type LinkKey } from './link/link-key.js';

/** Determined by what the page does; a server cannot influence it. */
export type ProofRole = 'sender' | 'receiver';

export const otherRole = (role: ProofRole): ProofRole =>
  role === 'sender' ? 'receiver' : 'sender';

export const nonceBytes = 16;

/** SHA-256 of the certificates in DER. */
export interface Fingerprints {
  sender: Uint8Array<ArrayBuffer>;
  receiver: Uint8Array<ArrayBuffer>;
}

/** Covered by both tags, besides the role of their author. */
export interface Transcript {
  fingerprints: Fingerprints;
  /** base64url, as on the wire. */
  nonces: Record<ProofRole, string>;
}

const fieldsOf = (role: ProofRole, { fingerprints, nonces }: Transcript) => {
  const sender = fromBase64Url(nonces.sender, nonceBytes);
  const receiver = fromBase64Url(nonces.receiver, nonceBytes);
  if (sender === null || receiver === null) throw new TypeError('nonce');
  return [role, fingerprints.sender, fingerprints.receiver, sender, receiver];
};

/** @param role of the author. @returns base64url */
export const signProof = async (
  key: LinkKey,
  role: ProofRole,
  transcript: Transcript,
): Promise<string> =>
  toBase64Url(await key.sign('tandem/peer-proof/1', fieldsOf(role, transcript)));

/** @param role of the tag's author. */
export const verifyProof = async (
  key: LinkKey,
  role: ProofRole,
  transcript: Transcript,
  tag: string,
): Promise<boolean> => {
  const bytes = fromBase64Url(tag, tagBytes);
  return bytes !== null && key.verify('tandem/peer-proof/1', fieldsOf(role, transcript), bytes);
};
