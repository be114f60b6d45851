import { faultOf, genesis, type ChainedEntry, type ChainPoint } from './chain.js';
import type { Signature, Verifier } from './signing.js';

/** A signed statement about one point of one chain. */
export interface SignedPoint extends ChainPoint, Signature {
  at: Date;
}

/** What is kept of an owner's chain beside its entries. */
export interface Chain {
  ownerUid: string;
  /** Everything up to here was removed because it had reached the end of its retention. */
  base: SignedPoint;
  /** The newest point that was signed; absent only before the first entry. */
  checkpoint?: SignedPoint;
}

export interface ChainReport {
  isValid: boolean;
  /** Entries that were verified. */
  length: number;
  /** Position of the first broken entry; -1 when valid. */
  firstBroken: number;
  detail: string;
  /** Hash of the last valid entry: two parties that know the same one have seen the same log. */
  head: string;
}

export type PointKind = 'base' | 'checkpoint';

/** What the signature of a point covers. */
export const pointText = (kind: PointKind, ownerUid: string, point: ChainPoint & { at: Date }) =>
  JSON.stringify([kind, ownerUid, point.seq, point.hash, point.at.getTime()]);

const broken = (head: ChainPoint, length: number, position: number, detail: string) => ({
  isValid: false,
  length,
  firstBroken: position,
  detail,
  head: head.hash,
});

/** Whoever changes a row may also change the type of a field: that is a fault and not a crash. */
export const readable = <Value>(check: () => Value, otherwise: Value): Value => {
  try {
    return check();
  } catch {
    return otherwise;
  }
};

/**
 * Walk a chain from its base, in order of position. Entries come one at a time, so that a log of any
 * length takes the same memory.
 */
export const verifyChain = async (
  chain: Chain,
  entries: AsyncIterable<ChainedEntry>,
  verifier: Verifier,
): Promise<ChainReport> => {
  const { ownerUid, base, checkpoint } = chain;
  const isSignedPoint = (kind: PointKind, point: SignedPoint) =>
    readable(() => verifier.isSigned(pointText(kind, ownerUid, point), point), false);
  let head: ChainPoint = readable(() => ({ seq: base.seq, hash: base.hash }), genesis(ownerUid));
  let length = 0;
  const fail = (position: number, detail: string) => broken(head, length, position, detail);

  const isGenuine = head.seq > 0 || head.hash === genesis(ownerUid).hash;
  if (!isGenuine || !isSignedPoint('base', base)) {
    return fail(head.seq + 1, 'The beginning of the log was changed.');
  }
  if (checkpoint && !isSignedPoint('checkpoint', checkpoint)) {
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
  // Without it nobody could tell that the newest entries were cut off.
  if (!checkpoint && length > 0) return fail(head.seq, 'The checkpoint is missing.');
  return { isValid: true, length, firstBroken: -1, detail: '', head: head.hash };
};
