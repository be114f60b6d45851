import { Schema, type Connection, type Model } from 'mongoose';
import { isDuplicateKey } from '@tandem/kit/mongo';

/**
 * Shares of one owner in one month. A create takes its place here before the share exists:
 *
 *   reserve (count + 1, pending.<share id>)  →  insert the share  →  settle (pending.<share id> gone)
 *
 * each one atomic write to one document. A crash in between leaves `pending`; `sweepPending` finds out
 * whether the share came to be and gives the place back if not. `voidUnlessPresent` makes that answer
 * final, so a writer who was only slow cannot add a share nobody counted.
 */
interface UsageRow {
  _id: string;
  uid: string;
  month: string;
  count: number;
  pending?: Record<string, Date>;
  /** The newest reservation; present while any may be pending. */
  reservedAt?: Date;
}

const createModel = (connection: Connection): Model<UsageRow> => {
  const schema = new Schema<UsageRow>(
    {
      _id: { type: String, required: true },
      uid: String,
      month: String,
      count: Number,
      pending: Schema.Types.Mixed,
      reservedAt: Date,
    },
    { versionKey: false, minimize: false },
  );
  schema.index({ uid: 1 });
  schema.index({ month: 1 });
  schema.index({ reservedAt: 1 }, { sparse: true });
  return connection.model<UsageRow>('Usage', schema, 'usage');
};

const rowId = (uid: string, month: string): string => `${month}:${uid}`;

export interface Reservation {
  uid: string;
  month: string;
  shareId: string;
}

export const createUsageStore = (connection: Connection) => {
  const model = createModel(connection);

  // An update, not a find-and-modify: the stand-in database is atomic only in the former.
  const increment = async (place: Reservation, limit: number | null, now: Date) => {
    const result = await model.updateOne(
      { _id: rowId(place.uid, place.month), ...(limit !== null && { count: { $lt: limit } }) },
      { $inc: { count: 1 }, $set: { [`pending.${place.shareId}`]: now, reservedAt: now } },
    );
    return result.matchedCount > 0;
  };

  const open = async ({ uid, month }: Reservation) => {
    try {
      await model.collection.insertOne({ _id: rowId(uid, month) as never, uid, month, count: 0 });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  };

  const settle = async ({ uid, month, shareId }: Reservation) => {
    await model.updateOne({ _id: rowId(uid, month) }, { $unset: { [`pending.${shareId}`]: 1 } });
  };

  /** Once only, however many replicas try: the pending mark is the right to do it. */
  const giveBack = async ({ uid, month, shareId }: Reservation) => {
    await model.updateOne(
      { _id: rowId(uid, month), [`pending.${shareId}`]: { $exists: true } },
      { $inc: { count: -1 }, $unset: { [`pending.${shareId}`]: 1 } },
    );
  };

  return {
    settle,
    giveBack,

    /** False when `limit` places are taken. Null is no limit. */
    reserve: async (place: Reservation, limit: number | null, now: Date): Promise<boolean> => {
      if (await increment(place, limit, now)) return true;
      await open(place);
      return increment(place, limit, now);
    },

    counts: async (uids: readonly string[], month: string): Promise<Map<string, number>> => {
      const rows = await model
        .find({ _id: { $in: uids.map((uid) => rowId(uid, month)) } }, { uid: 1, count: 1 })
        .lean<UsageRow[]>();
      return new Map(rows.map(({ uid, count }) => [uid, count]));
    },

    /** Decide every reservation made at or before `before`. */
    sweepPending: async (
      before: Date,
      isVoid: (shareId: string) => Promise<boolean>,
      limit: number,
    ): Promise<void> => {
      const rows = await model
        .find({ reservedAt: { $lte: before } })
        .limit(limit)
        .lean<UsageRow[]>();
      for (const { _id, uid, month, pending, reservedAt } of rows) {
        for (const shareId of Object.keys(pending ?? {})) {
          const place = { uid, month, shareId };
          await ((await isVoid(shareId)) ? giveBack(place) : settle(place));
        }
        // A reservation made meanwhile has moved `reservedAt`, and then all of it stays.
        if (reservedAt)
          await model.updateOne({ _id, reservedAt }, { $unset: { pending: 1, reservedAt: 1 } });
      }
    },

    removeMonthsBefore: async (month: string): Promise<void> => {
      await model.deleteMany({ month: { $lt: month } });
    },

    removeOwner: async (uid: string): Promise<void> => {
      await model.deleteMany({ uid });
    },
  };
};

export type UsageStore = ReturnType<typeof createUsageStore>;
