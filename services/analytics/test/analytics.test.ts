import { silentLogger } from '@tandem/kit';
import { redeliveryWindowMs } from '@tandem/kit/bus';
import { clientFor } from '@tandem/kit/testing';
import { countTransfers, eraseBefore } from '../src/rollup/count.js';
import { startSweeps } from '../src/sweep.js';
import { recordTransfer } from '../src/transfer/record.js';
import { createReportLimit } from '../src/transfer/report-limit.store.js';
import { knownShare, newShareId, report, startStack, publish, type Stack } from './harness.js';

let stack: Stack;
// The admin figures are sums over all data, so each test has its own database.
beforeEach(async () => {
  stack = await startStack();
});
afterEach(() => stack.stop());

const statsByType = async () => {
  const { stats } = await stack.admin.getConnectionStats({});
  return Object.fromEntries(stats.map(({ connectionType, ...sum }) => [connectionType, sum]));
};
const nothing = { count: 0, totalBytes: 0 };

describe('transfer analytics', () => {
  it('a reported transfer appears in all admin figures and is published once [1.19, 3.54, 3.55, 3.56, 3.61, 3.62, 3.63, 3.64, 3.65, 3.66, 3.67, 3.68, 3.69, 3.71, 3.72, 3.73, 3.74, 3.75, 3.76]', async () => {
    const shareId = await knownShare(stack);
    await clientFor(stack.client, { uid: 'u1' }).recordTransfer(
      report(stack, shareId, {
        connectionType: 'turn',
        bytesTransferred: 3_000_000_000,
        callerEmail: 'u1@example.test',
      }),
    );
    await stack.client.recordTransfer(report(stack, shareId, { connectionType: 'stun' }));
    expect(await statsByType()).toEqual({
      turn: { count: 1, totalBytes: 3_000_000_000 },
      stun: { count: 1, totalBytes: 1_000_000 },
      direct: nothing,
      unknown: nothing,
    });
    expect(await stack.admin.getCostInsights({})).toMatchObject({
      totalTransfers: 2,
      totalBytesTransferred: 3_001_000_000,
      turnTransfers: 1,
      turnBytes: 3_000_000_000,
      turnPercentage: 50,
      stunTransfers: 1,
      stunBytes: 1_000_000,
      stunPercentage: 50,
      estimatedTurnCost: 0.3,
    });
    const { transfers } = await stack.admin.listRecentTransfers({});
    expect(transfers.map(({ userEmail }) => userEmail).sort()).toEqual(['', 'u1@example.test']);
    expect(new Set(transfers.map(({ id }) => id)).size).toBe(2);
    expect(transfers.find(({ userEmail }) => userEmail !== '')).toMatchObject({
      connectionType: 'turn',
      bytesTransferred: 3_000_000_000,
      transferDurationMs: 500,
      createdAt: stack.clock.now,
    });
    const { days } = await stack.admin.getTransfersByDay({ days: 7 });
    expect(days.map(({ count }) => count)).toEqual([0, 0, 0, 0, 0, 0, 2]);
    await stack.settled();
    const told = stack.bus.published.filter(
      ({ subject }) => subject === 'analytics.transfer.recorded.v1',
    );
    expect(told).toHaveLength(2);
  });

  it('a repeated report, even concurrent, counts once', async () => {
    const shareId = await knownShare(stack);
    const same = report(stack, shareId);
    await Promise.all(Array.from({ length: 5 }, () => stack.client.recordTransfer(same)));
    await stack.client.recordTransfer(same);
    expect((await statsByType())['direct']).toEqual({ count: 1, totalBytes: 1_000_000 });
  });

  // Browsers report sizes: sums saturate at the largest exact number, so that clients can read them.
  it('reports of the largest size leave all figures readable', async () => {
    const shareId = await knownShare(stack);
    const largest = { bytesTransferred: Number.MAX_SAFE_INTEGER };
    for (const [connectionType, host] of [
      ['turn', 1],
      ['turn', 2],
      ['stun', 3],
    ] as const) {
      const told = { ...largest, connectionType, ipAddress: `203.0.113.${host}` };
      await stack.client.recordTransfer(report(stack, shareId, told));
    }
    expect(await statsByType()).toMatchObject({
      turn: { count: 2, totalBytes: Number.MAX_SAFE_INTEGER },
      stun: { count: 1, totalBytes: Number.MAX_SAFE_INTEGER },
    });
    expect(await stack.admin.getCostInsights({})).toMatchObject({
      totalTransfers: 3,
      totalBytesTransferred: Number.MAX_SAFE_INTEGER,
    });
    const { days } = await stack.admin.getTransfersByDay({ days: 1 });
    expect(days).toMatchObject([{ count: 3, totalBytes: Number.MAX_SAFE_INTEGER }]);
    expect((await stack.admin.listRecentTransfers({})).transfers).toHaveLength(3);
  });

  it('two recipients of one share are two transfers', async () => {
    const shareId = await knownShare(stack);
    await stack.client.recordTransfer(report(stack, shareId));
    await stack.client.recordTransfer(report(stack, shareId, { ipAddress: '203.0.113.6' }));
    expect((await statsByType())['direct']?.count).toBe(2);
  });

  it('lists the newest transfers first, up to the limit [2.220]', async () => {
    const shareId = await knownShare(stack);
    for (const host of [1, 2, 3]) {
      stack.clock.now = new Date(stack.clock.now.getTime() + 1_000);
      const part = { bytesTransferred: host, ipAddress: `203.0.113.${host}` };
      await stack.client.recordTransfer(report(stack, shareId, part));
    }
    const { transfers } = await stack.admin.listRecentTransfers({ limit: 2 });
    expect(transfers.map(({ bytesTransferred }) => bytesTransferred)).toEqual([3, 2]);
  });

  it('a transfer with more bytes than the file of its share does not count', async () => {
    const shareId = await knownShare(stack, 'owner', '64.00 MB');
    const most = 67_114_107;
    await stack.client.recordTransfer(report(stack, shareId, { bytesTransferred: most }));
    await stack.client.recordTransfer(report(stack, shareId, { bytesTransferred: most + 1 }));
    expect((await statsByType())['direct']).toEqual({ count: 1, totalBytes: most });
  });

  it('an unknown share has no transfers', async () => {
    await stack.client.recordTransfer(report(stack, newShareId()));
    expect((await statsByType())['direct']).toEqual(nothing);
  });

  it('a stranger learns from no answer whether a share exists, or how large its file is', async () => {
    const shareId = await knownShare(stack, 'owner', '64.00 MB');
    const answers = [];
    for (const [of, bytesTransferred] of [
      [shareId, 1],
      [shareId, Number.MAX_SAFE_INTEGER],
      [newShareId(), 1],
    ] as const)
      answers.push(await stack.client.recordTransfer(report(stack, of, { bytesTransferred })));
    expect(answers).toEqual([{}, {}, {}]);
  });

  it.each([
    ['a visitor', ''],
    ['a user', 'u1'],
  ])('each report of %s costs as many database commands', async (_, uid) => {
    const shareId = await knownShare(stack, 'owner', '64.00 MB');
    const context = { ...stack.context, publishSoon: () => undefined };
    let reports = 0;
    const costOf = async (of: string, bytesTransferred: number) => {
      const transferStartedAt = new Date(stack.clock.now.getTime() - (reports += 1));
      const told = report(stack, of, { bytesTransferred, transferStartedAt });
      return (await stack.commandsDuring(() => recordTransfer(context, told, uid))).length;
    };
    // The first of the hour begins the window of the limit.
    await costOf(shareId, 2);
    const counted = await costOf(shareId, 1);
    expect(await costOf(shareId, Number.MAX_SAFE_INTEGER)).toBe(counted);
    expect(await costOf(newShareId(), 1)).toBe(counted);
    expect((await statsByType())['direct']).toEqual({ count: 2, totalBytes: 3 });
  });

  it.each([
    ['an unknown connection type', { connectionType: 'pigeon' }],
    ['negative bytes', { bytesTransferred: -1 }],
    ['a duration of years', { transferDurationMs: 1e12 }],
    ['no beginning', { transferStartedAt: undefined }],
    ['an end before the beginning', { transferCompletedAt: new Date(0) }],
    ['a hundred servers', { stunServersUsed: Array.from({ length: 100 }, () => 'stun:a') }],
    ['an operator for an id', { shareId: '{"$gt":""}' }],
  ])('refuses %s', async (_, fault) => {
    const shareId = await knownShare(stack);
    await expect(stack.client.recordTransfer(report(stack, shareId, fault))).rejects.toMatchObject({
      code: 'invalid-argument',
    });
    expect(await statsByType()).toMatchObject({ direct: nothing, unknown: nothing });
  });
});

