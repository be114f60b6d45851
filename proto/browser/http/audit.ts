import { z } from 'zod';
import {
  auditEventStatuses,
  auditEventTypes,
  deliveryReporters,
  deliveryStandings,
} from '../audit/audit-events.js';
import { maxRows, maxSearchLength } from '../limits.js';
import { isoDate, pageQuery, type Params, userQuery } from './fields.js';

const text = z.string().nullable();

export const auditDelivery = z.strictObject({
  /** Equal in the entries of one delivery; null from clients that do not know it. */
  deliveryId: z.string().nullable(),
  standing: z.enum(deliveryStandings),
  reportedBy: z.enum(deliveryReporters),
  /** Bytes that the recipient's browser acknowledged; null in reports of recipients. */
  bytes: z.number().nullable(),
  /** Code of the failure; null when there is none. */
  reason: z.string().nullable(),
});
export type AuditDelivery = z.infer<typeof auditDelivery>;

export const auditLogEntry = z.strictObject({
  id: z.string(),
  createdAt: isoDate,
  eventType: z.enum(auditEventTypes),
  eventStatus: z.enum(auditEventStatuses),
  shareId: z.string(),
  filename: z.string(),
  fileSize: z.string(),
  accessorEmail: text,
  accessorName: text,
  userAgent: text,
  city: text,
  region: text,
  country: text,
  ipAddress: text,
  /** In `download_completed`; null in other entries, and in those of earlier versions. */
  delivery: auditDelivery.nullable(),
});
export const auditLog = z.array(auditLogEntry);
export type AuditLogEntry = z.infer<typeof auditLogEntry>;

/** The verdict on the hash chain over an owner's entries. */
export const chainReport = z.strictObject({
  isValid: z.boolean(),
  length: z.number(),
  /** Index of the first entry that breaks the chain. */
  firstBroken: z.number().nullable(),
  detail: z.string(),
  head: z.string(),
  /** When the verification started. */
  at: isoDate,
});
export type ChainReport = z.infer<typeof chainReport>;

const position = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
/** SHA-256, base64url. */
const hash = z.string().regex(/^[\w-]{43}$/);
const path = z.array(hash).max(64);

/** The log's signed statement about the tree over the entries of all owners (docs/receipts.md). */
export const auditHead = z.strictObject({
  size: position,
  root: hash,
  at: isoDate,
  kid: z.string().max(64),
  /** Ed25519, base64url. */
  publicKey: z.string().max(64),
  signature: z.string().max(128),
});
export type AuditHead = z.infer<typeof auditHead>;

/** Proves that the tree of a head has a leaf: RFC 9162, 2.1.3. */
export const leafProof = z.strictObject({ index: position, text: z.string().max(1_024), path });
export type LeafProof = z.infer<typeof leafProof>;

export const ownerHead = z.strictObject({
  head: auditHead,
  /** From `fromSize` to the head: RFC 9162, 2.1.4. */
  consistency: path,
  /** The user's newest entry; null without entries. */
  newest: z
    .strictObject({
      seq: position,
      hash,
      createdAt: isoDate,
      /** The hash is its SHA-256: a JSON list (docs/receipts.md). Empty in answers of earlier versions. */
      content: z.string().max(16_384),
      proof: leafProof,
    })
    .nullable(),
  /** Hash of the entry at `ownSeq`; null when the log has none there. */
  ownHash: hash.nullable(),
  /** The latest removal of the user's entries at the end of their retention. */
  retention: leafProof.nullable(),
});
export type OwnerHead = z.infer<typeof ownerHead>;

const queriedPosition = z
  .string()
  .regex(/^\d{1,15}$/, 'Must be a whole number.')
  .transform(Number)
  .optional();
export const auditHeadQuery = userQuery.extend({
  /** Size of the head that the caller has. */
  fromSize: queriedPosition,
  /** Position of the user's newest entry that the caller knows. */
  ownSeq: queriedPosition,
});
export const exportAuditLogQuery = auditHeadQuery.omit({ ownSeq: true }).extend({
  /** Sizes of the heads of earlier exports. */
  earlierSizes: z
    .string()
    .regex(/^\d{1,15}(,\d{1,15}){0,7}$/, 'Must be up to eight whole numbers.')
    .transform((text) => text.split(',').map(Number))
    .optional(),
});
export type ExportAuditLogParams = Params<typeof exportAuditLogQuery>;
export type AuditHeadParams = Params<typeof auditHeadQuery>;

export const verifyAuditLogQuery = userQuery.extend({
  /** A verification of the last ten minutes will do. */
  recent: z.literal('true').optional(),
});
export type VerifyAuditLogParams = Params<typeof verifyAuditLogQuery>;

export const listAuditLogQuery = userQuery.extend({
  ...pageQuery(maxRows.auditLog).shape,
  /** Part of the filename, or of the accessor's email or IP address. */
  search: z.string().max(maxSearchLength).optional(),
  event: z.enum(auditEventTypes).optional(),
  status: z.enum(auditEventStatuses).optional(),
});
export type ListAuditLogParams = Params<typeof listAuditLogQuery>;
