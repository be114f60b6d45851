import { createBatcher } from '@tandem/kit';
import {
  addOutboxIndex,
  appendEvents,
  containingPattern,
  readPage,
  isDuplicateKey,
  outboxFields,
  rowsOf,
  withEvents,
  type NewEvent,
} from '@tandem/kit/mongo';
import type { ShareSorting, ShareStatus } from '@tandem/proto/browser/share-lists';
import { Schema, type Connection, type Model } from 'mongoose';
import type { PreviousPassword, SealedPassword } from './password.js';
import type { ShareLifecycle, ShareState } from './share.js';

export interface Share extends ShareLifecycle {
  shareId: string;
  ownerUid: string;
  /** As recipients see it; absent from older shares, like the two below. */
  ownerName?: string;
  /** The sender's page asks its user before the first byte to each recipient. */
  asksFirst?: boolean;
  /** For recipients, shown after the password. */
  note?: string;
  /** For the owner's own list. */
  label?: string;
  /** The share stops after this many deliveries; 0: no limit. */
  maxDownloads?: number;
  filename: string;
  fileSize: string;
  fileType: string;
  fileSizeBytes: number | null;
  password: SealedPassword;
  /** The one before, for some days after the owner has changed it. */
  previousPassword?: PreviousPassword;
  downloadCount: number;
  createdAt: Date;
  /** Incremented with every state change, for optimistic concurrency. */
  revision: number;
  /** The first epoch of the current password; absent while it is the first one. */
  passwordEpoch?: number;
}

/** Recorded reports: time bucket → reporter → network, empty for the sender's. Older rows have the time instead. */
export type DownloadMarks = Record<string, Record<string, string | Date>>;

/** What each side has reported about a delivery. */
export interface DeliveryMark {
  recipient?: 'completed';
  sender?: 'verified' | 'unverified';
}
const deliverySides = ['recipient', 'sender'] as const satisfies (keyof DeliveryMark)[];
/** Time bucket → delivery ID → reports. */
export type DeliveryMarks = Record<string, Record<string, DeliveryMark>>;

interface ShareRow extends Omit<Share, 'shareId' | 'epoch'> {
  _id: string;
  epoch?: number;
  /** Sorts by name; absent until the first sweep after an upgrade. */
  nameKey?: string;
  downloads?: DownloadMarks;
  deliveries?: DeliveryMarks;
  /** Events of reports in the outbox. */
  pendingReports?: number;
  outboxTip?: string;
}

interface Lookup {
  shareId: string;
  /** Once the lookup has ended: null if there is none, or it is deleted. */
  share: Share | null;
}

/** An id that no share may take any more. */
interface BlockedIdRow {
  _id: string;
  state: ShareState;
  isVoid: true;
}

const collectionName = 'shares';
const numberDigits = 12;

/** Ignores case, and sorts `scan 2` before `scan 10`. */
const nameKeyOf = (filename: string): string =>
  filename
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\d+/g, (digits) => digits.padStart(numberDigits, '0'));

const createModel = (connection: Connection): Model<ShareRow> => {
  const schema = new Schema<ShareRow>(
    {
      _id: { type: String, required: true },
      ownerUid: String,
      ownerName: String,
      asksFirst: Boolean,
      note: String,
      label: String,
      maxDownloads: Number,
      deliveredCount: Number,
      filename: String,
      nameKey: String,
      fileSize: String,
      fileType: String,
      fileSizeBytes: Number,
      password: Schema.Types.Mixed,
      previousPassword: Schema.Types.Mixed,
      downloadCount: Number,
      downloads: Schema.Types.Mixed,
      deliveries: Schema.Types.Mixed,
      pendingReports: Number,
      createdAt: Date,
      expiresAt: Date,
      state: Schema.Types.Mixed,
      revision: Number,
      epoch: Number,
      passwordEpoch: Number,
      ...outboxFields,
    },
    { versionKey: false, minimize: false },
  );
  schema.index({ ownerUid: 1, createdAt: -1, _id: -1 });
  schema.index({ ownerUid: 1, nameKey: 1, _id: 1 });
  schema.index({ nameKey: 1 });
  schema.index({ ownerUid: 1, 'state.kind': 1, expiresAt: 1 });
  schema.index({ 'state.kind': 1, expiresAt: 1 });
  schema.index({ 'state.kind': 1, 'state.since': 1 });
  schema.index({ 'password.kid': 1 });
  schema.index({ 'previousPassword.replacedAt': 1 }, { sparse: true });
  addOutboxIndex(schema);
  return connection.model<ShareRow>('Share', schema, collectionName);
};

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
  before?: Date | undefined;
}

const sortFields = { created: 'createdAt', name: 'nameKey', expires: 'expiresAt' } as const;

/** The status at `now`, independent of the expiry sweep. */
const withStatus = (status: ShareStatus, now: Date) =>
  status === 'expired'
    ? { 'state.kind': { $ne: 'deleted' }, expiresAt: { $lte: now } }
    : { 'state.kind': status, expiresAt: { $gt: now } };

