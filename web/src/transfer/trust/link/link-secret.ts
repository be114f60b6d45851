/**
 * The secret of one account in one browser profile, from which the keys of its links are derived. It cannot be
 * exported; only the keys of links leave this module.
 *
 *     key of a link = HKDF-SHA-256(secret, salt: share ID, info: "tandem/link/1"), 128 bits
 *
 * A share is recorded when it is created here, with what the server must not decide later: which file it was made for,
 * and whether its user wants to be asked. The link of a share that is not recorded cannot be derived: another
 * device, or this one after its data was cleared, has another secret.
 */

import { toBase64Url } from '../encoding.js';
import { isShareId, linkKeyBytes } from './link-fragment.js';

const info = 'tandem/link/1';
const secretBytes = 32;

/** What this device knows of a share that it created. */
export interface OwnShare {
  filename: string;
  fileBytes: number;
  /** The user's last choice on this device. */
  asksFirst: boolean;
}

export interface LinkSecretStore {
  /** The stored secret; stores `candidate` when there is none. Atomic across tabs. */
  secret: (candidate: CryptoKey) => Promise<CryptoKey>;
  /** @returns false when the share is already recorded. */
  addShare: (shareId: string, own: OwnShare) => Promise<boolean>;
  /**
   * Null when it is not recorded, or the browser denies its storage. Shares recorded by earlier versions have no
   * fields.
   */
  findShare: (shareId: string) => Promise<Partial<OwnShare> | null>;
  /** Whether the share was created in this browser profile with another account. */
  isOfAnother: (shareId: string) => Promise<boolean>;
  /** Does nothing for a share that is not recorded. */
  keepAsksFirst: (shareId: string, asksFirst: boolean) => Promise<void>;
}

export interface LinkSecret {
  /**
   * Records a share that was created here. @returns the key of its link, or null when the ID is invalid or was
   * recorded before: two shares with one ID would have one key, and a recipient of the first could pose as a
   * recipient of the second.
   */
  createKey: (shareId: string, own: OwnShare) => Promise<string | null>;
  /** @returns null for a share that was not created here. */
  findKey: (shareId: string) => Promise<string | null>;
  findShare: LinkSecretStore['findShare'];
  isOfAnother: LinkSecretStore['isOfAnother'];
  keepAsksFirst: LinkSecretStore['keepAsksFirst'];
}

const generateSecret = (): Promise<CryptoKey> => {
  const bytes = crypto.getRandomValues(new Uint8Array(secretBytes));
  return crypto.subtle
    .importKey('raw', bytes, 'HKDF', false, ['deriveBits'])
    .finally(() => bytes.fill(0));
};

const deriveKey = async (secret: CryptoKey, shareId: string): Promise<string> => {
  const encoder = new TextEncoder();
  const bits = await crypto.subtle.deriveBits(
    {
      name: 'HKDF',
      hash: 'SHA-256',
      salt: encoder.encode(shareId),
      info: encoder.encode(info),
    },
    secret,
    8 * linkKeyBytes,
  );
  return toBase64Url(new Uint8Array(bits));
};

/** Its methods reject when the browser's storage fails. */
export const createLinkSecret = (store: LinkSecretStore): LinkSecret => {
  const keyOf = async (shareId: string): Promise<string> =>
    deriveKey(await store.secret(await generateSecret()), shareId);
  return {
    async createKey(shareId, own) {
      if (!isShareId(shareId)) return null;
      const key = await keyOf(shareId);
      return (await store.addShare(shareId, own)) ? key : null;
    },
    findKey: async (shareId) => ((await store.findShare(shareId)) === null ? null : keyOf(shareId)),
    findShare: store.findShare,
    isOfAnother: store.isOfAnother,
    keepAsksFirst: store.keepAsksFirst,
  };
};
