import { ServiceError } from '@tandem/kit';
import { recentSignInMs } from '@tandem/proto/browser/limits';
import type { User } from '@tandem/proto/tandem/identity/v1/identity';
import { apiRoutes } from '../../src/app.js';
import {
  admin,
  alice,
  authenticated,
  bearer,
  cookie,
  createdAt,
  startGateway,
  type Gateway,
} from '../support/harness.js';
import { expiresAt, plan } from '../support/samples.js';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const called = (name: string) => gateway.calls().filter((call) => call.name === name);
const clearedCookie = /^session=; Path=\/; Expires=Thu, 01 Jan 1970/;

describe('POST /api/session', () => {
  it('passes on the cookie of the browser, its user agent and its address', async () => {
    gateway.fake({
      identity: {
        createSession: () => Promise.resolve({ cookie: 'new', expiresAt, user: alice }),
      },
    });
    await gateway.call('POST', '/api/session', {
      headers: { ...bearer('alice'), ...cookie('alice'), 'user-agent': 'Browser/1' },
    });
    expect(called('identity.createSession')[0]?.request).toEqual({
      idToken: 'id-alice',
      sessionCookie: 'cookie-alice',
      userAgent: 'Browser/1',
      ipAddress: '127.0.0.1',
    });
  });
});

describe('DELETE /api/session', () => {
  const byCookie = { $case: 'sessionCookie', value: 'cookie-alice' };
  const byToken = { $case: 'idToken', value: 'id-alice' };
  it.each([
    ['the cookie', cookie('alice'), byCookie],
    ['the cookie, with a token too', { ...cookie('alice'), ...bearer('alice') }, byCookie],
    ['a token', bearer('alice'), byToken],
  ])('ends the session of %s', async (_what, headers, credential) => {
    gateway.fake({ identity: { endSession: () => Promise.resolve({}) } });
    const { status, headers: sent } = await gateway.call('DELETE', '/api/session', { headers });
    expect(status).toBe(200);
    expect(called('identity.endSession')[0]?.request).toEqual({ credential });
    expect(sent.get('set-cookie')).toMatch(clearedCookie);
  });

  it('clears the cookie of a token that is no longer valid', async () => {
    const refusal = new ServiceError('unauthenticated', 'expired-token', 'The token has expired.');
    gateway.fake({ identity: { endSession: () => Promise.reject(refusal) } });
    const answer = await gateway.call('DELETE', '/api/session', { headers: bearer('alice') });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('set-cookie')).toMatch(clearedCookie);
  });

  it('keeps the cookie for a second attempt when the session could not be ended', async () => {
    const outage = new ServiceError('unavailable', 'service-unavailable', 'Try again.');
    gateway.fake({ identity: { endSession: () => Promise.reject(outage) } });
    const answer = await gateway.call('DELETE', '/api/session', { headers: cookie('alice') });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('set-cookie')).toBeNull();
  });
});

describe('a neighbour who floods POST /api/session', () => {
  let limited: Gateway;
  beforeAll(async () => {
    limited = await startGateway({ RATE_LIMIT_SCALE: '1' });
  });
  afterAll(() => limited.stop());

  it('locks the address out for a second, and prevents no sign-out', async () => {
    limited.fake({ identity: { endSession: () => Promise.resolve({}) } });
    const flood = Array.from({ length: 80 }, () => limited.call('POST', '/api/session'));
    const answers = await Promise.all(flood);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(new Set(refused.map(({ headers }) => headers.get('retry-after')))).toEqual(
      new Set(['1']),
    );
    const left = await limited.call('DELETE', '/api/session', { headers: cookie('alice') });
    expect(left.status).toBe(200);
  });
});