/** Rows from before the epochs have none. */
const fromRow = ({ _id, epoch = 0, ...row }: ShareRow): Share => ({ shareId: _id, ...row, epoch });

/** Fields that grow with the use of a share and that no reader of it needs. */
const unreadFields = [
  'nameKey',
  'downloads',
  'deliveries',
  'pendingReports',
  'outbox',
  'outboxAt',
  'outboxTip',
];
const withoutUnread = Object.fromEntries(unreadFields.map((name) => [name, 0 as const]));

/** Fields cleared on deletion; the pending events carry their own copies. */
const clearedFields = {
  password: 1,
  previousPassword: 1,
  ownerName: 1,
  note: 1,
  label: 1,
  filename: 1,
  nameKey: 1,
  fileSize: 1,
  fileType: 1,
  downloads: 1,
  deliveries: 1,
} as const;

export const createShareStore = (connection: Connection) => {
  const model = createModel(connection);
  const rows = rowsOf(model);
  const blockedIds = connection.collection<BlockedIdRow>(collectionName);
  const notDeleted = { 'state.kind': { $ne: 'deleted' } } as const;
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

    /** Concurrent reads share one command, which begins after the call. */
    find: async (shareId: string): Promise<Share | null> => {
      const lookup: Lookup = { shareId, share: null };
      await read(lookup);
      return lookup.share;
    },

    /** One page, and the number of shares on all pages. Reads only shares of the owner. */
    list: async (options: SharePage, now: Date): Promise<{ shares: Share[]; total: number }> => {
      const { ownerUid, search, status, sort, isAscending, page, limit, before } = options;
      const filter: Record<string, unknown> = {
        ownerUid,
        ...(status === '' ? notDeleted : withStatus(status, now)),
        ...(before && { createdAt: { $lt: before } }),
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
            // Reports increment the count without a new revision.
            ...(deliveredCount !== share.deliveredCount && { deliveredCount }),
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
        },
      );
      return result.matchedCount > 0;
    },

    downloadMarks: async (
      shareId: string,
    ): Promise<{ downloads: DownloadMarks; deliveries: DeliveryMarks; pendingReports: number }> => {
      const row = await model
        .findOne({ _id: shareId }, { downloads: 1, deliveries: 1, pendingReports: 1 })
        .lean<ShareRow>();
      const { downloads = {}, deliveries = {}, pendingReports = 0 } = row ?? {};
      return { downloads, deliveries, pendingReports };
    },

    /**
     * Records a report in one write: event, the reporter's mark and, for a confirmed delivery, the count. False if the
     * reporter has a mark in one of `buckets`, or those of the delivery are no longer as `known`. Removes `staleBuckets`.
     */
    markDownload: async (options: {
      shareId: string;
      reporter: string;
      buckets: readonly [current: string, ...earlier: string[]];
      staleBuckets: readonly string[];
      network: string;
      event: NewEvent;
      /** `marks` go to the current bucket with those of the earlier ones, so that they are forgotten together. */
      delivery: { id: string; known: DeliveryMarks; marks: DeliveryMark } | null;
      isConfirmed: boolean;
      /** The sender's page has delivered the file. */
      isDelivered: boolean;
    }): Promise<boolean> => {
      const { shareId, reporter, buckets, staleBuckets, network, event, delivery } = options;
      const absent = { $exists: false } as const;
      const isUnchanged = buckets.flatMap((bucket) =>
        deliverySides.map((side) => {
          const mark = delivery?.known[bucket]?.[delivery.id]?.[side];
          return [`deliveries.${bucket}.${delivery?.id}.${side}`, mark ?? absent] as const;
        }),
      );
      const filter: Record<string, unknown> = Object.fromEntries([
        ...buckets.map((bucket) => [`downloads.${bucket}.${reporter}`, absent] as const),
        ...(delivery ? isUnchanged : []),
      ]);
      const stale = staleBuckets.flatMap((bucket) => [
        [`downloads.${bucket}`, 1] as const,
        [`deliveries.${bucket}`, 1] as const,
      ]);
      const result = await model.updateOne(
        { _id: shareId, ...notDeleted, ...filter },
        {
          $inc: {
            downloadCount: options.isConfirmed ? 1 : 0,
            pendingReports: 1,
            ...(options.isDelivered && { deliveredCount: 1 }),
          },
          $set: {
            [`downloads.${buckets[0]}.${reporter}`]: network,
            ...(delivery && { [`deliveries.${buckets[0]}.${delivery.id}`]: delivery.marks }),
            ...appendEvents(event),
          },
          ...(stale.length > 0 && { $unset: Object.fromEntries(stale) }),
        },
      );
      return result.matchedCount > 0;
    },

    /** Adds the key of the order by name to shares created before there was one. */
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

    sealedWithOtherKey: (kid: string, limit: number) =>
      find({ 'password.kid': { $exists: true, $ne: kid }, ...notDeleted }, limit),

    /** False if another replica replaced it first. */
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
