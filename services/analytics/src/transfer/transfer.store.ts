import {
  addOutboxIndex,
  isDuplicateKey,
  outboxFields,
  rowsOf,
  withEvents,
  type NewEvent,
} from '@tandem/kit/mongo';
import { Schema, type Connection } from 'mongoose';
import type { Transfer } from './transfer.js';

interface TransferRow extends Omit<Transfer, 'id'> {
  _id: string;
  /** Present until the rollup has counted it. */
  uncountedAt?: Date;
}

const createModel = (connection: Connection) => {
  const schema = new Schema<TransferRow>(
    {
      _id: { type: String, required: true },
      shareId: String,
      connectionType: String,
      bytesTransferred: Number,
      transferDurationMs: Number,
      callerUid: String,
      callerEmail: String,
      createdAt: Date,
      details: Schema.Types.Mixed,
      uncountedAt: Date,
      ...outboxFields,
    },
    { versionKey: false, minimize: false },
  );
  schema.index({ uncountedAt: 1 }, { sparse: true });
  schema.index({ createdAt: 1 });
  schema.index({ callerUid: 1 });
  addOutboxIndex(schema);
  return connection.model<TransferRow>('Transfer', schema, 'transfers');
};

export const createTransferStore = (connection: Connection) => {
  const model = createModel(connection);
  return {
    outboxSource: { model },

    /** Stores it with its event in one write; false if it exists. */
    insert: async ({ id, ...fields }: Transfer, event: NewEvent): Promise<boolean> => {
      try {
        await rowsOf(model).insertOne({
          _id: id,
          ...fields,
          uncountedAt: fields.createdAt,
          ...withEvents(event),
        });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },

    uncounted: async (limit: number): Promise<Transfer[]> => {
      const rows = await model
        .find({ uncountedAt: { $exists: true } })
        .limit(limit)
        .lean<TransferRow[]>();
      return rows.map(({ _id, ...fields }) => ({ id: _id, ...fields }));
    },

    markCounted: async (ids: readonly string[]): Promise<void> => {
      if (ids.length === 0) return;
      await model.updateMany({ _id: { $in: [...ids] } }, { $unset: { uncountedAt: 1 } });
    },

    forgetCaller: async (uid: string): Promise<void> => {
      await model.updateMany({ callerUid: uid }, { $set: { callerUid: '', callerEmail: '' } });
    },

    removeBefore: async (cutoff: Date): Promise<void> => {
      await model.deleteMany({
        createdAt: { $lt: cutoff },
        uncountedAt: { $exists: false },
        outboxAt: { $exists: false },
      });
    },
  };
};

export type TransferStore = ReturnType<typeof createTransferStore>;
