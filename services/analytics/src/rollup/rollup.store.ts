import { isDuplicateKey, rowsOf } from '@tandem/kit/mongo';
import { Schema, type Connection } from 'mongoose';
import { emptyRollup, type Rollup } from './rollup.js';

interface RollupRow extends Rollup {
  _id: string;
}

const rowId = 'transfers';

export const createRollupStore = (connection: Connection) => {
  const schema = new Schema<RollupRow>(
    {
      _id: { type: String, required: true },
      version: Number,
      byType: Schema.Types.Mixed,
      byDay: Schema.Types.Mixed,
      recent: Schema.Types.Mixed,
      batch: Schema.Types.Mixed,
    },
    { versionKey: false, minimize: false },
  );
  const model = connection.model<RollupRow>('Rollup', schema, 'rollups');
  return {
    read: async (): Promise<Rollup> => {
      const row = await model.findOne({ _id: rowId }, { _id: 0 }).lean<Rollup>();
      return row ?? emptyRollup;
    },

    /** Reads one part; the whole document grows to tens of kilobytes. */
    part: async <Name extends 'byType' | 'byDay' | 'recent'>(
      name: Name,
    ): Promise<Pick<Rollup, Name>> => {
      const row = await model
        .findOne({ _id: rowId }, { _id: 0, [name]: 1 })
        .lean<Pick<Rollup, Name>>();
      return row ?? emptyRollup;
    },

    /** False if another replica has saved this version. */
    save: async (rollup: Rollup): Promise<boolean> => {
      if (rollup.version === 1) {
        try {
          await rowsOf(model).insertOne({ _id: rowId, ...rollup });
          return true;
        } catch (error) {
          if (isDuplicateKey(error)) return false;
          throw error;
        }
      }
      const older = { _id: rowId, version: rollup.version - 1 };
      return (await model.updateOne(older, { $set: rollup })).matchedCount > 0;
    },
  };
};

export type RollupStore = ReturnType<typeof createRollupStore>;
