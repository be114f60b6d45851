/** What happens lawfully to a log, or while it is compared, is not reported as damage. */

import { removeOwner, verifyRecorded } from '../../src/audit-log.js';
import { removeOldEntries } from '../../src/entry/sweep.js';
import { integrate } from '../../src/tree/integrate.js';
import { ownerHead as ownerHeadOf } from '../../src/tree/owner-head.js';
import { erase, fill, passRetention, startStack, uniqueUid, type Stack } from '../harness.js';
import { ownerBrowser, retentionMonths } from './owner-browser.js';
import { watchedLogs } from './watched-logs.js';

let stack: Stack;
let compare: ReturnType<typeof ownerBrowser>['compare'];
let logs: ReturnType<typeof watchedLogs>;
beforeEach(async () => {
  stack = await startStack();
  ({ compare } = ownerBrowser(stack));
  logs = watchedLogs(stack);
});
afterEach(() => stack.stop());

describe('lawful changes', () => {
  it("raises no alarm for growth, erasure, retention or another account's deletion", async () => {
    const { ownerUid, verdict, isValid } = await logs.victim();
    await fill(stack, ownerUid, 3);
    expect(await verdict()).toBeNull();
    expect(await erase(stack, 'person1@example.test')).toBeGreaterThan(0);
    const other = uniqueUid();
    await fill(stack, other, 2);
    await removeOwner(stack.context, other);
    expect(await stack.client.verifyChain({ ownerUid: other })).toMatchObject({ isValid: true });
    expect(await verdict()).toBeNull();
    expect(await isValid()).toBe(true);
    stack.clock.now = new Date(stack.clock.now.getTime() + 400 * 86_400_000);
    await removeOldEntries(stack.context, retentionMonths);
    expect(await verdict()).toBeNull();
    expect(await isValid()).toBe(true);
    await passRetention(stack, retentionMonths);
    expect((await stack.client.listEntries({ ownerUid })).entries).toEqual([]);
    expect(await verdict()).toBeNull();
    expect(await isValid()).toBe(true);
  });

  it('raises no alarm for an owner who never had a log', async () => {
    const ownerUid = uniqueUid();
    await fill(stack, uniqueUid(), 2);
    const { fault, next } = await compare(ownerUid, null);
    expect({ fault, own: next?.own }).toEqual({ fault: null, own: null });
    expect(await stack.client.verifyChain({ ownerUid })).toMatchObject({ isValid: true });
  });
});

describe('activity during a comparison', () => {
  it('raises no alarm for an entry recorded and moved into the tree while the log is verified', async () => {
    const { ownerUid } = await logs.victim();
    const { tree } = stack.context;
    // A cursor returns rows that are inserted behind its position.
    const ofOwner: typeof tree.ofOwner = async function* (owner, kind) {
      yield* tree.ofOwner(owner, kind);
      if (kind !== 'entry') return;
      await fill(stack, ownerUid, 1);
      await integrate(stack.context);
      for await (const leaf of tree.ofOwner(owner, kind)) if (leaf.seq === 5) yield leaf;
    };
    const context = { ...stack.context, tree: { ...tree, ofOwner } };
    expect(await verifyRecorded(context, ownerUid)).toMatchObject({ isValid: true, length: 4 });
  });

  it('raises no alarm for entries whose retention ends while the log is verified', async () => {
    const { ownerUid } = await logs.victim();
    const { entries } = stack.context;
    stack.clock.now = new Date(stack.clock.now.getTime() + 400 * 86_400_000);
    await fill(stack, ownerUid, 1);
    const inOrder: typeof entries.inOrder = async function* (...asked) {
      await removeOldEntries(stack.context, retentionMonths);
      yield* entries.inOrder(...asked);
    };
    const context = { ...stack.context, entries: { ...entries, inOrder } };
    expect(await verifyRecorded(context, ownerUid)).toMatchObject({ isValid: true, length: 5 });
  });

  it('raises no alarm for an account that is deleted while its log is verified', async () => {
    const { ownerUid } = await logs.victim();
    const { entries } = stack.context;
    const inOrder: typeof entries.inOrder = async function* (...asked) {
      await removeOwner(stack.context, ownerUid);
      yield* entries.inOrder(...asked);
    };
    const context = { ...stack.context, entries: { ...entries, inOrder } };
    expect(await verifyRecorded(context, ownerUid)).toMatchObject({ isValid: true, length: 0 });
  });

  it('raises no alarm for an entry recorded while the head is signed', async () => {
    const { ownerUid } = await logs.victim();
    const { next } = await compare(ownerUid, null);
    const { chains } = stack.context;
    const settle: typeof chains.settle = async (settled) => {
      await chains.settle(settled);
      await stack.rows.chains.updateMany({}, { $set: { isPending: false } });
      await fill(stack, ownerUid, 1);
      await stack.rows.chains.updateMany({}, { $set: { isPending: false } });
    };
    await fill(stack, ownerUid, 1);
    const context = { ...stack.context, chains: { ...chains, settle } };
    const request = { ownerUid, fromSize: next?.head.size ?? 0, ownSeq: 4 };
    expect((await ownerHeadOf(context, request)).newest?.seq).toBe(5);
  });
});
