import { createHash } from 'node:crypto';

/**
 * The hash tree of RFC 9162, section 2.1 (the same as RFC 6962's), with SHA-256. Sizes and positions are numbers up
 * to 2^53, so arithmetic is used in place of bit operations.
 */
const leafPrefix = Buffer.from([0]);
const nodePrefix = Buffer.from([1]);

const sha256 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

export const leafHash = (leaf: Uint8Array | string): Buffer =>
  sha256(leafPrefix, Buffer.from(leaf));

export const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer =>
  sha256(nodePrefix, left, right);

export const emptyRoot = sha256();

/** The hash of the complete subtree number `index` of 2^level leaves. */
export type Subtree = (level: number, index: number) => Promise<Buffer>;

/** The largest power of two below `size`. */
const splitOf = (size: number): number => {
  let half = 1;
  while (half * 2 < size) half *= 2;
  return half;
};

const rangeHash = async (subtree: Subtree, start: number, end: number): Promise<Buffer> => {
  const size = end - start;
  const level = Math.round(Math.log2(size));
  if (2 ** level === size) return subtree(level, start / size);
  const middle = start + splitOf(size);
  return nodeHash(await rangeHash(subtree, start, middle), await rangeHash(subtree, middle, end));
};

export const rootHash = (subtree: Subtree, size: number): Promise<Buffer> =>
  size === 0 ? Promise.resolve(emptyRoot) : rangeHash(subtree, 0, size);

/** Proves that the leaf number `index` is in the tree of `size` leaves: RFC 9162, 2.1.3.1. */
export const inclusionPath = async (
  subtree: Subtree,
  index: number,
  size: number,
): Promise<Buffer[]> => {
  if (index < 0 || index >= size) throw new RangeError('no such leaf');
  const path: Buffer[] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const middle = start + splitOf(end - start);
    if (index < middle) {
      path.unshift(await rangeHash(subtree, middle, end));
      end = middle;
    } else {
      path.unshift(await rangeHash(subtree, start, middle));
      start = middle;
    }
  }
  return path;
};

/** Proves that the tree of `first` leaves is the beginning of the tree of `second` leaves: RFC 9162, 2.1.4.1. */
export const consistencyPath = async (
  subtree: Subtree,
  first: number,
  second: number,
): Promise<Buffer[]> => {
  if (first < 0 || first > second) throw new RangeError('no such size');
  if (first === 0 || first === second) return [];
  const path: Buffer[] = [];
  let [start, end] = [0, second];
  let isKnown = true;
  while (first !== end) {
    const middle = start + splitOf(end - start);
    if (first <= middle) {
      path.unshift(await rangeHash(subtree, middle, end));
      end = middle;
    } else {
      path.unshift(await rangeHash(subtree, start, middle));
      start = middle;
      isKnown = false;
    }
  }
  if (!isKnown) path.unshift(await rangeHash(subtree, start, end));
  return path;
};
