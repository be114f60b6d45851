import { createFor, refusalOf, startStack, uniqueUid, visitor, type Stack } from '../harness.js';
import { callsTo, refused } from './calls.js';

let stack: Stack;
beforeEach(async () => {
  stack = await startStack();
});
afterEach(() => stack.stop());

const { access, deniedOf } = callsTo(() => stack);

/** The size of a stored share, in characters. */
const sizeOf = async (shareId: string) => {
  const { collection } = stack.context.shares.outboxSource.model;
  return JSON.stringify(await collection.findOne({ _id: shareId as never })).length;
};

const breakBroker = () => {
  const { bus } = stack;
  const publish = bus.publish.bind(bus);
  bus.publish = () => Promise.reject(new Error('no broker'));
  return () => (bus.publish = publish);
};

describe('an outage of the broker', () => {
  it('loses no attempt, and leaves the share as small as it was, so that its owner can stop it', async () => {
    const uid = uniqueUid();
    const { shareId, password } = await createFor(stack.client, uid);
    await stack.published('shareCreated');
    const repair = breakBroker();
    const size = await sizeOf(shareId);
    const accesses = 60;
    for (let count = 0; count < accesses; count += 1) await access(shareId, password);
    expect(await sizeOf(shareId)).toBe(size);

    expect(await stack.as(uid).stopShare({ shareId })).toMatchObject({ isActive: false });
    const stopped = await sizeOf(shareId);
    for (let count = 0; count < 10; count += 1)
      expect(await refusalOf(access(shareId, password))).toEqual(refused);
    expect(await sizeOf(shareId)).toBe(stopped);

    repair();
    expect(await stack.published('accessAttempted')).toHaveLength(accesses);
    expect(await stack.published('shareStopped')).toHaveLength(1);
    expect(await deniedOf(shareId)).toEqual(Array.from({ length: 10 }, () => 'stopped'));
  });

  it('bounds the reports that wait in a share, which can still be stopped, until they are published', async () => {
    const uid = uniqueUid();
    const { shareId, password } = await createFor(stack.client, uid);
    await stack.published('shareCreated');
    const repair = breakBroker();
    const record = (email: string) =>
      stack.client.recordDownload({
        shareId,
        password,
        name: 'Rita',
        email,
        client: visitor(),
        deliveryId: 'd'.repeat(22),
      });
    await record('first@example.test');
    const { collection } = stack.context.shares.outboxSource.model;
    const set = { $set: { pendingReports: 2_000 } };
    await collection.updateOne({ _id: shareId as never, pendingReports: 1 }, set);
    expect(await refusalOf(record('second@example.test'))).toMatchObject({ reason: 'share-busy' });
    expect(await stack.as(uid).stopShare({ shareId })).toMatchObject({ isActive: false });

    repair();
    expect(await stack.published('downloadCompleted')).toHaveLength(1);
    await record('second@example.test');
    expect(await stack.published('downloadCompleted')).toHaveLength(2);
  });
});
