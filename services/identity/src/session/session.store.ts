import { rowsOf } from '@tandem/kit/mongo';
import { Schema, type Connection, type Model } from 'mongoose';
import { secondsOf, type SessionRecord } from './session.js';

export type EndReason = 'sign-out' | 'signed-out-elsewhere' | 'revoked' | 'too-many-sessions';

interface SessionRow {
  _id: string;
  uid: string;
  createdAt: Date;
  lastUsedAt: Date;
  signedInAt: Date;
  /** Keyed by the second, so that a sign-in is added without editing an array. */
  signIns: Record<string, true>;
  device: string;
  network: string;
  isOpening?: true;
  endedAt?: Date;
  endReason?: EndReason;
}

const createModel = (connection: Connection): Model<SessionRow> => {
  const schema = new Schema<SessionRow>(
    {
      _id: { type: String, required: true },
      uid: String,
      createdAt: Date,
      lastUsedAt: Date,
      signedInAt: Date,
      signIns: Schema.Types.Mixed,
      device: String,
      network: String,
      isOpening: Boolean,
      endedAt: Date,
      endReason: String,
    },
    { versionKey: false },
  );
  schema.index({ uid: 1 });
  schema.index({ signedInAt: 1 });
  return connection.model<SessionRow>('Session', schema, 'sessions');
};

const fromRow = (row: SessionRow): SessionRecord => ({
  id: row._id,
  uid: row.uid,
  createdAt: row.createdAt,
  lastUsedAt: row.lastUsedAt,
  signedInAt: row.signedInAt,
  signIns: Object.keys(row.signIns).map(Number),
  device: row.device,
  network: row.network,
  isOpening: row.isOpening ?? false,
  endedAt: row.endedAt,
});

const open = { endedAt: { $exists: false } };
/** More than a user has browsers; a read never returns more. */
const maxRows = 1_000;

export type SessionStore = ReturnType<typeof createSessionStore>;

export const createSessionStore = (connection: Connection) => {
  const model = createModel(connection);
  const list = async (filter: object): Promise<SessionRecord[]> => {
    const rows = await model
      .find(filter)
      .sort({ lastUsedAt: -1 })
      .limit(maxRows)
      .lean<SessionRow[]>();
    return rows.map(fromRow);
  };

  const endOne = async (filter: object, reason: EndReason, now: Date): Promise<boolean> => {
    const result = await model.updateOne(
      { ...filter, ...open },
      { $set: { endedAt: now, endReason: reason } },
    );
    return result.modifiedCount > 0;
  };

  return {
    find: async (id: string): Promise<SessionRecord | undefined> => {
      const row = await model.findOne({ _id: id }).lean<SessionRow>();
      return row ? fromRow(row) : undefined;
    },

    findMany: (ids: readonly string[]): Promise<SessionRecord[]> => list({ _id: { $in: ids } }),

    /** Last used first. */
    listOpen: (uid: string): Promise<SessionRecord[]> => list({ uid, ...open }),

    /** The sessions, ended or not, that the sign-in of this second belongs to. */
    listOfSignIn: (uid: string, signedInAt: Date): Promise<SessionRecord[]> =>
      list({ uid, [`signIns.${secondsOf(signedInAt)}`]: true }),

    /** Ended sessions beyond the `kept` that were signed in last; that signed in last of them first. */
    listEndedBeyond: async (uid: string, kept: number): Promise<SessionRecord[]> => {
      const rows = await model
        .find({ uid, endedAt: { $exists: true } })
        .sort({ signedInAt: -1 })
        .skip(kept)
        .limit(maxRows)
        .lean<SessionRow[]>();
      return rows.map(fromRow);
    },

    /** The session is opening until `confirm`. */
    insert: async (
      session: Omit<SessionRecord, 'signIns' | 'isOpening' | 'endedAt'>,
    ): Promise<void> => {
      const { id, ...fields } = session;
      await rowsOf(model).insertOne({
        _id: id,
        ...fields,
        isOpening: true,
        signIns: { [secondsOf(session.signedInAt)]: true },
      });
    },

    /** False if the session has ended. */
    confirm: async (id: string): Promise<boolean> => {
      const result = await model.updateOne({ _id: id, ...open }, { $unset: { isOpening: 1 } });
      return result.matchedCount > 0;
    },

    /** Adds a sign-in. False if the session has ended. */
    continue: async (
      id: string,
      changes: Pick<SessionRecord, 'signedInAt' | 'lastUsedAt' | 'device' | 'network'>,
    ): Promise<boolean> => {
      const result = await model.updateOne(
        { _id: id, ...open },
        { $set: { ...changes, [`signIns.${secondsOf(changes.signedInAt)}`]: true } },
      );
      return result.matchedCount > 0;
    },

    markUsed: async (id: string, now: Date, unlessSince: Date): Promise<void> => {
      await model.updateOne(
        { _id: id, lastUsedAt: { $lt: unlessSince }, ...open },
        { $set: { lastUsedAt: now } },
      );
    },

    /** False if it has ended already or belongs to another user. */
    end: (uid: string, id: string, reason: EndReason, now: Date): Promise<boolean> =>
      endOne({ _id: id, uid }, reason, now),

    /** False also if the session has continued with a later sign-in since it was read. */
    endAsRead: (session: SessionRecord, reason: EndReason, now: Date): Promise<boolean> => {
      const { id, uid, signedInAt } = session;
      return endOne({ _id: id, uid, signedInAt }, reason, now);
    },

    /** Ends all sessions of the user but `exceptId`; returns how many. */
    endAll: async (
      uid: string,
      exceptId: string,
      reason: EndReason,
      now: Date,
    ): Promise<number> => {
      const result = await model.updateMany(
        { uid, _id: { $ne: exceptId }, ...open },
        { $set: { endedAt: now, endReason: reason } },
      );
      return result.modifiedCount;
    },

    remove: async (ids: readonly string[]): Promise<void> => {
      await model.deleteMany({ _id: { $in: ids } });
    },

    removeAll: async (uid: string): Promise<void> => {
      await model.deleteMany({ uid });
    },

    removeSignedInBefore: async (instant: Date): Promise<void> => {
      await model.deleteMany({ signedInAt: { $lt: instant } });
    },
  };
};
