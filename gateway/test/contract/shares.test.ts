import { refused } from '../support/fakes.js';
import { admin, alice, cookie, createdAt, startGateway, type Gateway } from '../support/harness.js';
import { plan, share, shareId, shareJson, usage } from '../support/samples.js';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const client = expect.objectContaining({ ipAddress: '127.0.0.1' }) as unknown;
const called = (name: string) => gateway.calls().filter((call) => call.name === name);

describe("the sender's endpoints", () => {
  it('POST /api/file-shares creates a share for the caller and ignores firebaseUser [3.1, 3.2, 3.3, 3.4, 3.5, 3.6, 3.7, 3.8, 3.9, 7.2]', async () => {
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
    expect(called('shares.createShare')[0]?.uid).toBe('alice');
    expect(called('shares.createShare')[0]?.request).toMatchObject({
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

  it('POST /api/file-shares above the monthly limit responds 403 with the specified message [8.10, 8.11]', async () => {
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

  it('GET /api/file-shares returns the user’s shares as an array [7.3]', async () => {
    gateway.fake({ shares: { listShares: () => Promise.resolve({ shares: [share] }) } });
    const { status, json, headers } = await gateway.call('GET', '/api/file-shares?userId=alice', {
      headers: cookie('alice'),
    });
    expect([status, json]).toEqual([200, [shareJson]]);
    expect(called('shares.listShares')[0]?.request).toMatchObject({ ownerUid: 'alice' });
    // The rows contain passwords.
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('GET /api/file-shares answers 304 to a page that still has the same rows', async () => {
    const list = (etag?: string) =>
      gateway.call('GET', '/api/file-shares', {
        headers: {
          ...cookie('alice'),
          // As browsers send it with a page's own If-None-Match.
          ...(etag !== undefined && { 'if-none-match': etag, 'cache-control': 'no-cache' }),
        },
      });
    gateway.fake({ shares: { listShares: () => Promise.resolve({ shares: [share], total: 1 }) } });
    const first = await list();
    const etag = first.headers.get('etag') ?? '';
    expect(etag).not.toBe('');
    const again = await list(etag);
    expect([again.status, again.text]).toEqual([304, '']);
    expect(again.headers.get('cache-control')).toBe('no-store');
    const stopped = { ...share, isActive: false };
    gateway.fake({
      shares: { listShares: () => Promise.resolve({ shares: [stopped], total: 1 }) },
    });
    const changed = await list(etag);
    expect(changed.status).toBe(200);
    expect(changed.json).toMatchObject([{ isActive: false }]);
  });

  it('GET /api/file-shares refuses a time to continue before, which rows may share', async () => {
    gateway.fake({ shares: { listShares: () => Promise.resolve({ shares: [] }) } });
    const before = createdAt.toISOString();
    const { status } = await gateway.call('GET', `/api/file-shares?limit=5&before=${before}`, {
      headers: cookie('alice'),
    });
    expect(status).toBe(400);
    expect(called('shares.listShares')).toEqual([]);
  });

  it('GET /api/file-shares passes search, status, order and page on and answers with the total', async () => {
    gateway.fake({
      shares: { listShares: () => Promise.resolve({ shares: [share], total: 900 }) },
    });
    const query = 'search=scan&status=expired&sort=name&order=asc&page=2';
    const { headers } = await gateway.call('GET', `/api/file-shares?${query}`, {
      headers: cookie('alice'),
    });
    expect(headers.get('x-total-count')).toBe('900');
    expect(called('shares.listShares')[0]?.request).toMatchObject({
      ownerUid: 'alice',
      search: 'scan',
      status: 'expired',
      sort: 'name',
      isAscending: true,
      page: 2,
    });
  });

  it('GET /api/user combines user, plan and usage [3.24, 3.25, 7.5]', async () => {
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
      isPastDue: false,
      invoiceUrl: null,
      isPaymentProcessing: false,
    });
    const again = await gateway.call('GET', '/api/user?userId=alice', {
      headers: {
        ...cookie('alice'),
        'if-none-match': headers.get('etag') ?? '',
      },
    });
    expect(again.status).toBe(304);
    // It contains the address of an invoice, which needs no sign-in.
    expect(again.headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    ['alice', 'https://invoice.example/1'],
    [admin.uid, null],
  ])('GET /api/user shows %s a failed payment with the invoice %s', async (caller, invoiceUrl) => {
    const pastDue = { isPastDue: true, invoiceUrl: 'https://invoice.example/1' };
    gateway.fake({
      identity: { getUser: () => Promise.resolve(alice) },
      billing: { getPlan: ({ uid }) => Promise.resolve({ ...plan(uid, 'active'), ...pastDue }) },
      shares: { getUsage: ({ ownerUid }) => Promise.resolve(usage(ownerUid, 8)) },
    });
    const { json } = await gateway.call('GET', '/api/user?userId=alice', {
      headers: cookie(caller),
    });
    expect(json).toMatchObject({ isPastDue: true, invoiceUrl, currentPeriodEnd: null });
  });

  it.each([
    [
      { label: 'Wedding', maxDownloads: null },
      { label: 'Wedding', maxDownloads: 0 },
    ],
    [
      { note: '', expiresInDays: 3, maxDownloads: 1 },
      { note: '', expiresInDays: 3, maxDownloads: 1 },
    ],
    [
      { password: 'x', asksFirst: true },
      // Shares decides whether it is strong enough.
      { password: 'x', asksFirst: true },
    ],
  ])('PATCH /api/file-shares/{shareId} changes the given fields: %j', async (body, request) => {
    gateway.fake({ shares: { updateShare: () => Promise.resolve(share) } });
    const { status, json } = await gateway.call('PATCH', `/api/file-shares/${shareId}`, {
      headers: cookie('alice'),
      json: body,
    });
    expect([status, json]).toEqual([200, shareJson]);
    const call = called('shares.updateShare')[0];
    expect(call?.uid).toBe('alice');
    expect(call?.request).toEqual({ shareId, ...request });
  });

  it.each([
    ['no download', { maxDownloads: 0 }],
    ['no day', { expiresInDays: 0 }],
    ['no password', { password: '' }],
    ['a password of 257 characters', { password: 'x'.repeat(257) }],
    ['another file name', { filename: 'x' }],
  ])('PATCH /api/file-shares/{shareId} refuses %s', async (_what, json) => {
    gateway.fake({ shares: { updateShare: () => Promise.resolve(share) } });
    const { status } = await gateway.call('PATCH', `/api/file-shares/${shareId}`, {
      headers: cookie('alice'),
      json,
    });
    expect(status).toBe(400);
    expect(called('shares.updateShare')).toEqual([]);
  });

  it.each([
    ['stop', '[6.24, 7.8]', 'stopShare'],
    ['restart', '[6.24, 7.9]', 'restartShare'],
  ] as const)(
    'POST /api/file-shares/{shareId}/%s accepts an idToken %s',
    async (verb, _numbers, method) => {
      gateway.fake({ shares: { [method]: () => Promise.resolve(share) } });
      const { status, json } = await gateway.call('POST', `/api/file-shares/${shareId}/${verb}`, {
        json: { idToken: 'id-alice' },
      });
      expect([status, json]).toEqual([200, shareJson]);
      expect(called(`shares.${method}`)).toMatchObject([{ request: { shareId }, uid: 'alice' }]);
    },
  );

  it('DELETE /api/file-shares/{shareId} is authorized by the cookie [6.25, 7.10]', async () => {
    gateway.fake({ shares: { deleteShare: () => Promise.resolve({}) } });
    const { status, json } = await gateway.call('DELETE', `/api/file-shares/${shareId}`, {
      headers: cookie('alice'),
    });
    expect([status, json]).toEqual([200, { success: true }]);
    expect(called('shares.deleteShare')).toMatchObject([{ request: { shareId }, uid: 'alice' }]);
  });
});
