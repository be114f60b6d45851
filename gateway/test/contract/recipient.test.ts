import { ServiceError } from '@tandem/kit';
import { refused } from '../support/fakes.js';
import { cookie, createdAt, startGateway, type Gateway } from '../support/harness.js';
import { expiresAt, grantFor, report, shareId } from '../support/samples.js';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const infoOf = (more: { ownerUid?: string; isActive?: boolean }) => ({
  shareId,
  ownerUid: 'alice',
  isActive: true,
  expiresAt,
  epoch: 0,
  ...more,
});
const client = expect.objectContaining({ ipAddress: '127.0.0.1' }) as unknown;
const called = (name: string) => gateway.calls().filter((call) => call.name === name);

describe("the recipient's endpoints", () => {
  it('GET /api/turn-credentials returns the issued servers to the owner and to holders of a grant [7.11]', async () => {
    gateway.fake({
      shares: { getShareInfo: () => Promise.resolve(infoOf({})) },
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
    const bySession = await gateway.call('GET', `/api/turn-credentials?share=${shareId}`, {
      headers: cookie('alice'),
    });
    expect([bySession.status, bySession.json]).toEqual([200, { iceServers }]);
    const byGrant = await gateway.call('GET', '/api/turn-credentials', {
      headers: { authorization: 'Grant some-grant' },
    });
    expect(byGrant.json).toEqual({ iceServers });
    expect(called('turn.issueCredentials')).toMatchObject([
      { request: { grant: '', shareId, network: '127.0.0.0/24' }, uid: 'alice' },
      { request: { grant: 'some-grant', network: '127.0.0.0/24' }, uid: undefined },
    ]);
  });

  it.each([
    ['another user’s share', { ownerUid: 'bob' }, 'session'],
    ['a stopped share', { isActive: false }, 'session'],
    ['a share that was deleted', null, 'session'],
    ['no share', {}, 'nothing'],
  ])('GET /api/turn-credentials returns only STUN servers for %s', async (_what, info, by) => {
    const relay = { urls: ['turn:t.example.test'], username: '1:alice', credential: 'c' };
    const notFound = new ServiceError('not-found', 'share-not-found', 'Share not found.');
    gateway.fake({
      shares: {
        getShareInfo: () => (info ? Promise.resolve(infoOf(info)) : Promise.reject(notFound)),
      },
      turn: {
        issueCredentials: () => Promise.resolve({ iceServers: [relay], ttlSeconds: 600 }),
      },
    });
    const path =
      by === 'session' ? `/api/turn-credentials?share=${shareId}` : '/api/turn-credentials';
    const { status, text } = await gateway.call('GET', path, { headers: cookie('alice') });
    expect(status).toBe(200);
    expect(text).not.toContain('turn:');
  });

  it('GET /api/turn-credentials returns the two STUN servers to a visitor without a service call', async () => {
    gateway.fake({});
    const { status, json } = await gateway.call('GET', '/api/turn-credentials');
    expect(status).toBe(200);
    expect(json).toEqual({
      iceServers: [
        { urls: ['stun:stun.l.google.com:19302'] },
        { urls: ['stun:stun1.l.google.com:19302'] },
      ],
    });
    expect(gateway.calls()).toEqual([]);
  });

  it('POST /api/transfer-analytics accepts the whole payload, from visitors as well [3.88, 3.89, 3.90, 3.91, 3.92, 3.93, 3.94, 3.95, 3.96, 3.97, 3.98, 3.99, 3.100, 3.101, 3.102, 3.103, 3.104, 7.13]', async () => {
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
    senderName: 'Ada Lovelace',
    asksFirst: false,
    note: 'The final cut.',
  };
  const lookup = {
    shareId,
    filename: 'holiday.mov',
    fileSize: '64.00 MB',
    fileType: 'video/quicktime',
    isOwner: false,
  };

  it('GET /api/shares/{id}?password= returns exactly the five fields [3.10, 3.11, 3.12, 3.13, 3.14, 7.15]', async () => {
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
      client,
    });
  });

  it('GET /api/shares/{id} returns a message for the page [3.15, 7.15]', async () => {
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

  it('POST /api/shares/{id}/access adds a grant', async () => {
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
        senderName: 'Ada Lovelace',
        asksFirst: false,
        note: 'The final cut.',
      },
    ]);
    expect(called('shares.accessShare')[0]?.request).toMatchObject({ password: 'k7RfT2mWq9Xz' });
  });

  it('POST /api/shares/{id}/access admits the owner by session', async () => {
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

  it('POST /api/shares/{id}/grant renews a grant of the share in the path only', async () => {
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
  ])(
    'POST /api/shares/{id}/download is authorized by the %s [7.16]',
    async (_what, proof, expected) => {
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
    },
  );

  it('POST /api/shares/{id}/download passes the delivery and the reason on', async () => {
    gateway.fake({ shares: { recordDownload: () => Promise.resolve({}) } });
    const downloaderInfo = { name: 'Eve', email: 'eve@example.test' };
    const facts = { deliveryId: 'd'.repeat(22), reason: 'sender-unproven' };
    const send = (more: object) =>
      gateway.call('POST', `/api/shares/${shareId}/download`, {
        json: { grant: 'g', downloaderInfo, outcome: 'failed', ...more },
      });
    expect((await send(facts)).status).toBe(200);
    expect(called('shares.recordDownload')[0]?.request).toMatchObject(facts);
    expect((await send({ deliveryId: 'a.b' })).status).toBe(400);
    expect((await send({ reason: 'Some text.' })).status).toBe(400);
  });

  const delivery = { deliveryId: 'd'.repeat(22), outcome: 'verified', bytes: 2_048 };

  it('POST /api/shares/{id}/delivery reports for the signed-in owner', async () => {
    gateway.fake({ shares: { reportDelivery: () => Promise.resolve({}) } });
    const path = `/api/shares/${shareId}/delivery`;
    const { status } = await gateway.call('POST', path, {
      headers: cookie('alice'),
      json: delivery,
    });
    expect(status).toBe(200);
    expect(called('shares.reportDelivery')[0]?.request).toMatchObject({
      shareId,
      reason: '',
      ...delivery,
    });
    expect(called('shares.reportDelivery')[0]?.uid).toBe('alice');
    expect((await gateway.call('POST', path, { json: delivery })).status).toBe(401);
  });

  it('POST /api/shares/{id}/delivery passes on the details that the recipient stated', async () => {
    gateway.fake({ shares: { reportDelivery: () => Promise.resolve({}) } });
    const send = (recipient?: object) =>
      gateway.call('POST', `/api/shares/${shareId}/delivery`, {
        headers: cookie('alice'),
        json: { ...delivery, recipient },
      });
    expect((await send({ name: 'Grace', email: 'grace@example.test' })).status).toBe(200);
    expect((await send()).status).toBe(200);
    expect(called('shares.reportDelivery')).toMatchObject([
      { request: { recipientName: 'Grace', recipientEmail: 'grace@example.test' } },
      { request: { recipientName: '', recipientEmail: '' } },
    ]);
    expect((await send({ name: 'a'.repeat(201), email: '' })).status).toBe(400);
    expect((await send({ name: 'Grace', email: 'a'.repeat(321) })).status).toBe(400);
  });

  it.each<[path: string, call: string, body: object]>([
    [`/api/shares/${shareId}/delivery`, 'shares.reportDelivery', delivery],
    [
      `/api/shares/${shareId}/download`,
      'shares.recordDownload',
      { grant: 'g', downloaderInfo: { name: 'Eve', email: 'eve@example.test', later: 1 } },
    ],
    [
      '/api/transfer-analytics',
      'analytics.recordTransfer',
      { ...report, selectedCandidatePair: { ...report.selectedCandidatePair, later: 1 } },
    ],
  ])(
    'POST %s records the report of a page with fields of a later release',
    async (path, call, body) => {
      const accept = () => Promise.resolve({});
      gateway.fake({
        shares: { reportDelivery: accept, recordDownload: accept },
        analytics: { recordTransfer: accept },
      });
      const options = { headers: cookie('alice'), json: { ...body, later: 1 } };
      expect((await gateway.call('POST', path, options)).status).toBe(200);
      expect(called(call)).toHaveLength(1);
      expect(JSON.stringify(called(call)[0]?.request)).not.toContain('later');
    },
  );

  it('POST /api/shares/{id}/receipt submits for the owner by session and for recipients by grant', async () => {
    const keys = { kid: 'k1', publicKey: 'A'.repeat(43), signature: 'B'.repeat(86) };
    const signed = { at: createdAt, ...keys };
    const path = ['H'.repeat(43)];
    const head = { size: 9, root: 'R'.repeat(43), at: createdAt, ...keys };
    const proof = { index: 3, text: 'leaf', path };
    gateway.fake({ audit: { countersign: () => Promise.resolve({ ...signed, proof, head }) } });
    const body = { deliveryId: 'd'.repeat(22), statementSha256: 'a'.repeat(64) };
    const at = createdAt.toISOString();
    for (const headers of [cookie('alice'), { authorization: 'Grant g' }]) {
      const { status, json } = await gateway.call('POST', `/api/shares/${shareId}/receipt`, {
        headers,
        json: body,
      });
      expect(status).toBe(200);
      expect(json).toEqual({
        version: 2,
        statementSha256: body.statementSha256,
        ...keys,
        at,
        proof: { index: 3, path },
        head: { ...head, at },
      });
    }
    expect(called('audit.countersign')).toMatchObject([
      { request: { shareId, ...body, grant: '' }, uid: 'alice' },
      { request: { shareId, ...body, grant: 'g' }, uid: undefined },
    ]);
  });

  it.each([
    ['', 'failed-precondition', 'waiting-for-other-side', 409, 'reason'],
    ['', 'not-found', 'delivery-not-confirmed', 404, 'reason'],
    ['?pending=202', 'failed-precondition', 'waiting-for-other-side', 202, 'pending'],
    ['?pending=202', 'not-found', 'delivery-not-confirmed', 202, 'pending'],
    ['?pending=202', 'failed-precondition', 'receipts-differ', 409, 'reason'],
  ] as const)(
    'POST /api/shares/{id}/receipt%s responds to %s/%s with %i',
    async (query, code, reason, expected, field) => {
      const refusal = refused(code, reason, 'The other side has not submitted.');
      gateway.fake({ audit: { countersign: () => Promise.reject(refusal) } });
      const { status, json } = await gateway.call(
        'POST',
        `/api/shares/${shareId}/receipt${query}`,
        {
          headers: cookie('alice'),
          json: { deliveryId: 'd'.repeat(22), statementSha256: 'a'.repeat(64) },
        },
      );
      expect([status, json]).toMatchObject([expected, { [field]: reason }]);
    },
  );

  it.each([
    ['completed', 200, false],
    ['failed', 200, true],
    ['cancelled', 400, undefined],
  ])(
    'POST /api/shares/{id}/download with the outcome %s responds %i',
    async (outcome, expected, isFailure) => {
      gateway.fake({ shares: { recordDownload: () => Promise.resolve({}) } });
      const downloaderInfo = { name: 'Eve', email: 'eve@example.test' };
      const { status } = await gateway.call('POST', `/api/shares/${shareId}/download`, {
        json: { grant: 'g', downloaderInfo, outcome },
      });
      expect(status).toBe(expected);
      const [recorded] = called('shares.recordDownload');
      expect((recorded?.request as { isFailure: boolean } | undefined)?.isFailure).toBe(isFailure);
    },
  );
});
