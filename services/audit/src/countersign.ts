import { ServiceError } from '@tandem/kit';
import type { Countersignature } from '@tandem/proto/tandem/audit/v1/audit';
import type { AuditContext } from './audit-log.js';
import type { ChainPoint } from './chain/chain.js';

export interface CountersignRequest {
  ownerUid: string;
  shareId: string;
  deliveryId: string;
  statementSha256: string;
}

/** The signed content: docs/receipts.md. */
export const countersignedText = (
  { ownerUid, shareId, deliveryId, statementSha256 }: CountersignRequest,
  { seq, hash }: ChainPoint,
  at: Date,
): string =>
  JSON.stringify([
    'receipt',
    ownerUid,
    shareId,
    deliveryId,
    statementSha256,
    seq,
    hash,
    at.getTime(),
  ]);

const notConfirmed = (): ServiceError =>
  new ServiceError(
    'not-found',
    'delivery-not-confirmed',
    'The audit log has no delivery that both sides confirmed.',
  );

/** Binds a receipt to the end of its owner's chain, which includes the confirmed delivery. */
export const countersign = async (
  { entries, signer, now }: AuditContext,
  request: CountersignRequest,
): Promise<Countersignature> => {
  const { ownerUid, shareId, deliveryId } = request;
  if (!(await entries.hasConfirmed(ownerUid, shareId, deliveryId))) throw notConfirmed();
  const head = await entries.last(ownerUid);
  if (head === null) throw notConfirmed();
  const at = now();
  const { kid, signature } = signer.sign(countersignedText(request, head, at));
  const publicKey = signer.publicKey.slice(signer.publicKey.indexOf(':') + 1);
  return { seq: head.seq, hash: head.hash, at, kid, publicKey, signature };
};
