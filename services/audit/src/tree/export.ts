import { ServiceError } from '@tandem/kit';
import type { ChainedEntry } from '../chain/chain.js';
import type { Chain } from '../chain/verify.js';
import type { AuditContext } from '../context.js';
import { currentTree, type CurrentTree } from './current.js';
import { integrateOwner } from './integrate.js';
import { ownerTag } from './leaf.js';
import { consistencyPath } from './merkle.js';
import { encodePath, proofOf, type LeafProof } from './owner-head.js';
import type { StoredLeaf } from './tree.store.js';

/** A row of an export: an entry with what proves it. */
export interface ExportedEntry {
  entry: ChainedEntry;
  /** Proof of the leaf at the entry's position; null without one. */
  proof: Pick<LeafProof, 'index' | 'path'> | null;
  /** On the first row: the signed tree and the bounds of the owner's log. Null if the log is damaged. */
  log: ExportedLog | null;
}

export interface ExportedLog extends Pick<Chain, 'ownerUid' | 'base'> {
  head: CurrentTree['head'] & { publicKey: string };
  /** The newest entry of the log at this head. */
  lastSeq: number;
  /** From an earlier head of the owner. */
  consistency: { fromSize: number; path: string[] } | null;
  /** The latest removal of entries at the end of their retention. */
  retention: LeafProof | null;
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

/** Null for a log that cannot be proven; it is exported without proofs. */
const provableTree = async (context: AuditContext): Promise<CurrentTree | null> => {
  try {
    return await currentTree(context);
  } catch (error) {
    if (error instanceof ServiceError && error.reason === 'audit-log-damaged') return null;
    throw error;
  }
};

const describeLog = async (
  context: AuditContext,
  { ownerUid, base, checkpoint }: Chain,
  { head, subtree }: CurrentTree,
  earlier: { fromSize: number; retention: StoredLeaf | null },
): Promise<ExportedLog> => {
  const { fromSize, retention } = earlier;
  const isBehind = fromSize > 0 && fromSize <= head.size;
  return {
    ownerUid,
    base,
    head: { ...head, publicKey: context.signer.rawPublicKey },
    lastSeq: checkpoint?.seq ?? base.seq,
    consistency: isBehind
      ? { fromSize, path: encodePath(await consistencyPath(subtree, fromSize, head.size)) }
      : null,
    retention: retention && (await proofOf(retention, head, subtree)),
  };
};

/** An owner's entries, newest first, as they are under one signed head. */
export const exportedEntries = async function* (
  context: AuditContext,
  { ownerUid, fromSize }: { ownerUid: string; fromSize: number },
): AsyncGenerator<ExportedEntry> {
  const owner = ownerTag(ownerUid);
  const chain = await context.chains.get(ownerUid);
  await integrateOwner(context, ownerUid);
  const retention = await context.tree.lastRetention(owner);
  const current = await provableTree(context);
  let log =
    chain && current ? await describeLog(context, chain, current, { fromSize, retention }) : null;
  const lastSeq = chain?.checkpoint?.seq ?? Number.POSITIVE_INFINITY;
  for await (const batch of inBatches(context.entries.newestFirst(ownerUid))) {
    // Entries recorded since belong to a later head.
    const entries = batch.filter(({ seq }) => seq <= lastSeq);
    const leaves = await context.tree.entries(
      owner,
      entries.map(({ seq }) => seq),
    );
    const bySeq = new Map(leaves.map((leaf) => [leaf.seq, leaf]));
    for (const entry of entries) {
      const leaf = bySeq.get(entry.seq);
      const proven =
        leaf && current && leaf.index < current.head.size
          ? await proofOf(leaf, current.head, current.subtree)
          : null;
      yield { entry, proof: proven && { index: proven.index, path: proven.path }, log };
      log = null;
    }
  }
};
