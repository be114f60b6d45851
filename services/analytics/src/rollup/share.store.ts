import { rowsOf } from '@tandem/kit/mongo';
import { Schema, type Connection } from 'mongoose';

interface ShareRow {
  _id: string;
  ownerUid?: string;
  createdAt?: Date;
  /** The most bytes of its file; absent in rows of earlier releases, and where the text of the size is no size. */
  maxBytes?: number;
  /** Present in a tombstone: a redelivered creation does not recreate the share. */
  removedAt?: Date;
}

export type ShareChange =
  | { kind: 'added'; shareId: string; ownerUid: string; createdAt: Date; maxBytes: number | null }
  | { kind: 'removed'; shareId: string; removedAt: Date };

const toTombstone = (removedAt: Date) => ({
  $set: { removedAt },
  $unset: { ownerUid: 1, createdAt: 1, maxBytes: 1 } as const,
});

/** A creation changes neither a share nor its tombstone. */
const updateOf = (change: ShareChange) => {
  if (change.kind === 'removed') return toTombstone(change.removedAt);
  const { ownerUid, createdAt, maxBytes } = change;
  return { $setOnInsert: { ownerUid, createdAt, ...(maxBytes !== null && { maxBytes }) } };
};

/** Shares for which transfers may be reported. */
export const createShareStore = (connection: Connection) => {
  const schema = new Schema<ShareRow>(
    {
      _id: { type: String, required: true },
      ownerUid: String,
      createdAt: Date,
      maxBytes: Number,
      removedAt: Date,
    },
    { versionKey: false },
  );
  schema.index({ ownerUid: 1 });
  schema.index({ removedAt: 1 }, { sparse: true });
  const model = connection.model<ShareRow>('Share', schema, 'shares');
  return {
    /** In order. The returned function tells whether the share of a change was unknown before. */
    apply: async (changes: readonly ShareChange[]): Promise<(index: number) => boolean> => {
      const operations = changes.map((change) => {
        const filter = { _id: change.shareId };
        return { updateOne: { filter, update: updateOf(change), upsert: true } };
      });
      const { upsertedIds } = await rowsOf(model).bulkWrite(operations, { ordered: true });
      return (index) => index in upsertedIds;
    },
    /** The most bytes of its file; infinite where they are not known, null without the share. */
    maxBytesOf: async (shareId: string): Promise<number | null> => {
      const filter = { _id: shareId, removedAt: { $exists: false } };
      const row = await model.findOne(filter, { maxBytes: 1 }).lean();
      return row === null ? null : (row.maxBytes ?? Infinity);
    },
    removeOwner: async (ownerUid: string, removedAt: Date): Promise<void> => {
      await model.updateMany({ ownerUid }, toTombstone(removedAt));
    },

    forgetRemovedBefore: async (at: Date): Promise<void> => {
      await model.deleteMany({ removedAt: { $lt: at } });
    },
  };
};

export type ShareStore = ReturnType<typeof createShareStore>;