describe('the list of sessions', () => {
  const session = (id: string, network: string) => ({
    id,
    device: 'Firefox on Linux',
    createdAt,
    lastUsedAt: expiresAt,
    network,
  });

  it("marks the current session and those in its network; shows no part of a network's hash", async () => {
    gateway.fake({
      identity: {
        listSessions: () =>
          Promise.resolve({
            sessions: [
              session('session-alice', 'aaaa'),
              session('home', 'aaaa'),
              session('away', 'bbbb'),
            ],
          }),
      },
    });
    const answer = await gateway.call('GET', '/api/sessions', { headers: cookie('alice') });
    const times = { createdAt: createdAt.toISOString(), lastUsedAt: expiresAt.toISOString() };
    const device = 'Firefox on Linux';
    expect(answer.json).toEqual([
      { id: 'session-alice', device, ...times, isCurrent: true, isSameNetwork: true },
      { id: 'home', device, ...times, isCurrent: false, isSameNetwork: true },
      { id: 'away', device, ...times, isCurrent: false, isSameNetwork: false },
    ]);
    expect(called('identity.listSessions')[0]?.request).toEqual({});
  });

  it('ends one session', async () => {
    gateway.fake({ identity: { endUserSession: () => Promise.resolve({}) } });
    const end = (id: string) =>
      gateway.call('DELETE', `/api/sessions/${id}`, { headers: cookie('alice') });
    const answer = await end('away');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(called('identity.endUserSession')[0]?.request).toEqual({ sessionId: 'away' });
    expect((await end('session-alice')).headers.get('set-cookie')).toMatch(clearedCookie);
  });

  it('ends all others', async () => {
    gateway.fake({ identity: { endOtherSessions: () => Promise.resolve({}) } });
    await gateway.call('DELETE', '/api/sessions', { headers: cookie('alice') });
    expect(called('identity.endOtherSessions')).toHaveLength(1);
  });
});

describe('a recent sign-in', () => {
  type Row = [call: string, user: User, json?: unknown];
  const sensitive: Row[] = [
    ['DELETE /api/user', alice],
    ['PUT /api/admin/users/alice/subscription', admin, { subscriptionStatus: 'free' }],
    ['DELETE /api/admin/users/alice/sessions', admin],
    ['POST /api/create-subscription', alice, { planType: 'pro' }],
    ['POST /api/cancel-subscription', alice],
  ];
  const send = (call: string, user: User, json: unknown, signedInAt: Date) => {
    gateway.fake({
      identity: {
        authenticate: () => Promise.resolve(authenticated(user, signedInAt)),
        deleteUser: () => Promise.resolve({}),
        endSessionsOf: () => Promise.resolve({}),
        getUser: () => Promise.resolve(alice),
      },
      billing: {
        setPlan: ({ uid }) => Promise.resolve(plan(uid, 'free')),
        createSubscription: () => Promise.resolve({ clientSecret: 's', status: 'incomplete' }),
        cancelSubscription: () => Promise.resolve(plan(user.uid, 'free')),
      },
    });
    const [method = '', path = ''] = call.split(' ');
    return gateway.call(method, path, { headers: cookie(user.uid), json });
  };
  const ago = (ms: number) => new Date(Date.now() - ms);

  it.each(sensitive)('is required by %s', async (...[call, user, json]: Row) => {
    const answer = await send(call, user, json, ago(recentSignInMs + 1_000));
    expect(answer.json).toMatchObject({ status: 401, reason: 'recent-sign-in-required' });
    expect(answer.headers.get('www-authenticate')).toBe(
      'Bearer error="insufficient_user_authentication", max_age=900',
    );
    expect(gateway.calls()).toEqual([]);
    expect((await send(call, user, json, ago(recentSignInMs - 60_000))).status).toBe(200);
  });

  it('is required by every call that deletes an account, changes a plan or writes as an admin', () => {
    const { services, config, streams } = gateway;
    const routes = apiRoutes({
      services,
      config,
      streams,
      security: { record: () => undefined },
    });
    const writes = routes.filter(
      ({ method, path, access }) =>
        method !== 'get' &&
        (access === 'admin' || /subscription|plan/.test(path) || path === '/api/user'),
    );
    const covered = sensitive.map(([call]) => call.replace('users/alice', 'users/:userId'));
    expect(writes.map(({ method, path }) => `${method.toUpperCase()} ${path}`).sort()).toEqual(
      [...covered].sort(),
    );
    expect(writes.every(({ needsRecentSignIn }) => needsRecentSignIn)).toBe(true);
  });
});
