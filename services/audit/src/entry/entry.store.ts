import { containingPattern, escapePattern, isDuplicateKey } from '@tandem/kit/mongo';
import type { DeliveryStanding } from '@tandem/proto/browser/audit/audit-events';
import { Schema, type Connection } from 'mongoose';
import type { ChainedEntry, ChainPoint, Erasure } from '../chain/chain.js';
import { noPersonalData } from './entry.js';
import { pageEnd } from './page-end.js';

interface EntryRow extends Omit<ChainedEntry, 'id'> {
  _id: string;
}

const createModel = (connection: Connection) => {
  const schema = new Schema<EntryRow>(
    {
      _id: { type: String, required: true },
      ownerUid: String,
      seq: Number,
      createdAt: Date,
      eventType: String,
      eventStatus: String,
      shareId: String,
      filename: String,
      fileSize: String,
      personal: Schema.Types.Mixed,
      delivery: Schema.Types.Mixed,
      salts: Schema.Types.Mixed,
      commitments: Schema.Types.Mixed,
      prevHash: String,
      hash: String,
      erasure: Schema.Types.Mixed,
    },
    { versionKey: false, minimize: false },
  );
  // Two replicas cannot take the same position in a chain.
  schema.index({ ownerUid: 1, seq: 1 }, { unique: true });
  schema.index({ ownerUid: 1, createdAt: -1, seq: -1 });
  schema.index({ createdAt: 1 });
  schema.index({ 'personal.accessorEmail': 1 });
  schema.index({ 'delivery.deliveryId': 1 }, { sparse: true });
  return connection.model<EntryRow>('Entry', schema, 'entries');
};

const fromRow = ({ _id, ...row }: EntryRow): ChainedEntry => ({ id: _id, ...row });

/** What a list of entries is limited to; an empty text matches all. */
export interface EntryMatch {
  /** Part of one of the fields below, regardless of case. */
  search: string;
  eventType: string;
  eventStatus: string;
}

const searchedFields = ['filename', 'personal.accessorEmail', 'personal.ipAddress'] as const;

const matching = ({ search, eventType, eventStatus }: EntryMatch): Record<string, unknown> => ({
  ...(eventType !== '' && { eventType }),
  ...(eventStatus !== '' && { eventStatus }),
  ...(search !== '' && {
    $or: searchedFields.map((field) => ({
      [field]: { $regex: containingPattern(search), $options: 'i' },
    })),
  }),
});

const newestFirst = { createdAt: -1, seq: -1 } as const;
const cursorBatch = 500;
const pointOnly = { _id: 0, seq: 1, hash: 1 } as const;

