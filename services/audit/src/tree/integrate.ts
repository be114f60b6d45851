import { baseSeqOf, readable, type PendingChain } from '../chain/verify.js';
import type { AuditContext } from '../context.js';
import { appendLeaves } from './append.js';
import { entryLeaf, ownerTag, removalLeaf, type Leaf } from './leaf.js';

type Context = Pick<AuditContext, 'entries' | 'chains' | 'tree' | 'signer'>;

const batchSize = 500;

const lastInTree = async ({ tree }: Context, chain: PendingChain): Promise<number> => {
  const { ownerUid, treeSeq } = chain;
  const known = Number.isSafeInteger(treeSeq)
    ? treeSeq
    : (await tree.lastEntry(ownerTag(ownerUid)))?.seq;
  return Math.max(known ?? 0, baseSeqOf(chain));
};

interface Batch {
  leaves: Leaf[];
  /** Entries up to here are in the tree once the leaves are. */
  seq: number;
}

/**
 * Leaves of the entries after the last one in the tree, with their erasures from before the tree existed. What a tampered
 * row makes unreadable is left out: verification reports it.
 */
const nextBatch = async (context: Context, chain: PendingChain): Promise<Batch> => {
  const { ownerUid, checkpoint } = chain;
  const owner = ownerTag(ownerUid);
  const last = await lastInTree(context, chain);
  if (!checkpoint || checkpoint.seq <= last) return { leaves: [], seq: last };
  // The usual case: one new entry, which is the signed end of the chain.
  if (checkpoint.seq === last + 1 && chain.treeSeq !== undefined)
    return { leaves: [entryLeaf(owner, checkpoint)], seq: checkpoint.seq };
  const points = await context.entries.points(ownerUid, last, checkpoint.seq, batchSize);
  const erasureLeaves = ({ erasure, ...point }: (typeof points)[number]) =>
    erasure
      ? [removalLeaf(context.signer, { kind: 'erasure', owner, ...point, at: erasure.at })]
      : [];
  const leaves = points.flatMap((point) => [
    entryLeaf(owner, point),
    ...readable(() => erasureLeaves(point), []),
  ]);
  const seq = points.length < batchSize ? checkpoint.seq : (points.at(-1)?.seq ?? last);
  return { leaves, seq };
};

const integrateChains = async (
  context: Context,
  pending: readonly PendingChain[],
): Promise<number> => {
  const batches: Batch[] = [];
  for (const chain of pending) batches.push(await nextBatch(context, chain));
  const leaves = batches.flatMap((batch) => batch.leaves);
  await appendLeaves(context.tree, leaves);
  await context.chains.settle(
    pending.map(({ ownerUid }, at) => ({ ownerUid, seq: batches[at]?.seq ?? 0 })),
  );
  return leaves.length;
};

const maxChains = 200;

/**
 * Moves recorded entries into the tree, in the order of each chain. Safe on any number of replicas and at any crash: a
 * chain stays pending until its leaves are stored, and a leaf is stored once. Ends when a round adds nothing.
 */
export const integrate = async (context: Context): Promise<number> => {
  for (let total = 0; ;) {
    const added = await integrateChains(context, await context.chains.pending(maxChains));
    if (added === 0) return total;
    total += added;
  }
};

/** Moves all recorded entries of one owner into the tree. */
export const integrateOwner = async (context: Context, ownerUid: string): Promise<void> => {
  for (let added = 1; added > 0;) {
    const chain = await context.chains.pendingOf(ownerUid);
    added = chain ? await integrateChains(context, [chain]) : 0;
  }
};
