import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startGateway, type Gateway } from '../support/harness.js';

const html = { accept: 'text/html,*/*', 'sec-fetch-mode': 'navigate' };

describe('serving the built SPA', () => {
  let gateway: Gateway;
  let folder: string;
  const files: Record<string, string> = {
    'index.html': '<title>shell</title>',
    'landing/index.html': '<title>landing</title>',
    'de/landing/index.html': '<title>German landing</title>',
    'pt-br/landing/index.html': '<title>Brazilian landing</title>',
    'settings/index.html': '<title>settings</title>',
    'assets/app-abc123.js': 'export {};',
    'sw.js': '// worker',
    'robots.txt': 'User-agent: *',
    'release.json': JSON.stringify({ inlineScripts: [`sha256-${'A'.repeat(43)}=`] }),
    '.env': 'SECRET=1',
    'assets/large-abc123.js': `/* ${'the same again '.repeat(500)} */`,
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tandem-web-'));
    const dist = join(folder, 'dist');
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(dist, name)), { recursive: true });
      await writeFile(join(dist, name), text);
    }
    await writeFile(join(folder, 'outside.html'), 'outside');
    gateway = await startGateway({ WEB_DIST: dist });
  });
  afterAll(async () => {
    await gateway.stop();
    await rm(folder, { recursive: true });
  });

  it.each([
    ['/', 'landing'],
    ['/?payment_intent=pi_1', 'shell'],
    ['/share/AbC', 'shell'],
    ['/landing', 'landing'],
    ['/landing/', 'landing'],
    ['/settings', 'settings'],
    ['/settings?from=mail', 'settings'],
    ['/any-name-vs-wetransfer', 'shell'],
    ['/index.html', 'shell'],
  ])(
    'serves a navigation to %s with the page %s, revalidated and in no shared cache',
    async (path, title) => {
      const { status, text, headers } = await gateway.call('GET', path, { headers: html });
      expect([status, text]).toEqual([200, `<title>${title}</title>`]);
      expect(headers.get('cache-control')).toBe('private, no-cache');
      expect(headers.get('content-type')).toContain('text/html');
    },
  );

  it.each([
    ['/', 'landing'],
    ['/share/AbC', 'shell'],
    ['/landing', 'landing'],
    ['/settings', 'settings'],
  ])('serves %s to any client', async (path, title) => {
    const clients = [{ accept: '*/*' }, { accept: 'application/json' }, { accept: 'image/png' }];
    for (const headers of clients) {
      const { status, text } = await gateway.call('GET', path, { headers });
      expect([status, text]).toEqual([200, `<title>${title}</title>`]);
    }
    expect((await gateway.call('HEAD', path, {})).status).toBe(200);
    expect((await gateway.call('POST', path, {})).status).toBe(404);
  });

  it.each(['/', '/landing', '/share/AbC', '/no/such/page', '/index.html'])(
    'lets a cache tell Chromium, which gets an integrity policy, from other browsers at %s',
    async (path) => {
      const { headers } = await gateway.call('GET', path, { headers: html });
      expect(headers.get('vary')).toMatch(/sec-ch-ua/i);
    },
  );

  it.each([
    ['session=abc', 'shell'],
    ['theme=x; __Host-session=abc', 'shell'],
    ['signed-in=1', 'shell'],
    ['theme=x', 'landing'],
    ['not-signed-in=1; my-session=1', 'landing'],
  ])('serves / with the cookie %s as the %s', async (cookie, title) => {
    const answer = await gateway.call('GET', '/', { headers: { ...html, cookie } });
    expect(answer.text).toBe(`<title>${title}</title>`);
    // Otherwise a shared cache could serve the app to visitors.
    expect(answer.headers.get('vary')).toMatch(/cookie/i);
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
  });

  it.each([
    ['de-AT,de;q=0.9,en;q=0.8', '', 'German landing'],
    ['nl,pt-PT;q=0.9,de;q=0.8', '', 'Brazilian landing'],
    ['en-US,en;q=0.9,de;q=0.8', '', 'landing'],
    ['*', '', 'landing'],
    ['de', 'language=en', 'landing'],
    ['de', 'language=pt-BR', 'Brazilian landing'],
    ['de', 'language=../../outside', 'German landing'],
    ['de', 'signed-in=1', 'shell'],
  ])(
    'serves / to the browser of the languages %s, with the cookie "%s", as the %s',
    async (languages, cookie, title) => {
      const headers = { ...html, 'accept-language': languages, cookie };
      const answer = await gateway.call('GET', '/', { headers });
      expect(answer.text).toBe(`<title>${title}</title>`);
      expect(answer.headers.get('vary')).toMatch(/accept-language/i);
    },
  );

  // Visitors see the landing page at unknown paths, users a not-found screen.
  it.each([
    ['/no/such/page', '', 'landing'],
    ['/no/such/page?x=1', 'theme=x', 'landing'],
    ['/gone.html', '', 'landing'],
    ['/share', '', 'landing'],
    ['/share/AbC/more', '', 'landing'],
    ['/no/such/page', 'session=abc', 'shell'],
  ])(
    'serves the unknown path %s with the cookies "%s" as 404 and the %s',
    async (path, cookie, title) => {
      const answer = await gateway.call('GET', path, { headers: { ...html, cookie } });
      expect([answer.status, answer.text]).toEqual([404, `<title>${title}</title>`]);
      expect(answer.headers.get('vary')).toMatch(/cookie/i);
      expect(answer.headers.get('cache-control')).toBe('private, no-cache');
      expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
    },
  );

  it('allows the inline scripts of the build by hash', async () => {
    const { headers } = await gateway.call('GET', '/share/AbC', { headers: html });
    expect(headers.get('content-security-policy')).toContain(
      `script-src 'self' 'sha256-${'A'.repeat(43)}=';`,
    );
  });

  it('caches hashed assets as immutable', async () => {
    const { text, headers } = await gateway.call('GET', '/assets/app-abc123.js');
    expect(text).toBe('export {};');
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    // For a pull CDN, which pages load them from cross-origin.
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  });

  it('allows other files on its own origin only', async () => {
    const { headers } = await gateway.call('GET', '/robots.txt');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  });

  it('allows the service worker the whole scope', async () => {
    const { headers } = await gateway.call('GET', '/sw.js');
    expect(headers.get('service-worker-allowed')).toBe('/');
    expect(headers.get('cache-control')).toBe('no-cache');
  });

  it.each([
    ['a missing script', '/assets/missing.js', { accept: '*/*' }],
    ['a navigation to a missing script', '/assets/missing.js', html],
    ['a fetch of an unknown page', '/no/such', { accept: '*/*', 'sec-fetch-mode': 'cors' }],
    ['a monitor of an unknown page', '/no/such', { accept: '*/*' }],
    ['a hidden file', '/.env', {}],
    ['a path traversal', '/..%2foutside.html', html],
    ['an unknown endpoint', '/api/nothing', html],
  ])('responds 404 to %s', async (_what, path, headers) => {
    const { status, text } = await gateway.call('GET', path, { headers });
    expect(status).toBe(404);
    expect(text).not.toMatch(/outside"|SECRET/);
  });

  it.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ])('with Accept-Encoding %s compresses files with %s', async (accepted, encoding, decompress) => {
    const path = '/assets/large-abc123.js';
    const { headers, bytes } = await gateway.call('GET', path, {
      headers: { 'accept-encoding': accepted },
    });
    expect(headers.get('content-encoding')).toBe(encoding);
    expect(headers.get('vary')).toContain('Accept-Encoding');
    expect(bytes.length).toBeLessThan(500);
    expect(decompress(bytes).toString()).toBe(files['assets/large-abc123.js']);
    const plain = await gateway.call('GET', path);
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(plain.text).toBe(files['assets/large-abc123.js']);
    const part = await gateway.call('GET', path, {
      headers: { 'accept-encoding': accepted, range: 'bytes=0-1999' },
    });
    expect([part.status, part.bytes.length]).toEqual([206, 2_000]);
  });

  it('responds 404 to a POST to a page', async () => {
    expect((await gateway.call('POST', '/settings', { headers: html })).status).toBe(404);
  });
});

