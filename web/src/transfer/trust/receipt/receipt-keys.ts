/**
 * The key with which a browser signs receipts: made for one session, non-exportable. The link's key binds it to this
 * connection and its proof.
 */

import { encodeFields, fromBase64Url, toBase64Url } from '../encoding.js';
import { tagBytes, type LinkKey } from '../link/link-key.js';
import { nonceBytes, type ProofRole, type Transcript } from '../peer-proof.js';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const signing = { name: 'ECDSA', hash: 'SHA-256' } as const;

/** An uncompressed point. */
export const publicKeyBytes = 65;
export const signatureBytes = 64;

export interface ReceiptKey {
  /** base64url */
  publicKey: string;
  /** @returns base64url */
  sign: (role: ProofRole, statement: string) => Promise<string>;
}

/** What a signature covers. */
const signedBytes = (role: ProofRole, statement: string): Uint8Array<ArrayBuffer> =>
  encodeFields(['tandem/receipt/1', role, statement]);

export const createReceiptKey = async (): Promise<ReceiptKey> => {
  const { subtle } = crypto;
  const { publicKey, privateKey } = await subtle.generateKey(algorithm, false, ['sign', 'verify']);
  return {
    publicKey: toBase64Url(new Uint8Array(await subtle.exportKey('raw', publicKey))),
    sign: async (role, statement) =>
      toBase64Url(
        new Uint8Array(await subtle.sign(signing, privateKey, signedBytes(role, statement))),
      ),
  };
};

/** @param role of the author. */
export const isSigned = async (
  publicKey: string,
  role: ProofRole,
  statement: string,
  signature: string,
): Promise<boolean> => {
  const point = fromBase64Url(publicKey, publicKeyBytes);
  const bytes = fromBase64Url(signature, signatureBytes);
  if (point === null || bytes === null) return false;
  try {
    const { subtle } = crypto;
    const key = await subtle.importKey('raw', point, algorithm, false, ['verify']);
    return await subtle.verify(signing, key, bytes, signedBytes(role, statement));
  } catch {
    return false;
  }
};

/** The transcript makes the tag valid on one connection only. */
const fieldsOf = (role: ProofRole, { fingerprints, nonces }: Transcript, details: string) => {
  const sender = fromBase64Url(nonces.sender, nonceBytes);
  const receiver = fromBase64Url(nonces.receiver, nonceBytes);
  if (sender === null || receiver === null) throw new TypeError('nonce');
  return [role, fingerprints.sender, fingerprints.receiver, sender, receiver, details];
};

/** @param details the author's key and identity, as text. */
export const bindDetails = async (
  key: LinkKey,
  role: ProofRole,
  transcript: Transcript,
  details: string,
): Promise<string> =>
  toBase64Url(await key.sign('tandem/receipt-key/1', fieldsOf(role, transcript, details)));

export const areBound = async (
  key: LinkKey,
  role: ProofRole,
  transcript: Transcript,
  details: string,
  tag: string,
): Promise<boolean> => {
  const bytes = fromBase64Url(tag, tagBytes);
  return (
    bytes !== null && key.verify('tandem/receipt-key/1', fieldsOf(role, transcript, details), bytes)
  );
};
