import { eraseEntry, maxLiveMs } from './audit-log.js';
import { chainAfter, genesis, type ChainedEntry, type ChainPoint } from './chain/chain.js';
import { signPoint } from './chain/sign-point.js';
import type { AuditContext } from './context.js';
import { noPersonalData, type Incident } from './entry/entry.js';

/** Replicas conflict only when they append for the same owner at the same time. */
const maxRaces = 200;

/** The incidents of persons that were erased after the event. Live events need no read. */
const erasedAmong = async (
  { erasures, now }: AuditContext,
  incidents: readonly Incident[],
): Promise<Set<Incident>> => {
  const liveSince = new Date(now().getTime() - maxLiveMs);
  const late = incidents.filter(
    ({ createdAt, personal }) => personal.accessorEmail !== null && createdAt < liveSince,
  );
  if (late.length === 0) return new Set();
  const isErased = await erasures.load();
  return new Set(
    late.filter(({ createdAt, personal }) => isErased(personal.accessorEmail ?? '', createdAt)),
  );
};

/** The incidents without the personal fields of persons that were erased after the event. */
const withoutErased = async (
  context: AuditContext,
  incidents: readonly Incident[],
): Promise<readonly Incident[]> => {
  const erased = await erasedAmong(context, incidents);
  return incidents.map((incident) =>
    erased.has(incident) ? { ...incident, personal: noPersonalData } : incident,
  );
};

/** Erases the stored entries of persons that were erased between the read of the erasures and the insert. */
const eraseStored = async (
  context: AuditContext,
  incidents: readonly Incident[],
): Promise<void> => {
  const erased = await erasedAmong(context, incidents);
  if (erased.size === 0) return;
  const ids = [...erased].map(({ id }) => id);
  for (const entry of await context.entries.personalAmong(ids)) await eraseEntry(context, entry);
};

/** The end of a chain; null for a deleted owner. */
const endOf = async (context: AuditContext, ownerUid: string): Promise<ChainPoint | null> => {
  const { ends, entries, chains } = context;
  const firstBase = () => signPoint(context, 'base', ownerUid, genesis(ownerUid));
  return (
    ends.get(ownerUid) ?? (await entries.last(ownerUid)) ?? (await chains.open(ownerUid, firstBase))
  );
};

/** Links incidents, in order, to the ends of their owners' chains; omits those of deleted owners. */
const linkAll = async (
  context: AuditContext,
  incidents: readonly Incident[],
): Promise<ChainedEntry[]> => {
  const ends = new Map<string, ChainPoint | null>();
  const linked: ChainedEntry[] = [];
  for (const incident of incidents) {
    const { ownerUid } = incident;
    let end = ends.get(ownerUid);
    if (end === undefined) end = await endOf(context, ownerUid);
    const entry = end && chainAfter(end, incident);
    ends.set(ownerUid, entry);
    if (entry) linked.push(entry);
  }
  return linked;
};

const ownersOf = (entries: readonly ChainedEntry[]): Set<string> =>
  new Set(entries.map(({ ownerUid }) => ownerUid));

/** Appends all incidents that are not in a log yet. Resolves to the ends of the chains to sign. */
const appendAll = async (
  context: AuditContext,
  incidents: readonly Incident[],
): Promise<Map<string, ChainPoint>> => {
  const { entries, ends } = context;
  const appended = new Map<string, ChainPoint>();
  const note = (ownerUid: string, point: ChainPoint) => {
    ends.set(ownerUid, point);
    appended.set(ownerUid, point);
  };
  let rest: readonly Incident[] = [...new Map(incidents.map((one) => [one.id, one])).values()];
  for (let races = 0; ;) {
    const linked = await linkAll(context, rest);
    if (linked.length === 0) break;
    if (await entries.insertInOrder(linked)) {
      for (const entry of linked) note(entry.ownerUid, entry);
      break;
    }
    for (const { ownerUid } of linked) ends.forget(ownerUid);
    const known = await entries.known(linked.map(({ id }) => id));
    // None was inserted: another writer has taken the first position.
    if (known.size === 0) races += 1;
    if (races === maxRaces)
      throw new Error('could not append to the chain: another writer was faster at every attempt');
    for (const ownerUid of ownersOf(linked.filter(({ id }) => known.has(id)))) {
      const last = await entries.last(ownerUid);
      if (last) note(ownerUid, last);
    }
    rest = linked.filter(({ id }) => !known.has(id));
  }
  return appended;
};

/**
 * Appends without a transaction: links the entries to the end of their chains and inserts them in order. The unique
 * index on (owner, position) admits one of several writers; the others read the end again and take the next position.
 * An entry and its link are one document, so a crash leaves the first entries and no gap. The checkpoint is written
 * before the events are acknowledged: after a crash in between, the events are redelivered, their entries already
 * exist, and the end of the chain is signed then.
 */
export const recordAll = async (
  context: AuditContext,
  incidents: readonly Incident[],
): Promise<void> => {
  const { chains, entries, ends } = context;
  const appended = await appendAll(context, await withoutErased(context, incidents));
  await eraseStored(context, incidents);
  const checkpoints = [...appended].map(([ownerUid, point]) => ({
    ownerUid,
    checkpoint: signPoint(context, 'checkpoint', ownerUid, point),
  }));
  if (await chains.saveCheckpoints(checkpoints)) return;
  // An owner may have been deleted between the read and the insert.
  for (const ownerUid of await chains.deletedAmong([...appended.keys()])) {
    ends.forget(ownerUid);
    await entries.removeAll(ownerUid);
  }
};

export const record = (context: AuditContext, incident: Incident): Promise<void> =>
  recordAll(context, [incident]);
