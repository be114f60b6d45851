import { once } from 'node:events';
import { z } from 'zod';
import type { Entry } from '@tandem/proto/tandem/audit/v1/audit';
import { subjectUid } from '../auth.js';
import type { Services } from '../clients.js';
import { route, type Route } from '../route.js';
import { before, countIn, iso, isoDate, uid, userQuery } from '../schemas.js';

const text = z.string().nullable();

const entryAnswer = z.strictObject({
  id: z.string(),
  createdAt: isoDate,
  eventType: z.enum(['share_created', 'access_attempt', 'download_completed', 'access_denied']),
  eventStatus: z.enum(['success', 'failure', 'denied']),
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
});

const chainAnswer = z.strictObject({
  isValid: z.boolean(),
  length: z.number(),
  firstBroken: z.number().nullable(),
  detail: z.string(),
  head: z.string(),
});

const orNull = (value: string | undefined) => value ?? null;

const present = (entry: Entry) => ({
  id: entry.id,
  createdAt: iso(entry.createdAt),
  eventType: entry.eventType,
  eventStatus: entry.eventStatus,
  shareId: entry.shareId,
  filename: entry.filename,
  fileSize: entry.fileSize,
  accessorEmail: orNull(entry.accessorEmail),
  accessorName: orNull(entry.accessorName),
  userAgent: orNull(entry.userAgent),
  city: orNull(entry.city),
  region: orNull(entry.region),
  country: orNull(entry.country),
  ipAddress: orNull(entry.ipAddress),
});

const maxListed = 10_000;
const defaultListed = 1_000;
/** Going through years of entries takes longer than a call. */
const wholeLogMs = 120_000;

/** `2026-11-20T10-05-00Z`: sortable, and legal in file names everywhere. */
export const exportFilename = (now: Date): string =>
  `audit-logs-${now.toISOString().replace(/\.\d+/, '').replaceAll(':', '-')}.csv`;

/** Who touched an owner's shares. */
export const auditRoutes = ({ audit }: Services): Route[] => [
  route({
    method: 'get',
    path: '/api/audit-logs',
    summary: "The audit log of the user's shares, newest first.",
    access: 'user',
    limit: 'read',
    caching: 'revalidate',
    query: z.strictObject({
      userId: uid.optional(),
      limit: countIn(maxListed).optional(),
      before: before.optional(),
    }),
    answer: { status: 200, schema: z.array(entryAnswer) },
    handle: async ({ query, caller }) => {
      const { entries } = await audit.listEntries({
        ownerUid: subjectUid(caller, query.userId),
        limit: query.limit ?? defaultListed,
        before: query.before,
      });
      return entries.map(present);
    },
  }),
  route({
    method: 'get',
    path: '/api/audit-logs/export',
    summary: 'The whole audit log as CSV.',
    access: 'user',
    limit: 'heavy',
    query: userQuery,
    answer: { status: 200, type: 'text/csv' },
    handle: async ({ query, caller, response }) => {
      const abort = new AbortController();
      response.once('close', () => abort.abort());
      const chunks = audit.exportCsv(
        { ownerUid: subjectUid(caller, query.userId) },
        { deadline: wholeLogMs, signal: abort.signal },
      );
      for await (const { data } of chunks) {
        if (!response.headersSent) {
          response.status(200).type('text/csv').attachment(exportFilename(new Date()));
        }
        if (!response.write(data)) await once(response, 'drain', { signal: abort.signal });
      }
      response.end();
    },
  }),
  route({
    method: 'get',
    path: '/api/audit-logs/verify',
    summary: 'Verify the hash chain over the audit log.',
    access: 'user',
    limit: 'heavy',
    query: userQuery,
    answer: { status: 200, schema: chainAnswer },
    handle: async ({ query, caller }) => {
      const ownerUid = subjectUid(caller, query.userId);
      const report = await audit.verifyChain({ ownerUid }, { deadline: wholeLogMs });
      return {
        isValid: report.isValid,
        length: report.length,
        firstBroken: report.firstBroken < 0 ? null : report.firstBroken,
        detail: report.detail,
        head: report.head,
      };
    },
  }),
];
