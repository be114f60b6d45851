import { ServiceError } from '@tandem/kit';
import { startGateway, type CallOptions, type Gateway } from './support/harness.js';
import { share, shareId } from './support/samples.js';

const listed = 'https://files.example.test';

let gateway: Gateway;
let busy: Gateway;
beforeAll(async () => {
  busy = await startGateway({ CORS_ORIGINS: listed, RATE_LIMIT_SCALE: '0.0001' });
  gateway = await startGateway({
    PUBLIC_URL: 'https://api.example.test',
    CORS_ORIGINS: `https://other.example.test,${listed}`,
  });
});
afterAll(() => Promise.all([gateway.stop(), busy.stop()]));

const session = (uid: string) => ({ cookie: `__Host-session=cookie-${uid}` });
const fromPages = (headers: Record<string, string> = {}): Record<string, string> => ({
  origin: listed,
  'sec-fetch-site': 'same-site',
  ...headers,
});

const readable = {
  'access-control-allow-origin': listed,
  'access-control-allow-credentials': 'true',
};

const crossOriginHeaders = (headers: Headers) =>
  Object.fromEntries([...headers].filter(([name]) => name in readable));

const namesIn = (headers: Headers, name: string): string[] =>
  (headers.get(name) ?? '').toLowerCase().split(/\s*,\s*/);

// "Works from the API's own origin and from a sibling host (CORS allow-list, same-site cookie)": pages on a
// listed host read every answer, refusals included, or they could only say 'Network error'.
describe('an answer to a listed origin can be read by its pages', () => {
  const answers: [what: string, call: string, options: CallOptions, status: number][] = [
    ['what was asked for', 'GET /api/file-shares', { headers: session('alice') }, 200],
    ['malformed JSON', 'POST /api/file-shares', { body: '{' }, 400],
    ['nobody signed in', 'GET /api/user', {}, 401],
    ['an ended session', 'GET /api/user', { headers: session('revoked') }, 401],
    ['somebody else’s data', 'GET /api/user?userId=bob', { headers: session('alice') }, 403],
    ['no admin', 'GET /api/admin/users', { headers: session('alice') }, 403],
    ['a wrong password', `GET /api/shares/${shareId}?password=x`, {}, 404],
    ['no such call', 'GET /api/nowhere', {}, 404],
    ['a conflict', `POST /api/file-shares/${shareId}/stop`, { headers: session('alice') }, 409],
    ['a body that is too large', 'POST /api/file-shares', { body: `"${'x'.repeat(40_000)}"` }, 413],
    ['no JSON', 'POST /api/file-shares', { body: 'x', headers: session('alice') }, 415],
    ['a throttled guess', `POST /api/shares/${shareId}/access`, { json: { password: 'x' } }, 429],
    ['a bug', 'GET /api/audit-logs', { headers: session('alice') }, 500],
    ['a service that is away', 'DELETE /api/file-shares/away', { headers: session('alice') }, 503],
  ];

  it.each(answers)('%s: %s', async (what, call, { headers = {}, ...options }, status) => {
    gateway.fake({
      shares: {
        listShares: () => Promise.resolve({ shares: [share] }),
        accessShare: () =>
          Promise.reject(
            what === 'a throttled guess'
              ? new ServiceError('resource-exhausted', 'throttled', 'Wait.', {
                  retryAfterSeconds: 7,
                })
              : new ServiceError('not-found', 'no-such-share', 'Invalid password or expired link.'),
          ),
        stopShare: () => Promise.reject(new ServiceError('conflict', 'busy', 'Busy.')),
        deleteShare: () => Promise.reject(new ServiceError('unavailable', 'away', 'Away.')),
      },
      audit: { listEntries: () => Promise.reject(new Error('a bug')) },
    });
    const [method = '', path = ''] = call.split(' ');
    const isJson = options.body !== undefined && what !== 'no JSON';
    const answer = await gateway.call(method, path, {
      ...options,
      headers: { ...fromPages(headers), ...(isJson && { 'content-type': 'application/json' }) },
    });
    expect(answer.status).toBe(status);
    expect(crossOriginHeaders(answer.headers)).toEqual(readable);
    expect(namesIn(answer.headers, 'vary')).toContain('origin');
    expect(namesIn(answer.headers, 'access-control-expose-headers')).toEqual(
      expect.arrayContaining(['x-request-id', 'retry-after', 'content-disposition']),
    );
    if (status === 429) expect(answer.headers.get('retry-after')).toBe('7');
    if (status >= 400) {
      expect(answer.headers.get('content-type')).toContain('application/problem+json');
    }
  });

  it('too many requests from one network', async () => {
    const ask = () => busy.call('GET', '/api/config', { headers: fromPages() });
    await ask();
    const { status, headers } = await ask();
    expect(status).toBe(429);
    expect(crossOriginHeaders(headers)).toEqual(readable);
    expect(namesIn(headers, 'vary')).toContain('origin');
    expect(headers.get('retry-after')).toMatch(/^\d+$/);
  });
});

describe('an answer to anybody else', () => {
  it.each([
    ['an origin of the same site', 'https://evil.example.test'],
    ['one that only begins alike', `${listed}.evil.example`],
    ['one that only ends alike', 'https://evilfiles.example.test'],
    ['the same host without TLS', 'http://files.example.test'],
    ['a sandboxed frame', 'null'],
    ['a wildcard', '*'],
  ])('has no CORS header: %s', async (_who, origin) => {
    gateway.fake({ shares: { listShares: () => Promise.resolve({ shares: [] }) } });
    const headers = { origin, 'sec-fetch-site': 'same-site', ...session('alice') };
    const answer = await gateway.call('GET', '/api/file-shares', { headers });
    expect(crossOriginHeaders(answer.headers)).toEqual({});
    // A cache must not hand this answer to the listed origin, nor that one's to this.
    expect(namesIn(answer.headers, 'vary')).toContain('origin');
    const refused = await gateway.call('DELETE', `/api/file-shares/${shareId}`, { headers });
    expect([refused.status, crossOriginHeaders(refused.headers)]).toEqual([403, {}]);
  });
});

describe('a preflight of a listed origin', () => {
  it.each(['POST', 'PUT', 'DELETE'])(
    'allows %s with the headers that the app sends',
    async (method) => {
      const { status, headers } = await gateway.call('OPTIONS', '/api/file-shares', {
        headers: fromPages({
          'access-control-request-method': method,
          'access-control-request-headers': 'authorization,content-type,traceparent',
        }),
      });
      expect(status).toBe(204);
      expect(crossOriginHeaders(headers)).toEqual(readable);
      expect(namesIn(headers, 'access-control-allow-methods')).toContain(method.toLowerCase());
      expect(namesIn(headers, 'access-control-allow-headers')).toEqual(
        expect.arrayContaining(['authorization', 'content-type', 'traceparent']),
      );
    },
  );
});

describe('a list that would let nobody in, or that means everybody', () => {
  it.each([
    `${listed}/`,
    `${listed}/app`,
    'files.example.test',
    'https://Files.example.test',
    'https://*.example.test',
    '*',
    'null',
  ])('%s: the gateway does not start with it', async (origin) => {
    await expect(startGateway({ CORS_ORIGINS: `${listed},${origin}` })).rejects.toThrow(
      /CORS_ORIGINS/,
    );
  });
});