export const createEntryStore = (connection: Connection) => {
  const model = createModel(connection);

  const lastPoint = async (filter: Record<string, unknown>): Promise<ChainPoint | null> => {
    const [last] = await model
      .find(filter, pointOnly)
      .sort({ seq: -1 })
      .limit(1)
      .lean<ChainPoint[]>();
    return last ?? null;
  };

  /** Reads one batch at a time. */
  const stream = async function* (
    filter: Record<string, unknown>,
    order: Record<string, 1 | -1>,
  ): AsyncGenerator<ChainedEntry> {
    const cursor = model
      .find(filter)
      .sort(order)
      .lean<EntryRow>()
      .cursor({ batchSize: cursorBatch });
    for await (const row of cursor) yield fromRow(row);
  };

  /** At most `limit` rows, newest first; more if all of them share one millisecond (`pageEnd`). */
  const readPage = async (
    filter: Record<string, unknown>,
    limit: number,
  ): Promise<{ rows: EntryRow[]; hasMore: boolean }> => {
    const found = await model
      .find(filter)
      .sort(newestFirst)
      .limit(limit + 1)
      .lean<EntryRow[]>();
    const end = pageEnd(found, limit);
    if (end === 0 && found.length > 0) return readPage(filter, 2 * limit);
    return { rows: found.slice(0, end), hasMore: found.length > end };
  };

  return {
    /**
     * Inserts in order and stops at the first entry that already exists or whose position is taken. Returns false then;
     * `known` returns the entries that exist. So a chain never has a gap.
     */
    insertInOrder: async (entries: readonly ChainedEntry[]): Promise<boolean> => {
      try {
        const rows = entries.map(({ id, ...fields }) => ({ _id: id as never, ...fields }));
        await model.collection.insertMany(rows, { ordered: true });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },

    /** The ids that are stored. */
    known: async (ids: readonly string[]): Promise<Set<string>> => {
      const rows = await model.find({ _id: { $in: [...ids] } }, { _id: 1 }).lean<EntryRow[]>();
      return new Set(rows.map(({ _id }) => _id));
    },

    last: (ownerUid: string) => lastPoint({ ownerUid }),

    at: async (ownerUid: string, seq: number): Promise<ChainedEntry | null> => {
      const row = await model.findOne({ ownerUid, seq }).lean<EntryRow>();
      return row && fromRow(row);
    },

    /** In chain order, after `after` up to `upTo`. */
    points: async (
      ownerUid: string,
      after: number,
      upTo: number,
      limit: number,
    ): Promise<(ChainPoint & { erasure?: Erasure })[]> =>
      model
        .find({ ownerUid, seq: { $gt: after, $lte: upTo } }, { ...pointOnly, erasure: 1 })
        .sort({ seq: 1 })
        .limit(limit)
        .lean<(ChainPoint & { erasure?: Erasure })[]>(),

    /** Read with a cursor: `distinct` replies with one document, which may not exceed 16 MiB. */
    owners: async (): Promise<string[]> => {
      const owners: string[] = [];
      const cursor = model
        .aggregate([{ $group: { _id: '$ownerUid' } }])
        .option({ allowDiskUse: true })
        .cursor<{ _id: string }>({ batchSize: cursorBatch });
      for await (const { _id } of cursor) owners.push(_id);
      return owners.sort();
    },

    /**
     * Newest first, and whether there are more. With a filter, also returns the other entries of each matching
     * delivery, at most `limit` more. If there are more, those older than the last match are left out: a caller who
     * continues before the last entry would miss the matches in between. Reads only entries of the owner, with positions
     * behind `after`.
     */
    list: async (
      ownerUid: string,
      { limit, before, after }: { limit: number; before: Date | undefined; after: number },
      match: EntryMatch,
    ): Promise<{ entries: ChainedEntry[]; hasMore: boolean }> => {
      const filter = matching(match);
      const inTime = before && { createdAt: { $lt: before } };
      const own = { ownerUid, seq: { $gt: after } };
      const { rows, hasMore } = await readPage({ ...own, ...filter, ...inTime }, limit);
      if (Object.keys(filter).length === 0) return { entries: rows.map(fromRow), hasMore };
      const lastMatch = rows.at(-1);
      const deliveries = rows.flatMap(({ delivery }) => delivery?.deliveryId || []);
      const others = await model
        .find({
          ...own,
          'delivery.deliveryId': { $in: [...new Set(deliveries)] },
          _id: { $nin: rows.map(({ _id }) => _id) },
          ...(hasMore && lastMatch && { createdAt: { $gte: lastMatch.createdAt } }),
        })
        .limit(limit)
        .lean<EntryRow[]>();
      const byNewest = (one: EntryRow, other: EntryRow): number =>
        other.createdAt.getTime() - one.createdAt.getTime() || other.seq - one.seq;
      return { entries: [...rows, ...others].sort(byNewest).map(fromRow), hasMore };
    },

    /** The owner whose log has a delivery that both sides confirmed; null without one. */
    ownerOfConfirmed: async (shareId: string, deliveryId: string): Promise<string | null> => {
      const standing: DeliveryStanding = 'confirmed';
      const found = await model
        .findOne(
          { shareId, 'delivery.deliveryId': deliveryId, 'delivery.standing': standing },
          { _id: 0, ownerUid: 1 },
        )
        .lean<{ ownerUid: string }>();
      return found?.ownerUid ?? null;
    },

    newestFirst: (ownerUid: string) => stream({ ownerUid }, newestFirst),

    /** In chain order, after `seq`. */
    inOrder: (ownerUid: string, seq: number) => stream({ ownerUid, seq: { $gt: seq } }, { seq: 1 }),

    /** Each owner once, by the oldest entry. Reads one batch at a time; entries may be removed in between. */
    ownersWithEntriesBefore: async function* (cutoff: Date): AsyncGenerator<string> {
      const known = new Set<string>();
      const cursor = model
        .find({ createdAt: { $lt: cutoff } }, { _id: 0, ownerUid: 1 })
        .sort({ createdAt: 1 })
        .lean<Pick<EntryRow, 'ownerUid'>>()
        .cursor({ batchSize: cursorBatch });
      for await (const { ownerUid } of cursor) {
        if (known.has(ownerUid)) continue;
        known.add(ownerUid);
        yield ownerUid;
      }
    },

    /** The first entry in the chain at or after `cutoff`. */
    firstSince: async (ownerUid: string, cutoff: Date): Promise<ChainPoint | null> => {
      const [first] = await model
        .find({ ownerUid, createdAt: { $gte: cutoff } }, pointOnly)
        .sort({ seq: 1 })
        .limit(1)
        .lean<ChainPoint[]>();
      return first ?? null;
    },

    lastBefore: (ownerUid: string, seq: number) => lastPoint({ ownerUid, seq: { $lt: seq } }),

    removeUpTo: async (ownerUid: string, seq: number): Promise<void> => {
      await model.deleteMany({ ownerUid, seq: { $lte: seq } });
    },

    removeAll: async (ownerUid: string): Promise<void> => {
      await model.deleteMany({ ownerUid });
    },

    /** Matches the address regardless of case. */
    withAccessor: async (email: string, limit: number): Promise<ChainedEntry[]> => {
      const rows = await model
        .find({ 'personal.accessorEmail': { $regex: `^${escapePattern(email)}$`, $options: 'i' } })
        .limit(limit)
        .lean<EntryRow[]>();
      return rows.map(fromRow);
    },

    /** Of these entries, those with an accessor. */
    personalAmong: async (ids: readonly string[]): Promise<ChainedEntry[]> => {
      const filter = { _id: { $in: [...ids] }, 'personal.accessorEmail': { $ne: null } };
      const rows = await model.find(filter).lean<EntryRow[]>();
      return rows.map(fromRow);
    },

    erase: async (id: string, erasure: Erasure): Promise<void> => {
      await model.updateOne(
        { _id: id },
        { $set: { personal: noPersonalData, salts: {}, erasure } },
      );
    },
  };
};

export type EntryStore = ReturnType<typeof createEntryStore>;
