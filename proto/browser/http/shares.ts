import { z } from 'zod';
import { maxPersonChars } from '../limits.js';
import { failureCodePattern } from '../transfers.js';
import { grant, isoDate, password, shareId } from './fields.js';

const deliveryId = z.string().regex(/^[\w-]{22}$/);
const failureCode = z.string().regex(failureCodePattern);

export const shareParams = z.strictObject({ id: shareId });

export const openShareRequest = z.strictObject({ password: password.default('') });
export type OpenShareRequest = z.input<typeof openShareRequest>;

/** A share as the holder of its link sees it. */
export const sharedFile = z.strictObject({
  shareId: z.string(),
  filename: z.string(),
  /** As text, e.g. `64.00 MB`. */
  fileSize: z.string(),
  /** MIME type. */
  fileType: z.string(),
  isOwner: z.boolean(),
});
export type SharedFile = z.infer<typeof sharedFile>;

/** Signed proof of access for signalling and TURN. */
export const shareGrant = z.strictObject({ grant: z.string(), grantExpiresAt: isoDate });
export type ShareGrant = z.infer<typeof shareGrant>;

export const openedShare = sharedFile.extend({
  ...shareGrant.shape,
  expiresAt: isoDate,
  /** The name of the owner's account; empty when it has none. */
  senderName: z.string(),
  /** The sender's page asks its user before the first byte. */
  asksFirst: z.boolean(),
  /** From the sender to recipients; may be empty. */
  note: z.string(),
});
export type OpenedShare = z.infer<typeof openedShare>;

export const renewGrantRequest = z.strictObject({ grant });
export type RenewGrantRequest = z.input<typeof renewGrantRequest>;

/** What recipients enter about themselves; not verified. */
export const downloaderInfo = z.object({
  name: z.string().max(maxPersonChars.name),
  email: z.string().max(maxPersonChars.email),
});
export type DownloaderInfo = z.infer<typeof downloaderInfo>;

/**
 * The end of a download, proven by the password or a grant. Unlike commands, reports ignore unknown fields: a page
 * would not repeat a report that an older gateway has refused.
 */
export const recordDownloadRequest = z.object({
  password: password.optional(),
  grant: grant.optional(),
  downloaderInfo,
  /** `failed` is logged for the owner and not counted as a download. */
  outcome: z.enum(['completed', 'failed']).default('completed'),
  /** From `receiver-ready` of the transfer; joins this record to the sender's. */
  deliveryId: deliveryId.optional(),
  reason: failureCode.optional(),
});
export type RecordDownloadRequest = z.input<typeof recordDownloadRequest>;

/** The end of a transfer to one recipient, as the sender's page saw it; a report as well. */
export const reportDeliveryRequest = z.object({
  /** From `receiver-ready`, or random for a recipient that sent none. */
  deliveryId,
  /** `verified`: the recipient stated the digests and proved the blocks it claimed. */
  outcome: z.enum(['verified', 'unverified', 'failed']),
  /** Bytes that the recipient's browser acknowledged. */
  bytes: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  reason: failureCode.optional(),
  /** As the recipient stated it to the sender's page. */
  recipient: downloaderInfo.optional(),
});
export type ReportDeliveryRequest = z.input<typeof reportDeliveryRequest>;
