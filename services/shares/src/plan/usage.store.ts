import { createBatcher } from '@tandem/kit';
import { isDuplicateKey, rowsOf } from '@tandem/kit/mongo';
import { Schema, type Connection, type Model } from 'mongoose';

/**
 * Shares of one owner in one month. A create reserves quota here before it inserts the share:
 *
 *   reserve (count + 1, pending.<share id>)  →  insert the share  →  settle (pending.<share id> gone)
 *
 * Each step is one atomic write to one document. The deletion of an account closes the account's rows before it looks
 * for shares: a concurrent create either finds its row closed when it reserves or settles, or its share is found. A crash
 * between the steps leaves a pending reservation. `sweepPending` releases it if the share does not exist; otherwise it
 * settles it, or removes the share if the row is closed. `voidUnlessPresent` blocks the id of a released reservation, so
 * that a slow writer cannot insert an uncounted share.
 */
interface UsageRow {
  _id: string;
  uid: string;
  month: string;
  count: number;
  pending?: Record<string, Date>;
  /** Time of the newest reservation; present while one may be pending. */
  reservedAt?: Date;
  /** The account is deleted. */
  closedAt?: Date;
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
      closedAt: Date,
    },
    { versionKey: false, minimize: false },
  );
  schema.index({ uid: 1 });
  schema.index({ month: 1 });
  schema.index({ reservedAt: 1 }, { sparse: true });
  schema.index({ closedAt: 1 }, { sparse: true });
  return connection.model<UsageRow>('Usage', schema, 'usage');
};

const open = { closedAt: { $exists: false } };

const rowId = (uid: string, month: string): string => `${month}:${uid}`;

export interface Reservation {
  uid: string;
  month: string;
  shareId: string;
}

interface Settlement extends Reservation {
  /** Valid only once the command has ended. */
  isSettled: boolean;
}

export const createUsageStore = (connection: Connection) => {
  const model = createModel(connection);
  const rows = rowsOf(model);

  // updateOne, not findOneAndUpdate: only the former is atomic in the test server.
  const increment = async (reservation: Reservation, limit: number | null, now: Date) => {
    const result = await rows.updateOne(
      {
        _id: rowId(reservation.uid, reservation.month),
        ...open,
        [`pending.${reservation.shareId}`]: { $exists: false },
        ...(limit !== null && { count: { $lt: limit } }),
      },
      { $inc: { count: 1 }, $set: { [`pending.${reservation.shareId}`]: now, reservedAt: now } },
    );
    return result.matchedCount > 0;
  };

  const ensureRow = async ({ uid, month }: Reservation) => {
    try {
      await rows.insertOne({ _id: rowId(uid, month), uid, month, count: 0 });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  };

  const settleAll = createBatcher<Settlement>({
    run: async (settlements) => {
      const updates = settlements.map(({ uid, month, shareId }) => {
        const mark = `pending.${shareId}`;
        return {
          filter: { _id: rowId(uid, month), [mark]: { $exists: true }, ...open },
          update: { $unset: { [mark]: 1 as const } },
        };
      });
      const [only] = updates;
      const { matchedCount } =
        only && updates.length === 1
          ? await rows.updateOne(only.filter, only.update)
          : await rows.bulkWrite(
              updates.map((updateOne) => ({ updateOne })),
              { ordered: false },
            );
      // The server reports only how many matched.
      for (const settlement of settlements)
        settlement.isSettled = matchedCount === settlements.length;
    },
    limit: 64,
    areIndependent: true,
  });

  /**
   * True only if this call has settled the reservation. False if it was settled or released before, if the account has
   * been deleted, or if that is true of another reservation in the same batch.
   */
  const settle = async (reservation: Reservation): Promise<boolean> => {
    const settlement: Settlement = { ...reservation, isSettled: false };
    await settleAll(settlement);
    return settlement.isSettled;
  };

  /** Conditional on the pending mark, so that only one of several replicas releases it. */
  const release = async ({ uid, month, shareId }: Reservation) => {
    await model.updateOne(
      { _id: rowId(uid, month), [`pending.${shareId}`]: { $exists: true }, ...open },
      { $inc: { count: -1 }, $unset: { [`pending.${shareId}`]: 1 } },
    );
  };

  return {
    settle,
    release,

    isPending: async ({ uid, month, shareId }: Reservation): Promise<boolean> => {
      const filter = { _id: rowId(uid, month), [`pending.${shareId}`]: { $exists: true } };
      return (await model.exists(filter)) !== null;
    },

    /**
     * False if `limit` shares are already counted (null is no limit), the same share is pending, or the account is
     * deleted.
     */
    reserve: async (
      reservation: Reservation,
      limit: number | null,
      now: Date,
    ): Promise<boolean> => {
      if (await increment(reservation, limit, now)) return true;
      await ensureRow(reservation);
      return increment(reservation, limit, now);
    },

    counts: async (uids: readonly string[], month: string): Promise<Map<string, number>> => {
      const rows = await model
        .find({ _id: { $in: uids.map((uid) => rowId(uid, month)) } }, { uid: 1, count: 1 })
        .lean<UsageRow[]>();
      return new Map(rows.map(({ uid, count }) => [uid, count]));
    },

    /** Settles or releases every reservation made at or before `before`. */
    sweepPending: async (
      before: Date,
      {
        isVoid,
        remove,
      }: {
        isVoid: (shareId: string) => Promise<boolean>;
        /** Removes a share whose owner's account is deleted. */
        remove: (shareId: string) => Promise<void>;
      },
      limit: number,
    ): Promise<void> => {
      const rows = await model
        .find({ reservedAt: { $lte: before } })
        .limit(limit)
        .lean<UsageRow[]>();
      for (const { _id, uid, month, pending, reservedAt, closedAt } of rows) {
        for (const shareId of Object.keys(pending ?? {})) {
          const reservation = { uid, month, shareId };
          if (await isVoid(shareId)) await release(reservation);
          else if (closedAt) await remove(shareId);
          else await settle(reservation);
        }
        // Conditional on `reservedAt`: a newer reservation keeps the row for the next sweep.
        if (reservedAt)
          await model.updateOne({ _id, reservedAt }, { $unset: { pending: 1, reservedAt: 1 } });
      }
    },

    removeMonthsBefore: async (month: string): Promise<void> => {
      await model.deleteMany({ month: { $lt: month } });
    },

    /**
     * Refuses all further creates of a deleted account in these months and removes its counts. Reservations stay pending:
     * their shares may be inserted after the account's shares were removed.
     */
    closeOwner: async (uid: string, months: readonly string[], now: Date): Promise<void> => {
      const update = { $set: { uid, closedAt: now }, $unset: { count: 1 } };
      for (const month of months) {
        const row = { ...update, $set: { ...update.$set, month } };
        await model.updateOne({ _id: rowId(uid, month) }, row, { upsert: true });
      }
      await model.deleteMany({ uid, month: { $nin: [...months] } });
    },

    removeClosed: async (before: Date): Promise<void> => {
      await model.deleteMany({ closedAt: { $lte: before } });
    },
  };
};

export type UsageStore = ReturnType<typeof createUsageStore>;
