import { addOutboxIndex, outboxFields } from '@tandem/kit/mongo';
import { Schema, type Connection, type Model } from 'mongoose';
import type { Share } from './share.js';

/** Recorded reports: time bucket → reporter → network, empty for the sender's. Older rows have the time instead. */
export type DownloadMarks = Record<string, Record<string, string | Date>>;

/** What each side has reported about a delivery. */
export interface DeliveryMark {
  recipient?: 'completed';
  sender?: 'verified' | 'unverified';
}

/** Time bucket → delivery ID → reports. */
export type DeliveryMarks = Record<string, Record<string, DeliveryMark>>;

/** Delivery ID → the last report of one side, the newest delivery last. Outlives the buckets: a page may be offline for hours. */
export type LastReports = Record<string, string>;

export interface ShareRow extends Omit<Share, 'shareId' | 'epoch'> {
  _id: string;
  epoch?: number;
  /** Sorts by name; absent until the first sweep after an upgrade. */
  nameKey?: string;
  downloads?: DownloadMarks;
  deliveries?: DeliveryMarks;
  /** Of the sender: `verified` or `unverified`; `confirmed` once a recipient's claim has matched it. */
  sent?: LastReports;
  /** Of recipients: the reporter. */
  claimed?: LastReports;
  /** Events of reports in the outbox. */
  pendingReports?: number;
  outboxTip?: string;
}

export const collectionName = 'shares';
const numberDigits = 12;

/** Ignores case, and sorts `scan 2` before `scan 10`. */
export const nameKeyOf = (filename: string): string =>
  filename
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\d+/g, (digits) => digits.padStart(numberDigits, '0'));

export const createModel = (connection: Connection): Model<ShareRow> => {
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
      sent: Schema.Types.Mixed,
      claimed: Schema.Types.Mixed,
      pendingReports: Number,
      createdAt: Date,
      requestDigest: Schema.Types.Mixed,
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

export const notDeleted = { 'state.kind': { $ne: 'deleted' } } as const;

/** Rows written before epochs were introduced have none. */
export const fromRow = ({ _id, epoch = 0, ...row }: ShareRow): Share => ({
  shareId: _id,
  ...row,
  epoch,
});

/** Fields that grow with the use of a share and that no reader of it needs. */
export const unreadFields = [
  'nameKey',
  'downloads',
  'deliveries',
  'sent',
  'claimed',
  'pendingReports',
  'outbox',
  'outboxAt',
  'outboxTip',
];
export const withoutUnread = Object.fromEntries(unreadFields.map((name) => [name, 0 as const]));

/** Fields cleared on deletion; the pending events carry their own copies. */
export const clearedFields = {
  password: 1,
  previousPassword: 1,
  ownerName: 1,
  note: 1,
  label: 1,
  filename: 1,
  nameKey: 1,
  fileSize: 1,
  fileType: 1,
  requestDigest: 1,
  downloads: 1,
  deliveries: 1,
  sent: 1,
  claimed: 1,
} as const;
