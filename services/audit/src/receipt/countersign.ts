import { ServiceError } from '@tandem/kit';
import type { Countersignature } from '@tandem/proto/tandem/audit/v1/audit';
import type { ServiceContext } from '../context.js';
import { appendLeaf } from '../tree/append.js';
import { currentTree, keyUnknown } from '../tree/current.js';
import { integrateOwner } from '../tree/integrate.js';
import { readReceiptLeaf, receiptKey, receiptLeaf, type ReceiptClaim } from '../tree/leaf.js';
import { proofOf } from '../tree/owner-head.js';
import { sideOf, type Credentials } from './side.js';
import type { Side } from './submission.store.js';

const notConfirmed = (): ServiceError =>
  new ServiceError(
    'not-found',
    'delivery-not-confirmed',
    'The audit log has no delivery that both sides confirmed.',
  );

const refuse = (reason: string, message: string): ServiceError =>
  new ServiceError('failed-precondition', reason, message);

/** Stores the digest of a side, and throws unless both sides have submitted it. */
const submit = async (
  { submissions, now }: ServiceContext,
  claim: ReceiptClaim,
  side: Side,
): Promise<void> => {
  const submitted = await submissions.submit(claim, side, now());
  if (submitted[side] !== claim.statementSha256)
    throw refuse('other-receipt-submitted', 'Another receipt of this delivery was submitted.');
  if (submitted.sender === null || submitted.recipient === null)
    throw refuse('waiting-for-other-side', 'The other side has not submitted the receipt yet.');
  if (submitted.sender !== submitted.recipient)
    throw refuse('receipts-differ', 'The two sides submitted different receipts.');
};

/**
 * Signs a receipt that both sides have submitted, and adds the signature to the tree, so that its removal is found like
 * that of an entry. A repeated call returns the first signature, under the current head.
 */
export const countersign = async (
  context: ServiceContext,
  claim: ReceiptClaim,
  credentials: Credentials,
): Promise<Countersignature> => {
  const { entries, tree, signer, now } = context;
  const { shareId, deliveryId } = claim;
  const ownerUid = await entries.ownerOfConfirmed(shareId, deliveryId);
  if (ownerUid === null) throw notConfirmed();
  const side = await sideOf(context, { ownerUid, shareId }, credentials);
  const known = await tree.leaf(receiptKey(claim));
  if (!known) await submit(context, claim, side);
  await integrateOwner(context, ownerUid);
  const leaf = known ?? (await appendLeaf(tree, receiptLeaf(signer, claim, now())));
  const { head, subtree } = await currentTree(context);
  const signed = readReceiptLeaf(leaf.text);
  // A receipt may be older than the key that signs now.
  const publicKey = signer.rawPublicKeyOf(signed.kid);
  if (publicKey === undefined) throw keyUnknown();
  return {
    ...signed,
    publicKey,
    proof: await proofOf(leaf, head, subtree),
    head: { ...head, publicKey: signer.rawPublicKey },
  };
};

const keepSubmissionsMs = 24 * 3_600_000;

/** Both pages submit within seconds of a delivery; later calls find the leaf. */
export const removeOldSubmissions = ({ submissions, now }: ServiceContext): Promise<void> =>
  submissions.removeBefore(new Date(now().getTime() - keepSubmissionsMs));
