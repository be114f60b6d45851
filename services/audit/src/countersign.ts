import { ServiceError } from '@tandem/kit';
import type { Countersignature } from '@tandem/proto/tandem/audit/v1/audit';
import type { AuditContext } from './context.js';
import { appendLeaf } from './tree/append.js';
import { currentTree } from './tree/current.js';
import { integrateOwner } from './tree/integrate.js';
import { readReceiptLeaf, receiptKey, receiptLeaf, type ReceiptClaim } from './tree/leaf.js';
import { proofOf } from './tree/owner-head.js';

const notConfirmed = (): ServiceError =>
  new ServiceError(
    'not-found',
    'delivery-not-confirmed',
    'The audit log has no delivery that both sides confirmed.',
  );

/** Both sides sign one statement; more are of someone who knows the delivery's ID. Bounds the tree. */
const maxReceipts = 4;

const tooMany = (): ServiceError =>
  new ServiceError(
    'failed-precondition',
    'too-many-receipts',
    'Other receipts of this delivery were countersigned.',
  );

/**
 * Signs a receipt and adds the signature to the tree, so that its removal is found like that of an entry. A repeated
 * call returns the first signature, under the current head.
 */
export const countersign = async (
  context: AuditContext,
  claim: ReceiptClaim,
): Promise<Countersignature> => {
  const { entries, tree, signer, now } = context;
  const { shareId, deliveryId } = claim;
  const ownerUid = await entries.ownerOfConfirmed(shareId, deliveryId);
  if (ownerUid === null) throw notConfirmed();
  await integrateOwner(context, ownerUid);
  const known = await tree.leaf(receiptKey(claim));
  if (!known && (await tree.countReceipts(deliveryId)) >= maxReceipts) throw tooMany();
  const leaf = known ?? (await appendLeaf(tree, receiptLeaf(signer, claim, now())));
  const { head, subtree } = await currentTree(context);
  const publicKey = signer.rawPublicKey;
  return {
    ...readReceiptLeaf(leaf.text),
    publicKey,
    proof: await proofOf(leaf, head, subtree),
    head: { ...head, publicKey },
  };
};
