import { z } from 'zod';
import {
  auditEventStatuses,
  auditEventTypes,
  deliveryReporters,
  deliveryStandings,
} from '../audit-events.js';
import { maxRows } from '../limits.js';
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
  /** Of `download_completed`; null in other entries, and in those of earlier versions. */
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
});
export type ChainReport = z.infer<typeof chainReport>;

export const listAuditLogQuery = userQuery.extend(pageQuery(maxRows.auditLog).shape);
export type ListAuditLogParams = Params<typeof listAuditLogQuery>;