it('serves a build below a hidden folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), '.tandem-web-'));
  await mkdir(join(folder, 'settings'));
  await writeFile(join(folder, 'settings/index.html'), 'settings');
  await writeFile(join(folder, 'robots.txt'), 'robots');
  const gateway = await startGateway({ WEB_DIST: folder });
  const answers = [
    await gateway.call('GET', '/settings', { headers: html }),
    await gateway.call('GET', '/robots.txt'),
  ];
  expect(answers.map(({ status, text }) => [status, text])).toEqual([
    [200, 'settings'],
    [200, 'robots'],
  ]);
  await gateway.stop();
  await rm(folder, { recursive: true });
});

// The folder that web/prerender.mjs writes beside the pages of a server that sells plans.
describe('serving the SPA of a server without payments', () => {
  let gateway: Gateway;
  let dist: string;
  const files: Record<string, string> = {
    'index.html': 'shell',
    'landing/index.html': 'landing with prices',
    'subscribe/index.html': 'upgrade',
    'send-large-files/index.html': 'comparison',
    'sitemap.xml': 'with the comparison',
    'robots.txt': 'robots',
    'without-payments/landing/index.html': 'landing',
    'without-payments/settings/index.html': 'settings',
    'without-payments/sitemap.xml': 'sitemap',
  };

  beforeAll(async () => {
    dist = await mkdtemp(join(tmpdir(), 'tandem-web-'));
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(dist, name)), { recursive: true });
      await writeFile(join(dist, name), text);
    }
    gateway = await startGateway({
      WEB_DIST: dist,
      PAYMENTS_PROVIDER: 'none',
      FREE_MONTHLY_SHARES: 'unlimited',
    });
  });
  afterAll(async () => {
    await gateway.stop();
    await rm(dist, { recursive: true });
  });

  it.each([
    ['/', '', 200, 'landing'],
    ['/landing', '', 200, 'landing'],
    ['/settings', '', 200, 'settings'],
    ['/share/AbC', '', 200, 'shell'],
    ['/sitemap.xml', '', 200, 'sitemap'],
    ['/robots.txt', '', 200, 'robots'],
    ['/subscribe', '', 404, 'landing'],
    ['/subscribe', 'signed-in=1', 404, 'shell'],
    ['/send-large-files', '', 404, 'landing'],
    ['/tandem-vs-wetransfer', '', 404, 'landing'],
  ])('answers %s with the cookies "%s" with %s and the %s', async (path, cookie, status, text) => {
    const answer = await gateway.call('GET', path, { headers: { ...html, cookie } });
    expect([answer.status, answer.text]).toEqual([status, text]);
  });

  it('publishes the mode and the limits', async () => {
    const { json } = await gateway.call('GET', '/api/config');
    expect(json).toMatchObject({
      payments: { provider: 'none', publishableKey: '' },
      policy: { freeSharesPerMonth: null },
    });
  });

  it('has no stand-in for payments', async () => {
    const json = { clientSecret: 'pi_1_secret_1', cardNumber: '4242424242424242' };
    const answer = await gateway.call('POST', '/api/local-payments/confirm', { json });
    expect(answer.status).toBe(404);
  });
});
