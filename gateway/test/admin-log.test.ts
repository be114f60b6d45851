import { ServiceError } from '@tandem/kit';
import { apiRoutes } from '../src/app.js';
import type { Fakes } from './support/fakes.js';
import { admin, alice, cookie, createdAt, startGateway, type Gateway } from './support/harness.js';
import { ownerHead, plan, usage } from './support/samples.js';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const services = (identity: Partial<Fakes['identity']> = {}): Partial<Fakes> => ({
  identity: {
    getUser: () => Promise.resolve(alice),
    listUsers: () => Promise.resolve({ users: [alice, admin] }),
    batchGetUsers: () => Promise.resolve({ users: [alice] }),
    deleteUser: () => Promise.resolve({}),
    endSessionsOf: () => Promise.resolve({}),
    listAdminActions: () => Promise.resolve({ actions: [] }),
    ...identity,
  },
  shares: {
    listShares: () => Promise.resolve({ shares: [] }),
    getUsage: ({ ownerUid }) => Promise.resolve(usage(ownerUid, 1)),
    batchGetUsage: () => Promise.resolve({ usages: [] }),
  },
  billing: {
    getPlan: ({ uid }) => Promise.resolve(plan(uid, 'free')),
    batchGetPlans: () => Promise.resolve({ plans: [] }),
    setPlan: ({ uid }) => Promise.resolve(plan(uid, 'free')),
  },
  audit: {
    listEntries: () => Promise.resolve({ entries: [] }),
    exportCsv: async function* () {
      yield await Promise.resolve({ data: Buffer.from('secret') });
    },
    getHead: () => Promise.resolve(ownerHead),
    verifyChain: () =>
      Promise.resolve({ isValid: true, length: 0, firstBroken: -1, detail: '', head: '' }),
  },
  analytics: {
    getUserAnalytics: () =>
      Promise.resolve({
        totalUsers: 1,
        activeUsers7d: 1,
        subscriptionStats: [],
        topUsers: [{ userId: 'alice', name: 'Ada', email: alice.email, sharesCount: 1 }],
      }),
    listRecentTransfers: () =>
      Promise.resolve({
        transfers: ['alice', ''].map((userId) => ({
          id: `t-${userId}`,
          connectionType: 'direct',
          userEmail: alice.email,
          userId,
          bytesTransferred: 1,
          transferDurationMs: 1,
          createdAt,
        })),
      }),
  },
});

/** Every call that shows an admin data of others or changes it. */
type Row = [call: string, action: string, subjects: string[], json?: unknown];
const looks: Row[] = [
  ['GET /api/user?userId=alice', 'record-viewed', ['alice']],
  ['DELETE /api/user?userId=alice', 'account-deleted', ['alice']],
  ['GET /api/file-shares?userId=alice', 'shares-viewed', ['alice']],
  ['GET /api/audit-logs?userId=alice', 'audit-log-viewed', ['alice']],
  ['GET /api/audit-logs/export?userId=alice', 'audit-log-exported', ['alice']],
  ['GET /api/audit-logs/verify?userId=alice', 'audit-log-verified', ['alice']],
  ['GET /api/audit-logs/head?userId=alice', 'audit-log-verified', ['alice']],
  ['GET /api/admin/users', 'users-listed', ['alice']],
  ['GET /api/admin/user-analytics', 'top-users-viewed', ['alice']],
  ['GET /api/admin/recent-transfers', 'transfers-listed', ['alice']],
  ['GET /api/admin/log', 'admin-log-viewed', []],
  [
    'PUT /api/admin/users/alice/subscription',
    'plan-changed',
    ['alice'],
    { subscriptionStatus: 'free' },
  ],
  ['DELETE /api/admin/users/alice/sessions', 'sessions-ended', ['alice']],
];

const send = (call: string, uid: string, json?: unknown) => {
  const [method = '', path = ''] = call.split(' ');
  return gateway.call(method, path, { headers: cookie(uid), json });
};
const recorded = () => gateway.calls().filter(({ name }) => name === 'identity.recordAdminAction');

