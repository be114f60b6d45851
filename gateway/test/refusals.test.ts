import { bearer, cookie, startGateway, type CallOptions, type Gateway } from './harness.js';
import { report, shareId } from './samples.js';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
beforeEach(() => gateway.fake({}));
afterAll(() => gateway.stop());

const json = (value: unknown): CallOptions => ({ headers: cookie('alice'), json: value });
const raw = (body: string, type = 'application/json'): CallOptions => ({
  headers: { ...cookie('alice'), 'content-type': type },
  body,
});
const share = { filename: 'a.txt', fileSize: '1 KB', fileType: 'text/plain', firebaseUser: null };
const downloader = { name: 'Eve', email: 'eve@example.test' };
const download = `POST /api/shares/${shareId}/download`;
const operator = { $gt: '' };

/** Bad input at every door: a clear 4xx with a stable reason, and no service hears of it. */
const refusals: [
  what: string,
  call: string,
  options: CallOptions,
  status: number,
  reason: string,
][] = [
  ['no body', 'POST /api/file-shares', { headers: cookie('alice') }, 400, 'invalid-body'],
  ['malformed JSON', 'POST /api/file-shares', raw('{"filename":'), 400, 'malformed-json'],
  ['a bare string', 'POST /api/file-shares', raw('"x"'), 400, 'malformed-json'],
  ['an array', 'POST /api/file-shares', json([share]), 400, 'invalid-body'],
  [
    'a form',
    'POST /api/file-shares',
    raw('filename=a', 'application/x-www-form-urlencoded'),
    415,
    'unsupported-media-type',
  ],
  [
    'a foreign character set',
    'POST /api/file-shares',
    raw('{}', 'application/json; charset=koi8-r'),
    415,
    'unsupported-media-type',
  ],
  [
    'too much',
    'POST /api/file-shares',
    raw(`{"filename":"${'x'.repeat(33_000)}"}`),
    413,
    'body-too-large',
  ],
  [
    'an unknown field',
    'POST /api/file-shares',
    json({ ...share, isAdmin: true }),
    400,
    'invalid-body',
  ],
  [
    'an unknown nested field',
    'POST /api/file-shares',
    json({ ...share, firebaseUser: { uid: 'a', role: 'admin' } }),
    400,
    'invalid-body',
  ],
  [
    'a prototype key',
    'POST /api/file-shares',
    raw('{"filename":"a","fileSize":"1","__proto__":{"isAdmin":true}}'),
    400,
    'malformed-json',
  ],
  [
    'a constructor key',
    'POST /api/file-shares',
    json({ ...share, constructor: { prototype: {} } }),
    400,
    'invalid-body',
  ],
  [
    'an operator for a string',
    'POST /api/file-shares',
    json({ ...share, filename: operator }),
    400,
    'invalid-body',
  ],
  [
    'a number for a string',
    'POST /api/file-shares',
    json({ ...share, fileSize: 7 }),
    400,
    'invalid-body',
  ],
  [
    'null for a string',
    'POST /api/file-shares',
    json({ ...share, filename: null }),
    400,
    'invalid-body',
  ],
  [
    'an over-long name',
    'POST /api/file-shares',
    json({ ...share, filename: 'x'.repeat(1025) }),
    400,
    'invalid-body',
  ],
  ['an empty name', 'POST /api/file-shares', json({ ...share, filename: '' }), 400, 'invalid-body'],
  [
    'a fractional expiry',
    'POST /api/file-shares',
    json({ ...share, expiresInDays: 1.5 }),
    400,
    'invalid-body',
  ],
  [
    'a string for a number',
    'POST /api/file-shares',
    json({ ...share, expiresInDays: '7' }),
    400,
    'invalid-body',
  ],
  [
    'a negative size',
    'POST /api/file-shares',
    json({ ...share, fileSizeBytes: -1 }),
    400,
    'invalid-body',
  ],
  [
    'an operator for a token',
    `POST /api/file-shares/${shareId}/stop`,
    json({ idToken: operator }),
    400,
    'invalid-body',
  ],
  [
    'an over-long token',
    `POST /api/file-shares/${shareId}/stop`,
    json({ idToken: 'x'.repeat(4097) }),
    401,
    'invalid-token',
  ],
  [
    'an over-long id',
    `DELETE /api/file-shares/${'x'.repeat(65)}`,
    { headers: cookie('alice') },
    400,
    'invalid-path',
  ],
  [
    'an id with markup',
    'DELETE /api/file-shares/a%3Cb%3E',
    { headers: cookie('alice') },
    400,
    'invalid-path',
  ],
  [
    'an id that does not decode',
    'DELETE /api/file-shares/%E0%A4%A',
    { headers: cookie('alice') },
    400,
    'malformed-request',
  ],
  [
    'a query twice',
    'GET /api/file-shares?userId=alice&userId=bob',
    { headers: cookie('alice') },
    400,
    'invalid-query',
  ],
  [
    'an operator in a query',
    'GET /api/file-shares?userId[$gt]=',
    { headers: cookie('alice') },
    400,
    'invalid-query',
  ],
  [
    'an unknown query key',
    'GET /api/file-shares?admin=true',
    { headers: cookie('alice') },
    400,
    'invalid-query',
  ],
  [
    'a prototype key in a query',
    'GET /api/file-shares?__proto__=1',
    { headers: cookie('alice') },
    400,
    'invalid-query',
  ],
  [
    'a limit of zero',
    'GET /api/file-shares?limit=0',
    { headers: cookie('alice') },
    400,
    'invalid-query',
  ],
  [
    'a limit too high',
    'GET /api/file-shares?limit=501',
    { headers: cookie('alice') },
    400,
    'invalid-query',
  ],
  [
    'a limit in hex',
    'GET /api/file-shares?limit=0x10',
    { headers: cookie('alice') },
    400,
    'invalid-query',
  ],
  [
    'a date that is none',
    'GET /api/audit-logs?before=yesterday',
    { headers: cookie('alice') },
    400,
    'invalid-query',
  ],
  [
    'a password twice',
    `GET /api/shares/${shareId}?password=a&password=b`,
    {},
    400,
    'invalid-query',
  ],
  [
    'an over-long password',
    `GET /api/shares/${shareId}?password=${'x'.repeat(257)}`,
    {},
    400,
    'invalid-query',
  ],
  ['no password', `GET /api/shares/${shareId}`, {}, 400, 'password-required'],
  [
    'a blank password',
    `POST /api/shares/${shareId}/access`,
    { json: { password: ' \t ' } },
    400,
    'password-required',
  ],
  [
    'an operator for a password',
    `POST /api/shares/${shareId}/access`,
    json({ password: operator }),
    400,
    'invalid-body',
  ],
  [
    'a password where none belongs',
    'GET /api/user?password=x',
    { headers: cookie('alice') },
    400,
    'invalid-query',
  ],
  [
    'no proof of download',
    download,
    { json: { downloaderInfo: downloader } },
    400,
    'password-required',
  ],
  ['no downloader', download, { json: { password: 'x' } }, 400, 'invalid-body'],
  [
    'a blank name',
    download,
    { json: { password: 'x', downloaderInfo: { ...downloader, name: ' ' } } },
    400,
    'information-required',
  ],
  [
    'a blank e-mail',
    download,
    { json: { password: 'x', downloaderInfo: { ...downloader, email: '' } } },
    400,
    'information-required',
  ],
  [
    'an e-mail without @',
    download,
    { json: { password: 'x', downloaderInfo: { ...downloader, email: 'eve' } } },
    400,
    'invalid-email',
  ],
  [
    'an empty grant',
    `POST /api/shares/${shareId}/grant`,
    { json: { grant: '' } },
    400,
    'invalid-body',
  ],
  [
    'a grant with spaces',
    'GET /api/turn-credentials',
    { headers: { authorization: 'Grant a b' } },
    401,
    'invalid-token',
  ],
  [
    'an unknown connection type',
    'POST /api/transfer-analytics',
    { json: { ...report, connectionType: 'smoke' } },
    400,
    'invalid-body',
  ],
  [
    'bytes that are no digits',
    'POST /api/transfer-analytics',
    { json: { ...report, bytesTransferred: '1e9' } },
    400,
    'invalid-body',
  ],
  [
    'bytes beyond counting',
    'POST /api/transfer-analytics',
    { json: { ...report, bytesTransferred: '9'.repeat(16) } },
    400,
    'invalid-body',
  ],
  [
    'a negative duration',
    'POST /api/transfer-analytics',
    { json: { ...report, transferDuration: -1 } },
    400,
    'invalid-body',
  ],
  [
    'too many servers',
    'POST /api/transfer-analytics',
    { json: { ...report, stunServersUsed: Array.from({ length: 17 }, () => 's') } },
    400,
    'invalid-body',
  ],
  ['half a payload', 'POST /api/transfer-analytics', { json: { shareId } }, 400, 'invalid-body'],
  [
    'a plan that is none',
    'POST /api/create-subscription',
    json({ planType: 'gold' }),
    400,
    'invalid-body',
  ],
  [
    'a price from the client',
    'POST /api/create-subscription',
    json({ planType: 'pro', amount: 1 }),
    400,
    'invalid-body',
  ],
  [
    'a status that is none',
    'PUT /api/admin/users/bob/subscription',
    { headers: bearer('admin'), json: { subscriptionStatus: 'gold' } },
    400,
    'invalid-body',
  ],
  [
    'an operator for a status',
    'PUT /api/admin/users/bob/subscription',
    { headers: bearer('admin'), json: { subscriptionStatus: operator } },
    400,
    'invalid-body',
  ],
  [
    'a webhook without signature',
    'POST /api/webhooks/stripe',
    { body: '{}' },
    400,
    'invalid-signature',
  ],
  [
    'a webhook without body',
    'POST /api/webhooks/stripe',
    { headers: { 'stripe-signature': 't=1' } },
    400,
    'invalid-signature',
  ],
  ['an unknown call', 'GET /api/nothing', {}, 404, 'no-such-call'],
  ['an unknown method', 'PATCH /api/user', { headers: cookie('alice') }, 404, 'no-such-call'],
  ['a path in capitals', 'GET /API/user', {}, 404, 'not-found'],
];

