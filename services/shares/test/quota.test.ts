import { randomInt } from 'node:crypto';
import { silentLogger } from '@tandem/kit';
import { connectMongo, ensureIndexes } from '@tandem/kit/mongo';
import { startMongo, type TestMongo } from '@tandem/kit/testing';
import fc from 'fast-check';
import { monthOf } from '../src/plan/plan.js';
import { createUsageStore, type UsageStore } from '../src/plan/usage.store.js';
import { createShare } from '../src/share/create.js';
import { generateId } from '../src/share/password.js';
import { createShareStore, type ShareStore } from '../src/share/share.store.js';
import { resolveReservations } from '../src/share/sweep.js';
import { createFor, newShare, refusalOf, startStack, uniqueUid, type Stack } from './harness.js';

const gate = () => {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open: () => open() };
};

const limitReached = {
  code: 'permission-denied',
  reason: 'share-limit-reached',
  message: 'Monthly share limit reached',
};

describe('the monthly limit', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack();
  });
  afterAll(() => stack.stop());
  const usageOf = (ownerUid: string) => stack.as(ownerUid).getUsage({ ownerUid });

  it('lets exactly 10 of 200 concurrent creates succeed [1.15, 6.5]', async () => {
    const uid = uniqueUid();
    const answers = await Promise.allSettled(
      Array.from({ length: 200 }, () => createFor(stack.client, uid)),
    );
    const created = answers.filter(({ status }) => status === 'fulfilled');
    expect(created).toHaveLength(10);
    const reasons = answers.flatMap((answer) =>
      answer.status === 'rejected' ? [(answer.reason as { reason: string }).reason] : [],
    );
    expect(new Set(reasons)).toEqual(new Set(['share-limit-reached']));
    expect(await usageOf(uid)).toEqual({
      ownerUid: uid,
      sharesUsedThisMonth: 10,
      monthlyLimit: 10,
      activeShares: 10,
      expiredShares: 0,
    });
  });

  it('rejects the eleventh share and starts at zero in the next UTC month [4.7, 6.5, 8.10]', async () => {
    const uid = uniqueUid();
    for (const at of ['2026-05-01T00:00:00Z', '2026-05-31T23:59:00Z']) {
      stack.clock.now = new Date(at);
      for (let count = 0; count < 5; count += 1) await createFor(stack.client, uid);
    }
    expect(await refusalOf(createFor(stack.client, uid))).toEqual(limitReached);
    stack.clock.now = new Date('2026-06-01T00:00:00Z');
    await createFor(stack.client, uid);
    expect(await usageOf(uid)).toMatchObject({ sharesUsedThisMonth: 1, activeShares: 6 });
  });

  it('is not refunded when a share is deleted', async () => {
    const uid = uniqueUid();
    stack.clock.now = new Date('2026-05-01T00:00:00Z');
    const { shareId } = await createFor(stack.client, uid);
    stack.clock.now = new Date('2026-05-20T00:00:00Z');
    await stack.as(uid).deleteShare({ shareId });
    expect(await usageOf(uid)).toMatchObject({ sharesUsedThisMonth: 1 });
  });

  it('does not count a rejected create', async () => {
    const uid = uniqueUid();
    await refusalOf(createFor(stack.client, uid, { expiresInDays: 300 }));
    expect(await usageOf(uid)).toMatchObject({ sharesUsedThisMonth: 0 });
  });

  it('reports the usage of several owners in order, with zero for unknown ones', async () => {
    const [a, b] = [uniqueUid(), uniqueUid()];
    await createFor(stack.client, b);
    const { usages } = await stack
      .as('admin', { isAdmin: true })
      .batchGetUsage({ ownerUids: [a, b, 'unknown'] });
    expect(
      usages.map(({ ownerUid, sharesUsedThisMonth }) => [ownerUid, sharesUsedThisMonth]),
    ).toEqual([
      [a, 0],
      [b, 1],
      ['unknown', 0],
    ]);
  });

  it('releases the reservation of a create that crashed before the insert and keeps one after it', async () => {
    const uid = uniqueUid();
    stack.clock.now = new Date('2026-07-10T00:00:00Z');
    const crash = new Error('crash');
    const { context } = stack;
    const crashBefore = { ...context.shares, insert: () => Promise.reject(crash) };
    const crashAfter = { ...context.usage, settle: () => Promise.reject(crash) };
    await expect(createShare({ ...context, shares: crashBefore }, newShare(uid))).rejects.toBe(
      crash,
    );
    await expect(createShare({ ...context, usage: crashAfter }, newShare(uid))).rejects.toBe(crash);
    expect(await usageOf(uid)).toMatchObject({ sharesUsedThisMonth: 2, activeShares: 1 });

    await resolveReservations(context);
    expect(await usageOf(uid)).toMatchObject({ sharesUsedThisMonth: 2 });
    stack.clock.now = new Date('2026-07-10T00:01:01Z');
    await Promise.all([resolveReservations(context), resolveReservations(context)]);
    expect(await usageOf(uid)).toMatchObject({ sharesUsedThisMonth: 1, activeShares: 1 });
    const created = (await stack.published('shareCreated')).filter(
      ({ share }) => share?.ownerUid === uid,
    );
    expect(created).toHaveLength(1);
  });

  it('rejects the insert of a create whose reservation was released', async () => {
    const uid = uniqueUid();
    const { context } = stack;
    stack.clock.now = new Date('2026-08-10T00:00:00Z');
    const held = gate();
    const reserved = gate();
    const slow = {
      ...context,
      shares: {
        ...context.shares,
        insert: async (...args: Parameters<ShareStore['insert']>) => {
          reserved.open();
          await held.passed;
          return context.shares.insert(...args);
        },
      },
    };
    const creating = createShare(slow, newShare(uid));
    await reserved.passed;
    stack.clock.now = new Date('2026-08-10T00:02:00Z');
    await resolveReservations(context);
    held.open();
    await expect(creating).rejects.toMatchObject({ reason: 'create-too-slow' });
    expect(await usageOf(uid)).toMatchObject({ sharesUsedThisMonth: 0, activeShares: 0 });
  });
});

