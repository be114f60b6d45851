import { moreHeader } from '@tandem/proto/browser/headers';
import type { Entry } from '@tandem/proto/tandem/audit/v1/audit';
import { refused } from '../support/fakes.js';
import { alice, cookie, createdAt, startGateway, type Gateway } from '../support/harness.js';
import { plan, shareId } from '../support/samples.js';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const called = (name: string) => gateway.calls().filter((call) => call.name === name);

describe('the endpoints of plans and the audit log', () => {
  it.each([
    [
      'pro',
      'incomplete',
      '[3.112, 7.19]',
      { clientSecret: 'pi_1_secret_2', status: 'incomplete' },
      { clientSecret: 'pi_1_secret_2' },
    ],
    [
      'proforever',
      'incomplete',
      '[7.19]',
      { clientSecret: 'pi_3_secret_4', status: 'incomplete', amountCents: 11_000 },
      { clientSecret: 'pi_3_secret_4', amountCents: 11_000 },
    ],
    [
      'proforever',
      'active',
      '[3.113, 7.20]',
      { clientSecret: '', status: 'active' },
      { status: 'active' },
    ],
  ])(
    'POST /api/create-subscription for %s when %s %s',
    async (planType, _status, _, made, expected) => {
      gateway.fake({ billing: { createSubscription: () => Promise.resolve(made) } });
      const { status, json } = await gateway.call('POST', '/api/create-subscription', {
        json: { idToken: 'id-alice', planType },
      });
      expect([status, json]).toEqual([200, expected]);
      expect(called('billing.createSubscription')).toMatchObject([
        { request: { email: alice.email, planType }, uid: 'alice' },
      ]);
    },
  );

  it('POST /api/cancel-subscription cancels the plan of the caller [7.22]', async () => {
    gateway.fake({
      billing: { cancelSubscription: () => Promise.resolve(plan('alice', 'free')) },
    });
    const { status, json } = await gateway.call('POST', '/api/cancel-subscription', {
      json: { idToken: 'id-alice' },
    });
    expect([status, json]).toEqual([200, { success: true, subscriptionStatus: 'free' }]);
    expect(called('billing.cancelSubscription')[0]?.uid).toBe('alice');
  });

  it('POST /api/cancel-subscription names the plan that the page showed', async () => {
    gateway.fake({
      billing: {
        cancelSubscription: () =>
          Promise.reject(refused('conflict', 'plan-changed', 'The plan has changed.')),
      },
    });
    const cancel = (query: string) =>
      gateway.call('POST', `/api/cancel-subscription${query}`, { json: { idToken: 'id-alice' } });
    expect(await cancel('?shownPlan=active')).toMatchObject({
      status: 409,
      json: { reason: 'plan-changed' },
    });
    expect(await cancel('?shownPlan=gold')).toMatchObject({ status: 400 });
    await cancel('');
    const shown = called('billing.cancelSubscription').map(({ request }) => request);
    expect(shown).toEqual([{ shownStatus: 'active' }, { shownStatus: '' }]);
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
    delivery: {
      deliveryId: 'd'.repeat(22),
      standing: 'confirmed',
      reportedBy: 'sender',
      bytes: 67_108_864,
      reason: '',
    },
  };

  it('GET /api/audit-logs lists every field, null if unknown [3.41, 3.42, 3.43, 3.44, 3.45, 3.46, 3.47, 3.48, 3.49, 3.50, 3.51, 3.52, 3.53, 7.24]', async () => {
    gateway.fake({ audit: { listEntries: () => Promise.resolve({ entries: [entry] }) } });
    const { status, json } = await gateway.call('GET', '/api/audit-logs?userId=alice&limit=10000', {
      headers: cookie('alice'),
    });
    expect(status).toBe(200);
    expect(called('audit.listEntries')[0]?.request).toMatchObject({ ownerUid: 'alice' });
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
        delivery: {
          deliveryId: 'd'.repeat(22),
          standing: 'confirmed',
          reportedBy: 'sender',
          bytes: 67_108_864,
          reason: null,
        },
      },
    ]);
  });

  it('GET /api/audit-logs searches', async () => {
    gateway.fake({ audit: { listEntries: () => Promise.resolve({ entries: [entry] }) } });
    const query = 'search=%20holiday%20&event=download_completed&status=success';
    const { status } = await gateway.call('GET', `/api/audit-logs?${query}`, {
      headers: cookie('alice'),
    });
    expect(status).toBe(200);
    expect(called('audit.listEntries')[0]?.request).toMatchObject({
      ownerUid: 'alice',
      search: 'holiday',
      eventType: 'download_completed',
      eventStatus: 'success',
    });
  });

  it.each(['event=opened', 'status=ok', `search=${'x'.repeat(201)}`])(
    'GET /api/audit-logs refuses %s',
    async (query) => {
      const { status } = await gateway.call('GET', `/api/audit-logs?${query}`, {
        headers: cookie('alice'),
      });
      expect(status).toBe(400);
    },
  );

  it.each([true, false, undefined])(
    'GET /api/audit-logs passes on hasMore: %p',
    async (hasMore) => {
      gateway.fake({
        audit: { listEntries: () => Promise.resolve({ entries: [entry], hasMore }) },
      });
      const { headers } = await gateway.call('GET', '/api/audit-logs', {
        headers: cookie('alice'),
      });
      expect(headers.get(moreHeader)).toBe(hasMore === undefined ? null : String(hasMore));
    },
  );

  it('GET /api/audit-logs has no delivery for other entries', async () => {
    const other = { ...entry, eventType: 'share_created', delivery: undefined };
    gateway.fake({ audit: { listEntries: () => Promise.resolve({ entries: [other] }) } });
    const { json } = await gateway.call('GET', '/api/audit-logs?userId=alice', {
      headers: cookie('alice'),
    });
    expect(json).toMatchObject([{ id: 'e1', delivery: null }]);
  });

  it('GET /api/audit-logs/export streams CSV with a dated file name [7.27]', async () => {
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

  it('GET /api/audit-logs/export passes on the sizes of earlier heads', async () => {
    gateway.fake({
      audit: {
        exportCsv: async function* () {
          yield await Promise.resolve({ data: Buffer.from('a\r\n') });
        },
      },
    });
    const path = '/api/audit-logs/export?fromSize=9&earlierSizes=3,5';
    await gateway.call('GET', path, { headers: cookie('alice') });
    expect(called('audit.exportCsv')).toMatchObject([
      { request: { fromSize: 9, earlierSizes: [3, 5] } },
    ]);
    const refused = await gateway.call('GET', '/api/audit-logs/export?earlierSizes=3,', {
      headers: cookie('alice'),
    });
    expect(refused.status).toBe(400);
  });

  it('GET /api/audit-logs/export responds with a problem if it fails before the first chunk', async () => {
    gateway.fake({
      audit: {
        // oxlint-disable-next-line require-yield -- fails before the first chunk
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

  it('GET /api/audit-logs/verify returns the report, and passes on whether a recent one suffices', async () => {
    const at = new Date('2026-03-01T04:05:06.789Z');
    const report = { isValid: true, length: 7, firstBroken: -1, detail: '', head: 'h', at };
    gateway.fake({ audit: { verifyChain: () => Promise.resolve(report) } });
    const headers = cookie('alice');
    const { json } = await gateway.call('GET', '/api/audit-logs/verify', { headers });
    expect(json).toEqual({ ...report, firstBroken: null, at: at.toISOString() });
    await gateway.call('GET', '/api/audit-logs/verify?recent=true', { headers });
    expect(called('audit.verifyChain')).toMatchObject([
      { request: { recent: false } },
      { request: { recent: true } },
    ]);
  });

  it('GET /api/audit-logs/head passes on the head with its proofs', async () => {
    const hash = 'H'.repeat(43);
    const at = new Date('2026-03-01T04:05:06.789Z');
    const signature = { kid: 'k1', publicKey: 'P'.repeat(43), signature: 'S'.repeat(86) };
    const head = { size: 9, root: hash, at, ...signature };
    const proof = { index: 3, text: '["entry"]', path: [hash] };
    const newest = { seq: 2, hash, createdAt: at, content: '[1]', proof };
    gateway.fake({
      audit: {
        getHead: () => Promise.resolve({ head, consistency: [hash], newest, ownHash: '' }),
      },
    });
    const path = '/api/audit-logs/head?userId=alice&fromSize=5&ownSeq=2';
    const { status, json } = await gateway.call('GET', path, { headers: cookie('alice') });
    expect(status).toBe(200);
    expect(called('audit.getHead')).toMatchObject([
      { request: { ownerUid: 'alice', fromSize: 5, ownSeq: 2 }, uid: 'alice' },
    ]);
    expect(json).toEqual({
      head: { ...head, at: at.toISOString() },
      consistency: [hash],
      newest: { ...newest, createdAt: at.toISOString() },
      ownHash: null,
      retention: null,
    });
    const refused = await gateway.call('GET', '/api/audit-logs/head?fromSize=-1', {
      headers: cookie('alice'),
    });
    expect(refused.status).toBe(400);
  });
});
