import { erasePerson } from '../../src/audit-log.js';
import { forgetRemovedOwners } from '../../src/entry/sweep.js';
import {
  entriesOf,
  erase,
  fill,
  origin,
  shareOf,
  startStack,
  publish,
  uniqueUid,
  type Stack,
} from '../harness.js';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());
beforeEach(() => {
  stack.clock.now = new Date();
});

describe('the erasure of a person', () => {
  it('erasing a user removes their fields from every log and keeps the chain valid', async () => {
    const ownerUid = uniqueUid();
    await fill(stack, ownerUid, 3);
    // In any spelling, in the entries and in the request.
    expect(await erase(stack, 'Person1@EXAMPLE.test')).toBeGreaterThan(0);
    expect(await erase(stack, '.*@example.test')).toBe(0);
    const [, erased] = await entriesOf(stack, ownerUid);
    expect(erased).toMatchObject({
      filename: 'file 1.bin',
      accessorEmail: undefined,
      accessorName: undefined,
      ipAddress: undefined,
      userAgent: undefined,
      city: undefined,
    });
    expect(await stack.client.verifyChain({ ownerUid })).toMatchObject({
      isValid: true,
      length: 3,
    });
    const stored = JSON.stringify(await stack.rows.entries.find({ ownerUid }).toArray());
    expect(stored).not.toContain('person1@example.test');
    expect(stored).not.toContain('Person 1');
  });

  it('stores no personal data of an erased person for a late event, such as a redriven dead letter', async () => {
    const ownerUid = uniqueUid();
    const download = (minutesAgo: number) => ({
      share: shareOf(ownerUid),
      at: new Date(stack.clock.now.getTime() - minutesAgo * 60_000),
      origin,
      accessorName: 'Wanda Waiting',
      accessorEmail: 'Wanda@example.test',
      delivery: undefined,
    });
    const waiting = download(2);
    await erase(stack, 'wanda@EXAMPLE.test');
    // The person has given the data again.
    const afterwards = download(-5);
    stack.clock.now = new Date(stack.clock.now.getTime() + 80 * 86_400_000);
    await forgetRemovedOwners(stack.context);
    await publish(stack.bus, 'downloadCompleted', waiting);
    await publish(stack.bus, 'downloadCompleted', afterwards);
    await stack.bus.settled();
    const [newer, older] = await entriesOf(stack, ownerUid);
    expect(newer).toMatchObject({ accessorEmail: 'Wanda@example.test' });
    expect(older).toMatchObject({ accessorEmail: undefined, accessorName: undefined });
    expect(older).toMatchObject({ ipAddress: undefined, userAgent: undefined, city: undefined });
    expect(await stack.client.verifyChain({ ownerUid })).toMatchObject({ isValid: true });
    const kept = () => stack.rows.erasures.find({}).toArray();
    expect(JSON.stringify(await kept())).not.toMatch(/wanda/i);
    stack.clock.now = new Date(stack.clock.now.getTime() + 25 * 86_400_000);
    await forgetRemovedOwners(stack.context);
    expect(await kept()).toEqual([]);
  });

  it('erases what a live event stores after the first pass over the logs', async () => {
    const ownerUid = uniqueUid();
    const email = `${ownerUid}@example.test`;
    const { clock, context, bus } = stack;
    const at = new Date(clock.now.getTime() - 1_000);
    const erased = await erasePerson(context, email, async (ms) => {
      // The event is delivered at the latest time at which it is still stored without checking the erasures.
      clock.now = new Date(at.getTime() + 59_000);
      await publish(bus, 'downloadCompleted', {
        share: shareOf(ownerUid),
        at,
        origin,
        accessorName: 'Lara Live',
        accessorEmail: email,
      });
      await bus.settled();
      expect(at.getTime() + 1_000 + ms).toBeGreaterThan(clock.now.getTime());
    });
    expect(erased).toBe(1);
    expect(await entriesOf(stack, ownerUid)).toMatchObject([
      { accessorEmail: undefined, accessorName: undefined, ipAddress: undefined },
    ]);
    expect(await stack.client.verifyChain({ ownerUid })).toMatchObject({ isValid: true });
  });

  it.each([
    ['the service records it', false],
    ['the service fails after the insert and records it again', true],
  ])('erases an event that is redriven during the erasure: %s', async (_how, isKilled) => {
    const ownerUid = uniqueUid();
    const email = `${ownerUid}@example.test`;
    const { context } = stack;
    const { insertInOrder } = context.entries;
    context.entries.insertInOrder = async (added) => {
      context.entries.insertInOrder = insertInOrder;
      expect(await erase({ context }, email)).toBe(0);
      const isInserted = await insertInOrder(added);
      if (isKilled) throw new Error('killed');
      return isInserted;
    };
    await publish(stack.bus, 'downloadCompleted', {
      share: shareOf(ownerUid),
      at: new Date(context.now().getTime() - 120_000),
      origin,
      accessorName: 'Rhea Redriven',
      accessorEmail: email,
      delivery: undefined,
    });
    await stack.bus.settled();
    expect(await entriesOf(stack, ownerUid)).toMatchObject([
      { accessorEmail: undefined, accessorName: undefined, ipAddress: undefined },
    ]);
    const stored = JSON.stringify(await stack.rows.entries.find({ ownerUid }).toArray());
    expect(stored).not.toMatch(/rhea|@example/i);
    expect(await stack.client.verifyChain({ ownerUid })).toMatchObject({ isValid: true });
  });
});
