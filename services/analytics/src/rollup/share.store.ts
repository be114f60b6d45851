import { Schema, type Connection } from 'mongoose';

interface ShareRow {
  _id: string;
  ownerUid: string;
  createdAt: Date;
}

/** Shares for which transfers may be reported. */
export const createShareStore = (connection: Connection) => {
  const schema = new Schema<ShareRow>(
    { _id: { type: String, required: true }, ownerUid: String, createdAt: Date },
    { versionKey: false },
  );
  schema.index({ ownerUid: 1 });
  const model = connection.model<ShareRow>('Share', schema, 'shares');
  return {
    /** False if it was known. */
    add: async (shareId: string, ownerUid: string, createdAt: Date): Promise<boolean> => {
      const set = { $set: { ownerUid, createdAt } };
      const result = await model.updateOne({ _id: shareId }, set, { upsert: true });
      return result.upsertedCount > 0;
    },
    has: async (shareId: string): Promise<boolean> =>
      (await model.exists({ _id: shareId })) !== null,
    remove: async (shareId: string): Promise<void> => {
      await model.deleteOne({ _id: shareId });
    },
    removeOwner: async (ownerUid: string): Promise<void> => {
      await model.deleteMany({ ownerUid });
    },
  };
};

export type ShareStore = ReturnType<typeof createShareStore>;