describe('shares of a user', () => {
  it('count once for repeated events, and their marks expire on a new day', async () => {
    const day = 86_400_000;
    const uid = 'sender';
    const user = { uid, email: 's@example.test', name: 'Sender', createdAt: stack.clock.now };
    await publish(stack.bus, 'userRegistered', user);
    const create = async (shareId: string, daysAgo: number) => {
      const createdAt = new Date(stack.clock.now.getTime() - daysAgo * day);
      await publish(stack.bus, 'shareCreated', { share: { shareId, ownerUid: uid }, createdAt });
      await stack.bus.settled();
    };
    await create('old-share', 40);
    for (const shareId of ['one', 'one', 'two', 'two']) await create(shareId, 0);
    // A redriven dead letter of another consumer reaches all consumers.
    await create('old-share', 40);
    const { topUsers } = await stack.admin.getUserAnalytics({});
    expect(topUsers).toMatchObject([{ userId: uid, sharesCount: 3 }]);
    const users = (await stack.connectAgain()).collection('users');
    const row = await users.findOne({ _id: uid as never });
    const marks = Object.values((row?.['counted'] ?? {}) as Record<string, object>);
    expect(marks.map((shares) => Object.keys(shares))).toEqual([['one', 'two']]);
  });

  const created = (shareId: string, ownerUid: string, daysAgo = 0) =>
    publish(stack.bus, 'shareCreated', {
      share: { shareId, ownerUid },
      createdAt: new Date(stack.clock.now.getTime() - daysAgo * 86_400_000),
    });
  const storedShares = async () =>
    (await stack.connectAgain()).collection('shares').find().toArray();
  const sweep = async () => {
    for (const task of startSweeps(stack.context, { retentionDays: 90, logger: silentLogger })) {
      await task.runNow();
      await task.stop();
    }
  };

  it.each([
    ['of a share that was deleted long ago', 40],
    ['of a share that was deleted a moment ago', 0],
  ])('are neither restored nor counted by a redriven creation %s', async (_, daysAgo) => {
    const shareId = newShareId();
    const user = { uid: 'sender', email: 's@example.test', name: 'Sender' };
    await publish(stack.bus, 'userRegistered', { ...user, createdAt: stack.clock.now });
    await stack.bus.settled();
    await created(shareId, 'sender', daysAgo);
    await stack.bus.settled();
    await publish(stack.bus, 'shareDeleted', { share: { shareId, ownerUid: 'sender' } });
    await stack.bus.settled();
    await created(shareId, 'sender', daysAgo);
    await stack.bus.settled();
    const { topUsers } = await stack.admin.getUserAnalytics({});
    expect(topUsers).toMatchObject([{ userId: 'sender', sharesCount: 1 }]);
    await stack.client.recordTransfer(report(stack, shareId));
    expect((await stack.admin.listRecentTransfers({})).transfers).toEqual([]);
  });

  it('leave no uid of a deleted owner, also after a redriven creation', async () => {
    const shareId = await knownShare(stack, 'leaver');
    await publish(stack.bus, 'userDeleted', { uid: 'leaver' });
    await stack.bus.settled();
    await created(shareId, 'leaver');
    await stack.bus.settled();
    const tombstone = { _id: shareId, removedAt: expect.any(Date) as unknown };
    expect(await storedShares()).toEqual([tombstone]);
    stack.clock.now = new Date(stack.clock.now.getTime() + redeliveryWindowMs + 1_000);
    await sweep();
    expect(await storedShares()).toEqual([]);
  });
});

