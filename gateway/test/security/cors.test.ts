import { ServiceError } from '@tandem/kit';
import { expectedAccountHeader, moreHeader, totalHeader } from '@tandem/proto/browser/headers';
import { startGateway, type CallOptions, type Gateway } from '../support/harness.js';
import { share, shareId } from '../support/samples.js';

const listHeaders = [totalHeader, moreHeader];

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

// Without CORS headers on errors too, pages on another origin could only show 'Network error'.
describe('a response to an allowed origin has CORS headers', () => {
  const answers: [what: string, call: string, options: CallOptions, status: number][] = [
    ['success', 'GET /api/file-shares', { headers: session('alice') }, 200],
    ['malformed JSON', 'POST /api/file-shares', { body: '{' }, 400],
    ['no session', 'GET /api/user', {}, 401],
    ['a revoked session', 'GET /api/user', { headers: session('revoked') }, 401],
    ['another user’s data', 'GET /api/user?userId=bob', { headers: session('alice') }, 403],
    ['not an admin', 'GET /api/admin/users', { headers: session('alice') }, 403],
    ['a wrong password', `GET /api/shares/${shareId}?password=x`, {}, 404],
    ['an unknown endpoint', 'GET /api/nowhere', {}, 404],
    ['a conflict', `POST /api/file-shares/${shareId}/stop`, { headers: session('alice') }, 409],
    ['an oversized body', 'POST /api/file-shares', { body: `"${'x'.repeat(40_000)}"` }, 413],
    ['not JSON', 'POST /api/file-shares', { body: 'x', headers: session('alice') }, 415],
    ['a throttled attempt', `POST /api/shares/${shareId}/access`, { json: { password: 'x' } }, 429],
    ['a bug', 'GET /api/audit-logs', { headers: session('alice') }, 500],
    ['an unavailable service', 'DELETE /api/file-shares/away', { headers: session('alice') }, 503],
  ];

  it.each(answers)('%s: %s', async (what, call, { headers = {}, ...options }, status) => {
    gateway.fake({
      shares: {
        listShares: () => Promise.resolve({ shares: [share] }),
        accessShare: () =>
          Promise.reject(
            what === 'a throttled attempt'
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
    const isJson = options.body !== undefined && what !== 'not JSON';
    const answer = await gateway.call(method, path, {
      ...options,
      headers: { ...fromPages(headers), ...(isJson && { 'content-type': 'application/json' }) },
    });
    expect(answer.status).toBe(status);
    expect(crossOriginHeaders(answer.headers)).toEqual(readable);
    expect(namesIn(answer.headers, 'vary')).toContain('origin');
    expect(namesIn(answer.headers, 'access-control-expose-headers')).toEqual(
      expect.arrayContaining([
        'x-request-id',
        'retry-after',
        'content-disposition',
        ...listHeaders,
      ]),
    );
    if (status === 429) expect(answer.headers.get('retry-after')).toBe('7');
    if (status >= 400) {
      expect(answer.headers.get('content-type')).toContain('application/problem+json');
    }
  });

  it('rate limiting of a network', async () => {
    const ask = () => busy.call('GET', '/api/config', { headers: fromPages() });
    await ask();
    const { status, headers } = await ask();
    expect(status).toBe(429);
    expect(crossOriginHeaders(headers)).toEqual(readable);
    expect(namesIn(headers, 'vary')).toContain('origin');
    expect(headers.get('retry-after')).toMatch(/^\d+$/);
  });
});

describe('a response to any other origin', () => {
  it.each([
    ['a same-site origin', 'https://evil.example.test'],
    ['an origin with the same prefix', `${listed}.evil.example`],
    ['an origin with the same suffix', 'https://evilfiles.example.test'],
    ['the same host without TLS', 'http://files.example.test'],
    ['a sandboxed frame', 'null'],
    ['a wildcard', '*'],
  ])('has no CORS headers: %s', async (_who, origin) => {
    gateway.fake({ shares: { listShares: () => Promise.resolve({ shares: [] }) } });
    const headers = { origin, 'sec-fetch-site': 'same-site', ...session('alice') };
    const answer = await gateway.call('GET', '/api/file-shares', { headers });
    expect(crossOriginHeaders(answer.headers)).toEqual({});
    // Otherwise a cache could serve the response of one origin to another.
    expect(namesIn(answer.headers, 'vary')).toContain('origin');
    const refused = await gateway.call('DELETE', `/api/file-shares/${shareId}`, { headers });
    expect([refused.status, crossOriginHeaders(refused.headers)]).toEqual([403, {}]);
  });
});

describe('a preflight of an allowed origin', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    'allows %s with the headers of the app',
    async (method) => {
      const { status, headers } = await gateway.call('OPTIONS', '/api/file-shares', {
        headers: fromPages({
          'access-control-request-method': method,
          'access-control-request-headers':
            'authorization,content-type,idempotency-key,traceparent',
        }),
      });
      expect(status).toBe(204);
      expect(crossOriginHeaders(headers)).toEqual(readable);
      expect(namesIn(headers, 'access-control-allow-methods')).toContain(method.toLowerCase());
      expect(namesIn(headers, 'access-control-allow-headers')).toEqual(
        expect.arrayContaining([
          ...['authorization', 'content-type', 'idempotency-key', 'if-none-match', 'traceparent'],
          expectedAccountHeader,
        ]),
      );
    },
  );

  it('allows every method of the API', async () => {
    const { json } = await gateway.call('GET', '/api/openapi.json');
    const { paths } = json as { paths: Record<string, object> };
    const methods = new Set(Object.values(paths).flatMap((path) => Object.keys(path)));
    const { headers } = await gateway.call('OPTIONS', '/api/file-shares', {
      headers: fromPages({ 'access-control-request-method': 'POST' }),
    });
    expect(namesIn(headers, 'access-control-allow-methods').toSorted()).toEqual(
      [...methods].toSorted(),
    );
  });
});

describe('a preflight of another origin', () => {
  const preflight = (to: Gateway, origin: string) =>
    to.call('OPTIONS', '/api/file-shares', {
      headers: { origin, 'access-control-request-method': 'POST' },
    });

  it('gets no CORS headers', async () => {
    const { headers } = await preflight(gateway, 'https://evil.example');
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it('gets none without a list either', async () => {
    const unlisted = await startGateway();
    const { headers } = await preflight(unlisted, listed);
    expect(headers.get('access-control-allow-origin')).toBeNull();
    await unlisted.stop();
  });
});

describe('an origin list that matches no or every origin', () => {
  it.each([
    `${listed}/`,
    `${listed}/app`,
    'files.example.test',
    'https://Files.example.test',
    'https://*.example.test',
    '*',
    'null',
  ])('fails the start of the gateway: %s', async (origin) => {
    await expect(startGateway({ CORS_ORIGINS: `${listed},${origin}` })).rejects.toThrow(
      /CORS_ORIGINS/,
    );
  });
});
