import { erasureText, type ChainedEntry, type ChainPoint } from './chain/chain.js';
import { isOfRotation, type Verifier } from './chain/signing.js';
import { readable, verifyChain, type Chain, type ChainReport } from './chain/verify.js';
import type { AuditContext } from './context.js';
import { appendLeaf } from './tree/append.js';
import { checkAgainstTree, hasLeaves, isDeletionRecorded } from './tree/check-owner.js';
import { keyUnknown } from './tree/current.js';
import { integrateOwner } from './tree/integrate.js';
import { ownerTag, removalLeaf, type RemovalKind } from './tree/leaf.js';

type Stored = Pick<AuditContext, 'entries' | 'chains' | 'tree'> & { signer: Verifier };

/** Verifies a chain, and that it has every entry of its owner that is in the tree. */
const verifyPresent = async (
  { entries, tree, signer }: Stored,
  chain: Chain,
  upTo: number,
): Promise<ChainReport> => {
  const leaves = { tree, verifier: signer, owner: ownerTag(chain.ownerUid) };
  const from = readable(() => chain.base.seq, 0);
  const inOrder = entries.inOrder(chain.ownerUid, from);
  const check = await checkAgainstTree(leaves, inOrder, { from, upTo });
  const report = await verifyChain(chain, check.entries, signer);
  const { unknownKeys, ...known } = report;
  const fault = report.isValid || unknownKeys ? check.fault() : null;
  if (!fault) return report;
  return { ...known, ...fault, isValid: false };
};

/**
 * Verifies an owner's log. Entries up to `upTo` must be in the tree. Without a chain, the log is valid only if it has no
 * entries, nor the tree, or if the tree has a record of the account's deletion. Entries may remain while it is carried out.
 */
export const verifyOwner = async (
  stored: Stored,
  ownerUid: string,
  upTo = 0,
): Promise<ChainReport> => {
  const { entries, chains, tree, signer } = stored;
  const chain = await chains.get(ownerUid);
  if (chain) {
    const report = await verifyPresent(stored, chain, upTo);
    // The account may have been deleted while its log was read.
    const isGone = !report.isValid && (await chains.get(ownerUid)) === null;
    return isGone ? verifyOwner(stored, ownerUid, upTo) : report;
  }
  const report = { length: 0, firstBroken: -1, detail: '', head: '' };
  const leaves = { tree, verifier: signer, owner: ownerTag(ownerUid) };
  if (await isDeletionRecorded(leaves)) return { ...report, isValid: true };
  const hasEntries = (await entries.last(ownerUid)) !== null;
  if (!hasEntries && !(await hasLeaves(leaves))) return { ...report, isValid: true };
  const detail = hasEntries
    ? 'The beginning of the log is missing.'
    : 'The log was removed without a record of its removal.';
  return { ...report, isValid: false, firstBroken: 1, detail };
};

/**
 * Verifies an owner's log, all recorded entries of which must be in the tree.
 *
 * @throws ServiceError `unavailable` if the log is sound except for the unknown key of a rotation
 */
export const verifyRecorded = async (
  context: AuditContext,
  ownerUid: string,
): Promise<ChainReport> => {
  const chain = await context.chains.get(ownerUid);
  await integrateOwner(context, ownerUid);
  const { unknownKeys, ...report } = await verifyOwner(context, ownerUid, chain?.checkpoint?.seq);
  const now = context.now();
  if (unknownKeys?.every((point) => isOfRotation(context.signer, point, now))) throw keyUnknown();
  return report;
};

/** Records a removal in the tree before it is carried out. The entries concerned must be in the tree. */
export const announceRemoval = async (
  { tree, signer, now }: AuditContext,
  kind: RemovalKind,
  ownerUid: string,
  { seq, hash }: ChainPoint,
): Promise<void> => {
  const removal = { kind, owner: ownerTag(ownerUid), seq, hash, at: now() };
  await appendLeaf(tree, removalLeaf(signer, removal));
};

/** Erases the personal fields of one entry. */
export const eraseEntry = async (context: AuditContext, entry: ChainedEntry): Promise<void> => {
  const { entries, signer, now } = context;
  const at = now();
  await announceRemoval(context, 'erasure', entry.ownerUid, entry);
  await entries.erase(entry.id, { at, ...signer.sign(erasureText(entry, at)) });
};

const erasureBatch = 200;

const eraseStored = async (context: AuditContext, email: string): Promise<number> => {
  for (let erased = 0; ;) {
    const batch = await context.entries.withAccessor(email, erasureBatch);
    if (batch.length === 0) return erased;
    for (const entry of batch) await eraseEntry(context, entry);
    erased += batch.length;
  }
};

/** Events younger than this, such as those of a running transfer, are stored without checking the erasures. */
export const maxLiveMs = 60_000;
/** The clocks of the processes that publish, record and erase may differ by this much. */
const clockSkewMs = 5_000;

/**
 * Erases the personal fields of every entry with this e-mail address, in all logs. The chains stay valid. Earlier events
 * that are delivered later, such as redriven dead letters, are stored without the fields. A second pass, after `maxLiveMs`,
 * erases what live events have stored without checking the erasures. Resolves to the number of entries.
 */
export const erasePerson = async (
  context: AuditContext,
  email: string,
  pause: (ms: number) => Promise<void>,
): Promise<number> => {
  const { erasures, now } = context;
  // First: an entry stored from now on is either found below, or its writer finds this mark after the insert.
  await erasures.add(email, now());
  const erased = await eraseStored(context, email);
  await pause(maxLiveMs + clockSkewMs);
  return erased + (await eraseStored(context, email));
};

/** Deletes an owner's log; a tombstone rejects late events, a leaf of the tree records the deletion. */
export const removeOwner = async (context: AuditContext, ownerUid: string): Promise<void> => {
  const { entries, chains, ends, now } = context;
  for (let isMarked = false; !isMarked;) {
    const chain = await chains.get(ownerUid);
    if (chain) {
      await integrateOwner(context, ownerUid);
      const last = (await entries.last(ownerUid)) ?? chain.base;
      await announceRemoval(context, 'deletion', ownerUid, last);
    }
    ends.forget(ownerUid);
    isMarked = await chains.markDeleted(ownerUid, now(), { hadChain: chain !== null });
  }
  await entries.removeAll(ownerUid);
};
