import { replaceDeceptive } from '@tandem/proto/browser/files/deceptive-characters';
import {
  maxDownloadLimit,
  maxLabelLength,
  maxNoteLength,
  maxPage,
  maxPersonChars,
  maxRows,
  maxSearchLength,
  maxUserAgentChars,
} from '@tandem/proto/browser/limits';
import { cutText } from '@tandem/proto/browser/person';
import { shareSortings, shareStatuses } from '@tandem/proto/browser/share-lists';
import { failureCodePattern } from '@tandem/proto/browser/transfers';
import { z } from 'zod';

const uid = z.string().min(1).max(128);
const clip = (length: number) => z.string().transform((text) => cutText(text, length));

/** A malformed id is handled as an unknown share, so that both take the same time. */
const shareId = z.string().transform((id) => (/^[\w-]{22}$/.test(id) ? id : 'unknown'));

const client = z
  .object({ ipAddress: clip(64), userAgent: clip(maxUserAgentChars) })
  .optional()
  .transform((client) => client ?? { ipAddress: '', userAgent: '' });

const clean = (text: string): string => replaceDeceptive(text, ' ');
const cleanLines = (text: string): string => text.split('\n').map(clean).join('\n');
const cleanText = z.string().transform((text) => clean(text).trim());

const filename = z
  .string()
  .transform((name) => replaceDeceptive(name, '_'))
  .pipe(z.string().min(1).max(255));

const mimePattern = /^[\w!#$&^.+-]{1,63}\/[\w!#$&^.+-]{1,63}$/;
const fileType = z
  .string()
  .transform((type) => (mimePattern.test(type) ? type : 'application/octet-stream'));

const note = z.string().trim().max(maxNoteLength).transform(cleanLines);
const label = cleanText.pipe(z.string().max(maxLabelLength));
/** 0: no limit. */
const maxDownloads = z.number().int().min(0).max(maxDownloadLimit);

export const createShareSchema = z.object({
  ownerEmail: clip(maxPersonChars.email),
  ownerName: cleanText.pipe(clip(maxPersonChars.name)),
  filename,
  fileSize: cleanText.pipe(z.string().max(32)),
  fileType,
  fileSizeBytes: z
    .number()
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER)
    .optional()
    .transform((bytes) => bytes ?? null),
  expiresInDays: z.number().int().min(0).max(3_650),
  client,
  /** Empty: none. */
  idempotencyKey: z.string().max(64),
  asksFirst: z.boolean(),
  note,
  label,
  maxDownloads,
  password: z.string().max(256),
});

export const updateShareSchema = z.object({
  shareId,
  label: label.optional(),
  note: note.optional(),
  maxDownloads: maxDownloads.optional(),
  expiresInDays: z.number().int().min(1).max(3_650).optional(),
  asksFirst: z.boolean().optional(),
  password: z.string().min(1).max(256).optional(),
});

const defaultListLimit = 200;
export const listSharesSchema = z.object({
  ownerUid: uid,
  limit: z
    .number()
    .int()
    .min(0)
    .max(maxRows.shares)
    .transform((limit) => limit || defaultListLimit),
  search: z.string().max(maxSearchLength),
  status: z.enum(['', ...shareStatuses]),
  sort: z.enum(['', ...shareSortings]).transform((sort) => sort || 'created'),
  isAscending: z.boolean(),
  page: z.number().int().min(0).max(maxPage),
});

export const shareIdSchema = z.object({ shareId });

const password = z.string().max(256);

export const accessSchema = z.object({
  shareId,
  password,
  client,
});

/** Empty, or a key of a document: no dots and dollars. */
const deliveryId = z.string().regex(/^([\w-]{22})?$/);
const failureCode = z.literal('').or(z.string().regex(failureCodePattern));

const grant = z.string().max(2_048);
export const renewSchema = z.object({ token: grant });

export const downloadSchema = z.object({
  shareId,
  password,
  grant,
  name: cleanText.pipe(z.string().min(1).max(maxPersonChars.name)),
  email: cleanText.pipe(z.string().max(maxPersonChars.email).includes('@')),
  client,
  isFailure: z.boolean(),
  deliveryId,
  reason: failureCode,
});

/** A report is not refused for what a recipient has stated. */
const statedName = cleanText.transform((name) => cutText(name, maxPersonChars.name));
const statedEmail = cleanText.transform((email) =>
  email.includes('@') && email.length <= maxPersonChars.email ? email : '',
);

export const reportDeliverySchema = shareIdSchema.extend({
  deliveryId,
  outcome: z.enum(['verified', 'unverified', 'failed']),
  bytes: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  reason: failureCode,
  recipientName: statedName,
  recipientEmail: statedEmail,
  client,
});

const endpoint = z.string().max(1_024);
export const subscribeNoticeSchema = shareIdSchema.extend({
  grant,
  endpoint,
  p256dh: z.string().regex(/^[\w-]{87}$/),
  auth: z.string().regex(/^[\w-]{22}$/),
  client,
});
export const cancelNoticeSchema = shareIdSchema.extend({ endpoint });

export const usageSchema = z.object({ ownerUid: uid });
export const batchUsageSchema = z.object({ ownerUids: z.array(uid).max(1_000) });
