import type { ChainStore } from './chain/chain.store.js';
import { chainAfter, erasureText, genesis, type ChainPoint } from './chain/chain.js';
import type { Incident } from './entry/entry.js';
import type { EntryStore } from './entry/entry.store.js';
import type { Signer, Verifier } from './chain/signing.js';
import {
  pointText,
  readable,
  verifyChain,
  type ChainReport,
  type PointKind,
} from './chain/verify.js';

/** Parts of the audit log. */
export interface AuditContext {
  entries: EntryStore;
  chains: ChainStore;
  signer: Signer;
  now: () => Date;
}

export const signPoint = (
  { signer, now }: AuditContext,
  kind: PointKind,
  ownerUid: string,
  { seq, hash }: ChainPoint,
) => {
  const point = { seq, hash, at: now() };
  return { ...point, ...signer.sign(pointText(kind, ownerUid, point)) };
};

/** Replicas conflict only when they append for the same owner at the same time. */
const maxRaces = 200;

/** The point to sign once the incident is appended; null for a deleted owner. */
type Appended = ChainPoint | null | 'taken';

/** `taken` if another writer has taken the position. */
const tryAppend = async (context: AuditContext, incident: Incident): Promise<Appended> => {
  const { entries, chains } = context;
  const { ownerUid } = incident;
  const firstBase = () => signPoint(context, 'base', ownerUid, genesis(ownerUid));
  const head = (await entries.last(ownerUid)) ?? (await chains.open(ownerUid, firstBase));
  if (head === null) return null;
  const entry = chainAfter(head, incident);
  const outcome = await entries.insert(entry);
  if (outcome === 'taken') return 'taken';
  return outcome === 'done' ? entry : entries.last(ownerUid);
};

/**
 * Appends without a transaction: reads the end of the chain and inserts the entry after it. The unique
 * index on (owner, position) admits one of several writers; the others read again and take the next
 * position. An entry and its link are one document, so a crash leaves both or neither. The checkpoint is
 * written before the event is acknowledged: after a crash in between, the event is redelivered, its entry
 * already exists, and the end of the chain is signed then.
 */
export const record = async (context: AuditContext, incident: Incident): Promise<void> => {
  const { ownerUid } = incident;
  let point: Appended = 'taken';
  for (let race = 0; point === 'taken'; race += 1) {
    if (race === maxRaces) throw new Error('no place in the chain after many races');
    point = await tryAppend(context, incident);
  }
  if (point === null) return;
  const checkpoint = signPoint(context, 'checkpoint', ownerUid, point);
  if (await context.chains.saveCheckpoint(ownerUid, checkpoint)) return;
  // The owner may have been deleted between the read and the insert.
  if (await context.chains.isBuried(ownerUid)) await context.entries.removeAll(ownerUid);
};

/** Valid and empty for an unknown owner. */
export const verifyOwner = async (
  { entries, chains, signer }: Pick<AuditContext, 'entries' | 'chains'> & { signer: Verifier },
  ownerUid: string,
): Promise<ChainReport> => {
  const chain = await chains.get(ownerUid);
  if (chain) {
    const from = readable(() => chain.base.seq, 0);
    return verifyChain(chain, entries.inOrder(ownerUid, from), signer);
  }
  const report = { length: 0, firstBroken: -1, detail: '', head: '' };
  if ((await entries.last(ownerUid)) === null) return { ...report, isValid: true };
  const detail = 'The beginning of the log is missing.';
  return { ...report, isValid: false, firstBroken: 1, detail };
};

const erasureBatch = 200;

/**
 * Erases the personal fields of every entry with this e-mail address, in all logs. The chains stay valid.
 * Resolves to the number of entries.
 */
export const erasePerson = async (context: AuditContext, email: string): Promise<number> => {
  const { entries, signer, now } = context;
  for (let erased = 0; ;) {
    const batch = await entries.withAccessor(email, erasureBatch);
    if (batch.length === 0) return erased;
    for (const entry of batch) {
      const at = now();
      await entries.erase(entry.id, { at, ...signer.sign(erasureText(entry, at)) });
    }
    erased += batch.length;
  }
};

/** Deletes an owner's log; a tombstone rejects late events. */
export const removeOwner = async (
  { entries, chains, now }: AuditContext,
  ownerUid: string,
): Promise<void> => {
  await chains.bury(ownerUid, now());
  await entries.removeAll(ownerUid);
};
