import type { Entry } from '@tandem/proto/tandem/audit/v1/audit';
import { refused } from './fakes.js';
import {
  admin,
  alice,
  bearer,
  bob,
  cookie,
  createdAt,
  startGateway,
  type Gateway,
} from './harness.js';
import { expiresAt, grantFor, plan, report, share, shareId, shareJson, usage } from './samples.js';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway({ CAN_CANCEL_PROFOREVER: 'true' });
});
afterAll(() => gateway.stop());

const client = expect.objectContaining({ ipAddress: '127.0.0.1' }) as unknown;
const called = (name: string) => gateway.calls().filter((call) => call.name === name);

describe('the twenty calls of the spec, section 7', () => {
  it('POST /api/file-shares creates a share for the caller, whatever firebaseUser says', async () => {
    gateway.fake({ shares: { createShare: () => Promise.resolve(share) } });
    const { status, json } = await gateway.call('POST', '/api/file-shares', {
      headers: cookie('alice'),
      json: {
        filename: 'holiday.mov',
        fileSize: '64.00 MB',
        fileType: 'video/quicktime',
        firebaseUser: { uid: 'bob', email: 'b@example.test', displayName: null, photoURL: null },
      },
    });
    expect(status).toBe(201);
    expect(json).toEqual(shareJson);
    expect(called('shares.createShare')[0]?.request).toMatchObject({
      ownerUid: 'alice',
      ownerEmail: alice.email,
      ownerName: alice.displayName,
      filename: 'holiday.mov',
      fileSize: '64.00 MB',
      fileType: 'video/quicktime',
      expiresInDays: 0,
      fileSizeBytes: undefined,
      client,
    });
  });

  it('POST /api/file-shares beyond the plan answers 403 with the literal message', async () => {
    const limit = refused(
      'permission-denied',
      'share-limit-reached',
      'Monthly share limit reached',
    );
    gateway.fake({ shares: { createShare: () => Promise.reject(limit) } });
    const { status, json } = await gateway.call('POST', '/api/file-shares', {
      headers: cookie('alice'),
      json: { filename: 'a', fileSize: '1 Byte', fileType: '', firebaseUser: null },
    });
    expect(status).toBe(403);
    expect(json).toMatchObject({
      reason: 'share-limit-reached',
      message: 'Monthly share limit reached',
    });
  });

  it('GET /api/file-shares lists the shares of the user as an array', async () => {
    gateway.fake({ shares: { listShares: () => Promise.resolve({ shares: [share] }) } });
    const { status, json, headers } = await gateway.call('GET', '/api/file-shares?userId=alice', {
      headers: cookie('alice'),
    });
    expect([status, json]).toEqual([200, [shareJson]]);
    // The rows hold passwords.
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('etag')).toBeNull();
  });

  it('GET /api/file-shares pages by limit and before', async () => {
    gateway.fake({ shares: { listShares: () => Promise.resolve({ shares: [] }) } });
    const before = createdAt.toISOString();
    await gateway.call('GET', `/api/file-shares?limit=5&before=${before}`, {
      headers: cookie('alice'),
    });
    expect(called('shares.listShares')[0]?.request).toMatchObject({
      ownerUid: 'alice',
      limit: 5,
      before: createdAt,
    });
  });

  it('GET /api/user composes plan and usage', async () => {
    gateway.fake({
      billing: { getPlan: ({ uid }) => Promise.resolve(plan(uid, 'free')) },
      shares: { getUsage: ({ ownerUid }) => Promise.resolve(usage(ownerUid, 8)) },
    });
    const { status, json, headers } = await gateway.call('GET', '/api/user?userId=alice', {
      headers: cookie('alice'),
    });
    expect(status).toBe(200);
    expect(json).toEqual({
      id: 'alice',
      email: alice.email,
      firstName: 'Ada',
      lastName: 'Lovelace',
      isAdmin: false,
      createdAt: createdAt.toISOString(),
      subscriptionStatus: 'free',
      sharesUsedThisMonth: 8,
      monthlyLimit: 10,
      activeShares: 2,
      expiredShares: 1,
      currentPeriodEnd: null,
    });
    const again = await gateway.call('GET', '/api/user?userId=alice', {
      headers: {
        ...cookie('alice'),
        'if-none-match': headers.get('etag') ?? '',
      },
    });
    expect(again.status).toBe(304);
    expect(again.headers.get('cache-control')).toBe('private, no-cache');
  });

  it.each([
    ['stop', 'stopShare'],
    ['restart', 'restartShare'],
  ] as const)('POST /api/file-shares/{shareId}/%s takes the idToken', async (verb, method) => {
    gateway.fake({ shares: { [method]: () => Promise.resolve(share) } });
    const { status, json } = await gateway.call('POST', `/api/file-shares/${shareId}/${verb}`, {
      json: { idToken: 'id-alice' },
    });
    expect([status, json]).toEqual([200, shareJson]);
    expect(called(`shares.${method}`)[0]?.request).toEqual({ ownerUid: 'alice', shareId });
  });

  it('DELETE /api/file-shares/{shareId} is authorised by the cookie', async () => {
    gateway.fake({ shares: { deleteShare: () => Promise.resolve({}) } });
    const { status, json } = await gateway.call('DELETE', `/api/file-shares/${shareId}`, {
      headers: cookie('alice'),
    });
    expect([status, json]).toEqual([200, { success: true }]);
    expect(called('shares.deleteShare')[0]?.request).toEqual({ ownerUid: 'alice', shareId });
  });

  it('GET /api/turn-credentials gives participants what the service issues', async () => {
    gateway.fake({
      turn: {
        issueCredentials: () =>
          Promise.resolve({
            iceServers: [
              { urls: ['stun:s.example.test'], username: undefined, credential: undefined },
              { urls: ['turn:t.example.test'], username: '1:alice', credential: 'c' },
            ],
            ttlSeconds: 600,
          }),
      },
    });
    const iceServers = [
      { urls: ['stun:s.example.test'] },
      { urls: ['turn:t.example.test'], username: '1:alice', credential: 'c' },
    ];
    const bySession = await gateway.call('GET', '/api/turn-credentials', {
      headers: cookie('alice'),
    });
    expect([bySession.status, bySession.json]).toEqual([200, { iceServers }]);
    const byGrant = await gateway.call('GET', '/api/turn-credentials', {
      headers: { authorization: 'Grant some-grant' },
    });
    expect(byGrant.json).toEqual({ iceServers });
    expect(called('turn.issueCredentials').map(({ request }) => request)).toEqual([
      { participant: { $case: 'uid', value: 'alice' } },
      { participant: { $case: 'grant', value: 'some-grant' } },
    ]);
  });

  it('GET /api/turn-credentials gives a visitor the two STUN servers and asks nobody', async () => {
    gateway.fake({});
    const { status, json } = await gateway.call('GET', '/api/turn-credentials');
    expect(status).toBe(200);
    expect(json).toEqual({
      iceServers: [{ urls: ['stun:stun.l.google.com:19302', 'stun:stun1.l.google.com:19302'] }],
    });
    expect(gateway.calls()).toEqual([]);
  });

  it('POST /api/transfer-analytics takes the whole payload, from visitors as well', async () => {
    gateway.fake({ analytics: { recordTransfer: () => Promise.resolve({}) } });
    const { status, json } = await gateway.call('POST', '/api/transfer-analytics', {
      json: report,
      headers: { authorization: 'Grant expired-during-a-long-transfer' },
    });
    expect([status, json]).toEqual([200, { success: true }]);
    const { transferDuration: _ms, ...same } = report;
    expect(called('analytics.recordTransfer')[0]?.request).toEqual({
      ...same,
      bytesTransferred: 67_108_864,
      transferDurationMs: 2513,
      transferStartedAt: new Date(report.transferStartedAt),
      transferCompletedAt: new Date(report.transferCompletedAt),
      callerUid: '',
      callerEmail: '',
      ipAddress: '127.0.0.1',
    });
  });

  const opened = {
    shareId,
    filename: 'holiday.mov',
    fileSize: '64.00 MB',
    fileType: 'video/quicktime',
    isOwner: false,
    grant: { token: 'the-grant', expiresAt: createdAt },
    expiresAt,
  };
  const lookup = {
    shareId,
    filename: 'holiday.mov',
    fileSize: '64.00 MB',
    fileType: 'video/quicktime',
    isOwner: false,
  };

  it('GET /api/shares/{id}?password= answers exactly the five fields', async () => {
    gateway.fake({ shares: { accessShare: () => Promise.resolve(opened) } });
    const { status, json, headers } = await gateway.call(
      'GET',
      `/api/shares/${shareId}?password=k7%52fT2mWq9Xz`,
    );
    expect([status, json]).toEqual([200, lookup]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(called('shares.accessShare')[0]?.request).toMatchObject({
      shareId,
      password: 'k7RfT2mWq9Xz',
      callerUid: '',
      client,
    });
  });

  it('GET /api/shares/{id} refuses with a message the page can show', async () => {
    const denied = refused(
      'permission-denied',
      'access-denied',
      'Invalid password or expired link.',
    );
    gateway.fake({ shares: { accessShare: () => Promise.reject(denied) } });
    const { status, json, headers } = await gateway.call('GET', `/api/shares/x?password=wrong`);
    expect(status).toBe(403);
    expect(headers.get('content-type')).toContain('application/problem+json');
    expect(json).toEqual({
      type: 'about:blank',
      title: 'Forbidden',
      status: 403,
      reason: 'access-denied',
      message: 'Invalid password or expired link.',
      requestId: headers.get('x-request-id'),
    });
  });

  it('POST /api/shares/{id}/access adds the grant', async () => {
    gateway.fake({ shares: { accessShare: () => Promise.resolve(opened) } });
    const { status, json } = await gateway.call('POST', `/api/shares/${shareId}/access`, {
      json: { password: ' k7RfT2mWq9Xz ' },
    });
    expect([status, json]).toEqual([
      200,
      {
        ...lookup,
        grant: 'the-grant',
        grantExpiresAt: createdAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
      },
    ]);
    expect(called('shares.accessShare')[0]?.request).toMatchObject({ password: 'k7RfT2mWq9Xz' });
  });

  it('POST /api/shares/{id}/access lets the owner in by session', async () => {
    gateway.fake({
      shares: {
        getShareInfo: () =>
          Promise.resolve({ shareId, ownerUid: 'alice', isActive: true, expiresAt }),
        accessShare: () => Promise.resolve({ ...opened, isOwner: true }),
      },
    });
    const path = `/api/shares/${shareId}/access`;
    const own = await gateway.call('POST', path, { headers: cookie('alice'), json: {} });
    expect(own.json).toMatchObject({ isOwner: true });
    const other = await gateway.call('POST', path, { headers: cookie('bob'), json: {} });
    expect(other.json).toMatchObject({ status: 400, reason: 'password-required' });
  });

  it('POST /api/shares/{id}/grant renews, for the share in the path alone', async () => {
    const token = grantFor(shareId);
    gateway.fake({
      shares: { renewGrant: () => Promise.resolve({ token, expiresAt: createdAt }) },
    });
    const renew = (id: string) =>
      gateway.call('POST', `/api/shares/${id}/grant`, { json: { grant: 'older' } });
    const { status, json } = await renew(shareId);
    expect([status, json]).toEqual([
      200,
      { grant: token, grantExpiresAt: createdAt.toISOString() },
    ]);
    expect(await renew('another-share')).toMatchObject({
      status: 401,
      json: { reason: 'invalid-token' },
    });
  });

  it.each([
    ['password', { password: 'k7RfT2mWq9Xz' }, { password: 'k7RfT2mWq9Xz', grant: '' }],
    ['grant', { grant: 'g' }, { password: '', grant: 'g' }],
  ])('POST /api/shares/{id}/download is proven by the %s', async (_what, proof, expected) => {
    gateway.fake({ shares: { recordDownload: () => Promise.resolve({}) } });
    const { status, json } = await gateway.call('POST', `/api/shares/${shareId}/download`, {
      json: { ...proof, downloaderInfo: { name: ' Eve ', email: ' eve@example.test ' } },
    });
    expect([status, json]).toEqual([200, { success: true }]);
    expect(called('shares.recordDownload')[0]?.request).toMatchObject({
      shareId,
      ...expected,
      name: 'Eve',
      email: 'eve@example.test',
      isFailure: false,
      client,
    });
  });

  it.each([
    ['completed', 200, false],
    ['failed', 200, true],
    ['cancelled', 400, undefined],
  ])('a download whose outcome is %s answers %i', async (outcome, expected, isFailure) => {
    gateway.fake({ shares: { recordDownload: () => Promise.resolve({}) } });
    const downloaderInfo = { name: 'Eve', email: 'eve@example.test' };
    const { status } = await gateway.call('POST', `/api/shares/${shareId}/download`, {
      json: { grant: 'g', downloaderInfo, outcome },
    });
    expect(status).toBe(expected);
    const [recorded] = called('shares.recordDownload');
    expect((recorded?.request as { isFailure: boolean } | undefined)?.isFailure).toBe(isFailure);
  });

  it.each([
    [
      'incomplete',
      { clientSecret: 'pi_1_secret_2', status: 'incomplete' },
      { clientSecret: 'pi_1_secret_2' },
    ],
    ['active', { clientSecret: '', status: 'active' }, { status: 'active' }],
  ])('POST /api/create-subscription when %s', async (_what, made, expected) => {
    gateway.fake({ billing: { createSubscription: () => Promise.resolve(made) } });
    const { status, json } = await gateway.call('POST', '/api/create-subscription', {
      json: { idToken: 'id-alice', planType: 'proforever' },
    });
    expect([status, json]).toEqual([200, expected]);
    expect(called('billing.createSubscription')[0]?.request).toEqual({
      uid: 'alice',
      email: alice.email,
      planType: 'proforever',
    });
  });

  it('POST /api/cancel-subscription', async () => {
    gateway.fake({
      billing: { cancelSubscription: ({ uid }) => Promise.resolve(plan(uid, 'free')) },
    });
    const { status, json } = await gateway.call('POST', '/api/cancel-subscription', {
      json: { idToken: 'id-alice' },
    });
    expect([status, json]).toEqual([200, { success: true, subscriptionStatus: 'free' }]);
  });

  const entry: Entry = {
    id: 'e1',
    createdAt,
    eventType: 'download_completed',
    eventStatus: 'success',
    shareId,
    filename: 'holiday.mov',
    fileSize: '64.00 MB',
    accessorEmail: 'eve@example.test',
    accessorName: 'Eve',
    userAgent: 'Test/1.0',
    city: undefined,
    region: undefined,
    country: undefined,
    ipAddress: '192.0.2.1',
  };

  it('GET /api/audit-logs lists every field, null where nothing is known', async () => {
    gateway.fake({ audit: { listEntries: () => Promise.resolve({ entries: [entry] }) } });
    const { status, json } = await gateway.call('GET', '/api/audit-logs?userId=alice&limit=10000', {
      headers: cookie('alice'),
    });
    expect(status).toBe(200);
    expect(json).toEqual([
      {
        id: 'e1',
        createdAt: createdAt.toISOString(),
        eventType: 'download_completed',
        eventStatus: 'success',
        shareId,
        filename: 'holiday.mov',
        fileSize: '64.00 MB',
        accessorEmail: 'eve@example.test',
        accessorName: 'Eve',
        userAgent: 'Test/1.0',
        city: null,
        region: null,
        country: null,
        ipAddress: '192.0.2.1',
      },
    ]);
  });

  it('GET /api/audit-logs/export streams CSV under a dated name', async () => {
    gateway.fake({
      audit: {
        exportCsv: async function* () {
          yield await Promise.resolve({ data: Buffer.from('\uFEFFa,b\r\n') });
          yield { data: Buffer.from('1,2\r\n') };
        },
      },
    });
    const { status, text, headers } = await gateway.call('GET', '/api/audit-logs/export', {
      headers: cookie('alice'),
    });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename=audit-logs-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.csv$/,
    );
    expect(text).toBe('\uFEFFa,b\r\n1,2\r\n');
  });

  it('GET /api/audit-logs/export that fails before the first piece is an ordinary refusal', async () => {
    gateway.fake({
      audit: {
        // eslint-disable-next-line require-yield -- the failure comes first
        exportCsv: async function* () {
          await Promise.resolve();
          throw refused('unavailable', 'service-unavailable', 'Not now.');
        },
      },
    });
    const { status, json } = await gateway.call('GET', '/api/audit-logs/export', {
      headers: cookie('alice'),
    });
    expect([status, json]).toEqual([503, expect.objectContaining({ message: 'Not now.' })]);
  });

  it('GET /api/audit-logs/verify', async () => {
    const report = { isValid: true, length: 7, firstBroken: -1, detail: '', head: 'h' };
    gateway.fake({ audit: { verifyChain: () => Promise.resolve(report) } });
    const { json } = await gateway.call('GET', '/api/audit-logs/verify', {
      headers: cookie('alice'),
    });
    expect(json).toEqual({ ...report, firstBroken: null });
  });
});

