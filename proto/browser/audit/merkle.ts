/** Verification of the proofs of the audit log's tree: RFC 9162, sections 2.1.3.2 and 2.1.4.2, with SHA-256. */

const sha256 = async (...parts: readonly Uint8Array[]): Promise<Uint8Array> => {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
};

const leafPrefix = Uint8Array.of(0);
const nodePrefix = Uint8Array.of(1);

export const leafHash = (leaf: string): Promise<Uint8Array> =>
  sha256(leafPrefix, new TextEncoder().encode(leaf));

const nodeHash = (left: Uint8Array, right: Uint8Array): Promise<Uint8Array> =>
  sha256(nodePrefix, left, right);

const areEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
const half = (value: number): number => Math.floor(value / 2);
const isOdd = (value: number): boolean => value % 2 === 1;

export interface InclusionProof {
  leaf: Uint8Array;
  index: number;
  size: number;
  path: readonly Uint8Array[];
  root: Uint8Array;
}

export const isIncluded = async (proof: InclusionProof): Promise<boolean> => {
  const { leaf, index, size, path, root } = proof;
  if (!isCount(index) || !isCount(size) || index >= size) return false;
  let [node, last] = [index, size - 1];
  let hash = leaf;
  for (const sibling of path) {
    if (last === 0) return false;
    if (isOdd(node) || node === last) {
      hash = await nodeHash(sibling, hash);
      while (!isOdd(node) && node !== 0) {
        node = half(node);
        last = half(last);
      }
    } else hash = await nodeHash(hash, sibling);
    node = half(node);
    last = half(last);
  }
  return last === 0 && areEqual(hash, root);
};

export interface ConsistencyProof {
  first: { size: number; root: Uint8Array };
  second: { size: number; root: Uint8Array };
  path: readonly Uint8Array[];
}

/** Whether the first tree is the beginning of the second. The empty tree is the beginning of every tree. */
export const isConsistent = async (proof: ConsistencyProof): Promise<boolean> => {
  const { first, second, path } = proof;
  if (!isCount(first.size) || !isCount(second.size) || first.size > second.size) return false;
  if (first.size === second.size) return path.length === 0 && areEqual(first.root, second.root);
  if (first.size === 0) return path.length === 0;
  let [node, last] = [first.size - 1, second.size - 1];
  while (isOdd(node)) {
    node = half(node);
    last = half(last);
  }
  // A first tree that is one complete subtree is not repeated in the proof.
  const hashes = node === 0 ? [first.root, ...path] : path;
  const seed = hashes.at(0);
  if (seed === undefined) return false;
  let [firstHash, secondHash] = [seed, seed];
  for (const sibling of hashes.slice(1)) {
    if (last === 0) return false;
    if (isOdd(node) || node === last) {
      firstHash = await nodeHash(sibling, firstHash);
      secondHash = await nodeHash(sibling, secondHash);
      while (!isOdd(node) && node !== 0) {
        node = half(node);
        last = half(last);
      }
    } else secondHash = await nodeHash(secondHash, sibling);
    node = half(node);
    last = half(last);
  }
  return last === 0 && areEqual(firstHash, first.root) && areEqual(secondHash, second.root);
};
