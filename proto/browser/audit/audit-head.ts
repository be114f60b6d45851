/**
 * Compares the audit log's signed head with an earlier one that the owner's browser remembers. The server is not
 * trusted here: no part of its response is used before its proof has been verified.
 */

import type { AuditHead, LeafProof, OwnerHead } from '../http/audit.js';
import { isConsistent } from './merkle.js';
import { retentionCutoff } from './retention.js';
import { fromBase64Url, isInTree, isSignedHead, toBase64Url } from './signed-tree.js';

export interface RememberedEntry {
  seq: number;
  hash: string;
  /** The time that the hash covers. Earlier versions took the server's word for it. */
  createdAt: string;
}

/** What the browser keeps of a head. */
export interface RememberedHead {
  head: AuditHead;
  /** The owner's newest entry under that head. */
  own: RememberedEntry | null;
  /** Retention that the site promised then. */
  retentionMonths: number;
  /**
   * Entries that were the newest at a visit, the first of each month, in order. Retention removes from the beginning: to
   * remove all but the newest entries before their time, one of these has to be removed. Earlier versions kept none.
   */
  marks?: (RememberedEntry & Pick<RememberedHead, 'retentionMonths'>)[];
  /** Sizes of heads that the user saved as files, alone or in exports, in order. Absent before the first. */
  savedSizes?: number[];
}

export type HeadFault =
  /** The signature or a proof of the answer itself is not valid. */
  | 'invalid'
  /** The tree has fewer leaves. */
  | 'rolled-back'
  /** The tree does not contain the earlier one. */
  | 'rewritten'
  /** A remembered entry is missing, and its retention had not ended. */
  | 'entry-removed'
  /** A remembered entry was replaced. */
  | 'entry-changed';

export interface HeadVerdict {
  fault: HeadFault | null;
  /** The head to remember: the new one, or the one remembered before if there is a fault. */
  next: RememberedHead | null;
  /** Position of the remembered entry that is missing or replaced. */
  seq?: number;
  /** A service of an earlier version, which does not prove the time of the newest entry: nothing new is remembered. */
  isUnproven?: true;
}

const sha256Of = async (text: string): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return toBase64Url(new Uint8Array(digest));
};

/** How leaves name an owner. */
const ownerTag = (ownerUid: string): Promise<string> =>
  sha256Of(JSON.stringify(['tandem/audit-owner/1', ownerUid]));

type Newest = NonNullable<OwnerHead['newest']>;

/** Null if the content of an entry has no time where it belongs. */
const timeIn = (content: string): string | null => {
  const fields = JSON.parse(content) as unknown[];
  const at = fields[4];
  return typeof at === 'number' ? new Date(at).toISOString() : null;
};

/** Whether the hash of an entry is that of its content. Services of earlier versions send none. */
const hasOwnContent = async ({ hash, content }: Newest): Promise<boolean> =>
  !content || ((await sha256Of(content)) === hash && timeIn(content) !== null);

const isValid = async ({ head, newest, retention }: OwnerHead, owner: string): Promise<boolean> => {
  if (!(await isSignedHead(head))) return false;
  if (newest) {
    const { seq, hash, proof } = newest;
    if (proof.text !== JSON.stringify(['entry', owner, seq, hash])) return false;
    if (!(await isInTree(proof, head)) || !(await hasOwnContent(newest))) return false;
  }
  return retention === null || isInTree(retention, head);
};

/** With the time that the hash covers; null from a service of an earlier version. */
const provenEntry = ({ seq, hash, content }: Newest): RememberedEntry | null => {
  const createdAt = content ? timeIn(content) : null;
  return createdAt === null ? null : { seq, hash, createdAt };
};

/** The position up to which entries were removed at the end of their retention; 0 for another leaf. */
const retainedUpTo = (retention: LeafProof | null, owner: string): number => {
  const leaf: unknown = retention && JSON.parse(retention.text);
  if (!Array.isArray(leaf) || leaf[0] !== 'retention' || leaf[1] !== owner) return 0;
  return typeof leaf[2] === 'number' ? leaf[2] : 0;
};

const dayMs = 86_400_000;

const hasExpired = (createdAt: string, months: number, nowMs: number): boolean =>
  Date.parse(createdAt) < retentionCutoff(new Date(nowMs + dayMs), months).getTime();

