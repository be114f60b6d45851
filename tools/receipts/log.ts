/**
 * Proofs of the audit log (docs/receipts.md) without a server. Uses only Node's own modules and shares no code with the
 * product, so that it can be read and copied on its own.
 */

import { createHash, createPublicKey, verify } from 'node:crypto';

export type Fields = Record<string, unknown>;

export interface Finding {
  isValid: boolean;
  text: string;
}

export interface Verdict {
  isValid: boolean;
  findings: Finding[];
  /** Facts of what was verified, one line each; empty for text that is no receipt or export. */
  facts: string[];
}

export const fieldsOf = (value: unknown): Fields => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError('not an object');
  return value as Fields;
};

export const textOf = (value: unknown): string => {
  if (typeof value !== 'string') throw new TypeError('not text');
  return value;
};

export const countOf = (value: unknown): number => {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw new TypeError('not a count');
  return value as number;
};

/**
 * Milliseconds of a time as the log writes it. Signatures cover the milliseconds only, and JavaScript reads other texts
 * as well, with an offset or words in brackets, which would be shown as if they were signed.
 */
export const timeOf = (value: unknown): number => {
  const ms = Date.parse(textOf(value));
  if (Number.isNaN(ms) || new Date(ms).toISOString() !== value)
    throw new TypeError('a time is not as the log writes it');
  return ms;
};

/** Of untrusted text: without escape sequences for the terminal, and without changes of the direction. */
export const printable = (text: string): string =>
  text.replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');

const maxNamed = 20;

/** The first of them, and how many more there are. */
export const numbersText = (numbers: readonly number[]): string => {
  const more = numbers.length - maxNamed;
  return `${numbers.slice(0, maxNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

/** Refuses text with stray characters, which Node's decoder ignores. */
export const bytesOf = (text: unknown, length: number): Buffer => {
  const bytes = Buffer.from(textOf(text), 'base64url');
  if (bytes.length !== length || bytes.toString('base64url') !== text)
    throw new TypeError(`not ${length} bytes in base64url`);
  return bytes;
};

export const holds = (check: () => boolean): boolean => {
  try {
    return check();
  } catch {
    return false;
  }
};

/** DER in front of a raw Ed25519 key (RFC 8410). */
const ed25519Prefix = Buffer.from('302a300506032b6570032100', 'hex');

/** @param signed has `publicKey` and `signature`. */
export const isSignedByLog = (signed: Fields, facts: readonly unknown[]): boolean =>
  verify(
    null,
    Buffer.from(JSON.stringify(facts)),
    createPublicKey({
      key: Buffer.concat([ed25519Prefix, bytesOf(signed['publicKey'], 32)]),
      format: 'der',
      type: 'spki',
    }),
    bytesOf(signed['signature'], 64),
  );

export const isSignedHead = (head: Fields): boolean =>
  holds(() => {
    const at = timeOf(head['at']);
    return isSignedByLog(head, ['tandem/audit-head/1', head['size'], head['root'], at]);
  });

/** `kid:base64url`, as the operator publishes it. */
export const keyOf = (signed: Fields): string =>
  `${textOf(signed['kid'])}:${textOf(signed['publicKey'])}`;

const sha256 = (...parts: readonly (Uint8Array | string)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const leafHash = (leaf: string): Buffer => sha256(Buffer.from([0]), leaf);
const nodeHash = (left: Buffer, right: Buffer): Buffer => sha256(Buffer.from([1]), left, right);

const hashesOf = (path: unknown): Buffer[] => {
  if (!Array.isArray(path) || path.length > 64) throw new TypeError('not a path');
  return path.map((hash) => bytesOf(hash, 32));
};

/** The largest power of two below `size`. */
const splitOf = (size: number): number => {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
};

/** The root that a path leads to: RFC 9162, 2.1.3, followed from the root down. */
const rootOf = (leaf: Buffer, index: number, size: number, path: Buffer[]): Buffer => {
  if (size === 1) {
    if (path.length > 0) throw new TypeError('the path is too long');
    return leaf;
  }
  const sibling = path.at(-1);
  if (sibling === undefined) throw new TypeError('the path is too short');
  const split = splitOf(size);
  const rest = path.slice(0, -1);
  return index < split
    ? nodeHash(rootOf(leaf, index, split, rest), sibling)
    : nodeHash(sibling, rootOf(leaf, index - split, size - split, rest));
};

/** Whether the tree of a head has a leaf. */
export const isIncluded = (leaf: string, proof: Fields, head: Fields): boolean =>
  holds(() => {
    const [index, size] = [countOf(proof['index']), countOf(head['size'])];
    if (index >= size) return false;
    const root = rootOf(leafHash(leaf), index, size, hashesOf(proof['path']));
    return root.equals(bytesOf(head['root'], 32));
  });

/** The earlier and the later root that a consistency path leads to: RFC 9162, 2.1.4, from the root down. */
const rootsOf = (
  first: number,
  second: number,
  path: Buffer[],
  earlier: Buffer,
  isWhole: boolean,
): [Buffer, Buffer] => {
  if (first === second) {
    const own = isWhole ? earlier : path[0];
    if (own === undefined || path.length !== (isWhole ? 0 : 1))
      throw new TypeError('the length of the proof does not match the sizes of the trees');
    return [own, own];
  }
  const sibling = path.at(-1);
  if (sibling === undefined) throw new TypeError('the path is too short');
  const rest = path.slice(0, -1);
  const split = splitOf(second);
  if (first <= split) {
    const [before, after] = rootsOf(first, split, rest, earlier, isWhole);
    return [before, nodeHash(after, sibling)];
  }
  const [before, after] = rootsOf(first - split, second - split, rest, earlier, false);
  return [nodeHash(sibling, before), nodeHash(sibling, after)];
};

/** Whether the tree of the later head begins with the tree of the earlier one. */
export const isContinued = (earlier: Fields, later: Fields, path: unknown): boolean =>
  holds(() => {
    const [first, second] = [countOf(earlier['size']), countOf(later['size'])];
    if (first === 0) return true;
    if (first > second) return false;
    const root = bytesOf(earlier['root'], 32);
    const [before, after] = rootsOf(first, second, hashesOf(path), root, true);
    return before.equals(root) && after.equals(bytesOf(later['root'], 32));
  });

/** How leaves name an owner. */
export const ownerTag = (ownerUid: string): string =>
  sha256(JSON.stringify(['tandem/audit-owner/1', ownerUid])).toString('base64url');
