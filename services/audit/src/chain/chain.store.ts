import { isDuplicateKey } from '@tandem/kit/mongo';
import { Schema, type Connection } from 'mongoose';
import type { Chain, PendingChain, SignedPoint } from './verify.js';

interface ChainRow {
  _id: string;
  base: SignedPoint;
  checkpoint?: SignedPoint;
  /** The owner is deleted; no more entries are accepted. */
  deletedAt?: Date;
  /** The chain has entries that are not in the tree. Absent before the first integration. */
  isPending?: boolean;
  treeSeq?: number;
}

const createModel = (connection: Connection) => {
  const schema = new Schema<ChainRow>(
    {
      _id: { type: String, required: true },
      base: Schema.Types.Mixed,
      checkpoint: Schema.Types.Mixed,
      deletedAt: Date,
      isPending: Boolean,
      treeSeq: Number,
    },
    { versionKey: false, minimize: false },
  );
  schema.index({ 'checkpoint.at': 1 });
  schema.index({ deletedAt: 1 }, { sparse: true });
  schema.index({ isPending: 1, 'checkpoint.at': 1 });
  return connection.model<ChainRow>('Chain', schema, 'chains');
};

const fromRow = ({ _id, base, checkpoint }: ChainRow): Chain => ({
  ownerUid: _id,
  base,
  ...(checkpoint && { checkpoint }),
});

const fromPending = ({ treeSeq, ...row }: ChainRow): PendingChain => ({
  ...fromRow(row),
  ...(treeSeq !== undefined && { treeSeq }),
});

const pending = {
  isPending: true,
  // Not `$exists`: a chain with a tampered position can never be settled, and many would fill every batch.
  'checkpoint.seq': { $gte: 1, $lte: Number.MAX_SAFE_INTEGER },
  deletedAt: { $exists: false },
};

const cursorBatch = 500;

export const createChainStore = (connection: Connection) => {
  const model = createModel(connection);
  const read = (ownerUid: string) => model.findOne({ _id: ownerUid }).lean<ChainRow>();

  return {
    /** The base of the owner's chain, which is created with `first` if there is none; null for a deleted owner. */
    open: async (ownerUid: string, first: () => SignedPoint): Promise<SignedPoint | null> => {
      const known = await read(ownerUid);
      if (known) return known.deletedAt ? null : known.base;
      const base = first();
      try {
        await model.collection.insertOne({ _id: ownerUid as never, base });
        return base;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        const raced = await read(ownerUid);
        return raced?.deletedAt ? null : (raced?.base ?? base);
      }
    },

    get: async (ownerUid: string): Promise<Chain | null> => {
      const row = await read(ownerUid);
      return row && !row.deletedAt ? fromRow(row) : null;
    },

    /** Stores the checkpoints that are newer than the stored ones. False if any was older, or its owner is deleted. */
    saveCheckpoints: async (
      points: readonly { ownerUid: string; checkpoint: SignedPoint }[],
    ): Promise<boolean> => {
      if (points.length === 0) return true;
      const updates = points.map(({ ownerUid, checkpoint }) => {
        const isOlder = [
          { checkpoint: { $exists: false } },
          { 'checkpoint.seq': { $lt: checkpoint.seq } },
        ];
        return {
          updateOne: {
            filter: { _id: ownerUid as never, deletedAt: { $exists: false }, $or: isOlder },
            update: { $set: { checkpoint, isPending: true } },
          },
        };
      });
      const result = await model.collection.bulkWrite(updates, { ordered: false });
      return result.matchedCount === points.length;
    },

    /** Chains with entries to move into the tree, longest waiting first. */
    pending: async (limit: number): Promise<PendingChain[]> => {
      const rows = await model
        .find(pending)
        .sort({ 'checkpoint.at': 1 })
        .limit(limit)
        .lean<ChainRow[]>();
      return rows.map(fromPending);
    },

    pendingOf: async (ownerUid: string): Promise<PendingChain | null> => {
      const row = await model.findOne({ _id: ownerUid, ...pending }).lean<ChainRow>();
      return row && fromPending(row);
    },

    /** Marks the chains of versions without a tree as pending. */
    markUnknown: async (): Promise<void> => {
      await model.updateMany(
        { isPending: { $exists: false }, checkpoint: { $exists: true } },
        { $set: { isPending: true } },
      );
    },

    /** Records that entries up to `seq` are in the tree. A chain that has grown since stays pending. */
    settle: async (settled: readonly { ownerUid: string; seq: number }[]): Promise<void> => {
      if (settled.length === 0) return;
      await model.collection.bulkWrite(
        settled.flatMap(({ ownerUid, seq }) => {
          const chain = { _id: ownerUid as never, deletedAt: { $exists: false } };
          return [
            {
              updateOne: {
                filter: {
                  ...chain,
                  $or: [{ treeSeq: { $exists: false } }, { treeSeq: { $lt: seq } }],
                },
                update: { $set: { treeSeq: seq } },
              },
            },
            {
              updateOne: {
                filter: { ...chain, 'checkpoint.seq': { $lte: seq } },
                update: { $set: { isPending: false } },
              },
            },
          ];
        }),
      );
    },

    /** Those of the owners that are deleted. */
    deletedAmong: async (ownerUids: readonly string[]): Promise<string[]> => {
      const deleted = { _id: { $in: [...ownerUids] }, deletedAt: { $exists: true } };
      const rows = await model.find(deleted, { _id: 1 }).lean<ChainRow[]>();
      return rows.map(({ _id }) => _id);
    },

    /** Chains whose checkpoint is newer than `since`, but not than `until`. Reads one batch at a time. */
    grownBetween: async function* (since: Date, until: Date): AsyncGenerator<Chain> {
      const cursor = model
        .find({ 'checkpoint.at': { $gt: since, $lte: until } })
        .lean<ChainRow>()
        .cursor({ batchSize: cursorBatch });
      for await (const row of cursor) yield fromRow(row);
    },

    /** Moves forward only. */
    saveBase: async (ownerUid: string, base: SignedPoint): Promise<void> => {
      await model.updateOne({ _id: ownerUid, 'base.seq': { $lt: base.seq } }, { $set: { base } });
    },

    /**
     * Leaves a tombstone, so that a late event cannot recreate the owner. False without effect if the owner has a chain
     * by now, but had none for the caller.
     */
    markDeleted: async (
      ownerUid: string,
      at: Date,
      { hadChain }: { hadChain: boolean },
    ): Promise<boolean> => {
      try {
        await model.updateOne(
          { _id: ownerUid, ...(!hadChain && { deletedAt: { $exists: true } }) },
          { $set: { deletedAt: at }, $unset: { base: 1, checkpoint: 1, isPending: 1, treeSeq: 1 } },
          { upsert: true },
        );
        return true;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        return false;
      }
    },

    deletedBefore: async (cutoff: Date, limit: number): Promise<string[]> => {
      const rows = await model
        .find({ deletedAt: { $lt: cutoff } })
        .limit(limit)
        .lean<ChainRow[]>();
      return rows.map(({ _id }) => _id);
    },

    forget: async (ownerUid: string): Promise<void> => {
      await model.deleteOne({ _id: ownerUid, deletedAt: { $exists: true } });
    },
  };
};

export type ChainStore = ReturnType<typeof createChainStore>;
