import { contentPolicy, integrityPolicy } from '@tandem/proto/browser/content-policy';
import { startGateway, type Gateway } from '../support/harness.js';

let gateway: Gateway;
let secure: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
  secure = await startGateway({
    PUBLIC_URL: 'https://tandem.example.test',
    FIREBASE_AUTH_DOMAIN: 'tandem.firebaseapp.com',
  });
});
afterAll(() => Promise.all([gateway.stop(), secure.stop()]));

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
    expect(headers.get('referrer-policy')).toBe('strict-origin');
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
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  });
});
