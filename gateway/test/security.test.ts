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

const sharesFake = () => ({ shares: { deleteShare: () => Promise.resolve({}) } });

describe('compression (BREACH: a length must not tell a secret)', () => {
  it('is for what everybody gets, and never for an answer about a person', async () => {
    const gateway = await startGateway();
    const filename = 'chosen by a stranger '.repeat(20);
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

describe('calls that change something come from the site itself (design, section 3)', () => {
  it.each([
    ['a browser on our page', { 'sec-fetch-site': 'same-origin' }, 200],
    ['an address typed by hand', { 'sec-fetch-site': 'none' }, 200],
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 403],
    ['a sister site', { 'sec-fetch-site': 'same-site', origin: 'http://x.localhost' }, 403],
    ['an older browser on our page', { origin: 'http://localhost:8080' }, 200],
    ['an older browser elsewhere', { origin: 'http://localhost:8081' }, 403],
    ['a sandboxed frame', { origin: 'null' }, 403],
    [
      'a listed origin',
      { 'sec-fetch-site': 'cross-site', origin: 'https://cdn.example.test' },
      200,
    ],
    ['no browser at all', {}, 200],
  ])('%s', async (_who, headers, status) => {
    gateway.fake(sharesFake());
    const answer = await gateway.call('DELETE', `/api/file-shares/${shareId}`, {
      headers: { ...cookie('alice'), ...headers },
    });
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer.json).toMatchObject({ reason: 'foreign-origin' });
  });

  it('reading is not hindered', async () => {
    gateway.fake({});
    const { status } = await gateway.call('GET', '/api/config', {
      headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    });
    expect(status).toBe(200);
  });
});

describe('CORS', () => {
  const preflight = (to: Gateway, origin: string) =>
    to.call('OPTIONS', '/api/file-shares', {
      headers: { origin, 'access-control-request-method': 'POST' },
    });

  it('lets listed origins in with credentials', async () => {
    const { status, headers } = await preflight(gateway, 'https://cdn.example.test');
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe('https://cdn.example.test');
    expect(headers.get('access-control-allow-credentials')).toBe('true');
    expect(headers.get('vary')).toContain('Origin');
  });

  it.each([
    ['an unlisted origin', () => preflight(gateway, 'https://evil.example')],
    ['any origin without a list', () => preflight(secure, 'https://cdn.example.test')],
  ])('says nothing to %s', async (_who, ask) => {
    const { headers } = await ask();
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('headers of every answer', () => {
  it.each(['/api/config', '/api/user', '/nowhere'])('%s', async (path) => {
    const { headers } = await gateway.call('GET', path);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("object-src 'none'");
    expect(policy).not.toContain("'unsafe-eval'");
    expect(policy).not.toContain('upgrade-insecure-requests');
    expect(policy).toContain('ws://localhost:8080');
    // The payment provider asks for both, for its scripts and for its frames.
    for (const directive of ['script-src', 'frame-src']) {
      const sources = new RegExp(`${directive} ([^;]*)`).exec(policy)?.[1]?.split(' ');
      expect(sources).toEqual(
        expect.arrayContaining(['https://js.stripe.com', 'https://*.js.stripe.com']),
      );
    }
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    expect(headers.get('cross-origin-embedder-policy')).toBeNull();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('x-powered-by')).toBeNull();
  });

  // "The SPA goes to any CDN: asset base URL by build argument": the pages may load from it, their service
  // worker may keep what they loaded, and nobody else is let in.
  it('name the CDN of the hashed files when there is one', async () => {
    const policyOf = async (env: Record<string, string>) => {
      const to = await startGateway(env);
      const { headers } = await to.call('GET', '/api/config');
      await to.stop();
      return new Map(
        (headers.get('content-security-policy') ?? '').split(';').map((directive) => {
          const [name = '', ...sources] = directive.split(' ');
          return [name, sources] as const;
        }),
      );
    };
    const without = await policyOf({});
    const policy = await policyOf({ ASSET_ORIGIN: 'https://static.example.test' });
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
  ])('never name %s: the gateway does not start with it', async (ASSET_ORIGIN) => {
    await expect(startGateway({ ASSET_ORIGIN })).rejects.toThrow(/ASSET_ORIGIN/);
  });

  it('are stricter on https', async () => {
    const { headers } = await secure.call('GET', '/api/config');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain('upgrade-insecure-requests');
    expect(policy).toContain('wss://tandem.example.test');
    expect(policy).toContain('https://tandem.firebaseapp.com');
    expect(headers.get('strict-transport-security')).toContain('max-age=');
  });
});

describe('the session cookie', () => {
  it('is __Host- and Secure on https, and the plain name opens nothing there', async () => {
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
    expect(json).toMatchObject({ user: { photoURL: 'https://photos.example.test/a.png' } });
    const list = (name: string) =>
      secure.call('GET', '/api/file-shares', { headers: { cookie: `a=b; ${name}=cookie-alice` } });
    expect((await list('__Host-session')).status).toBe(200);
    expect((await list('session')).status).toBe(401);
  });
});

describe('the address of the other end', () => {
  it.each([
    ['is the connection without proxies', () => gateway, '127.0.0.1'],
    ['is what the trusted proxy saw', () => secure, '203.0.113.9'],
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
  it('of URLs, bodies and headers reach no log, no metric and no answer', async () => {
    const canary = 'canary-5e1f0b';
    gateway.logLines.length = 0;
    gateway.fake({ shares: { accessShare: () => Promise.reject(new Error('broken')) } });
    const answers = await Promise.all([
      gateway.call('GET', `/api/shares/${shareId}?x=1&password=${canary}`),
      gateway.call('GET', `/api/shares/${shareId}?password=${canary}`),
      gateway.call('GET', `/api/shares/${shareId}?p%61ssword=${canary}`),
      gateway.call('GET', `/nowhere?password=${canary}`),
      gateway.call('POST', `/api/shares/${shareId}/access`, { json: { password: canary } }),
      gateway.call('POST', `/api/shares/${shareId}/stop`, { json: { idToken: canary } }),
      gateway.call('GET', '/api/user', { headers: { authorization: `Bearer ${canary}` } }),
      gateway.call('GET', '/api/user', { headers: { cookie: `session=${canary}` } }),
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

  it('leave the other parameters of the query as they were', async () => {
    const { json } = await gateway.call('GET', `/api/shares/${shareId}?a=%31&password=p&b`);
    expect(json).toMatchObject({ reason: 'invalid-query' });
  });
});

describe('request ids', () => {
  it('are taken over when well formed and made otherwise', async () => {
    const ask = async (id: string) =>
      (await gateway.call('GET', '/api/config', { headers: { 'x-request-id': id } })).headers.get(
        'x-request-id',
      );
    expect(await ask('0123456789-abc')).toBe('0123456789-abc');
    expect(await ask('short')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await ask('<script>alert(1)</script>')).toMatch(/^[0-9a-f-]{36}$/);
  });
});
