import { hashedText, type ChainPoint } from '../chain/chain.js';
import { readable } from '../chain/verify.js';
import type { AuditContext } from '../context.js';
import { currentTree, damaged } from './current.js';
import type { SignedHead } from './head.js';
import { integrateOwner } from './integrate.js';
import { entryLeaf, ownerTag } from './leaf.js';
import { consistencyPath, inclusionPath, type Subtree } from './merkle.js';
import type { StoredLeaf } from './tree.store.js';

export interface LeafProof {
  index: number;
  text: string;
  /** Base64url, from the leaf to the root. */
  path: string[];
}

export interface OwnerHead {
  head: SignedHead;
  /** From the size that the caller has; empty if that is 0, the same, or larger than the tree. */
  consistency: string[];
  /** The owner's newest entry; absent without entries. Its hash is that of `content`. */
  newest?: ChainPoint & { createdAt: Date; content: string; proof: LeafProof };
  /** Hash of the entry at the position that the caller asked about; absent if the log has none there. */
  ownHash?: string;
  /** The latest removal at the end of retention; absent without one. */
  retention?: LeafProof;
}

export const encodePath = (path: readonly Buffer[]): string[] =>
  path.map((hash) => hash.toString('base64url'));

export const proofOf = async (
  { index, text }: Pick<StoredLeaf, 'index' | 'text'>,
  { size }: SignedHead,
  subtree: Subtree,
): Promise<LeafProof> => ({
  index,
  text,
  path: encodePath(await inclusionPath(subtree, index, size)),
});

type Context = Pick<AuditContext, 'entries' | 'chains' | 'tree' | 'signer' | 'now' | 'heads'>;

/**
 * The owner's newest entry in the tree, if the log still has it.
 *
 * @throws ServiceError `audit-log-damaged` if its fields are not those that its hash covers
 */
const newestRecorded = async ({ entries, tree }: Context, ownerUid: string) => {
  const owner = ownerTag(ownerUid);
  const leaf = await tree.lastEntry(owner);
  const entry = leaf?.seq === undefined ? null : await entries.at(ownerUid, leaf.seq);
  if (!leaf || !entry || leaf.text !== entryLeaf(owner, entry).text) return null;
  const content = readable(() => hashedText(entry), null);
  if (content === null) throw damaged(new Error(`entry ${entry.seq} was changed`));
  const { seq, hash, createdAt } = entry;
  return { leaf, entry: { seq, hash, createdAt, content } };
};

/** The signed tree with what an owner needs to compare it with an earlier head. */
export const ownerHead = async (
  context: Context,
  request: { ownerUid: string; fromSize: number; ownSeq: number },
): Promise<OwnerHead> => {
  const { entries, tree } = context;
  const { ownerUid, fromSize, ownSeq } = request;
  await integrateOwner(context, ownerUid);
  const newest = await newestRecorded(context, ownerUid);
  const own = ownSeq > 0 ? await entries.at(ownerUid, ownSeq) : null;
  // After the entries: a removal is recorded before it is carried out.
  const retention = await tree.lastRetention(ownerTag(ownerUid));
  // Last: its size covers every leaf read above.
  const { head, subtree } = await currentTree(context);
  const isBehind = fromSize > 0 && fromSize < head.size;
  return {
    head,
    consistency: isBehind ? encodePath(await consistencyPath(subtree, fromSize, head.size)) : [],
    ...(newest && {
      newest: { ...newest.entry, proof: await proofOf(newest.leaf, head, subtree) },
    }),
    ...(own && { ownHash: own.hash }),
    ...(retention && { retention: await proofOf(retention, head, subtree) }),
  };
};
