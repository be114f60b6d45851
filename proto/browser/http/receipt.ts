/** The receipt of a delivery: a file that both browsers sign and anyone can verify without a server (docs/receipts.md). */

import { z } from 'zod';
import { maxPersonChars } from '../limits.js';
import { auditHead } from './audit.js';

const base64Url = (bytes: number) =>
  z
    .string()
    .length(Math.ceil((bytes * 4) / 3))
    .regex(/^[\w-]*$/);
const hexDigest = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const instant = z.iso.datetime();

/** ECDSA on P-256: an uncompressed point. */
const publicKey = base64Url(65);
/** ECDSA on P-256 with SHA-256: r and s, 32 bytes each. */
const signature = base64Url(64);

export const receiptPaths = ['direct', 'relayed', 'unknown'] as const;
/** `signed-in`: the account of the page that signs. `self-declared`: entered by the person. Neither is verified. */
export const identityBases = ['signed-in', 'self-declared'] as const;

export const receiptParty = z.strictObject({
  name: z.string().max(maxPersonChars.name),
  email: z.string().max(maxPersonChars.email),
  basis: z.enum(identityBases),
  publicKey,
});
export type ReceiptParty = z.infer<typeof receiptParty>;

/** What both browsers sign, as JSON text. */
export const receiptStatement = z.strictObject({
  type: z.literal('tandem/receipt/1'),
  shareId: z.string().min(1).max(64),
  deliveryId: base64Url(16),
  file: z.strictObject({
    name: z.string().max(4_096),
    type: z.string().max(256),
    bytes: count,
    /** SHA-256 over the SHA-256 digests of its blocks. */
    sha256OfBlocks: hexDigest,
    blockBytes: count.min(1),
  }),
  startedAt: instant,
  completedAt: instant,
  sender: receiptParty,
  recipient: receiptParty,
  path: z.enum(receiptPaths),
});
export type ReceiptStatement = z.infer<typeof receiptStatement>;

/** The audit log's confirmation that it has a delivery which both sides reported. */
export const countersignature = z.strictObject({
  version: z.literal(2),
  statementSha256: hexDigest,
  at: instant,
  kid: z.string().max(64),
  /** Ed25519. */
  publicKey: base64Url(32),
  signature: base64Url(64),
  /** The countersignature as a leaf of the tree of `head`. */
  proof: z.strictObject({ index: count, path: z.array(base64Url(32)).max(64) }),
  head: auditHead,
});
export type Countersignature = z.infer<typeof countersignature>;

/** Earlier form, with the newest entry of the owner's log; receipts of that time have it. */
export const countersignature1 = z.strictObject({
  ownerUid: z.string().min(1).max(128),
  statementSha256: hexDigest,
  /** The newest entry of the owner's log. */
  seq: count,
  hash: z.string().max(64),
  at: instant,
  kid: z.string().max(64),
  /** Ed25519. */
  publicKey: base64Url(32),
  signature: base64Url(64),
});

export const receipt = z.strictObject({
  format: z.literal('tandem-receipt'),
  /** JSON of a statement; signed as it is, byte by byte. */
  statement: z.string().max(16_384),
  senderSignature: signature,
  recipientSignature: signature,
  countersignature: z.union([countersignature, countersignature1]).nullable(),
});
export type Receipt = z.infer<typeof receipt>;

export const countersignRequest = z.strictObject({
  deliveryId: base64Url(16),
  statementSha256: hexDigest,
});
export type CountersignRequest = z.infer<typeof countersignRequest>;

/** Reasons with which the audit log refuses for now: a page repeats the request. */
export const pendingReasons = ['delivery-not-confirmed', 'waiting-for-other-side'] as const;
export const pendingCountersignature = z.strictObject({ pending: z.enum(pendingReasons) });
export type PendingCountersignature = z.infer<typeof pendingCountersignature>;

/** `pending=202`: respond to an early request with 202, which pages of earlier versions take for the countersignature. */
export const countersignQuery = z.object({ pending: z.literal('202').optional().catch(undefined) });
export type CountersignParams = z.input<typeof countersignQuery>;
