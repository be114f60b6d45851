import {
  addOutboxIndex,
  appendEvents,
  escapePattern,
  readPage,
  isDuplicateKey,
  newEvent,
  outboxFields,
  rowsOf,
  withEvents,
  type OutboxSource,
} from '@tandem/kit/mongo';
import { events } from '@tandem/proto/events';
import { Schema, type Connection, type Model } from 'mongoose';
import { hourOf, searchKeysOf, type Profile, type SearchKeys, type User } from './user.js';

interface UserRow extends Profile {
  _id: string;
  createdAt: Date;
  lastSeenAt: Date;
  /** Hour of the last `user.seen`. */
  lastSeenHour: number;
  /** Sign-ins up to this time are revoked. */
  validAfter?: Date;
  /** Sign-ins up to this time are revoked unless they belong to a live session. */
  elsewhereValidAfter?: Date;
  /** Number of changes of `isAdmin`; absent before the first. */
  rightsChanges?: number;
  /** Absent until the first sweep after an upgrade. */
  search?: SearchKeys;
  /** A tombstone: keeps a late token from recreating the account. */
  deletedAt?: Date;
  /** Set once the account is deleted at the identity provider too. */
  isErased?: boolean;
}

export interface StoredUser extends User {
  lastSeenHour: number;
  validAfter: Date | undefined;
  elsewhereValidAfter: Date | undefined;
  rightsChanges: number;
  isDeleted: boolean;
}

const createModel = (connection: Connection): Model<UserRow> => {
  const schema = new Schema<UserRow>(
    {
      _id: { type: String, required: true },
      email: String,
      displayName: String,
      firstName: String,
      lastName: String,
      photoUrl: String,
      isAdmin: Boolean,
      createdAt: Date,
      lastSeenAt: Date,
      lastSeenHour: Number,
      validAfter: Date,
      elsewhereValidAfter: Date,
      rightsChanges: Number,
      search: Schema.Types.Mixed,
      deletedAt: Date,
      isErased: Boolean,
      ...outboxFields,
    },
    { versionKey: false },
  );
  schema.index({ createdAt: -1, _id: -1 });
  schema.index({ 'search.name': 1, _id: 1 });
  schema.index({ 'search.email': 1, _id: 1 });
  schema.index({ 'search.terms': 1 });
  schema.index({ deletedAt: 1 }, { sparse: true });
  addOutboxIndex(schema);
  return connection.model<UserRow>('User', schema, 'users');
};

const fromRow = (row: UserRow): StoredUser => ({
  uid: row._id,
  email: row.email,
  displayName: row.displayName,
  firstName: row.firstName,
  lastName: row.lastName,
  photoUrl: row.photoUrl,
  isAdmin: row.isAdmin,
  createdAt: row.createdAt,
  lastSeenAt: row.lastSeenAt,
  lastSeenHour: row.lastSeenHour,
  validAfter: row.validAfter,
  elsewhereValidAfter: row.elsewhereValidAfter,
  rightsChanges: row.rightsChanges ?? 0,
  isDeleted: row.deletedAt !== undefined,
});

const living = { deletedAt: { $exists: false } };

const personalFields = {
  email: 1,
  displayName: 1,
  firstName: 1,
  lastName: 1,
  photoUrl: 1,
  isAdmin: 1,
  rightsChanges: 1,
  createdAt: 1,
  lastSeenAt: 1,
  lastSeenHour: 1,
  search: 1,
} as const;

/** Changed fields of a profile, with the keys that follow from them. */
const changesOf = (changes: Partial<Profile>, profile: Profile) =>
  Object.keys(changes).length === 0 ? {} : { ...changes, search: searchKeysOf(profile) };

export interface UserPage {
  /** Beginnings of terms, all of which a user must have. */
  words: readonly string[];
  sort: 'joined' | 'name' | 'email';
  isAscending: boolean;
  /** From 0. */
  page: number;
  limit: number;
}

const sortFields = { joined: 'createdAt', name: 'search.name', email: 'search.email' } as const;

/** Anchored expressions without flags, which an index answers. */
const matching = (words: readonly string[]) =>
  words.length === 0
    ? {}
    : { $and: words.map((word) => ({ 'search.terms': { $regex: `^${escapePattern(word)}` } })) };

const keyBatch = 500;

export type UserStore = ReturnType<typeof createUserStore>;

