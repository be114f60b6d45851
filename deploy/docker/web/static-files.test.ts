import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { at } from '../../../helm/test/lib/paths.js';
import { origins, script, startSite, whenNginx, type Site } from './site.js';

// With the headers of the image, and with those that the chart mounts, with and without payments.
whenNginx.each(origins)('static files with the headers of the %s', (origin) => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite(origin);
  });
  afterAll(() => site.stop());

  it.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip, deflate, br;q=0.9', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
  ] as const)(
    'are sent compressed to a browser that accepts %s',
    async (encoding, expected, unpack) => {
      const { headers, body } = await site.get('/assets/main-abc123.js', { encoding });
      expect(headers['content-encoding']).toBe(expected);
      expect(headers['content-type']).toMatch(/^text\/javascript/);
      expect(headers['vary']).toMatch(/accept-encoding/i);
      expect(unpack(body).toString()).toBe(script);
    },
  );

  it('are sent to a browser with 12 KiB of cookies', async () => {
    const { status } = await site.get('/', { cookie: `other=${'x'.repeat(12 * 1024)}` });
    expect(status).toBe(200);
  });

  it('are sent uncompressed to other clients, and when compression saves nothing', async () => {
    const plain = await site.get('/assets/main-abc123.js');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.body.toString()).toBe(script);
    const image = await site.get('/assets/dot.png', { encoding: 'br' });
    expect(image.headers['content-encoding']).toBeUndefined();
    expect([image.status, image.body.length]).toEqual([200, 100]);
  });

  if (origin !== 'image') {
    it('are served over TLS only, and with renewed certificates without a reload', async () => {
      const before = await site.get('/');
      await site.renew();
      const after = await site.get('/');
      expect([before.status, after.status]).toEqual([200, 200]);
      expect(after.serialNumber).toMatch(/^[0-9A-F]{20,}$/);
      expect(after.serialNumber).not.toBe(before.serialNumber);
      const plain = request({ host: '127.0.0.1', port: site.port, path: '/' }).end();
      const [response] = (await once(plain, 'response')) as [{ statusCode: number }];
      expect(response.statusCode).toBe(400);
    });
  }

  it('are immutable when their name has a digest, and revalidated otherwise', async () => {
    const asset = await site.get('/assets/main-abc123.js', { encoding: 'br' });
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const sitemap = await site.get('/sitemap.xml', { encoding: 'br' });
    expect(sitemap.headers['cache-control']).toBe('no-cache');
  });

  it('answer a missing script or image with a plain 404', async () => {
    const asked = { encoding: 'br', accept: 'image/avif,image/*' };
    const { status, body } = await site.get('/icons/gone.png', asked);
    expect(status).toBe(404);
    expect(String(body)).not.toContain('landing');
  });

  it.each(['/api/config', '/ws', '/assets/gone-123.js'])(
    'do not answer %s with the app',
    async (path) => {
      expect((await site.get(path, { encoding: 'br' })).status).toBe(404);
    },
  );

  it('carry the security headers everywhere', async () => {
    for (const path of ['/', '/assets/main-abc123.js', '/share/x', '/api/x']) {
      const { headers } = await site.get(path, { encoding: 'br' });
      expect(headers['content-security-policy']).toMatch(/default-src 'self'.*object-src 'none'/);
      expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*'unsafe-/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
      expect(headers['strict-transport-security']).toMatch(/max-age=\d{8}/);
    }
  });

  it('do not include source maps', () => {
    expect(existsSync(join(site.home, 'srv/html/assets/main-abc123.js'))).toBe(true);
    expect(existsSync(join(site.home, 'srv/html/assets/main-abc123.js.map'))).toBe(false);
  });
});

it('the static files are served by a number of workers that does not depend on the node', () => {
  const config = readFileSync(at('deploy/docker/web/nginx.conf'), 'utf8');
  expect(config).toMatch(/^worker_processes [1-4];$/m);
});
