import { z } from 'zod';
import {
  maxDownloadLimit,
  maxLabelLength,
  maxNoteLength,
  maxPersonChars,
  maxRows,
} from '../limits.js';
import { shareSortings, shareStatuses } from '../share-lists.js';
import { maxOwnPasswordLength } from '../share-password.js';
import { isoDate, searchQuery, shareId, type Params, userQuery } from './fields.js';

/** Profile of the sender for display; authority comes from the session. */
const firebaseUser = z.strictObject({
  uid: z.string().max(128),
  email: z.string().max(maxPersonChars.email).nullish(),
  displayName: z.string().max(maxPersonChars.name).nullish(),
  photoURL: z.string().max(2048).nullish(),
});

export const createShareRequest = z.strictObject({
  filename: z.string().max(1024).regex(/\S/, 'must not be blank'),
  /** As text, e.g. `64.00 MB`. */
  fileSize: z.string().min(1).max(64),
  /** MIME type. */
  fileType: z.string().max(255).optional(),
  firebaseUser: firebaseUser.nullish(),
  /** Absent: the plan's default. */
  expiresInDays: z.number().int().min(1).max(3650).optional(),
  /** For plans that limit the size of a file. */
  fileSizeBytes: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  /** The sender's page asks its user before the first byte to each recipient. */
  asksFirst: z.boolean().optional(),
  /** For recipients, shown after the password. */
  note: z.string().max(maxNoteLength).optional(),
  /** For the owner's own list. */
  label: z.string().max(maxLabelLength).optional(),
  /** The share stops after this many deliveries. */
  maxDownloads: z.number().int().min(1).max(maxDownloadLimit).optional(),
  /** Absent: generated. */
  password: z.string().max(maxOwnPasswordLength).optional(),
});
export type CreateShareRequest = z.input<typeof createShareRequest>;

/** Absent fields stay as they are. */
export const updateShareRequest = z.strictObject({
  label: z.string().max(maxLabelLength).optional(),
  note: z.string().max(maxNoteLength).optional(),
  /** Null: no limit. */
  maxDownloads: z.number().int().min(1).max(maxDownloadLimit).nullable().optional(),
  /** From now. */
  expiresInDays: z.number().int().min(1).max(3650).optional(),
  /** For recipients who connect from now on. */
  asksFirst: z.boolean().optional(),
  /** Another one than before ends running downloads: recipients enter it. */
  password: z.string().min(1).max(maxOwnPasswordLength).optional(),
});
export type UpdateShareRequest = z.input<typeof updateShareRequest>;

/** A create repeated under its key returns the share of the first one; another is refused. Choose 128 random bits. */
export const createShareHeaders = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\w-]{16,64}$/, 'must be 16 to 64 letters, digits, hyphens or underscores')
    .optional(),
});

/** A share as its owner sees it. */
export const fileShare = z.strictObject({
  id: z.string(),
  shareId: z.string(),
  filename: z.string(),
  /** As text, e.g. `64.00 MB`. */
  fileSize: z.string(),
  /** MIME type. */
  fileType: z.string(),
  /** Empty for an admin who is not the owner. */
  password: z.string(),
  downloadCount: z.number(),
  expiresAt: isoDate,
  isActive: z.boolean(),
  createdAt: isoDate,
  /** Null while the share is active. */
  stopReason: z.string().nullable(),
  /** Networks whose wrong passwords stopped the share, as IPv4 /24 and IPv6 /48; otherwise empty. */
  stopNetworks: z.array(z.string()),
  asksFirst: z.boolean(),
  /** Empty: none. */
  note: z.string(),
  /** Empty: none. */
  label: z.string(),
  /** Null: no limit. */
  maxDownloads: z.number().nullable(),
  /** Deliveries since the creation or the last restart, as the sender's page reported them. */
  deliveredCount: z.number(),
});
export const fileShares = z.array(fileShare);
export type FileShare = z.infer<typeof fileShare>;

export const fileShareParams = z.strictObject({ shareId });

export const listSharesQuery = userQuery.extend({
  ...searchQuery(maxRows.shares, shareSortings).shape,
  status: z.enum(shareStatuses).optional(),
});
export type ListSharesParams = Params<typeof listSharesQuery>;
