import { isDuplicateKey, rowsOf } from '@tandem/kit/mongo';
import type { SubscriptionStatus } from '@tandem/proto/browser/plans';
import { Schema, type Connection } from 'mongoose';

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

interface CountedShare {
  uid: string;
  shareId: string;
  /** UTC, of its creation. */
  day: string;
  at: Date;
}
type Group = readonly [CountedShare, ...CountedShare[]];

const byOwnerAndDay = (shares: readonly CountedShare[]): Group[] => {
  const groups = new Map<string, Map<string, [CountedShare, ...CountedShare[]]>>();
  for (const share of shares) {
    const days = groups.get(share.uid) ?? new Map<string, [CountedShare, ...CountedShare[]]>();
    groups.set(share.uid, days);
    const group = days.get(share.day);
    if (!group) days.set(share.day, [share]);
    else if (group.every(({ shareId }) => shareId !== share.shareId)) group.push(share);
  }
  return [...groups.values()].flatMap((days) => [...days.values()]);
};

/** Matches only if none of these shares, all of one owner and one day, has been counted. */
const counting = (shares: Group, staleDays: readonly string[]) => {
  const [{ uid }] = shares;
  const marks = shares.map(({ day, shareId, at }) => [`counted.${day}.${shareId}`, at] as const);
  const absent = marks.map(([path]) => [path, { $exists: false }]);
  return {
    filter: { _id: uid, ...notDeleted, ...(Object.fromEntries(absent) as object) },
    update: {
      $inc: { sharesCount: shares.length },
      $set: Object.fromEntries(marks),
      ...(staleDays.length > 0 && {
        $unset: Object.fromEntries(staleDays.map((old) => [`counted.${old}`, 1 as const])),
      }),
    },
  };
};

/** Bounds the memory; a user who is looked up again costs one read. */
const maxLookedFor = 10_000;

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

  /** By user: the day for which this process last looked for old marks. */
  const lookedFor = new Map<string, string>();

  /** Only the first share of a day removes old marks: those of a busy user take kilobytes. */
  const staleDaysOf = async (
    { uid, day }: CountedShare,
    isStale: (day: string) => boolean,
  ): Promise<string[]> => {
    if (lookedFor.get(uid) === day) return [];
    const isNewDay = { _id: uid, [`counted.${day}`]: { $exists: false } };
    const row = await model.findOne(isNewDay, { counted: 1 }).lean<UserRow>();
    if (lookedFor.size >= maxLookedFor) lookedFor.clear();
    lookedFor.set(uid, day);
    return Object.keys(row?.counted ?? {}).filter(isStale);
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

    /** Applies only a later time. `user.registered` may come later, if its first delivery failed. */
    see: (uid: string, at: Date) =>
      apply(
        {
          _id: uid,
          ...notDeleted,
          $or: [{ lastSeenAt: { $exists: false } }, { lastSeenAt: { $lt: at } }],
        },
        { $set: { lastSeenAt: at } },
      ),

    changePlan: (uid: string, status: string, version: number) =>
      apply(
        {
          _id: uid,
          ...notDeleted,
          $or: [{ planVersion: { $exists: false } }, { planVersion: { $lt: version } }],
        },
        { $set: { status, planVersion: version } },
      ),

    /**
     * Once per share, as long as `staleDays` exceed the age of any redelivered event. One command for all, unless one of
     * them was counted before.
     */
    countShares: async (
      shares: readonly CountedShare[],
      isStale: (day: string) => boolean,
    ): Promise<void> => {
      const updates = [];
      for (const group of byOwnerAndDay(shares)) {
        updates.push(counting(group, await staleDaysOf(group[0], isStale)));
      }
      if (updates.length === 0) return;
      try {
        const operations = updates.map(({ filter, update }) => ({
          updateOne: { filter, update, upsert: true },
        }));
        await rowsOf(model).bulkWrite(operations, { ordered: false });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        for (const share of shares) {
          const { filter, update } = counting([share], []);
          await apply(filter, update);
        }
      }
    },

    remove: async (uid: string, at: Date): Promise<void> => {
      await model.replaceOne({ _id: uid }, { _id: uid, deletedAt: at }, { upsert: true });
    },

    /** As long as its tombstone is kept. */
    isRemoved: async (uid: string): Promise<boolean> =>
      (await model.exists({ _id: uid, deletedAt: { $exists: true } })) !== null,

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
