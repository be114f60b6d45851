import { isDuplicateKey, rowsOf } from '@tandem/kit/mongo';
import type { SubscriptionStatus } from '@tandem/proto/browser/plans';
import { Schema, type Connection } from 'mongoose';
import { isPlan } from './plan.js';

interface PlanRow {
  _id: string;
  status: string;
  version: number;
  /** Tombstone of a deleted account: calls and events still in flight must not recreate its data. */
  deletedAt?: Date;
}

/** No plan event has a higher version. */
const maxVersion = Number.MAX_SAFE_INTEGER;

export interface AccountPlan {
  plan: SubscriptionStatus;
  isDeleted: boolean;
}

/** Projection of billing's plans. Users without a row are on the free plan. */
export const createPlanStore = (connection: Connection) => {
  const schema = new Schema<PlanRow>(
    { _id: { type: String, required: true }, status: String, version: Number, deletedAt: Date },
    { versionKey: false },
  );
  schema.index({ deletedAt: 1 }, { sparse: true });
  const model = connection.model<PlanRow>('Plan', schema, 'plans');
  const nameOf = (row: PlanRow | null | undefined): SubscriptionStatus =>
    row && isPlan(row.status) ? row.status : 'free';

  return {
    /** The plan of an account, and whether the account is deleted. */
    planOf: async (uid: string): Promise<AccountPlan> => {
      const row = await rowsOf(model).findOne({ _id: uid });
      return { plan: nameOf(row), isDeleted: row?.deletedAt !== undefined };
    },

    getMany: async (uids: readonly string[]): Promise<Map<string, SubscriptionStatus>> => {
      const rows = await model.find({ _id: { $in: [...uids] } }).lean<PlanRow[]>();
      return new Map(rows.map((row) => [row._id, nameOf(row)]));
    },

    /** Last version wins, in any order of delivery and with redeliveries. */
    apply: async (uid: string, status: SubscriptionStatus, version: number): Promise<void> => {
      const older = { _id: uid, version: { $lt: version } };
      const set = { $set: { status, version } };
      try {
        await model.updateOne(older, set, { upsert: true });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        // Either this version is stale, or a concurrent writer inserted the row.
        await model.updateOne(older, set);
      }
    },

    markDeleted: async (uid: string, now: Date): Promise<void> => {
      const tombstone = { status: 'free', version: maxVersion, deletedAt: now };
      await model.updateOne({ _id: uid }, { $set: tombstone }, { upsert: true });
    },

    removeTombstones: async (before: Date): Promise<void> => {
      await model.deleteMany({ deletedAt: { $lte: before } });
    },
  };
};

export type PlanStore = ReturnType<typeof createPlanStore>;
