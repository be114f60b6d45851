import type { AuditContext } from '../context.js';
import type { ChainPoint } from './chain.js';
import { pointText, type PointKind } from './verify.js';

export const signPoint = (
  { signer, now }: Pick<AuditContext, 'signer' | 'now'>,
  kind: PointKind,
  ownerUid: string,
  { seq, hash }: ChainPoint,
) => {
  const point = { seq, hash, at: now() };
  return { ...point, ...signer.sign(pointText(kind, ownerUid, point)) };
};
