import { Schema, type Connection, type Model } from 'mongoose';
import {
  addOutboxIndex,
  appendEvents,
  isDuplicateKey,
  newEvent,
  outboxFields,
  withEvents,
  type OutboxSource,
} from '@tandem/kit/mongo';
import { events } from '@tandem/proto/events';
import { hourOf, type Profile, type User } from './user.js';

interface UserRow extends Profile {
  _id: string;
  createdAt: Date;
  lastSeenAt: Date;
  /** Hour of the last `user.seen`. */
  lastSeenHour: number;
  /** Sign-ins up to this time are revoked. */
  validAfter?: Date;
  /** A tombstone: keeps a late token from recreating the account. */
  deletedAt?: Date;
  /** Set once the account is deleted at the identity provider too. */
  isErased?: boolean;
}

export interface StoredUser extends User {
  lastSeenHour: number;
  validAfter: Date | undefined;
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
      deletedAt: Date,
      isErased: Boolean,
      ...outboxFields,
    },
    { versionKey: false },
  );
  schema.index({ createdAt: -1, _id: -1 });
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
  createdAt: 1,
  lastSeenAt: 1,
  lastSeenHour: 1,
} as const;

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
    outbox: { model } satisfies OutboxSource,

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
        await model.collection.insertOne({
          _id: uid as never,
          ...profile,
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
    markSeen: async (uid: string, changes: Partial<Profile>, now: Date): Promise<void> => {
      const hour = hourOf(now);
      await model.updateOne(
        { _id: uid, lastSeenHour: { $lt: hour }, ...living },
        {
          $set: {
            ...changes,
            lastSeenAt: now,
            lastSeenHour: hour,
            ...appendEvents(newEvent(events.userSeen, { uid, seenAt: now })),
          },
        },
      );
    },

    update: async (uid: string, changes: Partial<Profile>): Promise<void> => {
      await model.updateOne({ _id: uid, ...living }, { $set: changes });
    },

    revokeBefore: async (uid: string, instant: Date): Promise<void> => {
      await model.updateOne({ _id: uid, ...living }, { $set: { validAfter: instant } });
    },

    /** Removes personal data, leaves the tombstone and adds the event in one write. False if already deleted. */
    bury: async (uid: string, now: Date): Promise<boolean> => {
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

    /** Tombstones whose account may still exist at the identity provider. */
    listUnerased: async (limit: number): Promise<string[]> => {
      const rows = await model
        .find({ deletedAt: { $exists: true }, isErased: { $exists: false } }, { _id: 1 })
        .limit(limit)
        .lean<UserRow[]>();
      return rows.map(({ _id }) => _id);
    },

    removeTombstones: async (buriedBefore: Date): Promise<void> => {
      await model.deleteMany({
        deletedAt: { $lt: buriedBefore },
        isErased: true,
        outboxAt: { $exists: false },
      });
    },

    findMany: async (uids: readonly string[]): Promise<User[]> => {
      const rows = await model.find({ _id: { $in: uids }, ...living }).lean<UserRow[]>();
      return rows.map(fromRow);
    },

    /** Newest first. */
    list: async (limit: number, before: Date | undefined): Promise<User[]> => {
      const rows = await model
        .find({ ...living, createdAt: before ? { $lt: before } : { $exists: true } })
        .sort({ createdAt: -1, _id: -1 })
        .limit(limit)
        .lean<UserRow[]>();
      return rows.map(fromRow);
    },
  };
};
