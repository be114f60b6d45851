/**
 * A digest that its reader can check but not repeat: the sender announces SHA-256 over the digest, so a receiver can
 * state the digest only after it has hashed the bytes itself.
 */

import { toHex } from '../support/values/hex.js';
import type { AnnouncedDigest } from '../wire/control-messages.js';
import { encodeFields } from './encoding.js';

type Digest = Uint8Array<ArrayBuffer>;
type Sha256 = (bytes: Digest) => Promise<Digest>;

/** @param block null for the digest of the whole file. @returns hex */
export const commitTo = async (
  sha256: Sha256,
  block: number | null,
  digest: Uint8Array,
): Promise<string> => {
  const label =
    block === null ? ['tandem/file-commitment/1'] : ['tandem/block-commitment/1', String(block)];
  return toHex(await sha256(encodeFields([...label, digest])));
};

/** Whether the receiver's own digest is the one that the sender announced. */
export const isAnnounced = async (
  sha256: Sha256,
  announced: AnnouncedDigest,
  block: number | null,
  digest: Uint8Array,
): Promise<boolean> =>
  announced.sha256 === undefined
    ? announced.commitment === (await commitTo(sha256, block, digest))
    : announced.sha256 === toHex(digest);
