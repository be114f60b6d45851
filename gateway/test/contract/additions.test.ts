import { alice, bearer, cookie, startGateway, type Gateway } from '../support/harness.js';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway({ CAN_CANCEL_PROFOREVER: 'true' });
});
afterAll(() => gateway.stop());

const called = (name: string) => gateway.calls().filter((call) => call.name === name);

describe('additional endpoints', () => {
  it('POST /api/session exchanges a bearer token for an HttpOnly cookie [7.43]', async () => {
    const later = new Date(Date.now() + 5 * 86_400_000);
    gateway.fake({
      identity: {
        createSession: () =>
          Promise.resolve({ cookie: 'cookie-alice', expiresAt: later, user: alice }),
      },
    });
    const { status, json, headers } = await gateway.call('POST', '/api/session', {
      headers: bearer('alice'),
    });
    expect(status).toBe(200);
    expect(json).toEqual({
      user: {
        uid: 'alice',
        email: alice.email,
        displayName: 'Ada Lovelace',
        photoURL: null,
        firstName: 'Ada',
        lastName: 'Lovelace',
        isAdmin: false,
      },
      expiresAt: later.toISOString(),
    });
    const set = headers.get('set-cookie') ?? '';
    expect(set).toMatch(/^session=cookie-alice; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
  });

  it('DELETE /api/session clears the cookie [7.43]', async () => {
    gateway.fake({});
    const { status, headers } = await gateway.call('DELETE', '/api/session');
    expect(status).toBe(200);
    expect(headers.get('set-cookie') ?? '').toMatch(/^session=; Path=\/; Expires=Thu, 01 Jan 1970/);
  });

  it('DELETE /api/session?everywhere=true revokes all sessions', async () => {
    gateway.fake({ identity: { revokeSessions: () => Promise.resolve({}) } });
    await gateway.call('DELETE', '/api/session?everywhere=true', { headers: cookie('alice') });
    expect(called('identity.revokeSessions')[0]?.uid).toBe('alice');
  });

  it('DELETE /api/user deletes the account and clears the cookie', async () => {
    gateway.fake({ identity: { deleteUser: () => Promise.resolve({}) } });
    const { status, headers } = await gateway.call('DELETE', '/api/user', {
      headers: cookie('alice'),
    });
    expect(status).toBe(200);
    expect(headers.get('set-cookie')).toContain('session=;');
    expect(called('identity.deleteUser')[0]?.request).toEqual({ uid: 'alice' });
  });

  it('GET /api/config is public and cacheable for a minute', async () => {
    gateway.fake({});
    const { json, headers } = await gateway.call('GET', '/api/config');
    expect(headers.get('cache-control')).toBe('public, max-age=60');
    expect(json).toMatchObject({
      product: { name: 'Tandem', slug: 'tandem' },
      firebase: { apiKey: 'local-api-key', projectId: 'demo-tandem', emulatorOrigin: null },
      payments: { provider: 'local', publishableKey: '' },
      signallingUrl: 'ws://localhost:8080/ws',
      pushPublicKey: '',
      stunServers: ['stun:stun.l.google.com:19302', 'stun:stun1.l.google.com:19302'],
      policy: {
        freeSharesPerMonth: 10,
        expiryDays: { active: { min: 1, max: 30, default: 7 } },
        canCancelProForever: true,
      },
      operatorLinks: { imprint: null, status: null, source: null, securityContact: null },
    });
  });

  it('GET /api/config has the links of the operator', async () => {
    const configured = await startGateway({
      IMPRINT_URL: 'https://example.com/imprint',
      SECURITY_CONTACT: 'mailto:security@example.com',
    });
    const { json } = await configured.call('GET', '/api/config');
    await configured.stop();
    expect(json).toMatchObject({
      operatorLinks: {
        imprint: 'https://example.com/imprint',
        status: null,
        source: null,
        securityContact: 'mailto:security@example.com',
      },
    });
  });

  it('POST /api/webhooks/stripe forwards the raw body', async () => {
    gateway.fake({ billing: { handleWebhook: () => Promise.resolve({}) } });
    const body = '{"id": "evt_1",\n "spaces":  "kept"}';
    const { status, json } = await gateway.call('POST', '/api/webhooks/stripe', {
      headers: {
        'stripe-signature': 't=1,v1=abc',
        'content-type': 'application/json',
        origin: 'https://stripe.example',
      },
      body,
    });
    expect([status, json]).toEqual([200, { received: true }]);
    expect(called('billing.handleWebhook')[0]?.request).toEqual({
      body: Buffer.from(body),
      signature: 't=1,v1=abc',
    });
  });

  it('GET /api/openapi.json describes every specified endpoint', async () => {
    const { json } = await gateway.call('GET', '/api/openapi.json');
    const { paths } = json as { paths: Record<string, Record<string, unknown>> };
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described).toEqual(
      expect.arrayContaining([
        'POST /api/file-shares',
        'GET /api/file-shares',
        'GET /api/user',
        'POST /api/file-shares/{shareId}/stop',
        'POST /api/file-shares/{shareId}/restart',
        'DELETE /api/file-shares/{shareId}',
        'GET /api/turn-credentials',
        'POST /api/transfer-analytics',
        'GET /api/shares/{id}',
        'POST /api/shares/{id}/download',
        'POST /api/create-subscription',
        'POST /api/cancel-subscription',
        'GET /api/audit-logs',
        'GET /api/audit-logs/export',
        'GET /api/admin/turn-vs-stun-stats',
        'GET /api/admin/user-analytics',
        'GET /api/admin/cost-insights',
        'GET /api/admin/recent-transfers',
        'GET /api/admin/users',
        'PUT /api/admin/users/{userId}/subscription',
      ]),
    );
  });
});
