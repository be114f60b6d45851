import { Schema, type Connection } from 'mongoose';

interface ShareRow {
  _id: string;
  ownerUid: string;
  createdAt: Date;
}

export type ShareChange =
  | { kind: 'added'; shareId: string; ownerUid: string; createdAt: Date }
  | { kind: 'removed'; shareId: string };

/** Shares for which transfers may be reported. */
export const createShareStore = (connection: Connection) => {
  const schema = new Schema<ShareRow>(
    { _id: { type: String, required: true }, ownerUid: String, createdAt: Date },
    { versionKey: false },
  );
  schema.index({ ownerUid: 1 });
  const model = connection.model<ShareRow>('Share', schema, 'shares');
  return {
    /** In order. The returned function tells whether the share of a change was unknown before. */
    apply: async (changes: readonly ShareChange[]): Promise<(index: number) => boolean> => {
      const operations = changes.map((change) => {
        const filter = { _id: change.shareId as never };
        if (change.kind === 'removed') return { deleteOne: { filter } };
        const { ownerUid, createdAt } = change;
        return { updateOne: { filter, update: { $set: { ownerUid, createdAt } }, upsert: true } };
      });
      const { upsertedIds } = await model.collection.bulkWrite(operations, { ordered: true });
      return (index) => index in upsertedIds;
    },
    has: async (shareId: string): Promise<boolean> =>
      (await model.exists({ _id: shareId })) !== null,
    removeOwner: async (ownerUid: string): Promise<void> => {
      await model.deleteMany({ ownerUid });
    },
  };
};

export type ShareStore = ReturnType<typeof createShareStore>;
