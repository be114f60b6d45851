import { ServiceError, type SecurityEvent } from '@tandem/kit';
import {
  admin,
  alice,
  bearer,
  cookie,
  startGateway,
  type CallOptions,
  type Gateway,
} from '../support/harness.js';
import { expiresAt, shareId } from '../support/samples.js';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway({ TRUST_PROXY_HOPS: '1' });
});
afterAll(() => gateway.stop());
/** A refusal has one line a minute in each process. */
const restart = async () => {
  await gateway.stop();
  gateway = await startGateway({ TRUST_PROXY_HOPS: '1' });
  fakeServices();
};

type Line = Record<string, unknown> & { event?: SecurityEvent };
const refuse =
  (...args: ConstructorParameters<typeof ServiceError>) =>
  () =>
    Promise.reject(new ServiceError(...args));

/** Sends a request as a client with an address of its own; returns the security events that it causes. */
const eventsOf = async (call: string, options: CallOptions): Promise<Line[]> => {
  gateway.logLines.length = 0;
  const [method = '', path = ''] = call.split(' ');
  const headers = { 'x-forwarded-for': '203.0.113.77', ...options.headers };
  await gateway.call(method, path, { ...options, headers });
  const lines = gateway.logLines.map((line) => JSON.parse(line) as Line);
  return lines.filter(({ event }) => event !== undefined);
};

const fakeServices = () =>
  gateway.fake({
    identity: {
      createSession: ({ idToken }) =>
        idToken === 'id-alice'
          ? Promise.resolve({ cookie: 'c', expiresAt, user: alice })
          : refuse('unauthenticated', 'invalid-token', `Invalid token of ${alice.email}.`)(),
      endSession: () => Promise.resolve({}),
      endUserSession: () => Promise.resolve({}),
      endOtherSessions: () => Promise.resolve({}),
      revokeSessions: () => Promise.resolve({}),
      deleteUser: () => Promise.resolve({}),
      listUsers: () => Promise.resolve({ users: [alice, admin] }),
    },
    shares: {
      deleteShare: () => Promise.resolve({}),
      batchGetUsage: () => Promise.resolve({ usages: [] }),
      accessShare: refuse('permission-denied', 'access-denied', 'Invalid password.'),
      getUsage: refuse('resource-exhausted', 'too-many-requests', 'Wait.', {
        retryAfterSeconds: 1,
      }),
    },
    billing: {
      batchGetPlans: () => Promise.resolve({ plans: [] }),
      getPlan: refuse('resource-exhausted', 'too-many-requests', 'Wait.', { retryAfterSeconds: 1 }),
    },
  });
beforeEach(fakeServices);

const asAlice = { headers: cookie('alice') };
const cases: [what: string, call: string, options: CallOptions, expected: Line][] = [
  [
    'a sign-in',
    'POST /api/session',
    { headers: bearer('alice') },
    { event: 'authn_login_success' },
  ],
  [
    'a refused sign-in',
    'POST /api/session',
    { headers: bearer('mallory') },
    { event: 'authn_login_fail', reason: 'invalid-token' },
  ],
  [
    'a call without credentials',
    'GET /api/user',
    {},
    { event: 'authn_fail', reason: 'not-signed-in', route: 'GET /api/user' },
  ],
  [
    'the use of an ended session',
    'GET /api/user',
    { headers: cookie('revoked') },
    { event: 'session_use_after_expire', reason: 'revoked-session', route: 'GET /api/user' },
  ],
  [
    'a call for admins',
    'GET /api/admin/users',
    asAlice,
    { event: 'authz_fail', reason: 'not-an-admin', route: 'GET /api/admin/users' },
  ],
  [
    'data of another user',
    'GET /api/user?userId=bob',
    asAlice,
    { event: 'authz_fail', reason: 'foreign-user', route: 'GET /api/user' },
  ],
  [
    'a wrong share password',
    `POST /api/shares/${shareId}/access`,
    { json: { password: 'canary-password' } },
    { event: 'authz_fail', reason: 'access-denied', route: 'POST /api/shares/:id/access' },
  ],
  [
    'too many requests',
    'GET /api/user',
    asAlice,
    {
      event: 'excess_rate_limit_exceeded',
      reason: 'too-many-requests',
      route: 'GET /api/user',
    },
  ],
  [
    'an admin action',
    'GET /api/admin/users',
    { headers: cookie('admin') },
    { event: 'authz_admin', action: 'users-listed' },
  ],
  [
    'the deletion of an account',
    'DELETE /api/user',
    asAlice,
    { event: 'sensitive_delete', action: 'account-deleted' },
  ],
  [
    'the deletion of a share',
    `DELETE /api/file-shares/${shareId}`,
    asAlice,
    { event: 'sensitive_delete', action: 'share-deleted' },
  ],
  ['a sign-out', 'DELETE /api/session', asAlice, { event: 'session_ended', action: 'sign-out' }],
  [
    'a sign-out everywhere',
    'DELETE /api/session?everywhere=true',
    asAlice,
    { event: 'session_ended', action: 'everywhere' },
  ],
  [
    'a sign-out elsewhere',
    'DELETE /api/sessions/other',
    asAlice,
    { event: 'session_ended', action: 'elsewhere' },
  ],
  [
    'a sign-out everywhere else',
    'DELETE /api/sessions',
    asAlice,
    { event: 'session_ended', action: 'everywhere-else' },
  ],
];

describe('security events', () => {
  it.each(cases)('log %s once, at info', async (_what, call, options, expected) => {
    const events = await eventsOf(call, options);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ level: 'info', ...expected });
    expect(events[0]?.['requestId']).toEqual(expect.any(String));
  });

  it('contain no personal data', async () => {
    await restart();
    const lines: Line[] = [];
    for (const [, call, options] of cases) lines.push(...(await eventsOf(call, options)));
    expect(lines).toHaveLength(cases.length);
    const text = JSON.stringify(lines);
    for (const secret of [
      'alice',
      'example.test',
      'bob',
      'mallory',
      '203.0.113.77',
      '127.0.0.1',
      shareId,
      'canary-password',
      'Lovelace',
    ]) {
      expect(text).not.toContain(secret);
    }
  });

  it('have one line for many equal refusals, so that a client cannot fill the log', async () => {
    const lines: Line[] = [];
    for (let sent = 0; sent < 20; sent += 1)
      lines.push(...(await eventsOf('GET /api/sessions', {})));
    expect(lines).toEqual([
      expect.objectContaining({ event: 'authn_fail', route: 'GET /api/sessions' }),
    ]);
  });

  it('are counted by name', async () => {
    const count = async () => {
      const text = await gateway.registry.getSingleMetricAsString('security_events_total');
      return Number(/event="authz_fail".*\} (\d+)/.exec(text)?.[1]);
    };
    const before = await count();
    await eventsOf('GET /api/admin/users', asAlice);
    expect(await count()).toBe(before + 1);
  });

  it('are not written for other refusals', async () => {
    expect(await eventsOf('GET /api/unknown', {})).toEqual([]);
    expect(await eventsOf('POST /api/file-shares', { ...asAlice, json: {} })).toEqual([]);
  });
});
