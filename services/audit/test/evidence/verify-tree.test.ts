import { removeOwner } from '../../src/audit-log.js';
import { currentTree } from '../../src/tree/current.js';
import type { SignedHead } from '../../src/tree/head.js';
import { integrate } from '../../src/tree/integrate.js';
import { ownerTag } from '../../src/tree/leaf.js';
import { keepHead } from '../../src/tree/tasks.js';
import { verifyTree } from '../../src/tree/verify-tree.js';
import { fill, passRetention, startStack, uniqueUid, type Stack } from '../harness.js';
import { retentionMonths } from './owner-browser.js';
import { watchedLogs } from './watched-logs.js';

let stack: Stack;
let logs: ReturnType<typeof watchedLogs>;
beforeEach(async () => {
  stack = await startStack();
  logs = watchedLogs(stack);
});
afterEach(() => stack.stop());

describe('the whole tree, recomputed by the command', () => {
  const whole = () => {
    const { tree, signer: verifier, entries } = stack.context;
    return { tree, verifier, owners: () => entries.owners() };
  };
  const verifyAll = async (kept: SignedHead[] = []) => (await verifyTree(whole(), kept)).faults;

  it('is valid, also with a head from elsewhere and a deleted account', async () => {
    await logs.victim();
    const { head } = await currentTree(stack.context);
    const other = uniqueUid();
    await fill(stack, other, 30);
    await removeOwner(stack.context, other);
    await keepHead(stack.context);
    const report = await verifyTree(whole(), [head]);
    expect(report.faults).toEqual([]);
    expect(report).toMatchObject({ root: (await currentTree(stack.context)).head.root });
  });

  it('is valid after a whole log was removed at the end of its retention, but not without the record', async () => {
    const { ownerUid } = await logs.victim();
    stack.clock.now = new Date(stack.clock.now.getTime() + 400 * 86_400_000);
    await passRetention(stack, retentionMonths);
    expect(await stack.context.entries.last(ownerUid)).toBeNull();
    expect(await verifyAll()).toEqual([]);
    await fill(stack, ownerUid, 1);
    await integrate(stack.context);
    await stack.rows.entries.deleteMany({ ownerUid });
    expect(await verifyAll()).toEqual([
      `The log of ${ownerTag(ownerUid)} was removed without a record of it.`,
    ]);
  });

  it('is valid while a log begins and another is deleted', async () => {
    const { ownerUid } = await logs.victim();
    const { tree, ...rest } = whole();
    const begunAndDeleted: typeof tree.inOrder = async function* () {
      await fill(stack, uniqueUid(), 1);
      await integrate(stack.context);
      yield* tree.inOrder();
      await removeOwner(stack.context, ownerUid);
    };
    const report = await verifyTree({ ...rest, tree: { ...tree, inOrder: begunAndDeleted } }, []);
    expect(report.faults).toEqual([]);
  });

  it('covers more owners than one reply of the database may contain', async () => {
    const prefix = uniqueUid();
    const owners = Array.from({ length: 1_100 }, (_, index) => `${prefix}-${10_000 + index}`);
    const rows = owners.flatMap((ownerUid) => [1, 2].map((seq) => ({ ownerUid, seq })));
    await stack.rows.entries.insertMany(rows);
    let found: string[] = [];
    const commands = await stack.commandsDuring(async () => {
      found = await stack.context.entries.owners();
    });
    expect(found.filter((uid) => uid.startsWith(prefix))).toEqual(owners);
    expect(commands).toContain('getMore');
    await stack.rows.entries.deleteMany({ ownerUid: { $in: owners } });
  });

  it('differs from a kept head after any change, and reports a missing log', async () => {
    const { ownerUid } = await logs.victim();
    const { head } = await currentTree(stack.context);
    await logs.dropLog(ownerUid);
    expect(await verifyAll()).toEqual([
      `The log of ${ownerTag(ownerUid)} was removed without a record of it.`,
    ]);
    const leaves = await stack.rows.leaves.find({}).sort({ _id: 1 }).toArray();
    await logs.replaceLeaves(leaves.filter(({ owner }) => owner !== ownerTag(ownerUid)));
    // Without what others kept, the database is flawless.
    expect(await verifyAll()).toEqual([]);
    expect((await verifyAll([head])).join()).toMatch(/fewer than the/);
    await fill(stack, uniqueUid(), 9);
    await integrate(stack.context);
    expect((await verifyAll([head])).join()).toMatch(/are not those of the head/);
    expect(await verifyAll([{ ...head, size: 1 }])).toContain('A head of 1 records is not signed.');
  });
});