describe('the admin log', () => {
  it.each(looks)('has %s', async (...[call, action, subjectUids, json]: Row) => {
    gateway.fake(services());
    const answer = await send(call, 'admin', json);
    expect(answer.status).toBe(200);
    expect(recorded().map(({ request }) => request)).toEqual([{ action, subjectUids }]);
  });

  it.each(looks)('is a condition of %s', async (...[call, , , json]: Row) => {
    const outage = new ServiceError('unavailable', 'service-unavailable', 'Try again.');
    const removed: string[] = [];
    const change = (what: string) => () => {
      removed.push(what);
      return Promise.reject(new Error('not logged'));
    };
    const faked = services({
      recordAdminAction: () => Promise.reject(outage),
      deleteUser: change('account'),
      endSessionsOf: change('sessions'),
    });
    gateway.fake({ ...faked, billing: { ...faked.billing, setPlan: change('plan') } });
    const answer = await send(call, 'admin', json);
    expect(answer.status).toBe(503);
    expect(answer.text).not.toMatch(/alice|secret/);
    expect(removed).toEqual([]);
  });

  it.each(['page=2', 'search=x', 'sort=name', 'order=asc'])(
    'is read newest first, by limit and before: refuses %s',
    async (query) => {
      gateway.fake(services());
      expect((await send(`GET /api/admin/log?${query}`, 'admin')).status).toBe(400);
      const before = 'limit=1&before=2026-01-01T00:00:00Z';
      expect((await send(`GET /api/admin/log?${before}`, 'admin')).status).toBe(200);
    },
  );

  it('has no entry when admins or users open their own data', async () => {
    gateway.fake(services());
    await send('GET /api/user?userId=admin', 'admin');
    await send('GET /api/file-shares', 'admin');
    await send('GET /api/file-shares?userId=alice', 'alice');
    expect((await send('GET /api/file-shares?userId=alice', 'bob')).status).toBe(403);
    expect(recorded()).toEqual([]);
  });

  it('covers every route that takes a user id or is for admins, except statistics', () => {
    const statistics = ['turn-vs-stun-stats', 'user-counts', 'cost-insights', 'transfers-by-day'];
    const { services, config, streams } = gateway;
    const security = { record: () => undefined };
    const needed = apiRoutes({ services, config, streams, security }).filter(
      ({ access, path, query }) => {
        const takesUserId = query !== undefined && 'userId' in Object(Reflect.get(query, 'shape'));
        const isStatistic = statistics.some((name) => path.endsWith(name));
        return takesUserId || (access === 'admin' && !isStatistic);
      },
    );
    const covered = looks.map(([call]) =>
      call.replace(/\?.*/, '').replace('users/alice', 'users/:userId'),
    );
    expect(needed.map(({ method, path }) => `${method.toUpperCase()} ${path}`).sort()).toEqual(
      covered.sort(),
    );
  });

  it('shows users the entries about them, without the admin', async () => {
    const entry = { id: 'e', at: createdAt, actorUid: 'admin', action: 'shares-viewed' };
    gateway.fake({
      identity: {
        listAdminActionsAbout: () =>
          Promise.resolve({ actions: [{ ...entry, subjectUids: ['alice', 'bob'] }] }),
      },
    });
    const answer = await send('GET /api/user/admin-actions', 'alice');
    expect(answer.json).toEqual([
      { id: 'e', at: createdAt.toISOString(), action: 'shares-viewed' },
    ]);
    expect(gateway.calls()).toHaveLength(1);
  });

  it('pages through the entries about a person', async () => {
    gateway.fake({ identity: { listAdminActionsAbout: () => Promise.resolve({ actions: [] }) } });
    const before = createdAt.toISOString();
    await send(`GET /api/user/admin-actions?limit=100&before=${before}&beforeId=e-1`, 'alice');
    const request = { limit: 100, before: createdAt, beforeId: 'e-1' };
    expect(gateway.calls()).toMatchObject([{ request }]);
  });
});