describe("the admin's calls", () => {
  const asAdmin = (path: string) => gateway.call('GET', path, { headers: bearer('admin') });

  it('GET /api/admin/turn-vs-stun-stats', async () => {
    const stats = [{ connectionType: 'turn', count: 2, totalBytes: 5_000_000_000_000 }];
    gateway.fake({ analytics: { getConnectionStats: () => Promise.resolve({ stats }) } });
    expect((await asAdmin('/api/admin/turn-vs-stun-stats')).json).toEqual(stats);
  });

  it('GET /api/admin/user-analytics', async () => {
    const analytics = {
      totalUsers: 3,
      activeUsers7d: 2,
      subscriptionStats: [{ status: 'free', count: 3 }],
      topUsers: [{ userId: 'alice', name: 'Ada', email: 'a@example.test', sharesCount: 9 }],
    };
    gateway.fake({ analytics: { getUserAnalytics: () => Promise.resolve(analytics) } });
    expect((await asAdmin('/api/admin/user-analytics')).json).toEqual(analytics);
  });

  it('GET /api/admin/cost-insights', async () => {
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
    };
    gateway.fake({ analytics: { getCostInsights: () => Promise.resolve(insights) } });
    expect((await asAdmin('/api/admin/cost-insights')).json).toEqual(insights);
  });

  it('GET /api/admin/recent-transfers?limit=20', async () => {
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

  it('GET /api/admin/transfers-by-day', async () => {
    const days = [{ day: '2026-01-02', count: 1, totalBytes: 2 }];
    gateway.fake({ analytics: { getTransfersByDay: () => Promise.resolve({ days }) } });
    expect((await asAdmin('/api/admin/transfers-by-day?days=7')).json).toEqual(days);
  });

  it('GET /api/admin/users asks each service once, however many users there are', async () => {
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
    ).toEqual(['billing.batchGetPlans', 'identity.listUsers', 'shares.batchGetUsage']);
  });

  it.each(['free', 'active', 'proforever'])('PUT …/subscription to %s', async (status) => {
    gateway.fake({
      identity: { getUser: () => Promise.resolve(bob) },
      billing: { setPlan: ({ uid }) => Promise.resolve(plan(uid, status)) },
    });
    const answer = await gateway.call('PUT', '/api/admin/users/bob/subscription', {
      headers: bearer('admin'),
      json: { subscriptionStatus: status },
    });
    expect([answer.status, answer.json]).toEqual([
      200,
      { userId: 'bob', subscriptionStatus: status },
    ]);
    expect(called('billing.setPlan')[0]?.request).toEqual({
      uid: 'bob',
      subscriptionStatus: status,
      actorUid: 'admin',
    });
  });

  it('PUT …/subscription of nobody is 404 and stores nothing', async () => {
    const unknown = refused('not-found', 'user-not-found', 'There is no such user.');
    gateway.fake({ identity: { getUser: () => Promise.reject(unknown) } });
    const { status } = await gateway.call('PUT', '/api/admin/users/nobody/subscription', {
      headers: bearer('admin'),
      json: { subscriptionStatus: 'active' },
    });
    expect(status).toBe(404);
    expect(called('billing.setPlan')).toEqual([]);
  });
});

describe('additional calls (design, section 3)', () => {
  it('POST /api/session exchanges a bearer token for an HttpOnly cookie', async () => {
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

  it('DELETE /api/session clears the cookie', async () => {
    gateway.fake({});
    const { status, headers } = await gateway.call('DELETE', '/api/session');
    expect(status).toBe(200);
    expect(headers.get('set-cookie')).toMatch(/^session=; Path=\/; Expires=Thu, 01 Jan 1970/);
  });

  it('DELETE /api/session?everywhere=true ends all sessions', async () => {
    gateway.fake({ identity: { revokeSessions: () => Promise.resolve({}) } });
    await gateway.call('DELETE', '/api/session?everywhere=true', { headers: cookie('alice') });
    expect(called('identity.revokeSessions')[0]?.request).toEqual({ uid: 'alice' });
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
      stunServers: ['stun:stun.l.google.com:19302', 'stun:stun1.l.google.com:19302'],
      policy: {
        freeSharesPerMonth: 10,
        expiryDays: { active: { min: 1, max: 30, default: 7 } },
        canCancelProForever: true,
      },
    });
  });

  it('POST /api/webhooks/stripe passes on the very bytes', async () => {
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

  it('GET /api/openapi.json describes every call of the spec', async () => {
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
