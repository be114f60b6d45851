import { createBatcher } from '@tandem/kit';
import {
  appendEvents,
  containingPattern,
  readPage,
  isDuplicateKey,
  rowsOf,
  withEvents,
  type NewEvent,
} from '@tandem/kit/mongo';
import type { ShareSorting, ShareStatus } from '@tandem/proto/browser/share-lists';
import type { Connection } from 'mongoose';
import { createDownloadMarks } from './download-marks.store.js';
import type { SealedPassword } from './password.js';
import {
  clearedFields,
  collectionName,
  createModel,
  fromRow,
  nameKeyOf,
  notDeleted,
  unreadFields,
  withoutUnread,
  type ShareRow,
} from './share-row.store.js';
import type { Share, ShareLifecycle, ShareState } from './share.js';

/** What the owner may change later. */
export type OwnersChoice = Partial<
  Pick<
    Share,
    | 'label'
    | 'note'
    | 'maxDownloads'
    | 'asksFirst'
    | 'password'
    | 'previousPassword'
    | 'epoch'
    | 'passwordEpoch'
  > & { expiresAt: Date }
>;

/** An id that no share may use. */
interface BlockedIdRow {
  _id: string;
  state: ShareState;
  isVoid: true;
}

interface Lookup {
  shareId: string;
  /** Once the lookup has ended: null if there is none, or it is deleted. */
  share: Share | null;
}

export interface SharePage {
  ownerUid: string;
  /** Part of the file name. */
  search: string;
  status: '' | ShareStatus;
  sort: ShareSorting;
  isAscending: boolean;
  /** From 0. */
  page: number;
  limit: number;
}

const sortFields = { created: 'createdAt', name: 'nameKey', expires: 'expiresAt' } as const;

/** The status at `now`, independent of the expiry sweep. */
const withStatus = (status: ShareStatus, now: Date) =>
  status === 'expired'
    ? { 'state.kind': { $ne: 'deleted' }, expiresAt: { $lte: now } }
    : { 'state.kind': status, expiresAt: { $gt: now } };