const ownFault = (
  { own, retentionMonths }: RememberedHead,
  answer: OwnerHead,
  context: { owner: string; nowMs: number },
): HeadFault | null => {
  if (own === null) return null;
  if (answer.ownHash === own.hash && (answer.newest?.seq ?? 0) >= own.seq) return null;
  if (answer.ownHash !== null && answer.ownHash !== own.hash) return 'entry-changed';
  const isRetained = retainedUpTo(answer.retention, context.owner) >= own.seq;
  const isExpired = hasExpired(own.createdAt, retentionMonths, context.nowMs);
  return isRetained && isExpired ? null : 'entry-removed';
};

/** The oldest remembered entry that must still be there. */
export const oldestKept = (
  remembered: RememberedHead | null,
  nowMs: number,
): RememberedEntry | undefined =>
  remembered?.marks?.find(
    ({ createdAt, retentionMonths }) => !hasExpired(createdAt, retentionMonths, nowMs),
  );

/** An entry that the browser asked about, and the hash that the log has at its position. */
export interface AskedEntry {
  entry: RememberedEntry;
  hash: string | null;
}

const askedFault = ({ entry, hash }: AskedEntry): HeadFault | null => {
  if (hash === entry.hash) return null;
  return hash === null ? 'entry-removed' : 'entry-changed';
};

const monthOf = ({ createdAt }: RememberedEntry): string => createdAt.slice(0, 7);

const nextMarks = (
  remembered: RememberedHead | null,
  own: RememberedEntry | null,
  context: { nowMs: number; retentionMonths: number },
): NonNullable<RememberedHead['marks']> => {
  const { nowMs, retentionMonths } = context;
  const kept = (remembered?.marks ?? []).filter(
    (mark) => !hasExpired(mark.createdAt, mark.retentionMonths, nowMs),
  );
  const last = kept.at(-1);
  const isDue = own !== null && (last === undefined || monthOf(own) > monthOf(last));
  return isDue ? [...kept, { ...own, retentionMonths }] : kept;
};

/** A head with the proof that it continues an earlier one. */
export type LaterHead = Pick<OwnerHead, 'head' | 'consistency'>;

const treeFault = async (
  earlier: AuditHead,
  { head, consistency }: LaterHead,
): Promise<HeadFault | null> => {
  if (head.size < earlier.size) return 'rolled-back';
  const isContinued = await isConsistent({
    first: { size: earlier.size, root: fromBase64Url(earlier.root) },
    second: { size: head.size, root: fromBase64Url(head.root) },
    path: consistency.map((hash) => fromBase64Url(hash)),
  });
  return isContinued ? null : 'rewritten';
};

/** An answer that cannot be read is invalid. */
const orInvalid = async (check: () => Promise<HeadFault | null>): Promise<HeadFault | null> => {
  try {
    return await check();
  } catch {
    return 'invalid';
  }
};

/** Whether the tree of a head, delivered without the owner's newest entry, continues the remembered one. */
export const compareTrees = (earlier: AuditHead, later: LaterHead): Promise<HeadFault | null> =>
  orInvalid(async () => ((await isSignedHead(later.head)) ? treeFault(earlier, later) : 'invalid'));

/** @param context.asked about `oldestKept`, if that is another entry than the newest of the remembered head */
export const compareHeads = async (
  remembered: RememberedHead | null,
  answer: OwnerHead,
  context: {
    ownerUid: string;
    nowMs: number;
    retentionMonths: number;
    asked?: AskedEntry | undefined;
  },
): Promise<HeadVerdict> => {
  const { ownerUid, nowMs, retentionMonths, asked } = context;
  const owner = await ownerTag(ownerUid);
  const fault = await orInvalid(async () => {
    if (!(await isValid(answer, owner))) return 'invalid';
    if (remembered === null) return null;
    return (
      (await treeFault(remembered.head, answer)) ?? ownFault(remembered, answer, { owner, nowMs })
    );
  });
  const before = remembered?.own ?? null;
  if (fault)
    return {
      fault,
      next: remembered,
      ...(before && fault.startsWith('entry-') && { seq: before.seq }),
    };
  const missing = asked && askedFault(asked);
  if (missing) return { fault: missing, next: remembered, seq: asked.entry.seq };
  const own = answer.newest && provenEntry(answer.newest);
  if (answer.newest && own === null) return { fault: null, next: remembered, isUnproven: true };
  const marks = nextMarks(remembered, own, { nowMs, retentionMonths });
  const savedSizes = remembered?.savedSizes;
  const next = { head: answer.head, own, retentionMonths, marks };
  return { fault: null, next: savedSizes ? { ...next, savedSizes } : next };
};
