import type { Verifier } from '../chain/signing.js';
import { unknownKey } from '../chain/verify.js';
import { isRemovalRecorded } from './check-owner.js';
import { isSignedHead, type SignedHead } from './head.js';
import { entryLeaf, ownerTag, readEntryLeaf } from './leaf.js';
import { emptyRoot, leafHash, nodeHash } from './merkle.js';
import type { TreeStore } from './tree.store.js';

export interface TreeReport {
  size: number;
  /** Base64url. */
  root: string;
  /** Empty for a valid tree. */
  faults: string[];
}

/** Hashes of complete subtrees, largest first, that make up the tree so far. */
const createFrontier = () => {
  const subtrees: { width: number; hash: Buffer }[] = [];
  return {
    add: (leaf: Buffer): void => {
      let added = { width: 1, hash: leaf };
      for (let last = subtrees.at(-1); last?.width === added.width; last = subtrees.at(-1)) {
        subtrees.pop();
        added = { width: added.width * 2, hash: nodeHash(last.hash, added.hash) };
      }
      subtrees.push(added);
    },
    root: (): Buffer =>
      subtrees
        .map(({ hash }) => hash)
        .reduceRight<Buffer | null>(
          (right, left) => (right ? nodeHash(left, right) : left),
          null,
        ) ?? emptyRoot,
  };
};

const signatureFaults = (heads: readonly SignedHead[], verifier: Verifier): string[] =>
  heads.flatMap((head) => {
    if (!verifier.hasKey(head.kid)) return [`A head of ${head.size} records ${unknownKey}.`];
    return isSignedHead(verifier, head) ? [] : [`A head of ${head.size} records is not signed.`];
  });

const bySize = (heads: readonly SignedHead[]): Map<number, SignedHead[]> => {
  const groups = new Map<number, SignedHead[]>();
  for (const head of heads) groups.set(head.size, [...(groups.get(head.size) ?? []), head]);
  return groups;
};

interface Whole {
  tree: Pick<TreeStore, 'inOrder' | 'heads' | 'ofOwner' | 'lastEntry'>;
  verifier: Verifier;
  /** Reads the uids of the logs that have entries. */
  owners: () => Promise<readonly string[]>;
}

/**
 * Tags of owners whose logs were removed without a record. Logs may begin and end meanwhile, so what exists is read after
 * the tree, and records, which precede the removals, are read last.
 *
 * @param newest the position of each owner's newest entry in the tree
 */
const removedUnrecorded = async (
  { tree, verifier, owners }: Whole,
  newest: ReadonlyMap<string, number>,
): Promise<string[]> => {
  const existing = new Set((await owners()).map(ownerTag));
  const removed: string[] = [];
  for (const [owner, seq] of newest) {
    if (existing.has(owner)) continue;
    if (!(await isRemovalRecorded({ tree, verifier, owner }, seq))) removed.push(owner);
  }
  return removed;
};

/**
 * Computes the tree from its leaves, compares it with the stored heads and those in `kept`, and finds logs that were
 * removed without a record.
 *
 * @param kept heads from outside the database
 */
export const verifyTree = async (
  whole: Whole,
  kept: readonly SignedHead[],
): Promise<TreeReport> => {
  const { tree, verifier } = whole;
  const heads = [...kept];
  for await (const head of tree.heads()) heads.push(head);
  const faults = signatureFaults(heads, verifier);
  const expected = bySize(heads);

  const frontier = createFrontier();
  const newest = new Map<string, number>();
  let size = 0;
  const compare = (): void => {
    const root = frontier.root().toString('base64url');
    for (const head of expected.get(size) ?? [])
      if (head.root !== root)
        faults.push(
          `The first ${size} records are not those of the head of ${head.at.toISOString()}.`,
        );
    expected.delete(size);
  };
  compare();
  for await (const { index, text, key } of tree.inOrder()) {
    if (index !== size) {
      faults.push(`Record ${size + 1} is missing.`);
      break;
    }
    frontier.add(leafHash(text));
    const entry = readEntryLeaf(text);
    if (entry) {
      if (key !== entryLeaf(entry.owner, entry).key) faults.push(`Record ${size + 1} was changed.`);
      newest.set(entry.owner, Math.max(entry.seq, newest.get(entry.owner) ?? 0));
    }
    size += 1;
    compare();
  }
  for (const later of expected.keys())
    faults.push(`The log has ${size} records, fewer than the ${later} of a signed head.`);
  for (const owner of await removedUnrecorded(whole, newest))
    faults.push(`The log of ${owner} was removed without a record of it.`);
  return { size, root: frontier.root().toString('base64url'), faults };
};
