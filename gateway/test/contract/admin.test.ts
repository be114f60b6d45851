import { refused } from '../support/fakes.js';
import {
  admin,
  alice,
  bearer,
  bob,
  createdAt,
  startGateway,
  type Gateway,
} from '../support/harness.js';
import { plan, usage } from '../support/samples.js';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const called = (name: string) => gateway.calls().filter((call) => call.name === name);

describe("the admin's endpoints", () => {
  const asAdmin = (path: string) => gateway.call('GET', path, { headers: bearer('admin') });

  it('GET /api/admin/turn-vs-stun-stats returns transfers and bytes by connection type [3.54, 3.55, 3.56, 7.29]', async () => {
    const stats = [{ connectionType: 'turn', count: 2, totalBytes: 5_000_000_000_000 }];
    gateway.fake({ analytics: { getConnectionStats: () => Promise.resolve({ stats }) } });
    expect((await asAdmin('/api/admin/turn-vs-stun-stats')).json).toEqual(stats);
  });

  it('GET /api/admin/user-analytics returns the users by plan and the top users [3.57, 3.58, 3.59, 3.60, 7.30]', async () => {
    const analytics = {
      totalUsers: 3,
      activeUsers7d: 2,
      subscriptionStats: [{ status: 'free', count: 3 }],
      topUsers: [{ userId: 'alice', name: 'Ada', email: 'a@example.test', sharesCount: 9 }],
    };
    gateway.fake({
      analytics: { getUserAnalytics: () => Promise.resolve(analytics) },
      identity: { batchGetUsers: () => Promise.resolve({ users: [], total: 0 }) },
    });
    expect((await asAdmin('/api/admin/user-analytics')).json).toEqual(analytics);
  });

  it('GET /api/admin/user-counts has no users, and leaves no entry in the log', async () => {
    const counts = {
      totalUsers: 3,
      activeUsers7d: 2,
      subscriptionStats: [{ status: 'free', count: 3 }],
    };
    const topUsers = [{ userId: 'alice', name: 'Ada', email: 'a@example.test', sharesCount: 9 }];
    gateway.fake({
      analytics: { getUserAnalytics: () => Promise.resolve({ ...counts, topUsers }) },
    });
    expect((await asAdmin('/api/admin/user-counts')).json).toEqual(counts);
    expect(gateway.calls().map(({ name }) => name)).toEqual(['analytics.getUserAnalytics']);
  });

  it('GET /api/admin/user-analytics returns the current names of the top users', async () => {
    const stored = { userId: 'alice', name: 'Ada Byron', email: 'old@example.test' };
    gateway.fake({
      analytics: {
        getUserAnalytics: () =>
          Promise.resolve({
            totalUsers: 1,
            activeUsers7d: 1,
            subscriptionStats: [],
            topUsers: [{ ...stored, sharesCount: 9 }],
          }),
      },
      identity: { batchGetUsers: () => Promise.resolve({ users: [alice], total: 1 }) },
    });
    const { displayName: name, email } = alice;
    expect((await asAdmin('/api/admin/user-analytics')).json).toMatchObject({
      topUsers: [{ userId: 'alice', name, email, sharesCount: 9 }],
    });
  });

  it('GET /api/admin/cost-insights returns the relayed share, its cost and the notes [3.61, 3.62, 3.63, 3.64, 3.65, 3.66, 3.67, 3.68, 3.69, 3.70, 7.31]', async () => {
    const insights = {
      totalTransfers: 4,
      totalBytesTransferred: 400,
      turnTransfers: 1,
      turnBytes: 100,
      turnPercentage: 25,
      stunTransfers: 3,
      stunBytes: 300,
      stunPercentage: 75,
      estimatedTurnCost: 0.04,
      costNotes: ['One transfer in four needed a relay.'],
      costNoteKinds: ['relayed'],
      pricePerGb: 0.09,
      unknownTransfers: 0,
    };
    gateway.fake({ analytics: { getCostInsights: () => Promise.resolve(insights) } });
    expect((await asAdmin('/api/admin/cost-insights')).json).toEqual(insights);
  });

  it('GET /api/admin/recent-transfers?limit=20 returns transfers, with null for an unknown address [3.71, 3.72, 3.73, 3.74, 3.75, 3.76, 7.32]', async () => {
    const transfer = {
      id: 't1',
      connectionType: 'stun',
      userEmail: '',
      bytesTransferred: 10,
      transferDurationMs: 20,
      createdAt,
    };
    gateway.fake({
      analytics: { listRecentTransfers: () => Promise.resolve({ transfers: [transfer] }) },
    });
    expect((await asAdmin('/api/admin/recent-transfers?limit=20')).json).toEqual([
      {
        id: 't1',
        connectionType: 'stun',
        userEmail: null,
        bytesTransferred: 10,
        transferDuration: 20,
        createdAt: createdAt.toISOString(),
      },
    ]);
    expect(called('analytics.listRecentTransfers')[0]?.request).toEqual({ limit: 20 });
  });

  it('GET /api/admin/transfers-by-day returns as many days as were requested', async () => {
    const days = [{ day: '2026-01-02', count: 1, totalBytes: 2 }];
    gateway.fake({ analytics: { getTransfersByDay: () => Promise.resolve({ days }) } });
    expect((await asAdmin('/api/admin/transfers-by-day?days=7')).json).toEqual(days);
    expect(called('analytics.getTransfersByDay')[0]?.request).toEqual({ days: 7 });
  });

  it('GET /api/admin/users calls each service once for all users [3.27, 3.28, 3.29, 3.30, 3.31, 3.32, 7.33]', async () => {
    gateway.fake({
      identity: { listUsers: () => Promise.resolve({ users: [admin, alice, bob] }) },
      billing: {
        batchGetPlans: () => Promise.resolve({ plans: [plan('alice', 'proforever')] }),
      },
      shares: { batchGetUsage: () => Promise.resolve({ usages: [usage('bob', 4)] }) },
    });
    const { json } = await asAdmin('/api/admin/users');
    const row = (uid: string, subscriptionStatus: string, sharesUsedThisMonth: number) => ({
      id: uid,
      email: `${uid}@example.test`,
      firstName: 'Ada',
      lastName: 'Lovelace',
      isAdmin: uid === 'admin',
      createdAt: createdAt.toISOString(),
      subscriptionStatus,
      sharesUsedThisMonth,
    });
    expect(json).toEqual([
      row('admin', 'free', 0),
      row('alice', 'proforever', 0),
      row('bob', 'free', 4),
    ]);
    expect(
      gateway
        .calls()
        .map(({ name }) => name)
        .sort(),
    ).toEqual([
      'billing.batchGetPlans',
      'identity.listUsers',
      'identity.recordAdminAction',
      'shares.batchGetUsage',
    ]);
  });

  it('GET /api/admin/users passes search, order and page on and answers with the total', async () => {
    gateway.fake({
      identity: { listUsers: () => Promise.resolve({ users: [bob], total: 1_234 }) },
      billing: { batchGetPlans: () => Promise.resolve({ plans: [] }) },
      shares: { batchGetUsage: () => Promise.resolve({ usages: [] }) },
    });
    const query = 'search=grace%20h&sort=name&order=asc&page=3&limit=50';
    const { status, headers } = await asAdmin(`/api/admin/users?${query}`);
    expect([status, headers.get('x-total-count')]).toEqual([200, '1234']);
    expect(called('identity.listUsers')[0]?.request).toMatchObject({
      search: 'grace h',
      sort: 'name',
      isAscending: true,
      page: 3,
      limit: 50,
    });
  });

  it.each([
    'limit=501',
    'page=0',
    'page=10001',
    'sort=password',
    'order=up',
    `search=${'x'.repeat(201)}`,
  ])('GET /api/admin/users refuses %s', async (query) => {
    gateway.fake({});
    const { status } = await asAdmin(`/api/admin/users?${query}`);
    expect(status).toBe(400);
    expect(called('identity.listUsers')).toEqual([]);
  });

  it.each(['free', 'active', 'proforever'])(
    'PUT …/subscription to %s [4.26, 7.34]',
    async (status) => {
      gateway.fake({
        identity: { getUser: () => Promise.resolve(bob) },
        billing: { setPlan: ({ uid }) => Promise.resolve(plan(uid, status)) },
      });
      const answer = await gateway.call(
        'PUT',
        '/api/admin/users/bob/subscription?shownPlan=proforever',
        { headers: bearer('admin'), json: { subscriptionStatus: status } },
      );
      expect([answer.status, answer.json]).toEqual([
        200,
        { userId: 'bob', subscriptionStatus: status },
      ]);
      expect(called('billing.setPlan')).toEqual([
        {
          name: 'billing.setPlan',
          request: { uid: 'bob', subscriptionStatus: status, shownStatus: 'proforever' },
          uid: 'admin',
        },
      ]);
    },
  );

  it('PUT …/subscription responds 404 for an unknown user and stores nothing', async () => {
    const unknown = refused('not-found', 'user-not-found', 'User not found.');
    gateway.fake({ identity: { getUser: () => Promise.reject(unknown) } });
    const { status } = await gateway.call('PUT', '/api/admin/users/unknown/subscription', {
      headers: bearer('admin'),
      json: { subscriptionStatus: 'active' },
    });
    expect(status).toBe(404);
    expect(called('billing.setPlan')).toEqual([]);
  });
});
