import { installFakeApi } from '../../test/fake-api.js';
import { fakeIdentity } from '../../test/fake-identity.js';
import { adminApi } from '../features/admin/api.js';
import { auditApi } from '../features/audit/api.js';
import { sharesApi } from '../features/dashboard/api.js';
import { setIdentityLoader } from '../lib/account/session.js';
import { userApi } from '../lib/account/user-api.js';
import { createStore } from './store.js';

type Store = ReturnType<typeof createStore>;

beforeEach(() => setIdentityLoader(() => Promise.resolve(fakeIdentity())));

describe('read calls', () => {
  const { listShares } = sharesApi.endpoints;
  const { getUser } = userApi.endpoints;
  const { listAuditLogs } = auditApi.endpoints;
  const { connectionStats, userAnalytics, costInsights, recentTransfers, listUsers } =
    adminApi.endpoints;

  it.each<[string, string, (store: Store) => Promise<{ data?: unknown }>]>([
    [
      'GET /api/file-shares',
      '[7.3]',
      async (s) => {
        const { data } = await s.dispatch(listShares.initiate({ uid: 'u' }));
        return { data: data?.shares };
      },
    ],
    ['GET /api/user', '[7.5]', (s) => s.dispatch(getUser.initiate('u'))],
    [
      'GET /api/audit-logs',
      '[7.24]',
      async (s) => {
        const { data } = await s.dispatch(listAuditLogs.initiate('u'));
        return { data: data?.entries };
      },
    ],
  ])('%s is about one user %s', async (route, _number, read) => {
    const api = installFakeApi({ [route]: { body: ['row'] } });
    expect((await read(createStore('u'))).data).toEqual(['row']);
    const [request] = api.to(route);
    expect(request?.query.get('userId')).toBe('u');
    expect(request?.body).toBe('');
  });

  it.each<[string, string, (store: Store) => Promise<{ data?: unknown }>]>([
    ['turn-vs-stun-stats', '[7.29]', (s) => s.dispatch(connectionStats.initiate(undefined))],
    ['user-analytics', '[7.30]', (s) => s.dispatch(userAnalytics.initiate(undefined))],
    ['cost-insights', '[7.31]', (s) => s.dispatch(costInsights.initiate(undefined))],
    ['recent-transfers', '[7.32]', (s) => s.dispatch(recentTransfers.initiate(undefined))],
    [
      'users',
      '[7.33]',
      async (s) => ({ data: (await s.dispatch(listUsers.initiate(undefined))).data?.users }),
    ],
  ])('GET /api/admin/%s carries a bearer token %s', async (name, _number, read) => {
    const route = `GET /api/admin/${name}`;
    const api = installFakeApi({ [route]: { body: ['row'] } });
    expect((await read(createStore('u'))).data).toEqual(['row']);
    const [request] = api.to(route);
    expect(request?.headers.get('authorization')).toBe('Bearer id-token');
    expect(request?.query.get('limit')).toBe(name === 'recent-transfers' ? '20' : null);
  });
});
