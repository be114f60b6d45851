import { Schema, type Connection } from 'mongoose';
import { isDuplicateKey } from '@tandem/kit/mongo';
import { isPlanName, type PlanName } from './plan.js';

interface PlanRow {
  _id: string;
  status: string;
  version: number;
  /** A tombstone: what is still under way for somebody who is gone must not bring them back. */
  deletedAt?: Date;
}

/** No plan is newer. */
const lastVersion = Number.MAX_SAFE_INTEGER;

/** What billing said last of each owner's plan; owners it never mentioned are on the free one. */
export const createPlanStore = (connection: Connection) => {
  const schema = new Schema<PlanRow>(
    { _id: { type: String, required: true }, status: String, version: Number, deletedAt: Date },
    { versionKey: false },
  );
  schema.index({ deletedAt: 1 }, { sparse: true });
  const model = connection.model<PlanRow>('Plan', schema, 'plans');
  const nameOf = (row: PlanRow | null | undefined): PlanName =>
    row && isPlanName(row.status) ? row.status : 'free';

  return {
    get: async (uid: string): Promise<PlanName> =>
      nameOf(await model.findOne({ _id: uid }).lean<PlanRow>()),

    getMany: async (uids: readonly string[]): Promise<Map<string, PlanName>> => {
      const rows = await model.find({ _id: { $in: [...uids] } }).lean<PlanRow[]>();
      return new Map(rows.map((row) => [row._id, nameOf(row)]));
    },

    /** The newest version wins, in whatever order and however often they arrive. */
    apply: async (uid: string, status: PlanName, version: number): Promise<void> => {
      const older = { _id: uid, version: { $lt: version } };
      const set = { $set: { status, version } };
      try {
        await model.updateOne(older, set, { upsert: true });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        // Either ours is old news, or somebody inserted a first row at this moment.
        await model.updateOne(older, set);
      }
    },

    isGone: async (uid: string): Promise<boolean> =>
      (await model.exists({ _id: uid, deletedAt: { $exists: true } })) !== null,

    bury: async (uid: string, now: Date): Promise<void> => {
      const tombstone = { status: 'free', version: lastVersion, deletedAt: now };
      await model.updateOne({ _id: uid }, { $set: tombstone }, { upsert: true });
    },

    removeTombstones: async (before: Date): Promise<void> => {
      await model.deleteMany({ deletedAt: { $lte: before } });
    },
  };
};

export type PlanStore = ReturnType<typeof createPlanStore>;
