import { createHash } from 'node:crypto';
import type { ChainPoint } from '../chain/chain.js';
import type { Signature, Signer, Verifier } from '../chain/signing.js';

/**
 * Leaves of the tree over the entries of all owners. A leaf is the JSON text of a list; it has no personal content:
 *
 *   ["entry", owner, seq, hash]                                        an entry, by the hash in its owner's chain
 *   ["retention", owner, seq, hash, at, kid, signature]                the entries up to seq were removed
 *   ["deletion", owner, seq, hash, at, kid, signature]                 the account was deleted, with all entries
 *   ["erasure", owner, seq, hash, at, kid, signature]                  the personal fields of an entry were erased
 *   ["receipt", shareId, deliveryId, statement, at, kid, signature]    a receipt was countersigned
 *
 * `owner` is a digest of the uid, so that the leaves of a deleted account do not contain it.
 */
export interface Leaf {
  /** Unique: a repeated append finds the first one. */
  key: string;
  text: string;
  /** Present in leaves about an owner's log. */
  owner?: string;
  kind: LeafKind;
  seq?: number;
}

export type RemovalKind = 'retention' | 'deletion' | 'erasure';
export type LeafKind = 'entry' | 'receipt' | RemovalKind;

export const ownerTag = (ownerUid: string): string =>
  createHash('sha256')
    .update(JSON.stringify(['tandem/audit-owner/1', ownerUid]))
    .digest('base64url');

export const entryLeafText = (owner: string, { seq, hash }: ChainPoint): string =>
  JSON.stringify(['entry', owner, seq, hash]);

export const entryLeaf = (owner: string, point: ChainPoint): Leaf => ({
  key: `entry:${owner}:${point.seq}`,
  text: entryLeafText(owner, point),
  kind: 'entry',
  owner,
  seq: point.seq,
});

/** A removal from an owner's log, announced in the tree before it is carried out. */
export interface Removal extends ChainPoint, Signature {
  kind: RemovalKind;
  owner: string;
  at: Date;
}

const removalText = ({ kind, owner, seq, hash, at }: Omit<Removal, keyof Signature>): string =>
  JSON.stringify([kind, owner, seq, hash, at.getTime()]);

export const removalLeaf = (
  signer: Signer,
  removal: { kind: RemovalKind; owner: string; at: Date } & ChainPoint,
): Leaf => {
  const { kind, owner, seq, hash, at } = removal;
  const { kid, signature } = signer.sign(removalText(removal));
  return {
    key: kind === 'deletion' ? `deletion:${owner}` : `${kind}:${owner}:${seq}`,
    text: JSON.stringify([kind, owner, seq, hash, at.getTime(), kid, signature]),
    kind,
    owner,
    seq,
  };
};

/** A receipt as its countersignature names it. */
export interface ReceiptClaim {
  shareId: string;
  deliveryId: string;
  /** Hex. */
  statementSha256: string;
}

export interface Countersigned extends Signature {
  at: Date;
}

export const receiptKey = ({ deliveryId, statementSha256 }: ReceiptClaim): string =>
  `receipt:${deliveryId}:${statementSha256}`;

/** The countersignature of a receipt: docs/receipts.md. */
export const receiptLeaf = (signer: Signer, claim: ReceiptClaim, at: Date): Leaf => {
  const { shareId, deliveryId, statementSha256 } = claim;
  const facts = [shareId, deliveryId, statementSha256, at.getTime()];
  const { kid, signature } = signer.sign(JSON.stringify(['tandem/countersignature/2', ...facts]));
  return {
    key: receiptKey(claim),
    text: JSON.stringify(['receipt', ...facts, kid, signature]),
    kind: 'receipt',
  };
};

/** The list in a text, if its items have these types. */
const readList = (text: string, types: readonly string[]): unknown => {
  try {
    const list: unknown = JSON.parse(text);
    const isOf =
      Array.isArray(list) &&
      list.length === types.length &&
      types.every((type, at) => typeof list[at] === type);
    return isOf ? list : null;
  } catch {
    return null;
  }
};

const entryTypes = ['string', 'string', 'number', 'string'];
const removalTypes = ['string', 'string', 'number', 'string', 'number', 'string', 'string'];
const receiptTypes = ['string', 'string', 'string', 'string', 'number', 'string', 'string'];

/** Null for another leaf. */
export const readEntryLeaf = (text: string): (ChainPoint & { owner: string }) | null => {
  const list = readList(text, entryTypes) as [string, string, number, string] | null;
  if (!list) return null;
  const [kind, owner, seq, hash] = list;
  return kind === 'entry' ? { owner, seq, hash } : null;
};

type RemovalList = [RemovalKind, string, number, string, number, string, string];

/** Null for another leaf and for one without a valid signature. */
export const readRemovalLeaf = (text: string, verifier: Verifier): Removal | null => {
  const list = readList(text, removalTypes) as RemovalList | null;
  if (!list) return null;
  const [kind, owner, seq, hash, at, kid, signature] = list;
  if (!['retention', 'deletion', 'erasure'].includes(kind)) return null;
  const removal = { kind, owner, seq, hash, at: new Date(at), kid, signature };
  return verifier.isSigned(removalText(removal), { kid, signature }) ? removal : null;
};

type ReceiptList = [string, string, string, string, number, string, string];

/** Reads the text of a leaf that `receiptLeaf` made. */
export const readReceiptLeaf = (text: string): Countersigned => {
  const list = readList(text, receiptTypes) as ReceiptList | null;
  if (!list) throw new TypeError('not the leaf of a receipt');
  const [, , , , at, kid, signature] = list;
  return { at: new Date(at), kid, signature };
};
