import { randomBytes } from 'node:crypto';
import { parseKeyring, ServiceError } from '@tandem/kit';
import { isIncluded } from '@tandem/proto/browser/audit/merkle';
import { createSigner, createVerifier } from '../src/chain/signing.js';
import { removeOldSubmissions } from '../src/receipt/countersign.js';
import { appendLeaf } from '../src/tree/append.js';
import { isSignedHead } from '../src/tree/head.js';
import { receiptLeaf } from '../src/tree/leaf.js';
import { leafHash } from '../src/tree/merkle.js';
import { grantOf, origin, shareOf, startStack, publish, uniqueUid, type Stack } from './harness.js';

const keyOf = (kid: string) => `${kid}:${randomBytes(32).toString('base64url')}`;
const firstKey = keyOf('a1');
let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  stack.context.signer = createSigner(parseKeyring(firstKey));
});
afterAll(() => stack.stop());
beforeEach(() => {
  stack.clock.now = new Date();
});

const minuteMs = 60_000;
const later = (ms: number) => {
  stack.clock.now = new Date(stack.clock.now.getTime() + ms);
};

const ours = 'a'.repeat(64);
const another = 'b'.repeat(64);

/** A delivery of a share of its own, reported by one side, and the calls of its people. */
const claimedDelivery = async () => {
  const ownerUid = uniqueUid();
  const share = { ...shareOf(ownerUid), shareId: randomBytes(16).toString('base64url') };
  const { shareId } = share;
  const deliveryId = randomBytes(16).toString('base64url');
  const report = async (standing: string, reportedBy: string) => {
    await publish(stack.bus, 'downloadCompleted', {
      share,
      at: new Date(),
      origin,
      accessorName: '',
      accessorEmail: '',
      delivery: { deliveryId, standing, reportedBy, bytes: 1, reason: '' },
    });
    await stack.bus.settled();
  };
  await report('claimed', 'recipient');
  const claim = (statementSha256: string) => ({ shareId, deliveryId, statementSha256 });
  return {
    ownerUid,
    shareId,
    claim,
    confirm: () => report('confirmed', 'sender'),
    bySender: (statement = ours, grant = '') =>
      stack.as(ownerUid).countersign({ ...claim(statement), grant }),
    byRecipient: (statement = ours, grant = grantOf(shareId)) =>
      stack.visitor.countersign({ ...claim(statement), grant }),
  };
};

const confirmedDelivery = async () => {
  const delivery = await claimedDelivery();
  await delivery.confirm();
  return delivery;
};

type Delivery = Awaited<ReturnType<typeof confirmedDelivery>>;

const refusalOf = (call: Promise<unknown>): Promise<{ code: string; reason: string } | null> =>
  call.then(
    () => null,
    (error: unknown) => {
      if (!(error instanceof ServiceError)) throw error;
      return { code: error.code, reason: error.reason };
    },
  );

const waiting = { code: 'failed-precondition', reason: 'waiting-for-other-side' };
const stranger = { code: 'permission-denied', reason: 'no-participant' };

