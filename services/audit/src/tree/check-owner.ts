import type { ChainedEntry } from '../chain/chain.js';
import type { Verifier } from '../chain/signing.js';
import { readable } from '../chain/verify.js';
import { entryLeafText, readEntryLeaf, readRemovalLeaf, type RemovalKind } from './leaf.js';
import type { StoredLeaf, TreeStore } from './tree.store.js';

export interface OwnLeaves {
  tree: Pick<TreeStore, 'ofOwner' | 'lastEntry'>;
  verifier: Verifier;
  owner: string;
}

export interface TreeFault {
  firstBroken: number;
  detail: string;
}

const fault = (position: number, text: string): TreeFault => ({
  firstBroken: position,
  detail: `Entry ${position} ${text}.`,
});

/** Positions that are named by signed removals of this kind. */
const removalsOf = async (
  { tree, verifier, owner }: OwnLeaves,
  kind: RemovalKind,
): Promise<Set<number>> => {
  const positions = new Set<number>();
  for await (const { text } of tree.ofOwner(owner, kind)) {
    const removal = readRemovalLeaf(text, verifier);
    if (removal?.kind === kind && removal.owner === owner) positions.add(removal.seq);
  }
  return positions;
};

/** Whether the tree has a signed record of the deletion of the owner's account. */
export const isDeletionRecorded = async (leaves: OwnLeaves): Promise<boolean> =>
  (await removalsOf(leaves, 'deletion')).size > 0;

/** Whether signed removals explain that an owner's log has no entry up to `seq`. */
export const isRemovalRecorded = async (leaves: OwnLeaves, seq: number): Promise<boolean> =>
  (await isDeletionRecorded(leaves)) ||
  Math.max(0, ...(await removalsOf(leaves, 'retention'))) >= seq;

/** Whether the tree has entries of the owner. */
export const hasLeaves = async (leaves: OwnLeaves): Promise<boolean> => {
  for await (const _leaf of leaves.tree.ofOwner(leaves.owner, 'entry')) return true;
  return false;
};

/**
 * Compares entries with the leaves of their owner while they are read, both in order of position.
 *
 * @param range.from entries up to here were removed from the chain; those in the tree need a recorded removal
 * @param range.upTo entries up to here must be in the tree
 */
export const checkAgainstTree = async (
  leaves: OwnLeaves,
  inOrder: AsyncIterable<ChainedEntry>,
  range: { from: number; upTo: number },
) => {
  const retained = Math.max(0, ...(await removalsOf(leaves, 'retention')));
  const erased = await removalsOf(leaves, 'erasure');
  const inTree = leaves.tree.ofOwner(leaves.owner, 'entry');
  // Read before the entries, so that entries recorded in between do not count as missing.
  const newest = (await leaves.tree.lastEntry(leaves.owner))?.seq ?? 0;
  let leaf: StoredLeaf | undefined;
  let found: TreeFault | null = null;

  const advance = async (): Promise<void> => {
    const next = await inTree.next();
    const isOver = next.done === true || (next.value.seq ?? 0) > newest;
    leaf = isOver ? undefined : next.value;
  };
  const withoutEntry = (position: number): TreeFault | null => {
    if (position > range.from) return fault(position, 'is missing');
    return position <= retained ? null : fault(position, 'was removed without a record of it');
  };
  /** Faults of leaves before `position`. */
  const skipTo = async (position: number): Promise<void> => {
    while (leaf !== undefined && (leaf.seq ?? 0) < position) {
      found ??= withoutEntry(readEntryLeaf(leaf.text)?.seq ?? leaf.seq ?? 0);
      await advance();
    }
  };
  const compare = (entry: ChainedEntry): TreeFault | null => {
    if (leaf?.seq !== entry.seq)
      return entry.seq <= range.upTo ? fault(entry.seq, 'is not in the tree') : null;
    if (leaf.text !== entryLeafText(leaves.owner, entry))
      return fault(entry.seq, 'is not the one in the tree');
    if (entry.erasure && !erased.has(entry.seq))
      return fault(entry.seq, 'was erased without a record of it');
    return null;
  };

  const entries = async function* (): AsyncGenerator<ChainedEntry> {
    await advance();
    for await (const entry of inOrder) {
      const position = readable(() => entry.seq, 0);
      await skipTo(position);
      found ??= compare(entry);
      if (leaf?.seq === position) await advance();
      yield entry;
    }
    await skipTo(Number.POSITIVE_INFINITY);
  };

  return {
    entries: entries(),
    /** The first fault; call it once the entries have been read. */
    fault: (): TreeFault | null => found,
  };
};
