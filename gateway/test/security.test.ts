import { contentPolicy, integrityPolicy } from '@tandem/proto/browser/content-policy';
import { bearer, cookie, startGateway, type Gateway } from './support/harness.js';
import { share, shareId } from './support/samples.js';

let gateway: Gateway;
let secure: Gateway;
beforeAll(async () => {
  gateway = await startGateway({ CORS_ORIGINS: 'https://cdn.example.test' });
  secure = await startGateway({
    PUBLIC_URL: 'https://tandem.example.test',
    FIREBASE_AUTH_DOMAIN: 'tandem.firebaseapp.com',
    TRUST_PROXY_HOPS: '1',
  });
});
afterAll(() => Promise.all([gateway.stop(), secure.stop()]));

const opened = {
  ...{
    shareId,
    filename: 'f',
    fileSize: '1 KB',
    fileType: 'text/plain',
    isOwner: false,
  },
  ...{ grant: undefined, expiresAt: undefined },
};
const sharesFake = () => ({
  shares: { deleteShare: () => Promise.resolve({}) },
});

describe('compression (BREACH)', () => {
  it('is applied to public responses and never to user data', async () => {
    const gateway = await startGateway();
    const filename = 'attacker-controlled text '.repeat(20);
    const shares = Array.from({ length: 20 }, () => ({ ...share, filename }));
    const entry = {
      id: 'e',
      createdAt: share.createdAt,
      eventType: 'download_completed',
      eventStatus: 'success',
      shareId: share.shareId,
      filename,
      fileSize: '1 KB',
    };
    gateway.fake({
      shares: { listShares: () => Promise.resolve({ shares }) },
      audit: {
        listEntries: () => Promise.resolve({ entries: Array.from({ length: 20 }, () => entry) }),
      },
    });
    const encodingOf = async (path: string) => {
      const headers = { ...cookie('alice'), 'accept-encoding': 'br, gzip' };
      const answer = await gateway.call('GET', path, { headers });
      expect([answer.status, answer.bytes.length > 1_024]).toEqual([200, true]);
      return answer.headers.get('content-encoding');
    };
    expect(await encodingOf('/api/openapi.json')).toBe('br');
    for (const path of ['/api/file-shares', '/api/audit-logs']) {
      expect(await encodingOf(path)).toBeNull();
    }
    await gateway.stop();
  });
});

describe('cross-site protection of state-changing requests', () => {
  it.each([
    ['same origin', { 'sec-fetch-site': 'same-origin' }, 200],
    ['user-initiated navigation', { 'sec-fetch-site': 'none' }, 200],
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 403],
    ['a sibling subdomain', { 'sec-fetch-site': 'same-site', origin: 'http://x.localhost' }, 403],
    ['same Origin without Fetch Metadata', { origin: 'http://localhost:8080' }, 200],
    ['another Origin without Fetch Metadata', { origin: 'http://localhost:8081' }, 403],
    ['a sandboxed frame', { origin: 'null' }, 403],
    [
      'an allowed origin',
      { 'sec-fetch-site': 'cross-site', origin: 'https://cdn.example.test' },
      200,
    ],
    ['not a browser', {}, 200],
  ])('%s', async (_who, headers, status) => {
    gateway.fake(sharesFake());
    const answer = await gateway.call('DELETE', `/api/file-shares/${shareId}`, {
      headers: { ...cookie('alice'), ...headers },
    });
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer.json).toMatchObject({ reason: 'foreign-origin' });
  });

  it.each([
    [
      'an image on another site',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' },
      403,
    ],
    [
      'a link on another site',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
      403,
    ],
    ['a sibling subdomain', { 'sec-fetch-site': 'same-site' }, 403],
    ['an image on another site in an older browser', { referer: 'https://evil.example/x' }, 403],
    ['an image in a sandboxed frame in an older browser', { referer: 'about:client' }, 403],
    ['the address bar', { 'sec-fetch-site': 'none' }, 200],
    ['the page itself', { 'sec-fetch-site': 'same-origin' }, 200],
    ['the page itself in an older browser', { referer: 'http://localhost:8080/share/x' }, 200],
    ['not a browser', {}, 200],
  ])('applies to a lookup with a password: %s', async (_who, headers, status) => {
    gateway.fake({ shares: { accessShare: () => Promise.resolve(opened) } });
    for (const method of ['GET', 'HEAD']) {
      const path = `/api/shares/${shareId}?password=secret`;
      const answer = await gateway.call(method, path, { headers });
      expect(answer.status).toBe(status);
      expect(gateway.calls().some(({ name }) => name === 'shares.accessShare')).toBe(
        status === 200,
      );
    }
  });

  it('does not apply to reads', async () => {
    gateway.fake({});
    const { status } = await gateway.call('GET', '/api/config', {
      headers: {
        'sec-fetch-site': 'cross-site',
        origin: 'https://evil.example',
      },
    });
    expect(status).toBe(200);
  });
});

