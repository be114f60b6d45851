import type { SubscriptionStatus } from '@tandem/proto/browser/plans';
import { Schema, type Connection } from 'mongoose';
import { isDuplicateKey } from '@tandem/kit/mongo';

interface UserRow {
  _id: string;
  email?: string;
  name?: string;
  registeredAt?: Date;
  lastSeenAt?: Date;
  status?: string;
  planVersion?: number;
  sharesCount?: number;
  /** Recently counted shares by UTC day, so that a redelivered event counts once. */
  counted?: Record<string, Record<string, Date>>;
  /** Tombstone of a deleted account, so that late events do not recreate it. */
  deletedAt?: Date;
}

const createModel = (connection: Connection) => {
  const schema = new Schema<UserRow>(
    {
      _id: { type: String, required: true },
      email: String,
      name: String,
      registeredAt: Date,
      lastSeenAt: Date,
      status: String,
      planVersion: Number,
      sharesCount: Number,
      counted: Schema.Types.Mixed,
      deletedAt: Date,
    },
    { versionKey: false, minimize: false },
  );
  schema.index({ registeredAt: 1 }, { sparse: true });
  schema.index({ lastSeenAt: 1, registeredAt: 1 });
  schema.index({ status: 1, registeredAt: 1 });
  schema.index({ sharesCount: -1 });
  schema.index({ deletedAt: 1 }, { sparse: true });
  return connection.model<UserRow>('User', schema, 'users');
};

const registered = { registeredAt: { $exists: true } } as const;
const notDeleted = { deletedAt: { $exists: false } } as const;

const paidStatuses = ['active', 'proforever'] as const satisfies readonly SubscriptionStatus[];

export const createUserStore = (connection: Connection) => {
  const model = createModel(connection);

  /** Upserts unless the row exists and does not match; then the update is outdated. */
  const apply = async (filter: Record<string, unknown>, update: Record<string, unknown>) => {
    try {
      await model.updateOne(filter, update, { upsert: true });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      // The row exists: the update is outdated, or another replica has just inserted it.
      await model.updateOne(filter, update);
    }
  };

  return {
    register: (user: { uid: string; email: string; name: string; createdAt: Date }) =>
      apply(
        { _id: user.uid, ...notDeleted },
        {
          $set: {
            email: user.email,
            name: user.name,
            registeredAt: user.createdAt,
          },
        },
      ),

    /** Only later times apply; user.registered precedes in the same stream. */
    see: async (uid: string, at: Date): Promise<void> => {
      await model.updateOne(
        {
          _id: uid,
          ...notDeleted,
          $or: [{ lastSeenAt: { $exists: false } }, { lastSeenAt: { $lt: at } }],
        },
        { $set: { lastSeenAt: at } },
      );
    },

    changePlan: (uid: string, status: string, version: number) =>
      apply(
        {
          _id: uid,
          ...notDeleted,
          $or: [{ planVersion: { $exists: false } }, { planVersion: { $lt: version } }],
        },
        { $set: { status, planVersion: version } },
      ),

    /** Once per share, as long as `staleDays` exceed the age of any redelivered event. */
    countShare: async (
      uid: string,
      shareId: string,
      day: string,
      at: Date,
      isStale: (day: string) => boolean,
    ): Promise<void> => {
      // Only the first share of a day removes old marks: those of a busy user take kilobytes.
      const isNewDay = { _id: uid, [`counted.${day}`]: { $exists: false } };
      const row = await model.findOne(isNewDay, { counted: 1 }).lean<UserRow>();
      const stale = Object.keys(row?.counted ?? {}).filter(isStale);
      await apply(
        { _id: uid, ...notDeleted, [`counted.${day}.${shareId}`]: { $exists: false } },
        {
          $inc: { sharesCount: 1 },
          $set: { [`counted.${day}.${shareId}`]: at },
          ...(stale.length > 0 && {
            $unset: Object.fromEntries(stale.map((old) => [`counted.${old}`, 1])),
          }),
        },
      );
    },

    remove: async (uid: string, at: Date): Promise<void> => {
      await model.replaceOne({ _id: uid }, { _id: uid, deletedAt: at }, { upsert: true });
    },

    forgetRemovedBefore: async (cutoff: Date): Promise<void> => {
      await model.deleteMany({ deletedAt: { $lt: cutoff } });
    },

    /** Indexed counts; independent of the number of transfers. */
    summary: async (activeSince: Date, top: number) => {
      const [totalUsers, activeUsers7d, paid, topUsers] = await Promise.all([
        model.countDocuments(registered),
        model.countDocuments({ lastSeenAt: { $gte: activeSince }, ...registered }),
        Promise.all(
          paidStatuses.map(async (status) => ({
            status,
            count: await model.countDocuments({ status, ...registered }),
          })),
        ),
        model
          .find({ sharesCount: { $gt: 0 }, ...registered })
          .sort({ sharesCount: -1 })
          .limit(top)
          .lean<UserRow[]>(),
      ]);
      const free = totalUsers - paid.reduce((sum, { count }) => sum + count, 0);
      return {
        totalUsers,
        activeUsers7d,
        subscriptionStats: [{ status: 'free', count: free }, ...paid],
        topUsers: topUsers.map(({ _id, name, email, sharesCount }) => ({
          userId: _id,
          name: name ?? '',
          email: email ?? '',
          sharesCount: sharesCount ?? 0,
        })),
      };
    },
  };
};

export type UserStore = ReturnType<typeof createUserStore>;
