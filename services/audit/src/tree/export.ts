import { ServiceError } from '@tandem/kit';
import type { ChainedEntry } from '../chain/chain.js';
import { baseSeqOf, type Chain } from '../chain/verify.js';
import type { AuditContext } from '../context.js';
import { currentTree, type CurrentTree } from './current.js';
import { integrateOwner } from './integrate.js';
import { ownerTag } from './leaf.js';
import { consistencyPath } from './merkle.js';
import { encodePath, proofOf, type LeafProof } from './owner-head.js';
import type { StoredLeaf } from './tree.store.js';

/** A row of an export: an entry with its proof. */
export interface ExportedEntry {
  entry: ChainedEntry;
  /** Proof of the leaf at the entry's position, and of the erasure of an erased entry; null without a leaf. */
  proof: (Pick<LeafProof, 'index' | 'path'> & { erasure?: LeafProof }) | null;
  /** On the first row: the signed tree and the bounds of the owner's log. Null if the log is damaged. */
  log: ExportedLog | null;
}

export interface ExportedLog extends Pick<Chain, 'ownerUid' | 'base'> {
  head: CurrentTree['head'] & { publicKey: string };
  /** The newest entry of the log at this head. */
  lastSeq: number;
  /** From the head that the owner's browser remembers. */
  consistency: Continuation | null;
  /** From the heads of earlier exports. */
  earlier: Continuation[];
  /** The latest removal of entries at the end of their retention. */
  retention: LeafProof | null;
}

/** Proof that the tree continues the one of an earlier head: RFC 9162, 2.1.4. */
interface Continuation {
  fromSize: number;
  path: string[];
}

/** Sizes of earlier heads; the export proves that its tree continues them. */
export interface EarlierSizes {
  /** 0 without one. */
  fromSize: number;
  earlierSizes: readonly number[];
}

const batchSize = 200;

async function* inBatches<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Null for a damaged tree: the log is then exported without proofs. */
const provableTree = async (context: AuditContext): Promise<CurrentTree | null> => {
  try {
    return await currentTree(context);
  } catch (error) {
    if (error instanceof ServiceError && error.reason === 'audit-log-damaged') return null;
    throw error;
  }
};

/** Null for a leaf that is missing, or that was added after the head was signed. */
const proofUnder = async (
  current: CurrentTree | null,
  leaf: StoredLeaf | undefined,
): Promise<LeafProof | null> =>
  current && leaf && leaf.index < current.head.size
    ? proofOf(leaf, current.head, current.subtree)
    : null;

/** Null for an empty tree, and for a tree that is larger than this one. */
const continuationOf = async (
  { head, subtree }: CurrentTree,
  fromSize: number,
): Promise<Continuation | null> =>
  fromSize > 0 && fromSize <= head.size
    ? { fromSize, path: encodePath(await consistencyPath(subtree, fromSize, head.size)) }
    : null;

const describeLog = async (
  context: AuditContext,
  { ownerUid, base, checkpoint }: Chain,
  current: CurrentTree,
  { fromSize, earlierSizes, retention }: EarlierSizes & { retention: StoredLeaf | null },
): Promise<ExportedLog> => {
  const { head, subtree } = current;
  const earlier: Continuation[] = [];
  for (const size of earlierSizes) {
    const continuation = await continuationOf(current, size);
    if (continuation) earlier.push(continuation);
  }
  return {
    ownerUid,
    base,
    head: { ...head, publicKey: context.signer.rawPublicKey },
    lastSeq: checkpoint?.seq ?? base.seq,
    consistency: await continuationOf(current, fromSize),
    earlier,
    retention: retention && (await proofOf(retention, head, subtree)),
  };
};

const seqsOf = (entries: readonly ChainedEntry[]): number[] => entries.map(({ seq }) => seq);

/** An owner's entries under one signed head, newest first. */
export const exportedEntries = async function* (
  context: AuditContext,
  { ownerUid, ...sizes }: EarlierSizes & { ownerUid: string },
): AsyncGenerator<ExportedEntry> {
  const owner = ownerTag(ownerUid);
  const chain = await context.chains.get(ownerUid);
  await integrateOwner(context, ownerUid);
  const retention = await context.tree.lastRetention(owner);
  const current = await provableTree(context);
  let log =
    chain && current ? await describeLog(context, chain, current, { ...sizes, retention }) : null;
  const baseSeq = baseSeqOf(chain);
  const lastSeq = chain?.checkpoint?.seq ?? Number.POSITIVE_INFINITY;
  for await (const batch of inBatches(context.entries.newestFirst(ownerUid))) {
    // Entries recorded since belong to a later head; those before the base are about to be deleted.
    const entries = batch.filter(({ seq }) => seq > baseSeq && seq <= lastSeq);
    const erased = entries.filter(({ erasure }) => erasure);
    const recorded = await context.tree.ofEntries(owner, 'entry', seqsOf(entries));
    const erasures = await context.tree.ofEntries(owner, 'erasure', seqsOf(erased));
    for (const entry of entries) {
      const proven = await proofUnder(current, recorded.get(entry.seq));
      const erasure = await proofUnder(current, erasures.get(entry.seq));
      const proof = proven && {
        index: proven.index,
        path: proven.path,
        ...(erasure && { erasure }),
      };
      yield { entry, proof, log };
      log = null;
    }
  }
};
