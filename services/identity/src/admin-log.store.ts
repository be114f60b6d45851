import { createHash, randomUUID } from 'node:crypto';
import { isDuplicateKey, rowsOf } from '@tandem/kit/mongo';
import type { AdminAction } from '@tandem/proto/browser/admin/actions';
import { Schema, type Connection, type Model } from 'mongoose';

/** One action of an admin, or one look at data of others. Entries are only ever inserted and read. */
export interface AdminLogEntry {
  id: string;
  at: Date;
  /** Empty for the operator, on the command line. */
  actorUid: string;
  action: AdminAction;
  /** Whom it concerns; several for a list, none for the log itself. */
  subjectUids: string[];
}

interface AdminLogRow extends Omit<AdminLogEntry, 'id'> {
  _id: string;
}

export interface AdminLogPage {
  limit: number;
  /** Only entries before this time, and those at this time that follow the entry `beforeId`, if it is not empty. */
  before?: Date | undefined;
  beforeId: string;
}

const createModel = (connection: Connection): Model<AdminLogRow> => {
  const schema = new Schema<AdminLogRow>(
    {
      _id: { type: String, required: true },
      at: Date,
      actorUid: String,
      action: String,
      subjectUids: [String],
    },
    { versionKey: false },
  );
  schema.index({ subjectUids: 1, at: -1, _id: -1 });
  schema.index({ at: -1, _id: -1 });
  return connection.model<AdminLogRow>('AdminLogEntry', schema, 'admin_log');
};

const fromRow = ({ _id, at, actorUid, action, subjectUids }: AdminLogRow): AdminLogEntry => ({
  id: _id,
  at,
  actorUid,
  action,
  subjectUids,
});

export type AdminLogStore = ReturnType<typeof createAdminLogStore>;

export const createAdminLogStore = (connection: Connection) => {
  const model = createModel(connection);
  const list = async (filter: object, limit: number): Promise<AdminLogEntry[]> => {
    const order = { at: -1, _id: -1 } as const;
    const rows = await model.find(filter).sort(order).limit(limit).lean<AdminLogRow[]>();
    return rows.map(fromRow);
  };
  const olderThan = ({ before, beforeId }: AdminLogPage) => {
    if (!before) return { at: { $exists: true } };
    const earlier = { at: { $lt: before } };
    return beforeId === '' ? earlier : { $or: [earlier, { at: before, _id: { $lt: beforeId } }] };
  };

  return {
    append: async (entry: Omit<AdminLogEntry, 'id'>): Promise<void> => {
      await rowsOf(model).insertOne({ _id: randomUUID(), ...entry });
    },

    /** For changes that several replicas notice. False if there is an entry with this key. */
    appendOnce: async (key: string, entry: Omit<AdminLogEntry, 'id'>): Promise<boolean> => {
      const id = createHash('sha256').update(key).digest('base64url');
      try {
        await rowsOf(model).insertOne({ _id: id, ...entry });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },

    /** Entries about one person, newest first. */
    listAbout: (uid: string, page: AdminLogPage): Promise<AdminLogEntry[]> =>
      list({ subjectUids: uid, ...olderThan(page) }, page.limit),

    /** All entries, newest first. */
    list: (page: AdminLogPage): Promise<AdminLogEntry[]> => list(olderThan(page), page.limit),
  };
};