export const createUserStore = (connection: Connection) => {
  const model = createModel(connection);

  /** Includes tombstones. */
  const find = async (uid: string): Promise<StoredUser | undefined> => {
    const row = await model.findOne({ _id: uid }).lean<UserRow>();
    return row ? fromRow(row) : undefined;
  };

  return {
    find,
    outboxSource: { model } satisfies OutboxSource,

    /** Creates the user with both events in one write. False if the user exists. */
    register: async (uid: string, profile: Profile, now: Date): Promise<boolean> => {
      const registered = newEvent(events.userRegistered, {
        uid,
        email: profile.email,
        name: profile.displayName,
        createdAt: now,
      });
      const seen = newEvent(events.userSeen, { uid, seenAt: now });
      try {
        await rowsOf(model).insertOne({
          _id: uid,
          ...profile,
          search: searchKeysOf(profile),
          createdAt: now,
          lastSeenAt: now,
          lastSeenHour: hourOf(now),
          ...withEvents(registered, seen),
        });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },

    /** Succeeds once an hour across all replicas: the condition is part of the write. */
    markSeen: async (
      uid: string,
      changes: Partial<Profile>,
      profile: Profile,
      now: Date,
    ): Promise<void> => {
      const hour = hourOf(now);
      await model.updateOne(
        { _id: uid, lastSeenHour: { $lt: hour }, ...living },
        {
          $set: {
            ...changesOf(changes, profile),
            lastSeenAt: now,
            lastSeenHour: hour,
            ...appendEvents(newEvent(events.userSeen, { uid, seenAt: now })),
          },
        },
      );
    },

    update: async (uid: string, changes: Partial<Profile>, profile: Profile): Promise<void> => {
      await model.updateOne({ _id: uid, ...living }, { $set: changesOf(changes, profile) });
    },

    /** Only if there were `earlier` changes; otherwise another replica has made this one. */
    changeRights: async (uid: string, isAdmin: boolean, earlier: number): Promise<void> => {
      const rightsChanges = earlier === 0 ? { $exists: false } : earlier;
      await model.updateOne(
        { _id: uid, rightsChanges, ...living },
        { $set: { isAdmin, rightsChanges: earlier + 1 } },
      );
    },

    /** Adds the search keys to users registered before there were any. */
    addSearchKeys: async (): Promise<void> => {
      for (;;) {
        const rows = await model
          .find({ 'search.name': { $exists: false }, createdAt: { $exists: true } })
          .limit(keyBatch)
          .lean<UserRow[]>();
        if (rows.length === 0) return;
        await model.bulkWrite(
          rows.map((row) => ({
            updateOne: {
              filter: { _id: row._id, ...living },
              update: { $set: { search: searchKeysOf(row) } },
            },
          })),
        );
      }
    },

    revokeBefore: async (uid: string, instant: Date): Promise<void> => {
      await model.updateOne({ _id: uid, ...living }, { $set: { validAfter: instant } });
    },

    /** @returns how many users have to sign in again. */
    revokeAllBefore: async (instant: Date): Promise<number> => {
      const result = await model.updateMany(living, { $set: { validAfter: instant } });
      return result.modifiedCount;
    },

    /** Ids of users in order, after `after`. */
    listLiving: async (after: string, limit: number): Promise<string[]> => {
      const rows = await model
        .find({ _id: { $gt: after }, ...living }, { _id: 1 })
        .sort({ _id: 1 })
        .limit(limit)
        .lean<UserRow[]>();
      return rows.map(({ _id }) => _id);
    },

    /** Keeps a later instant. */
    revokeElsewhereBefore: async (uid: string, instant: Date): Promise<void> => {
      const known = [{ $exists: false }, { $lt: instant }];
      await model.updateOne(
        { _id: uid, ...living, $or: known.map((elsewhereValidAfter) => ({ elsewhereValidAfter })) },
        { $set: { elsewhereValidAfter: instant } },
      );
    },

    /** Removes personal data, leaves the tombstone and adds the event in one write. False if already deleted. */
    markDeleted: async (uid: string, now: Date): Promise<boolean> => {
      const result = await model.updateOne(
        { _id: uid, ...living },
        {
          $set: { deletedAt: now, ...appendEvents(newEvent(events.userDeleted, { uid })) },
          $unset: personalFields,
        },
      );
      return result.modifiedCount > 0;
    },

    markErased: async (uid: string): Promise<void> => {
      await model.updateOne(
        { _id: uid, deletedAt: { $exists: true } },
        { $set: { isErased: true } },
      );
    },

    /** Tombstones whose account may still exist at the identity provider, in order of id, after `after`. */
    listUnerased: async (after: string, limit: number): Promise<string[]> => {
      const isUnerased = { deletedAt: { $exists: true }, isErased: { $exists: false } };
      const rows = await model
        .find({ _id: { $gt: after }, ...isUnerased }, { _id: 1 })
        .sort({ _id: 1 })
        .limit(limit)
        .lean<UserRow[]>();
      return rows.map(({ _id }) => _id);
    },

    /** Tombstones that nothing needs any more. */
    listErased: async (deletedBefore: Date, limit: number): Promise<string[]> => {
      const isDone = { isErased: true, outboxAt: { $exists: false } };
      const rows = await model
        .find({ deletedAt: { $lt: deletedBefore }, ...isDone }, { _id: 1 })
        .limit(limit)
        .lean<UserRow[]>();
      return rows.map(({ _id }) => _id);
    },

    removeTombstone: async (uid: string): Promise<void> => {
      await model.deleteOne({ _id: uid, deletedAt: { $exists: true } });
    },

    findMany: async (uids: readonly string[]): Promise<User[]> => {
      const rows = await model.find({ _id: { $in: uids }, ...living }).lean<UserRow[]>();
      return rows.map(fromRow);
    },

    /** One page, and the number of users on all pages. Tombstones have no `createdAt`. */
    list: async (options: UserPage): Promise<{ users: User[]; total: number }> => {
      const { words, sort, isAscending, page, limit } = options;
      const filter = { createdAt: { $gt: new Date(0) }, ...matching(words) };
      const order = { field: sortFields[sort], isAscending, page, limit };
      const { rows, total } = await readPage(model, filter, order);
      return { users: rows.map(fromRow), total };
    },
  };
};
