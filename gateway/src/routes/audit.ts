import { once } from 'node:events';
import { ServiceError } from '@tandem/kit';
import { longestCallMs, longestStreamMs, onBehalfOf } from '@tandem/kit/grpc';
import type {
  AuditEventStatus,
  AuditEventType,
  DeliveryReporter,
  DeliveryStanding,
} from '@tandem/proto/browser/audit/audit-events';
import { moreHeader } from '@tandem/proto/browser/headers';
import {
  auditHeadQuery,
  auditLog,
  chainReport,
  exportAuditLogQuery,
  listAuditLogQuery,
  ownerHead,
  verifyAuditLogQuery,
  type AuditDelivery,
  type AuditLogEntry,
  type ChainReport,
  type OwnerHead,
} from '@tandem/proto/browser/http/audit';
import type { Delivery, Entry } from '@tandem/proto/tandem/audit/v1/audit';
import { iso } from '../response-fields.js';
import type { RouteDeps } from '../route-deps.js';
import { route, type Route } from '../route.js';

const orNull = (value: string | undefined) => value ?? null;

const presentDelivery = (delivery: Delivery): AuditDelivery => ({
  deliveryId: delivery.deliveryId || null,
  standing: delivery.standing as DeliveryStanding,
  reportedBy: delivery.reportedBy as DeliveryReporter,
  bytes: delivery.bytes ?? null,
  reason: delivery.reason || null,
});

const present = (entry: Entry): AuditLogEntry => ({
  id: entry.id,
  createdAt: iso(entry.createdAt),
  eventType: entry.eventType as AuditEventType,
  eventStatus: entry.eventStatus as AuditEventStatus,
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
  delivery: entry.delivery ? presentDelivery(entry.delivery) : null,
});

const defaultListed = 1_000;

/**
 * Exports of a user that one process serves at a time. A busy owner's log has 250 MB a year, and each export
 * holds a cursor of the database until its client has read it.
 */
const maxExports = 3;

type RunExport = (uid: string, work: () => Promise<void>) => Promise<void>;

/** Runs the exports of each user up to the maximum, and refuses others. */
const createExports = (): RunExport => {
  const running = new Map<string, number>();
  return async (uid, work) => {
    const others = running.get(uid) ?? 0;
    if (others >= maxExports)
      throw new ServiceError(
        'resource-exhausted',
        'too-many-requests',
        'Too many exports at a time. Please wait for the others.',
        { retryAfterSeconds: 30 },
      );
    running.set(uid, others + 1);
    try {
      await work();
    } finally {
      const left = (running.get(uid) ?? 1) - 1;
      if (left > 0) running.set(uid, left);
      else running.delete(uid);
    }
  };
};

/** `2026-11-20T10-05-00Z`: sortable, and legal in file names everywhere. */
const exportFilename = (now: Date): string =>
  `audit-logs-${now.toISOString().replace(/\.\d+/, '').replaceAll(':', '-')}.csv`;

/** The audit log of an owner's shares. */
export const auditRoutes = (
  { services: { audit }, adminLog }: Pick<RouteDeps, 'services' | 'adminLog'>,
  runExport = createExports(),
): Route[] => [
  route({
    method: 'get',
    path: '/api/audit-logs',
    summary: "The audit log of the user's shares, newest first, or what matches in it.",
    access: 'user',
    limit: 'read',
    caching: 'validate',
    query: listAuditLogQuery,
    response: { status: 200, schema: auditLog },
    handle: async ({ query, caller, response }): Promise<AuditLogEntry[]> => {
      const ownerUid = await adminLog.subjectUid(caller, query.userId, 'audit-log-viewed');
      const { entries, hasMore } = await audit.listEntries(
        {
          ownerUid,
          limit: query.limit ?? defaultListed,
          before: query.before,
          search: query.search?.trim() ?? '',
          eventType: query.event ?? '',
          eventStatus: query.status ?? '',
        },
        onBehalfOf(caller),
      );
      if (hasMore !== undefined) response.set(moreHeader, String(hasMore));
      return entries.map(present);
    },
  }),
  route({
    method: 'get',
    path: '/api/audit-logs/export',
    criticality: 'sheddable',
    summary: 'The whole audit log as CSV, with proofs for offline verification.',
    access: 'user',
    limit: 'heavy',
    query: exportAuditLogQuery,
    response: { status: 200, type: 'text/csv' },
    handle: ({ query, caller, response }) =>
      runExport(caller.uid, async () => {
        const ownerUid = await adminLog.subjectUid(caller, query.userId, 'audit-log-exported');
        const abort = new AbortController();
        response.once('close', () => abort.abort());
        const chunks = audit.exportCsv(
          { ownerUid, fromSize: query.fromSize ?? 0, earlierSizes: query.earlierSizes ?? [] },
          // The client's line may take minutes for it.
          { ...onBehalfOf(caller), deadline: longestStreamMs, signal: abort.signal },
        );
        for await (const { data } of chunks) {
          if (!response.headersSent) {
            response.status(200).type('text/csv').attachment(exportFilename(new Date()));
          }
          if (!response.write(data)) await once(response, 'drain', { signal: abort.signal });
        }
        response.end();
      }),
  }),
  route({
    method: 'get',
    path: '/api/audit-logs/head',
    summary:
      'The signed tree over all entries, with its proof for the user and for an earlier head.',
    access: 'user',
    limit: 'heavy',
    query: auditHeadQuery,
    response: { status: 200, schema: ownerHead },
    handle: async ({ query, caller }): Promise<OwnerHead> => {
      const request = {
        ownerUid: await adminLog.subjectUid(caller, query.userId, 'audit-log-verified'),
        fromSize: query.fromSize ?? 0,
        ownSeq: query.ownSeq ?? 0,
      };
      const { head, newest, ownHash, ...proofs } = await audit.getHead(request, onBehalfOf(caller));
      if (!head || (newest && !newest.proof)) throw new TypeError('a head without its fields');
      return {
        consistency: proofs.consistency,
        head: { ...head, at: iso(head.at) },
        newest: newest?.proof
          ? { ...newest, proof: newest.proof, createdAt: iso(newest.createdAt) }
          : null,
        ownHash: ownHash === '' ? null : ownHash,
        retention: proofs.retention ?? null,
      };
    },
  }),
  route({
    method: 'get',
    path: '/api/audit-logs/verify',
    criticality: 'sheddable',
    summary: 'Verify the hash chain over the audit log.',
    access: 'user',
    limit: 'heavy',
    query: verifyAuditLogQuery,
    response: { status: 200, schema: chainReport },
    handle: async ({ query, caller }): Promise<ChainReport> => {
      const ownerUid = await adminLog.subjectUid(caller, query.userId, 'audit-log-verified');
      const report = await audit.verifyChain(
        { ownerUid, recent: query.recent !== undefined },
        // Reading years of entries takes longer than the default deadline.
        { ...onBehalfOf(caller), deadline: longestCallMs },
      );
      return {
        isValid: report.isValid,
        length: report.length,
        firstBroken: report.firstBroken < 0 ? null : report.firstBroken,
        detail: report.detail,
        head: report.head,
        at: iso(report.at ?? new Date()),
      };
    },
  }),
];