export const createShareStore = (connection: Connection) => {
  const model = createModel(connection);
  const rows = rowsOf(model);
  const blockedIds = connection.collection<BlockedIdRow>(collectionName);
  const read = createBatcher<Lookup>({
    run: async (lookups) => {
      const ids = [...new Set(lookups.map(({ shareId }) => shareId))];
      const [only = ''] = ids;
      // A query for one ID costs the database less than `$in`.
      const filter = { _id: ids.length === 1 ? only : { $in: ids }, ...notDeleted };
      const found = await rows.find(filter, { projection: withoutUnread }).toArray();
      const byId = new Map(found.map((row) => [row._id, row]));
      for (const lookup of lookups) {
        const row = byId.get(lookup.shareId);
        lookup.share = row ? fromRow(row) : null;
      }
    },
    limit: 64,
    areIndependent: true,
  });
  const find = async (filter: Record<string, unknown>, limit: number): Promise<Share[]> =>
    (await model.find(filter, withoutUnread).limit(limit).lean<ShareRow[]>()).map(fromRow);

  return {
    /** The relay removes tombstones once their events are published. */
    outboxSource: {
      model,
      removeWhen: { 'state.kind': 'deleted' },
      clearsToo: ['pendingReports'],
    },

    /** False if the sweep has blocked the id. */
    insert: async (
      { shareId, ...fields }: Share,
      events: readonly NewEvent[],
    ): Promise<boolean> => {
      try {
        await rows.insertOne({
          _id: shareId,
          ...fields,
          nameKey: nameKeyOf(fields.filename),
          ...withEvents(...events),
        });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },

    /** Concurrent calls share one query, which starts after they were made: the result is never older than the call. */
    find: async (shareId: string): Promise<Share | null> => {
      const lookup: Lookup = { shareId, share: null };
      await read(lookup);
      return lookup.share;
    },

    /** One page, and the number of shares on all pages. Reads only shares of the owner. */
    list: async (options: SharePage, now: Date): Promise<{ shares: Share[]; total: number }> => {
      const { ownerUid, search, status, sort, isAscending, page, limit } = options;
      const filter: Record<string, unknown> = {
        ownerUid,
        ...(status === '' ? notDeleted : withStatus(status, now)),
        ...(search !== '' && {
          $or: ['filename', 'label'].map((field) => ({
            [field]: { $regex: containingPattern(search), $options: 'i' },
          })),
        }),
      };
      const order = {
        field: sortFields[sort],
        isAscending,
        page,
        limit,
        without: unreadFields,
      };
      const found = await readPage(model, filter, order);
      return { shares: found.rows.map(fromRow), total: found.total };
    },

    /** Writes state and events atomically; false if the revision has changed. */
    save: async (
      share: Share,
      { state, expiresAt, epoch, deliveredCount }: ShareLifecycle,
      events: readonly NewEvent[],
    ) => {
      const result = await model.updateOne(
        { _id: share.shareId, revision: share.revision },
        {
          $set: {
            state,
            expiresAt,
            epoch,
            // Only a restart changes the count, also if it was 0: reports increment it without a new revision.
            ...(epoch !== share.epoch && { deliveredCount }),
            ...(events.length > 0 && appendEvents(...events)),
          },
          $inc: { revision: 1 },
          ...(state.kind === 'deleted' && { $unset: clearedFields }),
        },
      );
      return result.matchedCount > 0;
    },

    /** Changes what the owner chose, together with its events; false if the revision has changed. */
    edit: async (
      share: Share,
      fields: OwnersChoice,
      events: readonly NewEvent[],
    ): Promise<boolean> => {
      const result = await model.updateOne(
        { _id: share.shareId, revision: share.revision, ...notDeleted },
        {
          $set: { ...fields, ...appendEvents(...events) },
          $inc: { revision: 1 },
          // The digest covers the first password, which must not outlive its replacement.
          ...(fields.password && { $unset: { requestDigest: 1 } }),
        },
      );
      return result.matchedCount > 0;
    },

    ...createDownloadMarks(model),

    /** Adds `nameKey` to shares created before the field existed. */
    addNameKeys: async (limit: number): Promise<void> => {
      const rows = await model
        .find({ nameKey: { $exists: false }, filename: { $exists: true } })
        .limit(limit)
        .lean<ShareRow[]>();
      for (const { _id, filename } of rows)
        await model.updateOne({ _id, filename }, { $set: { nameKey: nameKeyOf(filename) } });
    },

    /** Active and expired shares of each owner at `now`, independent of the expiry sweep. */
    countByOwner: async (ownerUids: readonly string[], now: Date) => {
      const count = async (filter: Record<string, unknown>) => {
        const groups = await model.aggregate<{ _id: string; count: number }>([
          { $match: { ownerUid: { $in: [...ownerUids] }, ...filter } },
          { $group: { _id: '$ownerUid', count: { $sum: 1 } } },
        ]);
        return new Map(groups.map((group) => [group._id, group.count]));
      };
      const [active, expired] = await Promise.all([
        count({ 'state.kind': 'active', expiresAt: { $gt: now } }),
        count({ 'state.kind': { $ne: 'deleted' }, expiresAt: { $lte: now } }),
      ]);
      return { active, expired };
    },

    /** Past their expiry, but still stored as active or stopped. */
    dueForExpiry: (now: Date, limit: number) =>
      find({ 'state.kind': { $in: ['active', 'stopped'] }, expiresAt: { $lte: now } }, limit),

    inactiveSince: (before: Date, limit: number) =>
      find(
        { 'state.kind': { $in: ['stopped', 'expired'] }, 'state.since': { $lte: before } },
        limit,
      ),

    ofOwner: (ownerUid: string, limit: number) => find({ ownerUid, ...notDeleted }, limit),

    sealedWith: (kids: readonly string[], limit: number) =>
      find({ 'password.kid': { $in: kids }, ...notDeleted }, limit),

    /** False if the password has changed since it was read. */
    replacePassword: async (share: Share, password: SealedPassword): Promise<boolean> => {
      const result = await model.updateOne(
        { _id: share.shareId, 'password.box': share.password.box },
        { $set: { password } },
      );
      return result.matchedCount > 0;
    },

    forgetPreviousPasswords: async (replacedBefore: Date): Promise<void> => {
      await model.updateMany(
        { 'previousPassword.replacedAt': { $lte: replacedBefore } },
        { $unset: { previousPassword: 1 } },
      );
    },

    /**
     * Blocks the id unless a share exists under it. Resolves a reservation whose writer may have crashed or may only be
     * slow: its insert fails once the id is blocked.
     */
    voidUnlessPresent: async (shareId: string, now: Date): Promise<'void' | 'present'> => {
      const state: ShareState = { kind: 'deleted', since: now };
      try {
        await blockedIds.insertOne({ _id: shareId, state, isVoid: true });
        return 'void';
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
      const row = await blockedIds.findOne({ _id: shareId, isVoid: true });
      return row ? 'void' : 'present';
    },

    /** Removes blocked ids and tombstones without pending events. */
    removeTombstones: async (before: Date): Promise<void> => {
      await model.deleteMany({
        'state.kind': 'deleted',
        'state.since': { $lte: before },
        outboxAt: { $exists: false },
      });
    },
  };
};

export type ShareStore = ReturnType<typeof createShareStore>;