describe('reservations with crashes at every step', () => {
  let mongo: TestMongo;
  let usage: UsageStore;
  let shares: ShareStore;
  let close: () => Promise<void>;
  beforeAll(async () => {
    mongo = await startMongo();
    const connection = await connectMongo({
      url: mongo.url,
      database: 'rounds',
      logger: silentLogger,
    });
    usage = createUsageStore(connection);
    shares = createShareStore(connection);
    await ensureIndexes(connection);
    close = () => connection.close();
  });
  afterAll(async () => {
    await close();
    await mongo.stop();
  });

  type Outcome = 'completes' | 'crashes before the insert' | 'crashes after the insert';
  const outcomeOf = fc.constantFrom<Outcome>(
    'completes',
    'crashes before the insert',
    'crashes after the insert',
  );
  const emptyShare = { ownerUid: '', createdAt: new Date() } as never;

  /** The database writes of a create, up to the crash. */
  const attempt = async (uid: string, month: string, limit: number, outcome: Outcome) => {
    const reservation = { uid, month, shareId: generateId() };
    if (!(await usage.reserve(reservation, limit, new Date())))
      return { ...reservation, isReserved: false };
    if (outcome !== 'crashes before the insert') {
      await shares.insert(
        { ...(emptyShare as object), filename: 'a', shareId: reservation.shareId } as never,
        [],
      );
      if (outcome === 'completes') await usage.settle(reservation);
    }
    return { ...reservation, isReserved: true, exists: outcome !== 'crashes before the insert' };
  };

  const rounds = process.env['LONG_RUN'] ? 1_000 : 80;

  it(`count exactly the shares that exist, up to the limit, in ${rounds} rounds`, async () => {
    const month = monthOf(new Date());
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.array(outcomeOf, { minLength: 1, maxLength: 8 }),
        async (limit, outcomes) => {
          const uid = `round-${randomInt(2 ** 40)}`;
          const attempts = await Promise.all(
            outcomes.map((each) => attempt(uid, month, limit, each)),
          );
          const reserved = attempts.filter(({ isReserved }) => isReserved);
          expect(reserved).toHaveLength(Math.min(limit, outcomes.length));
          const isVoid = async (shareId: string) =>
            (await shares.voidUnlessPresent(shareId, new Date(0))) === 'void';
          const remove = () => Promise.reject(new Error('the account exists'));
          const sweep = () => usage.sweepPending(new Date(), { isVoid, remove }, 100);
          await Promise.all([sweep(), sweep()]);
          const existing = reserved.filter((each) => 'exists' in each && each.exists);
          expect((await usage.counts([uid], month)).get(uid)).toBe(existing.length);
          // The test server slows down with the size of a collection.
          await usage.closeOwner(uid, [], new Date());
          await shares.outboxSource.model.collection.deleteMany({});
        },
      ),
      { numRuns: rounds },
    );
  }, 900_000);
});