describe('the report limit', () => {
  it('is shared by all replicas, exact under 60 parallel reports, and resets every hour', async () => {
    const perHour = 20;
    const replicas = await Promise.all([1, 2, 3].map(() => stack.connectAgain()));
    const limits = replicas.map((connection) => createReportLimit(connection, perHour));
    const address = '198.51.100.7';
    const at = new Date('2026-03-04T05:10:00Z');
    const waits = await Promise.all(
      limits.flatMap((limit) => Array.from({ length: 20 }, () => limit.take(address, at))),
    );
    expect(waits.filter((wait) => wait === 0)).toHaveLength(perHour);
    expect(waits.filter((wait) => wait === 50 * 60)).toHaveLength(60 - perHour);
    const nextHour = new Date('2026-03-04T06:00:00Z');
    expect(await limits[0]?.take(address, nextHour)).toBe(0);
    await limits[0]?.removeExpired(new Date('2026-03-04T06:00:01Z'));
    const left = await replicas[0]?.collection('report_windows').countDocuments({});
    expect(left).toBe(1);
  });

  it('refuses further reports of an address in any spelling, but not of another', async () => {
    const limited = await startStack({ reportsPerHour: 2 });
    try {
      const shareId = await knownShare(limited);
      const send = (ipAddress: string, ms: number) =>
        limited.client.recordTransfer(
          report(limited, shareId, {
            ipAddress,
            transferStartedAt: new Date(limited.clock.now.getTime() - ms),
          }),
        );
      await send('1.2.3.4', 1);
      await send('1.2.3.4', 2);
      await expect(send('::ffff:102:304', 3)).rejects.toMatchObject({
        code: 'resource-exhausted',
        reason: 'too-many-reports',
      });
      await expect(send('1.2.3.5', 4)).resolves.toEqual({});
    } finally {
      await limited.stop();
    }
  });
});

