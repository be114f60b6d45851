import fc from 'fast-check';
import { createFor, startStack, uniqueUid, visitor, type Stack } from '../harness.js';
import { callsTo, minute } from './calls.js';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());
beforeEach(() => {
  stack.clock.now = new Date();
});

const { later } = callsTo(() => stack);

interface Report {
  from: string;
  outcome: 'verified' | 'unverified' | 'failed';
}

const verifiedBy = (from: string): Report => ({ from, outcome: 'verified' });

/** One delivery of a new share, which any number of recipients and the sender may report. */
const startDelivery = async () => {
  const uid = uniqueUid();
  const { shareId, password } = await createFor(stack.client, uid);
  const deliveryId = 'd'.repeat(22);
  const client = visitor();
  const send = ({ from, outcome }: Report) =>
    from === 'sender'
      ? stack.as(uid).reportDelivery({ shareId, deliveryId, outcome, bytes: 0, client })
      : stack.client.recordDownload({
          shareId,
          password,
          deliveryId,
          isFailure: outcome === 'failed',
          client,
          name: from,
          email: `${from}@example.test`,
          reason: '',
        });
  const confirmations = async () => {
    const [published, share] = await Promise.all([
      stack.published('downloadCompleted'),
      stack.context.shares.find(shareId),
    ]);
    const confirmed = published.filter(
      (event) => event.share?.shareId === shareId && event.delivery?.standing === 'confirmed',
    );
    return { counted: share?.downloadCount, published: confirmed.length };
  };
  return { send, confirmations };
};

describe('a delivery that several recipients report', () => {
  const once = { counted: 1, published: 1 };
  const report = fc.record({
    from: fc.constantFrom('sender', 'rita', 'rosa', 'ruth'),
    outcome: fc.constantFrom('verified' as const, 'failed' as const),
  });

  it('is confirmed once, in any order and concurrently', async () => {
    const rounds = fc.array(fc.array(report, { minLength: 1, maxLength: 5 }), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(rounds, async (reports) => {
        const { send, confirmations } = await startDelivery();
        for (const round of reports) await Promise.all(round.map(send));
        const completed = reports.flat().filter(({ outcome }) => outcome === 'verified');
        const sides = new Set(completed.map(({ from }) => from === 'sender'));
        const expected = sides.size === 2 ? once : { counted: 0, published: 0 };
        expect(await confirmations()).toEqual(expected);
      }),
      { numRuns: 20 },
    );
  }, 120_000);

  it('is not confirmed again by a later report of either side', async () => {
    const { send, confirmations } = await startDelivery();
    await send({ from: 'sender', outcome: 'unverified' });
    later(10 * minute);
    await send(verifiedBy('sender'));
    for (const recipient of ['rita', 'rosa', 'ruth', 'rhea']) {
      await send(verifiedBy(recipient));
      await send(verifiedBy('rita'));
      later(10 * minute);
    }
    expect(await confirmations()).toEqual(once);
    await send(verifiedBy('sender'));
    expect(await confirmations()).toEqual(once);
  });
});