describe('bad input', () => {
  it.each(refusals)('%s: %s', async (_what, call, options, status, reason) => {
    const [method = '', path = ''] = call.split(' ');
    const answer = await gateway.call(method, path, options);
    expect(answer.json).toMatchObject({ status, reason });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.text).not.toMatch(/\bat .+:\d+:\d+|node_modules|ZodError/);
    expect(gateway.calls()).toEqual([]);
  });

  it('uses the sentences of the spec, section 5', async () => {
    const messageOf = async (options: CallOptions) =>
      (
        (await gateway.call('POST', `/api/shares/${shareId}/download`, options)).json as {
          message: string;
        }
      ).message;
    expect(await messageOf({ json: { downloaderInfo: downloader } })).toBe(
      'Please enter the password to access this file.',
    );
    expect(
      await messageOf({ json: { password: 'x', downloaderInfo: { name: '', email: '' } } }),
    ).toBe('Please enter both your name and email address.');
    expect(
      await messageOf({ json: { password: 'x', downloaderInfo: { name: 'E', email: 'e' } } }),
    ).toBe('Please enter a valid email address.');
  });

  it('never repeats a refused value', async () => {
    const secret = 'canary-3f9a7c';
    const answer = await gateway.call('POST', `/api/shares/${shareId}/access`, {
      json: { password: [secret], [secret]: secret },
    });
    expect(answer.status).toBe(400);
    expect(answer.text).not.toContain(secret);
  });
});

describe('bugs behind the door', () => {
  it('become a generic 500 with a stack in our log only', async () => {
    gateway.fake({
      shares: { listShares: () => Promise.reject(new Error('the secret inner workings')) },
    });
    const answer = await gateway.call('GET', '/api/file-shares', { headers: cookie('alice') });
    expect(answer.status).toBe(500);
    expect(answer.json).toMatchObject({
      reason: 'internal-error',
      message: 'Something went wrong.',
    });
    expect(answer.text).not.toContain('inner workings');
  });
});