describe('counting without transactions', () => {
  it('concurrent processes and crashes never lose or double a count', async () => {
    const shareId = await knownShare(stack);
    const { transfers, rollups } = stack.context;
    const crash = new Error('crash');
    // Each crashes after the rollup is written and before its batch is marked.
    const dying = {
      transfers: { ...transfers, markCounted: () => Promise.reject(crash) },
      rollups,
    };
    for (let round = 0; round < 6; round += 1) {
      await Promise.all(
        Array.from({ length: 5 }, (_, index) =>
          stack.client.recordTransfer(
            report(stack, shareId, { ipAddress: `203.0.113.${round * 5 + index}` }),
          ),
        ),
      );
      await Promise.allSettled([
        countTransfers(dying),
        countTransfers({ transfers, rollups }),
        countTransfers({ transfers, rollups }),
      ]);
    }
    await countTransfers({ transfers, rollups });
    expect((await statsByType())['direct']).toEqual({ count: 30, totalBytes: 30_000_000 });
  });
});

describe('user analytics', () => {
  it('counts users, users active within 7 days and plans, and lists the top senders [2.207, 2.225, 3.57, 3.58, 3.59, 3.60, 9.52]', async () => {
    const day = 86_400_000;
    const at = (daysAgo: number) => new Date(stack.clock.now.getTime() - daysAgo * day);
    for (const uid of ['a', 'b', 'c']) {
      const user = { uid, email: `${uid}@example.test`, name: uid.toUpperCase() };
      await publish(stack.bus, 'userRegistered', { ...user, createdAt: at(30) });
    }
    await publish(stack.bus, 'userSeen', { uid: 'a', seenAt: at(6.9) });
    await publish(stack.bus, 'userSeen', { uid: 'b', seenAt: at(7.1) });
    await publish(stack.bus, 'planChanged', { uid: 'b', subscriptionStatus: 'free', version: 2 });
    await publish(stack.bus, 'planChanged', { uid: 'b', subscriptionStatus: 'active', version: 1 });
    await publish(stack.bus, 'planChanged', {
      uid: 'c',
      subscriptionStatus: 'proforever',
      version: 1,
    });
    await stack.bus.settled();
    const created = { share: { shareId: newShareId(), ownerUid: 'a' }, createdAt: at(0) };
    await knownShare(stack, 'a');
    await knownShare(stack, 'b');
    // The same event under a second id, as after a broker lost its state.
    await publish(stack.bus, 'shareCreated', created);
    await publish(stack.bus, 'shareCreated', created);
    await stack.bus.settled();

    expect(await stack.admin.getUserAnalytics({})).toEqual({
      totalUsers: 3,
      activeUsers7d: 1,
      subscriptionStats: [
        { status: 'free', count: 2 },
        { status: 'active', count: 0 },
        { status: 'proforever', count: 1 },
      ],
      topUsers: [
        { userId: 'a', name: 'A', email: 'a@example.test', sharesCount: 2 },
        { userId: 'b', name: 'B', email: 'b@example.test', sharesCount: 1 },
      ],
    });
  });

  it('a user counts as active whose registration is delivered after the visit', async () => {
    const user = { uid: 'e', email: 'e@example.test', name: 'E' };
    await publish(stack.bus, 'userSeen', { uid: 'e', seenAt: stack.clock.now });
    await stack.bus.settled();
    expect(await stack.admin.getUserAnalytics({})).toMatchObject({ totalUsers: 0 });
    await publish(stack.bus, 'userRegistered', { ...user, createdAt: stack.clock.now });
    await stack.bus.settled();
    expect(await stack.admin.getUserAnalytics({})).toMatchObject({
      totalUsers: 1,
      activeUsers7d: 1,
    });
  });

  it('a deleted user is in no list, and late events do not recreate them', async () => {
    await publish(stack.bus, 'userRegistered', { uid: 'd', email: 'd@example.test', name: 'D' });
    await stack.bus.settled();
    const shareId = await knownShare(stack, 'd');
    const caller = { callerEmail: 'd@example.test' };
    await clientFor(stack.client, { uid: 'd' }).recordTransfer(report(stack, shareId, caller));
    await publish(stack.bus, 'userDeleted', { uid: 'd' });
    await publish(stack.bus, 'userRegistered', { uid: 'd', email: 'd@example.test', name: 'D' });
    await publish(stack.bus, 'planChanged', { uid: 'd', subscriptionStatus: 'active', version: 9 });
    await stack.bus.settled();
    expect(stack.bus.dead).toEqual([]);
    expect(await stack.admin.getUserAnalytics({})).toMatchObject({ totalUsers: 0, topUsers: [] });
    const { transfers } = await stack.admin.listRecentTransfers({});
    expect(transfers).toMatchObject([{ userEmail: '', bytesTransferred: 1_000_000 }]);
    await stack.client.recordTransfer(report(stack, shareId));
    expect((await stack.admin.listRecentTransfers({})).transfers).toHaveLength(1);
  });

  it('a user deleted a moment ago is not named by a report that arrives late', async () => {
    const shareId = await knownShare(stack);
    await publish(stack.bus, 'userDeleted', { uid: 'late' });
    await stack.bus.settled();
    const late = report(stack, shareId, { callerEmail: 'late@example.test' });
    for (let repeated = 0; repeated < 2; repeated += 1) {
      await clientFor(stack.client, { uid: 'late' }).recordTransfer(late);
    }
    const { transfers } = await stack.admin.listRecentTransfers({});
    expect(transfers).toMatchObject([{ userEmail: '', bytesTransferred: 1_000_000 }]);
    const { model } = stack.context.transfers.outboxSource;
    expect(await model.countDocuments({ callerUid: 'late' })).toBe(0);
  });

  it('a transfer older than the retention names no one any more and stays counted', async () => {
    const shareId = await knownShare(stack);
    const mine = report(stack, shareId, { callerEmail: 'old@example.test' });
    await clientFor(stack.client, { uid: 'old' }).recordTransfer(mine);
    const before = await stack.admin.getConnectionStats({});
    await eraseBefore(stack.context, new Date(stack.clock.now.getTime() + 1_000));
    expect((await stack.admin.listRecentTransfers({})).transfers).toEqual([]);
    expect(await stack.admin.getConnectionStats({})).toEqual(before);
    const rollup = JSON.stringify(await stack.context.rollups.read());
    expect(rollup).not.toContain('old@example.test');
  });
});
