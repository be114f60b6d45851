import type { ChainStore } from './chain.store.js';
import { chainAfter, erasureText, genesis, type ChainPoint } from './chain.js';
import type { Incident } from './entry.js';
import type { EntryStore } from './entry.store.js';
import type { Signer } from './signing.js';
import { pointText, verifyChain, type ChainReport, type PointKind } from './verify.js';

/** What the log is made of. */
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

/** Replicas race for a place only when they record for one owner at one moment. */
const maxRaces = 200;

/**
 * Append without a transaction: read the end of the chain, insert the entry after it. The unique index
 * on (owner, position) lets one of several writers through, the others look again and take the next
 * place. An entry and its link are one document, so a crash leaves either both or neither, and an
 * event that is delivered again finds its entry there.
 */
export const record = async (context: AuditContext, incident: Incident): Promise<void> => {
  const { entries, chains } = context;
  const { ownerUid } = incident;
  const firstBase = () => signPoint(context, 'base', ownerUid, genesis(ownerUid));
  for (let race = 0; race < maxRaces; race += 1) {
    const isKnown = await entries.has(incident.id);
    if (!isKnown) {
      const head = (await entries.last(ownerUid)) ?? (await chains.open(ownerUid, firstBase));
      if (!head) return;
      if ((await entries.insert(chainAfter(head, incident))) === 'taken') continue;
    }
    // Still before the event is acknowledged: a crash in between comes back here.
    await chains.markDirty(ownerUid, context.now());
    return;
  }
  throw new Error('no place in the chain after many races');
};

/** Valid and empty for an owner of whom nothing is known. */
export const verifyOwner = async (
  { entries, chains, signer }: AuditContext,
  ownerUid: string,
): Promise<ChainReport> => {
  const chain = await chains.get(ownerUid);
  if (!chain) return { isValid: true, length: 0, firstBroken: -1, detail: '', head: '' };
  return verifyChain(chain, entries.inOrder(ownerUid, chain.base.seq), signer);
};

const erasureBatch = 200;

/**
 * Wipe the personal fields of every entry that names this e-mail address, in all logs. The chains stay
 * valid. Resolves to the number of entries.
 */
export const erasePerson = async (context: AuditContext, email: string): Promise<number> => {
  const { entries, signer, now } = context;
  const spellings = [...new Set([email, email.toLowerCase()])];
  for (let erased = 0; ;) {
    const batch = await entries.withAccessor(spellings, erasureBatch);
    if (batch.length === 0) return erased;
    for (const entry of batch) {
      const at = now();
      await entries.erase(entry.id, { at, ...signer.sign(erasureText(entry, at)) });
    }
    erased += batch.length;
  }
};

/** Everything of an owner; their late events find a tombstone. */
export const removeOwner = async (
  { entries, chains, now }: AuditContext,
  ownerUid: string,
): Promise<void> => {
  await chains.bury(ownerUid, now());
  await entries.removeAll(ownerUid);
};
