import { parseRequest } from '@tandem/kit';
import { grpcService, subjectOf, type Authority } from '@tandem/kit/grpc';
import { auditEventStatuses, auditEventTypes } from '@tandem/proto/browser/audit/audit-events';
import { maxRows, maxSearchLength } from '@tandem/proto/browser/limits';
import {
  AuditServiceDefinition,
  Entry as EntryMessage,
  type AuditServiceImplementation,
  type Entry,
} from '@tandem/proto/tandem/audit/v1/audit';
import { z } from 'zod';
import { verifyRecorded } from './audit-log.js';
import type { ChainedEntry } from './chain/chain.js';
import { baseSeqOf } from './chain/verify.js';
import type { ServiceContext } from './context.js';
import { csvOf } from './entry/csv.js';
import { personalFields } from './entry/entry.js';
import { pageEnd } from './entry/page-end.js';
import { countersign } from './receipt/countersign.js';
import { exportedEntries } from './tree/export.js';
import { ownerHead } from './tree/owner-head.js';

const ownerUid = z.string().min(1).max(128);
const verifySchema = z.object({ ownerUid, recent: z.boolean() });
const countersignSchema = z.object({
  shareId: z.string().min(1).max(64),
  deliveryId: z.string().regex(/^[\w-]{22}$/),
  statementSha256: z.string().regex(/^[0-9a-f]{64}$/),
  grant: z.string().max(2_048),
});
const listSchema = z.object({
  ownerUid,
  limit: z.number().int().min(0).max(maxRows.auditLog),
  before: z.date().optional(),
  search: z.string().max(maxSearchLength),
  eventType: z.enum(['', ...auditEventTypes]),
  eventStatus: z.enum(['', ...auditEventStatuses]),
});
const position = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const exportSchema = z.object({
  ownerUid,
  fromSize: position,
  earlierSizes: z.array(position).max(8),
});
const headSchema = z.object({ ownerUid, fromSize: position, ownSeq: position });
const defaultLimit = 1_000;

/** Below gRPC's limit of 4 MiB per message; page with `before` for the rest. */
const maxListBytes = 3 * 1024 * 1024;

const present = (entry: ChainedEntry): Entry => ({
  id: entry.id,
  createdAt: entry.createdAt,
  eventType: entry.eventType,
  eventStatus: entry.eventStatus,
  shareId: entry.shareId,
  filename: entry.filename,
  fileSize: entry.fileSize,
  ...(Object.fromEntries(
    personalFields.map((field) => [field, entry.personal[field] ?? undefined]),
  ) as Pick<Entry, (typeof personalFields)[number]>),
  delivery: entry.delivery && { ...entry.delivery, bytes: entry.delivery.bytes ?? undefined },
});

/** The first entries that fit into one message. */
const takeWithin = (entries: readonly Entry[], maxBytes: number): Entry[] => {
  let bytes = 0;
  const end = entries.findIndex((entry) => {
    bytes += EntryMessage.encode(entry).finish().length + 8;
    return bytes > maxBytes;
  });
  return end === -1 ? [...entries] : entries.slice(0, pageEnd(entries, end) || end);
};

export const auditService = (context: ServiceContext) => {
  const implementation: AuditServiceImplementation<Authority> = {
    listEntries: async (request, authority) => {
      const { ownerUid, limit, before, ...match } = parseRequest(listSchema, request);
      const owner = subjectOf(authority, ownerUid);
      const after = baseSeqOf(await context.chains.get(owner));
      const page = { limit: limit || defaultLimit, before, after };
      const listed = await context.entries.list(owner, page, match);
      const entries = takeWithin(listed.entries.map(present), maxListBytes);
      return { entries, hasMore: listed.hasMore || entries.length < listed.entries.length };
    },
    exportCsv: async function* (request, authority) {
      const { ownerUid, ...sizes } = parseRequest(exportSchema, request);
      const owner = { ...sizes, ownerUid: subjectOf(authority, ownerUid) };
      for await (const data of csvOf(exportedEntries(context, owner))) yield { data };
    },
    countersign: (request, { user }) => {
      const { grant, ...claim } = parseRequest(countersignSchema, request);
      return countersign(context, claim, { uid: user?.uid, grant });
    },
    verifyChain: async (request, authority) => {
      const { ownerUid, recent } = parseRequest(verifySchema, request);
      const owner = subjectOf(authority, ownerUid);
      return context.reports[recent ? 'recent' : 'renewed'](owner, () =>
        verifyRecorded(context, owner),
      );
    },
    getHead: async (request, authority) => {
      const { ownerUid, ...earlier } = parseRequest(headSchema, request);
      const owner = { ...earlier, ownerUid: subjectOf(authority, ownerUid) };
      const { head, ...own } = await ownerHead(context, owner);
      return { ...own, head: { ...head, publicKey: context.signer.rawPublicKey } };
    },
  };
  return grpcService(AuditServiceDefinition, implementation);
};
