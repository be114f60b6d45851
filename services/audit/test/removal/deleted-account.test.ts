import { removeOwner, verifyOwner } from '../../src/audit-log.js';
import { noPersonalData } from '../../src/entry/entry.js';
import { forgetRemovedOwners } from '../../src/entry/sweep.js';
import { record } from '../../src/record.js';
import { integrate } from '../../src/tree/integrate.js';
import {
  entriesOf,
  fill,
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

describe('the deletion of an account', () => {
  it('deletes the log of a deleted account, and a late event does not recreate it [9.54]', async () => {
    const ownerUid = uniqueUid();
    await fill(stack, ownerUid, 3);
    await publish(stack.bus, 'userDeleted', { uid: ownerUid });
    await stack.bus.settled();
    await fill(stack, ownerUid, 1);
    expect(await entriesOf(stack, ownerUid)).toEqual([]);
    expect(await stack.rows.entries.countDocuments({ ownerUid })).toBe(0);
  });

  it('leaves a valid log if it fails before the entries are removed', async () => {
    const ownerUid = uniqueUid();
    await fill(stack, ownerUid, 3);
    const crash = new Error('crash');
    const entries = { ...stack.context.entries, removeAll: () => Promise.reject(crash) };
    await expect(removeOwner({ ...stack.context, entries }, ownerUid)).rejects.toBe(crash);
    expect(await stack.rows.entries.countDocuments({ ownerUid })).toBe(3);
    expect(await stack.client.verifyChain({ ownerUid })).toMatchObject({ isValid: true });
    expect(await verifyOwner(stack.context, ownerUid)).toMatchObject({ isValid: true });
  });

  it('a dead letter redriven at maximum age does not recreate a deleted log', async () => {
    const ownerUid = uniqueUid();
    await publish(stack.bus, 'userDeleted', { uid: ownerUid });
    await stack.bus.settled();
    const sweepAfterDays = (days: number) => {
      const at = new Date(stack.clock.now.getTime() + days * 86_400_000);
      return forgetRemovedOwners({ ...stack.context, now: () => at });
    };
    await sweepAfterDays(97);
    await fill(stack, ownerUid, 1);
    expect(await stack.rows.entries.countDocuments({ ownerUid })).toBe(0);
    await sweepAfterDays(105);
    expect(await stack.context.chains.deletedAmong([ownerUid])).toEqual([]);
  });

  it('is recorded in the tree also if the log begins during it', async () => {
    const ownerUid = uniqueUid();
    const { chains } = stack.context;
    let isFirst = true;
    const get: typeof chains.get = async (uid) => {
      const chain = await chains.get(uid);
      if (isFirst) {
        isFirst = false;
        await fill(stack, ownerUid, 2);
        await integrate(stack.context);
      }
      return chain;
    };
    await removeOwner({ ...stack.context, chains: { ...chains, get } }, ownerUid);
    expect(await stack.rows.entries.countDocuments({ ownerUid })).toBe(0);
    expect(await verifyOwner(stack.context, ownerUid)).toMatchObject({ isValid: true });
    await fill(stack, ownerUid, 1);
    expect(await stack.rows.entries.countDocuments({ ownerUid })).toBe(0);
  });

  it('an event recorded during deletion does not recreate the log', async () => {
    const ownerUid = uniqueUid();
    const [id = ''] = await fill(stack, ownerUid, 1);
    const { entries } = stack.context;
    const insertInOrder: typeof entries.insertInOrder = async (added) => {
      await removeOwner(stack.context, ownerUid);
      return entries.insertInOrder(added);
    };
    const incident = { ...shareOf(ownerUid), id: `${id}-late`, createdAt: new Date() };
    await record(
      { ...stack.context, entries: { ...entries, insertInOrder } },
      {
        ...incident,
        eventType: 'access_attempt',
        eventStatus: 'success',
        personal: noPersonalData,
      },
    );
    expect(await stack.rows.entries.countDocuments({ ownerUid })).toBe(0);
  });
});
