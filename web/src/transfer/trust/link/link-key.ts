/**
 * The key of one share, from its link. Each purpose has its own HMAC key, so that a tag for one purpose is invalid for
 * another: HKDF-SHA-256 with the share ID as salt and the purpose as info.
 */

import { encodeFields, fromBase64Url, toBase64Url, type Field } from '../encoding.js';
import { isShareId, linkKeyBytes } from './link-fragment.js';

export type Purpose =
  | 'tandem/peer-proof/1'
  | 'tandem/description/1'
  | 'tandem/file-digest/1'
  | 'tandem/receipt-key/1';

export const tagBytes = 32;

export interface LinkKey {
  /** Differs for each key and share, and does not reveal the key. For this device only. */
  readonly id: string;
  /** HMAC-SHA-256 over purpose, share ID and fields. */
  sign: (purpose: Purpose, fields: readonly Field[]) => Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Compares in constant time. Resolves with false for fields that cannot be encoded; rejects when the browser cannot
   * compute the tag, which says nothing about the peer.
   */
  verify: (
    purpose: Purpose,
    fields: readonly Field[],
    tag: Uint8Array<ArrayBuffer>,
  ) => Promise<boolean>;
}

const algorithm = { name: 'HMAC', hash: 'SHA-256', length: 256 } as const;

/** @param text the fragment of the link. @returns null for a damaged fragment or an invalid share ID. */
export const importLinkKey = async (text: string, shareId: string): Promise<LinkKey | null> => {
  const bytes = fromBase64Url(text, linkKeyBytes);
  if (bytes === null || !isShareId(shareId)) return null;
  const { subtle } = crypto;
  const encoder = new TextEncoder();
  const root = await subtle.importKey('raw', bytes, 'HKDF', false, ['deriveKey', 'deriveBits']);
  const salt = encoder.encode(shareId);
  const hkdfFor = (info: string): HkdfParams => ({
    name: 'HKDF',
    hash: 'SHA-256',
    salt,
    info: encoder.encode(info),
  });
  const derive = (purpose: Purpose): Promise<CryptoKey> =>
    subtle.deriveKey(hkdfFor(purpose), root, algorithm, false, ['sign', 'verify']);
  const keys: Record<Purpose, CryptoKey> = {
    'tandem/peer-proof/1': await derive('tandem/peer-proof/1'),
    'tandem/description/1': await derive('tandem/description/1'),
    'tandem/file-digest/1': await derive('tandem/file-digest/1'),
    'tandem/receipt-key/1': await derive('tandem/receipt-key/1'),
  };
  const encode = (purpose: Purpose, fields: readonly Field[]): Uint8Array<ArrayBuffer> =>
    encodeFields([purpose, shareId, ...fields]);
  const id = await subtle.deriveBits(hkdfFor('tandem/link-id/1'), root, 8 * linkKeyBytes);
  return {
    id: toBase64Url(new Uint8Array(id)),
    sign: async (purpose, fields) =>
      new Uint8Array(await subtle.sign('HMAC', keys[purpose], encode(purpose, fields))),
    async verify(purpose, fields, tag) {
      let bytes;
      try {
        bytes = encode(purpose, fields);
      } catch {
        return false;
      }
      return subtle.verify('HMAC', keys[purpose], tag, bytes);
    },
  };
};