describe('CORS', () => {
  const preflight = (to: Gateway, origin: string) =>
    to.call('OPTIONS', '/api/file-shares', {
      headers: { origin, 'access-control-request-method': 'POST' },
    });

  it('allows listed origins with credentials', async () => {
    const { status, headers } = await preflight(gateway, 'https://cdn.example.test');
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe('https://cdn.example.test');
    expect(headers.get('access-control-allow-credentials')).toBe('true');
    expect(headers.get('vary')).toContain('Origin');
  });

  it.each([
    ['an unlisted origin', () => preflight(gateway, 'https://evil.example')],
    ['any origin without a list', () => preflight(secure, 'https://cdn.example.test')],
  ])('sends no headers to %s', async (_who, ask) => {
    const { headers } = await ask();
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('security headers', () => {
  it.each(['/api/config', '/api/user', '/nowhere'])('%s', async (path) => {
    const { headers } = await gateway.call('GET', path);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("object-src 'none'");
    expect(policy).not.toContain("'unsafe-eval'");
    expect(policy).not.toContain('upgrade-insecure-requests');
    expect(policy).toContain('ws://localhost:8080');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    expect(headers.get('cross-origin-embedder-policy')).toBeNull();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('x-powered-by')).toBeNull();
  });

  it.each([
    ['/', 'app'],
    ['/share/AbC?x=/login', 'share'],
    ['/login?tab=signup', 'sign-in'],
    ['/subscribe', 'payment'],
  ] as const)('contain at %s the policy of the page class %s', async (path, page) => {
    const { headers } = await gateway.call('GET', path);
    const sources = {
      assets: [],
      servers: ['ws://localhost:8080'],
      authFrames: [],
      emulator: [],
      inlineScripts: [],
      reports: '/api/policy-reports',
      isHttps: false,
    };
    expect(headers.get('content-security-policy')).toBe(contentPolicy(page, sources));
    expect(headers.get('reporting-endpoints')).toBe('reports="/api/policy-reports"');
  });

  it.each([
    ['/', 'app'],
    ['/share/AbC', 'share'],
    ['/login', 'sign-in'],
    ['/subscribe', 'payment'],
  ] as const)('contain at %s an integrity policy for Chromium only', async (path, page) => {
    const chromium = { headers: { 'sec-ch-ua': '"Chromium";v="156"' } };
    for (const [client, policy] of [
      [{}, ''],
      [chromium, integrityPolicy(page)],
      [{}, ''],
    ] as const) {
      const { headers } = await gateway.call('GET', path, client);
      expect(headers.get('integrity-policy') ?? '').toBe(policy);
    }
  });

  // Pages may load from the CDN and their service worker may cache from it.
  it('allow the CDN of the hashed files when there is one', async () => {
    const policyOf = async (env: Record<string, string>) => {
      const to = await startGateway(env);
      const { headers } = await to.call('GET', '/api/config');
      await to.stop();
      return new Map(
        (headers.get('content-security-policy') ?? '').split('; ').map((directive) => {
          const [name = '', ...sources] = directive.split(' ');
          return [name, sources] as const;
        }),
      );
    };
    const without = await policyOf({});
    const policy = await policyOf({
      ASSET_ORIGIN: 'https://static.example.test',
    });
    const changed = [...policy]
      .filter(([name, sources]) => sources.length > (without.get(name)?.length ?? 0))
      .map(([name]) => name);
    expect(changed.sort()).toEqual(
      ['connect-src', 'font-src', 'img-src', 'media-src', 'script-src', 'style-src'].sort(),
    );
    for (const name of changed) expect(policy.get(name)).toContain('https://static.example.test');
  });

  it.each([
    'https://static.example.test/app/',
    'static.example.test',
    'https://*',
    "https://x.test; script-src 'unsafe-inline'",
  ])('fail the start with %s as the CDN', async (ASSET_ORIGIN) => {
    await expect(startGateway({ ASSET_ORIGIN })).rejects.toThrow(/ASSET_ORIGIN/);
  });

  it('are stricter on https', async () => {
    const { headers } = await secure.call('GET', '/login');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain('upgrade-insecure-requests');
    expect(policy).toContain('wss://tandem.example.test');
    expect(policy).toContain('https://tandem.firebaseapp.com');
    expect(headers.get('strict-transport-security')).toContain('max-age=');
  });
});

describe('the session cookie', () => {
  it('is __Host- and Secure on https, where the plain name is ignored', async () => {
    const user = { ...share, uid: 'alice' };
    secure.fake({
      identity: {
        createSession: () =>
          Promise.resolve({
            cookie: 'cookie-alice',
            expiresAt: new Date(Date.now() + 60_000),
            user: {
              uid: user.uid,
              email: '',
              displayName: '',
              firstName: '',
              lastName: '',
              photoUrl: 'https://photos.example.test/a.png',
              isAdmin: false,
              createdAt: undefined,
              lastSeenAt: undefined,
            },
          }),
      },
      shares: { listShares: () => Promise.resolve({ shares: [] }) },
    });
    const { headers, json } = await secure.call('POST', '/api/session', {
      headers: bearer('alice'),
    });
    expect(headers.get('set-cookie')).toMatch(
      /^__Host-session=cookie-alice; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(json).toMatchObject({
      user: { photoURL: 'https://photos.example.test/a.png' },
    });
    const list = (name: string) =>
      secure.call('GET', '/api/file-shares', {
        headers: { cookie: `a=b; ${name}=cookie-alice` },
      });
    expect((await list('__Host-session')).status).toBe(200);
    expect((await list('session')).status).toBe(401);
  });
});

describe('the client address', () => {
  it.each([
    ['is that of the connection without proxies', () => gateway, '127.0.0.1'],
    ['is the one appended by the trusted proxy', () => secure, '203.0.113.9'],
  ])('%s', async (_what, of, expected) => {
    const to = of();
    to.fake({ shares: { createShare: () => Promise.resolve(share) } });
    const headers = {
      'x-forwarded-for': '198.51.100.1, 203.0.113.9',
      'user-agent': 'x'.repeat(900),
    };
    await to.call('POST', '/api/file-shares', {
      headers: { ...headers, ...bearer('alice') },
      json: { filename: 'a', fileSize: '1 KB' },
    });
    expect(to.calls()[0]?.request).toMatchObject({
      client: { ipAddress: expected, userAgent: 'x'.repeat(512) },
    });
  });
});

describe('secrets', () => {
  it('of URLs, bodies and headers appear in no log, metric or response', async () => {
    const canary = 'canary-5e1f0b';
    gateway.logLines.length = 0;
    gateway.fake({
      shares: { accessShare: () => Promise.reject(new Error('broken')) },
    });
    const answers = await Promise.all([
      gateway.call('GET', `/api/shares/${shareId}?x=1&password=${canary}`),
      gateway.call('GET', `/api/shares/${shareId}?password=${canary}`),
      gateway.call('GET', `/api/shares/${shareId}?p%61ssword=${canary}`),
      gateway.call('GET', `/nowhere?password=${canary}`),
      gateway.call('POST', `/api/shares/${shareId}/access`, {
        json: { password: canary },
      }),
      gateway.call('POST', `/api/shares/${shareId}/stop`, {
        json: { idToken: canary },
      }),
      gateway.call('GET', '/api/user', {
        headers: { authorization: `Bearer ${canary}` },
      }),
      gateway.call('GET', '/api/user', {
        headers: { cookie: `session=${canary}` },
      }),
      gateway.call('GET', '/api/turn-credentials', {
        headers: { authorization: `Grant ${canary}` },
      }),
    ]);
    const everything = [
      ...gateway.logLines,
      ...answers.map(({ text, headers }) => text + JSON.stringify([...headers])),
      await gateway.registry.metrics(),
    ];
    expect(gateway.logLines.length).toBeGreaterThan(5);
    expect(everything.filter((text) => text.includes(canary))).toEqual([]);
  });

  it('are removed without changing the other query parameters', async () => {
    const { json } = await gateway.call('GET', `/api/shares/${shareId}?a=%31&password=p&b`);
    expect(json).toMatchObject({ reason: 'invalid-query' });
  });
});

describe('request ids', () => {
  it('are accepted if well formed and generated otherwise', async () => {
    const ask = async (id: string) =>
      (
        await gateway.call('GET', '/api/config', {
          headers: { 'x-request-id': id },
        })
      ).headers.get('x-request-id');
    expect(await ask('0123456789-abc')).toBe('0123456789-abc');
    expect(await ask('short')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await ask('<script>alert(1)</script>')).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('calls that reached the proxy over plain http', () => {
  const token = { authorization: 'Bearer id-alice' };

  it('are refused, not redirected, where the proxy does not refuse them', async () => {
    const strict = await startGateway({
      REFUSE_PLAIN_HTTP: 'true',
      TRUST_PROXY_HOPS: '1',
    });
    const ask = (method: string, path: string, protocol?: string) =>
      strict.call(method, path, {
        headers: {
          ...token,
          ...(protocol !== undefined && { 'x-forwarded-proto': protocol }),
        },
      });
    for (const [method, path] of [
      ['GET', '/api/config'],
      ['POST', '/api/session'],
      ['GET', '/api/unknown'],
    ] as const) {
      const { status, json, headers } = await ask(method, path, 'http');
      expect([status, json]).toEqual([403, expect.objectContaining({ reason: 'https-required' })]);
      expect(headers.get('location')).toBeNull();
    }
    expect(strict.calls()).toEqual([]);
    // The client writes the left part of the list, the proxy the last.
    expect((await ask('GET', '/api/config', 'https, http')).status).toBe(403);
    expect((await ask('GET', '/api/config', 'https')).status).toBe(200);
    expect((await ask('GET', '/api/config')).status).toBe(200);
    await strict.stop();
  });

  it('are accepted otherwise', async () => {
    const headers = { ...token, 'x-forwarded-proto': 'http' };
    expect((await gateway.call('GET', '/api/config', { headers })).status).toBe(200);
  });
});
