import { faultOf, genesis, type ChainedEntry, type ChainPoint } from './chain.js';
import type { Signature, Verifier } from './signing.js';

/** A signed statement about one point of one chain. */
export interface SignedPoint extends ChainPoint, Signature {
  at: Date;
}

/** Data stored about an owner's chain beside its entries. */
export interface Chain {
  ownerUid: string;
  /** Entries up to here were removed at the end of their retention. */
  base: SignedPoint;
  /** The latest signed point; absent only before the first entry. */
  checkpoint?: SignedPoint;
}

/** A chain with entries that are not in the tree yet. */
export interface PendingChain extends Chain {
  /** Entries up to here are in the tree; absent before the first integration. */
  treeSeq?: number;
}

export interface ChainReport {
  isValid: boolean;
  /** Number of verified entries. */
  length: number;
  /** Position of the first broken entry; -1 if valid. */
  firstBroken: number;
  detail: string;
  /** Hash of the last valid entry: equal hashes mean equal logs. */
  head: string;
  /** Present if the only fault is that the keys of these points are unknown. */
  unknownKeys?: SignedPoint[];
}

/** Ends the sentence of a fault, such as 'The log …'. */
export const unknownKey = 'is signed with a key that is not configured here';

export type PointKind = 'base' | 'checkpoint';

/** The signed content of a point. */
export const pointText = (kind: PointKind, ownerUid: string, point: ChainPoint & { at: Date }) =>
  JSON.stringify([kind, ownerUid, point.seq, point.hash, point.at.getTime()]);

/** The position and the hash may come from a tampered row; a report with another type could not be sent. */
const broken = (head: ChainPoint, length: number, position: number, detail: string) => ({
  isValid: false,
  length,
  firstBroken: Number.isSafeInteger(position) ? position : 1,
  detail,
  head: typeof head.hash === 'string' ? head.hash : '',
});

/** A modified row may have fields of another type; report it instead of crashing. */
export const readable = <Value>(check: () => Value, otherwise: Value): Value => {
  try {
    return check();
  } catch {
    return otherwise;
  }
};

/** The position up to which entries were removed; 0 without a chain, or if its base has no readable position. */
export const baseSeqOf = (chain: Chain | null): number => {
  const seq: unknown = readable(() => chain?.base.seq, 0);
  return Number.isFinite(seq) ? Number(seq) : 0;
};

/**
 * Walks a chain from its base in order of position, one entry at a time, so that memory does not depend on
 * the length of the log.
 */
export const verifyChain = async (
  chain: Chain,
  entries: AsyncIterable<ChainedEntry>,
  verifier: Verifier,
): Promise<ChainReport> => {
  const { ownerUid, base, checkpoint } = chain;
  const isRefuted = (kind: PointKind, point: SignedPoint) =>
    readable(
      () =>
        verifier.hasKey(point.kid) && !verifier.isSigned(pointText(kind, ownerUid, point), point),
      true,
    );
  let head: ChainPoint = readable(() => ({ seq: base.seq, hash: base.hash }), genesis(ownerUid));
  let length = 0;
  const fail = (position: number, detail: string) => broken(head, length, position, detail);

  const isGenuine = head.seq > 0 || head.hash === genesis(ownerUid).hash;
  if (!isGenuine || isRefuted('base', base)) {
    return fail(head.seq + 1, 'The beginning of the log was changed.');
  }
  if (checkpoint && isRefuted('checkpoint', checkpoint)) {
    return fail(checkpoint.seq, 'The checkpoint was changed.');
  }
  for await (const entry of entries) {
    const position = head.seq + 1;
    const after = head;
    const isSigned = verifier.isSigned.bind(verifier);
    const fault = readable<string | null>(() => faultOf(after, entry, isSigned), 'cannot be read');
    if (fault) return fail(position, `Entry ${position} ${fault}.`);
    if (checkpoint?.seq === position && checkpoint.hash !== entry.hash) {
      return fail(position, `Entry ${position} is not the one that was signed.`);
    }
    head = { seq: entry.seq, hash: entry.hash };
    length += 1;
  }
  if (checkpoint && checkpoint.seq > head.seq) {
    return fail(head.seq + 1, `Entry ${head.seq + 1} is missing.`);
  }
  // Without it, a removal of the newest entries would go undetected.
  if (!checkpoint && length > 0) return fail(head.seq, 'The checkpoint is missing.');
  // Last, so that it hides no other fault.
  const unknownKeys = [base, checkpoint].filter(
    (point): point is SignedPoint => point !== undefined && !verifier.hasKey(point.kid),
  );
  if (unknownKeys.length > 0) {
    const position = unknownKeys[0] === base ? base.seq + 1 : head.seq;
    return { ...fail(position, `The log ${unknownKey}.`), unknownKeys };
  }
  return { isValid: true, length, firstBroken: -1, detail: '', head: head.hash };
};
