/**
 * Blocks that a receiver claims to have from before: the sender picks some, and the receiver returns an HMAC over the
 * bytes of each. The key contains the sender's nonce, so an answer cannot be prepared or repeated.
 */

import { maxChallengedBlocks } from '../support/constants.js';
import { encodeFields, fromBase64Url, isEqual, toBase64Url } from './encoding.js';
import { nonceBytes } from './peer-proof.js';

export interface BlockChallenge {
  /** 16 bytes in base64url. */
  nonce: string;
  /** Distinct and in ascending order. */
  blocks: number[];
}

type ReadBlock = (block: number) => Promise<Uint8Array<ArrayBuffer>>;

const tagOf = async (
  nonce: string,
  block: number,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array> => {
  const nonceOf = fromBase64Url(nonce, nonceBytes);
  if (nonceOf === null) throw new TypeError('nonce');
  const { subtle } = crypto;
  const key = await subtle.importKey(
    'raw',
    encodeFields(['tandem/block-challenge/1', nonceOf, String(block)]),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  return new Uint8Array(await subtle.sign('HMAC', key, bytes));
};

/** A random selection from the blocks `from` … `end` − 1. */
export const pickBlocks = (
  from: number,
  end: number,
  randomBelow: (limit: number) => number,
): number[] => {
  const picked = new Set<number>();
  const count = Math.min(maxChallengedBlocks, end - from);
  // Floyd's algorithm: every selection of `count` blocks is equally likely.
  for (let limit = end - count; limit < end; limit++) {
    const block = from + randomBelow(limit - from + 1);
    picked.add(picked.has(block) ? limit : block);
  }
  return [...picked].sort((a, b) => a - b);
};

/** One block in memory at a time. @returns base64url, in the order of the blocks */
export const answerChallenge = async (
  { nonce, blocks }: BlockChallenge,
  readBlock: ReadBlock,
): Promise<string[]> => {
  const tags: string[] = [];
  for (const block of blocks)
    tags.push(toBase64Url(await tagOf(nonce, block, await readBlock(block))));
  return tags;
};

/** @param readBlock of the sender's file. */
export const isAnswered = async (
  { nonce, blocks }: BlockChallenge,
  tags: readonly string[],
  readBlock: ReadBlock,
): Promise<boolean> => {
  if (tags.length !== blocks.length) return false;
  for (const [at, block] of blocks.entries()) {
    const expected = await tagOf(nonce, block, await readBlock(block));
    const tag = fromBase64Url(tags[at], expected.length);
    if (tag === null || !isEqual(expected, tag)) return false;
  }
  return true;
};
