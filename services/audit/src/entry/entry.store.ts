import { Schema, type Connection } from 'mongoose';
import { isDuplicateKey } from '@tandem/kit/mongo';
import type { DeliveryStanding } from '@tandem/proto/browser/audit/audit-events';
import type { ChainedEntry, ChainPoint, Erasure } from '../chain/chain.js';
import { noPersonalData } from './entry.js';

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

  return {
    /** `known`: the entry exists at some position. `taken`: another entry has this position. */
    insert: async ({ id, ...fields }: ChainedEntry): Promise<'done' | 'known' | 'taken'> => {
      try {
        await model.collection.insertOne({ _id: id as never, ...fields });
        return 'done';
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        return (await model.exists({ _id: id })) ? 'known' : 'taken';
      }
    },

    last: (ownerUid: string) => lastPoint({ ownerUid }),

    at: (ownerUid: string, seq: number): Promise<(ChainPoint & { createdAt: Date }) | null> =>
      model
        .findOne({ ownerUid, seq }, { ...pointOnly, createdAt: 1 })
        .lean<ChainPoint & { createdAt: Date }>(),

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

    owners: async (): Promise<string[]> => (await model.distinct('ownerUid')).sort(),

    list: async (ownerUid: string, limit: number, before: Date | undefined) => {
      const rows = await model
        .find({ ownerUid, ...(before && { createdAt: { $lt: before } }) })
        .sort({ createdAt: -1, seq: -1 })
        .limit(limit)
        .lean<EntryRow[]>();
      return rows.map(fromRow);
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

    newestFirst: (ownerUid: string) => stream({ ownerUid }, { createdAt: -1, seq: -1 }),

    /** In chain order, after `seq`. */
    inOrder: (ownerUid: string, seq: number) => stream({ ownerUid, seq: { $gt: seq } }, { seq: 1 }),

    ownersWithEntriesBefore: async (cutoff: Date, limit: number): Promise<string[]> => {
      const rows = await model
        .find({ createdAt: { $lt: cutoff } }, { ownerUid: 1 })
        .sort({ createdAt: 1 })
        .limit(limit)
        .lean<EntryRow[]>();
      return [...new Set(rows.map(({ ownerUid }) => ownerUid))];
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
      const exactly = email.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      const rows = await model
        .find({ 'personal.accessorEmail': { $regex: `^${exactly}$`, $options: 'i' } })
        .limit(limit)
        .lean<EntryRow[]>();
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
