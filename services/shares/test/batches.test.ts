import { randomUUID } from 'node:crypto';
import { newEvent, type NewEvent } from '@tandem/kit/mongo';
import { events } from '@tandem/proto/events';
import type { SharesContext } from '../src/context.js';
import { monthOf } from '../src/plan/plan.js';
import { createShare } from '../src/share/create.js';
import { generateId } from '../src/share/password.js';
import type { Share } from '../src/share/share.js';
import { identityHandlers } from '../src/shares.events.js';
import { createFor, newShare, startStack, uniqueUid, type Stack } from './harness.js';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const statusesOf = async (calls: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(calls)).map(({ status }) => status);

const createGate = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
};

/** The driver cannot encode it. */
const circular = (() => {
  const value: { self?: unknown } = {};
  value.self = value;
  return value as never;
})();

describe('reads of shares at the same time', () => {
  const idsOf = async (shares: readonly Promise<Share | null>[]) =>
    (await Promise.all(shares)).map((share) => share?.shareId ?? null);

  it('are one command, and each call gets its own share', async () => {
    const [a, b] = await Promise.all([
      createFor(stack.client, uniqueUid()),
      createFor(stack.client, uniqueUid()),
    ]);
    const { find } = stack.context.shares;
    const asked = [a.shareId, generateId(), b.shareId, a.shareId];
    let found: readonly (string | null)[] = [];
    const commands = await stack.commandsDuring(async () => {
      found = await idsOf(asked.map(find));
    });
    expect(commands).toEqual(['find']);
    expect(found).toEqual([a.shareId, null, b.shareId, a.shareId]);
    const [first, second] = await Promise.all([find(a.shareId), find(a.shareId)]);
    expect(first).toEqual(second);
    expect(first).not.toBe(second);
  });

  it('fail only for the call that would fail on its own', async () => {
    const { shareId } = await createFor(stack.client, uniqueUid());
    const { find } = stack.context.shares;
    expect(await statusesOf([find(shareId), find(circular), find(shareId)])).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
  });

  it('are not answered from a read that began before a write', async () => {
    const uid = uniqueUid();
    const { shareId } = await createFor(stack.client, uid);
    const { shares } = stack.context;
    const rows = shares.outboxSource.model.collection;
    const realFind = rows.find.bind(rows);
    const [read, written] = [createGate(), createGate()];
    // The reply of the first read arrives after the write.
    rows.find = ((...args: Parameters<typeof realFind>) => ({
      toArray: async () => {
        rows.find = realFind;
        const found = await realFind(...args).toArray();
        read.open();
        await written.opened;
        return found;
      },
    })) as never;
    const early = shares.find(shareId);
    await read.opened;
    const [share] = await shares.ofOwner(uid, 1);
    if (!share) throw new Error('no share');
    const state = { kind: 'deleted', since: new Date() } as const;
    expect(await shares.save(share, { ...share, state }, [])).toBe(true);
    const late = shares.find(shareId);
    written.open();
    expect((await early)?.state.kind).toBe('active');
    expect(await late).toBeNull();
  });
});

describe('accesses at the same time', () => {
  const attempt = (): NewEvent =>
    newEvent(events.accessAttempted, { share: undefined, at: new Date() } as never);
  const isStored = async ({ id }: NewEvent) =>
    (await stack.context.attemptLog.outboxSource.model.countDocuments({ _id: id })) === 1;

  it('are logged by one command', async () => {
    const attempts = [attempt(), attempt(), attempt()];
    const commands = await stack.commandsDuring(() =>
      Promise.all(attempts.map(stack.context.attemptLog.writeAccess)),
    );
    expect(commands).toEqual(['update']);
    expect(await Promise.all(attempts.map(isStored))).toEqual([true, true, true]);
  });

  it('are logged one by one if logging them together fails', async () => {
    const attempts = [attempt(), { id: randomUUID(), pending: circular }, attempt()];
    const { writeAccess } = stack.context.attemptLog;
    expect(await statusesOf(attempts.map(writeAccess))).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(await Promise.all(attempts.map(isStored))).toEqual([true, false, true]);
  });

  // Denials that change a share or concern an unknown one are written alone, so all others must be too: waiting for a batch
  // would reveal the kind of denial.
  it('do not batch denials', async () => {
    const attempts = [attempt(), attempt()];
    const commands = await stack.commandsDuring(() =>
      Promise.all(attempts.map(stack.context.attemptLog.writeDenial)),
    );
    expect(commands).toEqual(['update', 'update']);
  });
});

describe('creates at the same time', () => {
  it('settle their reservations by one command', async () => {
    const now = new Date();
    const reservations = Array.from({ length: 3 }, () => ({
      uid: uniqueUid(),
      month: monthOf(now),
      shareId: generateId(),
    }));
    const { usage } = stack.context;
    for (const reservation of reservations) await usage.reserve(reservation, 1, now);
    let settled: readonly boolean[] = [];
    const commands = await stack.commandsDuring(async () => {
      settled = await Promise.all(reservations.map(usage.settle));
    });
    expect(commands).toEqual(['update']);
    expect(settled).toEqual([true, true, true]);
    expect(await Promise.all(reservations.map(usage.isPending))).toEqual([false, false, false]);
  });

  it('succeed, except for an account that is deleted before its create settles', async () => {
    const uids = Array.from({ length: 3 }, uniqueUid);
    const [deleted = ''] = uids;
    const { usage, shares } = stack.context;
    const [userDeleted] = identityHandlers(stack.context);
    const allInserted = createGate();
    let inserted = 0;
    const context: SharesContext = {
      ...stack.context,
      usage: {
        ...usage,
        settle: async (reservation) => {
          inserted += 1;
          if (inserted === uids.length) {
            await userDeleted?.handle({
              id: deleted,
              subject: events.userDeleted.subject,
              traceparent: '',
              data: events.userDeleted.codec.encode({ uid: deleted }).finish(),
            });
            allInserted.open();
          }
          await allInserted.opened;
          return usage.settle(reservation);
        },
      },
    };
    const statuses = await statusesOf(uids.map((uid) => createShare(context, newShare(uid))));
    expect(statuses).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    const left = await Promise.all(uids.map((uid) => shares.ofOwner(uid, 10)));
    expect(left.map(({ length }) => length)).toEqual([0, 1, 1]);
  });
});
