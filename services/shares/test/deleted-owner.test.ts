import { events } from '@tandem/proto/events';
import type { SharesContext } from '../src/context.js';
import { createShare } from '../src/share/create.js';
import { resolveReservations } from '../src/share/sweep.js';
import { identityHandlers } from '../src/shares.events.js';
import { createFor, newShare, startStack, uniqueUid, type Stack } from './harness.js';

const steps = { create: 4, deletion: 3 } as const;
type Side = keyof typeof steps;

/** Every order of the steps of both sides. */
const orders = (create: number, deletion: number): Side[][] => {
  if (create === 0 && deletion === 0) return [[]];
  const first = (side: Side, rest: Side[][]) => rest.map((order) => [side, ...order]);
  return [
    ...(create > 0 ? first('create', orders(create - 1, deletion)) : []),
    ...(deletion > 0 ? first('deletion', orders(create, deletion - 1)) : []),
  ];
};

/** Lets the steps of two sides run in a given order. */
const createTurns = (order: readonly Side[]) => {
  const rest = [...order];
  const waiting = new Map<Side, () => void>();
  const ended = new Set<Side>();
  const grant = () => {
    while (rest[0] && ended.has(rest[0])) rest.shift();
    const [next] = rest;
    const go = next && waiting.get(next);
    if (!next || !go) return;
    waiting.delete(next);
    go();
  };
  const isLeft = (side: Side) => rest.includes(side);
  return {
    /** The call as a step of the side; calls after its last step run freely. */
    step:
      <Args extends unknown[], Result>(side: Side, call: (...args: Args) => Promise<Result>) =>
      async (...args: Args): Promise<Result> => {
        if (!isLeft(side)) return call(...args);
        await new Promise<void>((resolve) => {
          waiting.set(side, resolve);
          grant();
        });
        try {
          return await call(...args);
        } finally {
          rest.shift();
          grant();
        }
      },
    end: (side: Side) => {
      ended.add(side);
      grant();
    },
  };
};

describe('a create during the deletion of its account', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack();
  });
  afterAll(() => stack.stop());

  const runInOrder = async (
    uid: string,
    order: readonly Side[],
    settle: SharesContext['usage']['settle'] = stack.context.usage.settle,
  ): Promise<void> => {
    const { step, end } = createTurns(order);
    const { plans, usage, shares } = stack.context;
    const creating: SharesContext = {
      ...stack.context,
      plans: { ...plans, planOf: step('create', plans.planOf) },
      usage: {
        ...usage,
        reserve: step('create', usage.reserve),
        settle: step('create', settle),
      },
      shares: { ...shares, insert: step('create', shares.insert) },
    };
    const deleting: SharesContext = {
      ...stack.context,
      plans: { ...plans, markDeleted: step('deletion', plans.markDeleted) },
      usage: { ...usage, closeOwner: step('deletion', usage.closeOwner) },
      shares: { ...shares, ofOwner: step('deletion', shares.ofOwner) },
    };
    const [userDeleted] = identityHandlers(deleting);
    const message = {
      id: uid,
      subject: events.userDeleted.subject,
      traceparent: '',
      data: events.userDeleted.codec.encode({ uid }).finish(),
    };
    await Promise.all([
      createShare(creating, newShare(uid))
        .catch(() => undefined)
        .finally(() => end('create')),
      userDeleted?.handle(message).finally(() => end('deletion')),
    ]);
  };

  it.each([
    ['the first share of the month', 0],
    ['a later share', 1],
  ])('leaves nothing, in every order of their steps, with %s', async (_which, earlier) => {
    const all = orders(steps.create, steps.deletion);
    expect(all).toHaveLength(35);
    for (const order of all) {
      const uid = uniqueUid();
      for (let count = 0; count < earlier; count += 1) await createFor(stack.client, uid);
      await runInOrder(uid, order);
      const left = await stack.context.shares.ofOwner(uid, 10);
      expect({ order: order.join(' '), left: left.length }).toEqual({
        order: order.join(' '),
        left: 0,
      });
    }
  });

  it('leaves nothing, in every order, after the next sweep when the create is killed before its last step', async () => {
    const killed = () => Promise.reject(new Error('killed'));
    const uids: string[] = [];
    for (const order of orders(steps.create, steps.deletion)) {
      const uid = uniqueUid();
      uids.push(uid);
      await runInOrder(uid, order, killed);
    }
    stack.clock.now = new Date(stack.clock.now.getTime() + 61_000);
    await resolveReservations(stack.context);
    const left = await Promise.all(uids.map((uid) => stack.context.shares.ofOwner(uid, 10)));
    expect(left.flat()).toEqual([]);
  });
});