describe('the countersignature of a receipt', () => {
  it('is given only for a delivery that both sides confirmed', async () => {
    const { bySender, confirm } = await claimedDelivery();
    const refusal = { code: 'not-found', reason: 'delivery-not-confirmed' };
    expect(await refusalOf(bySender())).toEqual(refusal);
    await confirm();
    expect(await refusalOf(bySender())).toEqual(waiting);
  });

  it('is in the tree, once both sides have submitted the same, and the same for both', async () => {
    const { bySender, byRecipient, claim } = await confirmedDelivery();
    expect(await refusalOf(byRecipient())).toEqual(waiting);
    expect(await refusalOf(byRecipient())).toEqual(waiting);
    const { at, kid, publicKey, signature, proof, head } = await bySender();

    const { shareId, deliveryId } = claim(ours);
    const facts = [shareId, deliveryId, ours, at?.getTime()];
    const verifier = createVerifier(parseKeyring(`${kid}:${publicKey}`));
    const text = JSON.stringify(['tandem/countersignature/2', ...facts]);
    expect(verifier.isSigned(text, { kid, signature })).toBe(true);
    if (!proof || !head?.at) throw new Error('no proof');
    expect(proof.text).toBe(JSON.stringify(['receipt', ...facts, kid, signature]));
    expect(isSignedHead(verifier, { ...head, at: head.at })).toBe(true);
    expect(
      await isIncluded({
        leaf: leafHash(proof.text),
        index: proof.index,
        size: head.size,
        path: proof.path.map((hash) => Buffer.from(hash, 'base64url')),
        root: Buffer.from(head.root, 'base64url'),
      }),
    ).toBe(true);

    const same = { at, signature, proof: { index: proof.index } };
    expect(await byRecipient()).toMatchObject(same);
    expect(await bySender()).toMatchObject(same);
  });

  it('is given to both sides when they submit at the same time', async () => {
    const { bySender, byRecipient } = await confirmedDelivery();
    const refusals = await Promise.all([refusalOf(bySender()), refusalOf(byRecipient())]);
    expect(refusals).toContain(null);
    expect((await bySender()).signature).toBe((await byRecipient()).signature);
  });

  it('is given with the key that signed it, also after a rotation of keys', async () => {
    const { bySender, byRecipient, claim } = await confirmedDelivery();
    await refusalOf(byRecipient());
    const first = await bySender();
    stack.context.signer = createSigner(parseKeyring([keyOf('a2'), firstKey].join(',')));
    const { at, kid, publicKey, signature } = await byRecipient();
    expect({ kid, publicKey, signature }).toEqual({
      kid: 'a1',
      publicKey: first.publicKey,
      signature: first.signature,
    });
    const { shareId, deliveryId } = claim(ours);
    const facts = ['tandem/countersignature/2', shareId, deliveryId, ours, at?.getTime()];
    const verifier = createVerifier(parseKeyring(`${kid}:${publicKey}`));
    expect(verifier.isSigned(JSON.stringify(facts), { kid, signature })).toBe(true);
  });

  it('is the first one if the receipt was countersigned before', async () => {
    const { bySender, claim } = await confirmedDelivery();
    const { tree, signer } = stack.context;
    const { text } = await appendLeaf(tree, receiptLeaf(signer, claim(ours), new Date()));
    expect((await bySender()).proof?.text).toBe(text);
  });

  it.each([
    ['the owner', (one: Delivery) => one.bySender],
    ['a recipient', (one: Delivery) => one.byRecipient],
  ])('is refused to %s who submits a second receipt', async (_who, by) => {
    const delivery = await confirmedDelivery();
    const submit = by(delivery);
    expect(await refusalOf(submit(ours))).toEqual(waiting);
    const refusal = { code: 'failed-precondition', reason: 'other-receipt-submitted' };
    expect(await refusalOf(submit(another))).toEqual(refusal);
    // The first one counts.
    expect(await refusalOf(submit(ours))).toEqual(waiting);
  });

  it('is refused to both when their receipts differ', async () => {
    const { bySender, byRecipient } = await confirmedDelivery();
    const refusal = { code: 'failed-precondition', reason: 'receipts-differ' };
    expect(await refusalOf(bySender(ours))).toEqual(waiting);
    expect(await refusalOf(byRecipient(another))).toEqual(refusal);
    expect(await refusalOf(bySender(ours))).toEqual(refusal);
  });

  it('is refused to a session of the owner that also has a grant', async () => {
    const { bySender, shareId } = await confirmedDelivery();
    expect(await refusalOf(bySender())).toEqual(waiting);
    expect(await refusalOf(bySender(ours, grantOf(shareId)))).toEqual(waiting);
  });

  it('is given to a recipient who is signed in', async () => {
    const { bySender, shareId, claim } = await confirmedDelivery();
    await refusalOf(bySender());
    const recipient = stack.as(uniqueUid());
    const request = { ...claim(ours), grant: grantOf(shareId) };
    expect(await refusalOf(recipient.countersign(request))).toBeNull();
  });

  it.each([
    ['no grant', () => '', { code: 'unauthenticated', reason: 'no-participant' }],
    ['a forged grant', () => 'e30.e30.AA', { code: 'unauthenticated', reason: 'invalid-token' }],
    [
      'an expired grant',
      ({ shareId }: Delivery) => grantOf(shareId, { now: new Date(Date.now() - 11 * minuteMs) }),
      { code: 'unauthenticated', reason: 'expired-token' },
    ],
    ['a grant of another share', () => grantOf('another'), stranger],
    [
      "the sender's grant, without the session",
      ({ shareId }: Delivery) => grantOf(shareId, { role: 'sender' }),
      stranger,
    ],
  ])('is refused to those who have %s', async (_what, grantFor, refusal) => {
    const delivery = await confirmedDelivery();
    const { bySender, byRecipient } = delivery;
    await refusalOf(bySender());
    expect(await refusalOf(byRecipient(ours, grantFor(delivery)))).toEqual(refusal);
    // Nothing was stored for the recipient.
    expect(await refusalOf(bySender())).toEqual(waiting);
  });

  it('is refused to other users and to admins', async () => {
    const { bySender, claim } = await confirmedDelivery();
    await refusalOf(bySender());
    for (const client of [stack.as(uniqueUid()), stack.client])
      expect(await refusalOf(client.countersign(claim(ours)))).toEqual(stranger);
  });

  it('waits for the other side for a day', async () => {
    const { bySender } = await confirmedDelivery();
    expect(await refusalOf(bySender(ours))).toEqual(waiting);
    later(23 * 60 * minuteMs);
    await removeOldSubmissions(stack.context);
    expect((await refusalOf(bySender(another)))?.reason).toBe('other-receipt-submitted');
    later(2 * 60 * minuteMs);
    await removeOldSubmissions(stack.context);
    expect(await refusalOf(bySender(another))).toEqual(waiting);
  });
});
