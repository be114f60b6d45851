import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { request as requestSecure } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { contentPolicy, integrityPolicy } from '@tandem/proto/browser/content-policy';
import { pageClassOf } from '@tandem/proto/browser/page-class';
import { render } from '../../../helm/test/lib/chart.js';
import { at } from '../../../helm/test/lib/paths.js';
import { findTool } from '../../../helm/test/lib/tools.js';
import { createAuthority, writeCertificates } from '../../../services/_kit/src/testing/index.js';
import { freePort } from '../../../services/_kit/src/testing/process.js';
import { buildVariables } from './build-variables.mjs';
import { precompress } from './precompress.mjs';

const nginx = findTool('nginx', 'nginx');
const whenNginx = nginx ? describe : describe.skip;

/** Hashes in the manifest of the build. */
const inlineScripts = [`sha256-${'A'.repeat(43)}=`];

const script = `export const a = ${JSON.stringify('x'.repeat(4000))};`;
const page = `<!doctype html><title>app</title>${'<p>text</p>'.repeat(60)}`;

interface Answer {
  /** Serial number of the server's certificate. */
  serialNumber: string | undefined;
  status: number | undefined;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

// Images: "static web files (nginx, immutable caching, CSP, gzip and brotli ready)", and the same with the
// headers that the chart mounts, with and without payments. Those of the chart are served over TLS.
whenNginx.each(['image', 'chart', 'chart without payments'])(
  'static files with the headers of the %s',
  (origin) => {
    let home = '';
    let port = 0;
    let server: ChildProcess;

    const authority = createAuthority();
    const name = 'tandem-web.tandem.svc';
    let ca: Buffer | undefined;
    const renew = async () => {
      const issued = await (await authority).issue('web', { hosts: [name] });
      writeCertificates(join(home, 'tls'), issued, 0o444);
      return issued.authorities;
    };

    const hasPayments = origin !== 'chart without payments';

    /** The files of headers.d. */
    const headersFrom = (): Record<string, string> =>
      origin === 'image'
        ? {
            'security.conf': readFileSync(at('deploy/docker/web/headers.conf'), 'utf8'),
            'policies.nginx': readFileSync(at('deploy/docker/web/policies.nginx'), 'utf8'),
            'listen.nginx': readFileSync(at('deploy/docker/web/listen-plain.nginx'), 'utf8'),
          }
        : (render({
            chart: 'tandem',
            example: hasPayments ? 'minimal' : 'without-payments',
          }).find(({ metadata }) => metadata.name.endsWith('-web-headers'))?.data ?? {});

    beforeAll(async () => {
      home = mkdtempSync(join(tmpdir(), 'tandem-web-'));
      chmodSync(home, 0o755);
      for (const folder of [
        'dist/assets',
        'build.d',
        'headers.d',
        'run',
        'dist/landing',
        'dist/de/landing',
        'dist/pt-br/landing',
        'dist/audit-logs',
        'dist/subscribe',
        'dist/without-payments/landing',
        'dist/without-payments/de/landing',
        'dist/without-payments/pt-br/landing',
        'dist/without-payments/audit-logs',
      ])
        mkdirSync(join(home, folder), { recursive: true });
      writeFileSync(join(home, 'dist/index.html'), page);
      writeFileSync(join(home, 'dist/landing/index.html'), page.replace('app', 'landing'));
      writeFileSync(join(home, 'dist/audit-logs/index.html'), page);
      writeFileSync(join(home, 'dist/subscribe/index.html'), page);
      writeFileSync(join(home, 'dist/sitemap.xml'), '<urlset>prices</urlset>');
      const given = join(home, 'dist/without-payments');
      const landing = page.replace('app', 'landing').replace('text', 'no prices');
      writeFileSync(join(given, 'landing/index.html'), landing);
      for (const language of ['de', 'pt-br']) {
        const text = page.replace('app', `landing ${language}`);
        writeFileSync(join(home, 'dist', language, 'landing/index.html'), text);
        writeFileSync(join(given, language, 'landing/index.html'), text);
      }
      writeFileSync(join(given, 'audit-logs/index.html'), page);
      writeFileSync(join(given, 'sitemap.xml'), '<urlset></urlset>');
      writeFileSync(join(home, 'dist/assets/main-abc123.js'), script);
      writeFileSync(join(home, 'dist/assets/main-abc123.js.map'), '{}');
      writeFileSync(join(home, 'dist/assets/dot.png'), Buffer.alloc(100));
      precompress(join(home, 'dist'), join(home, 'srv'));
      port = await freePort();
      for (const [file, text] of Object.entries(headersFrom())) {
        const own = text.replace(/^listen 8080/m, `listen 127.0.0.1:${port}`);
        writeFileSync(join(home, 'headers.d', file), own);
      }
      const authorities = await renew();
      chmodSync(join(home, 'tls'), 0o755);
      if (origin !== 'image') ca = authorities;
      const settings = { FIREBASE_AUTH_DOMAIN: 'files.firebaseapp.com' };
      writeFileSync(join(home, 'build.d/variables.conf'), buildVariables(settings, inlineScripts));
      const config = readFileSync(at('deploy/docker/web/nginx.conf'), 'utf8')
        .replaceAll('/tmp/', './run/')
        .replaceAll('/srv/', join(home, 'srv/'))
        .replace('/dev/stdout', join(home, 'access.log'))
        .replaceAll('/etc/nginx/headers.d', join(home, 'headers.d'))
        .replaceAll('/etc/nginx/build.d', join(home, 'build.d'))
        .replace('/run/tls', join(home, 'tls'))
        .replace(
          'include /etc/nginx/mime.types;',
          'types { text/html html; text/javascript js; image/png png; }',
        );
      writeFileSync(join(home, 'nginx.conf'), config);
      server = spawn(
        nginx ?? '',
        ['-e', 'stderr', '-p', home, '-c', join(home, 'nginx.conf'), '-g', 'daemon off;'],
        {
          stdio: ['ignore', 'ignore', 'pipe'],
        },
      );
      let complaints = '';
      server.stderr?.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
      for (;;) {
        if (server.exitCode !== null) throw new Error(`nginx: ${complaints}`);
        const answer = await get('/healthz').catch(() => undefined);
        if (answer?.status === 200) return;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    });
    afterAll(async () => {
      server.kill('SIGQUIT');
      if (server.exitCode === null) await once(server, 'exit');
      rmSync(home, { recursive: true, force: true });
    });

    const get = (
      path: string,
      encoding = 'identity',
      cookie = '',
      accept = 'text/html,*/*',
      languages = '*',
      more: Record<string, string> = {},
    ) =>
      new Promise<Answer>((resolve, reject) => {
        const send = ca ? requestSecure : request;
        send(
          {
            host: '127.0.0.1',
            port,
            ...(ca && { ca, servername: name, agent: false }),
            path,
            headers: {
              'accept-encoding': encoding,
              'accept-language': languages,
              cookie,
              accept,
              ...more,
            },
          },
          (response) => {
            const chunks: Buffer[] = [];
            response.on('data', (chunk: Buffer) => chunks.push(chunk));
            response.on('end', () =>
              resolve({
                serialNumber:
                  ca && (response.socket as TLSSocket).getPeerCertificate().serialNumber,
                status: response.statusCode,
                headers: response.headers,
                body: Buffer.concat(chunks),
              }),
            );
          },
        )
          .on('error', reject)
          .end();
      });

    it.each([
      ['br', 'br', brotliDecompressSync],
      ['gzip, deflate, br;q=0.9', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['br;q=0, gzip', 'gzip', gunzipSync],
    ] as const)(
      'are sent compressed to a browser that accepts %s',
      async (accepts, expected, unpack) => {
        const { headers, body } = await get('/assets/main-abc123.js', accepts);
        expect(headers['content-encoding']).toBe(expected);
        expect(headers['content-type']).toMatch(/^text\/javascript/);
        expect(headers['vary']).toMatch(/accept-encoding/i);
        expect(unpack(body).toString()).toBe(script);
      },
    );

    it('are sent uncompressed to other clients, and when compression saves nothing', async () => {
      const plain = await get('/assets/main-abc123.js');
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(plain.body.toString()).toBe(script);
      const image = await get('/assets/dot.png', 'br');
      expect(image.headers['content-encoding']).toBeUndefined();
      expect([image.status, image.body.length]).toEqual([200, 100]);
    });

    it.each(['*/*', 'application/json', ''])(
      'answer with pages whatever Accept: %s',
      async (accept) => {
        for (const path of ['/', '/share/AbC', '/landing', '/audit-logs']) {
          const { status, headers } = await get(path, 'identity', '', accept);
          expect([path, status]).toEqual([path, 200]);
          expect(headers['content-type']).toMatch(/^text\/html/);
        }
      },
    );

    if (origin !== 'image') {
      it('are served over TLS only, and with renewed certificates without a reload', async () => {
        const before = await get('/');
        await renew();
        const after = await get('/');
        expect([before.status, after.status]).toEqual([200, 200]);
        expect(after.serialNumber).toMatch(/^[0-9A-F]{20,}$/);
        expect(after.serialNumber).not.toBe(before.serialNumber);
        const plain = request({ host: '127.0.0.1', port, path: '/' }).end();
        const [response] = (await once(plain, 'response')) as [{ statusCode: number }];
        expect(response.statusCode).toBe(400);
      });
    }

    it('are immutable when their name has a digest, and revalidated otherwise', async () => {
      expect((await get('/assets/main-abc123.js', 'br')).headers['cache-control']).toBe(
        'public, max-age=31536000, immutable',
      );
      expect((await get('/sitemap.xml', 'br')).headers['cache-control']).toBe('no-cache');
    });

    it.each(['/', '/?x=1', '/index.html', '/landing', '/landing/index.html', '/share/AbC'])(
      'are in no shared cache if they are a page: %s',
      async (path) => {
        for (const encoding of ['br', 'gzip', 'identity']) {
          const { headers } = await get(path, encoding);
          expect(headers['cache-control']).toBe('private, no-cache');
        }
      },
    );

    it.each([
      '/?payment_intent=pi_1',
      '/share/abc',
      '/audit-logs',
      '/audit-logs?x=1',
      '/share/abc?password=x',
    ])('answer %s with the app', async (path) => {
      for (const encoding of ['br', 'gzip', 'identity']) {
        const { status, headers, body } = await get(path, encoding);
        const text =
          encoding === 'br' && headers['content-encoding'] ? brotliDecompressSync(body) : body;
        const plain = headers['content-encoding'] === 'gzip' ? gunzipSync(text) : text;
        expect([status, plain.toString()]).toEqual([200, page]);
      }
    });

    it.each([
      ['', 'landing'],
      ['theme=x; my-session=1', 'landing'],
      ['theme=x; signed-in=1', 'app'],
      ['__Host-session=abc', 'app'],
      ['session=abc', 'app'],
    ])('answer / of a browser with the cookie "%s" with the page %s', async (cookie, title) => {
      for (const encoding of ['br', 'gzip', 'identity']) {
        const { status, headers, body } = await get('/', encoding, cookie);
        const used = headers['content-encoding'];
        const text = used === 'br' ? brotliDecompressSync(body) : body;
        expect([status, String(used === 'gzip' ? gunzipSync(text) : text)]).toEqual([
          200,
          expect.stringContaining(`<title>${title}</title>`),
        ]);
        expect(headers['vary']).toMatch(/cookie/i);
      }
    });

    it.each([
      ['de-AT,de;q=0.9,en;q=0.8', '', 'landing de'],
      ['nl,pt-PT;q=0.9,de;q=0.8', '', 'landing pt-br'],
      ['en-US,en;q=0.9,de;q=0.8', '', 'landing'],
      ['*', '', 'landing'],
      ['de', 'language=en', 'landing'],
      ['de', 'theme=x; language=pt-BR', 'landing pt-br'],
      ['de', 'language=../../outside', 'landing de'],
      ['de', 'signed-in=1', 'app'],
    ])(
      'answer / of a browser of the languages %s, with the cookie "%s", with the page %s',
      async (languages, cookie, title) => {
        const { status, headers, body } = await get('/', 'identity', cookie, '*/*', languages);
        expect([status, String(body)]).toEqual([
          200,
          expect.stringContaining(`<title>${title}</title>`),
        ]);
        expect(headers['vary']).toMatch(/accept-language/i);
      },
    );

    // At unknown paths visitors see the landing page, users a not-found screen.
    it.each([
      ['/no/such/page', '', 'landing'],
      ['/gone.html', 'theme=x', 'landing'],
      ['/share/abc/more', '', 'landing'],
      ['/no/such/page', 'signed-in=1', 'app'],
    ])(
      'answer %s, which does not exist, with 404 and, with the cookie "%s", the page %s',
      async (path, cookie, title) => {
        for (const encoding of ['br', 'gzip', 'identity']) {
          const { status, headers, body } = await get(path, encoding, cookie);
          const used = headers['content-encoding'];
          expect(used).toBe(encoding === 'gzip' ? 'gzip' : undefined);
          expect([status, String(used === 'gzip' ? gunzipSync(body) : body)]).toEqual([
            404,
            expect.stringContaining(`<title>${title}</title>`),
          ]);
          expect(headers['content-type']).toContain('text/html');
          expect(headers['cache-control']).toBe('private, no-cache');
          expect(headers['vary']).toMatch(/cookie/i);
          expect(headers['content-security-policy']).toContain("default-src 'self'");
        }
      },
    );

    it('answer a missing script or image with a plain 404', async () => {
      const { status, body } = await get('/icons/gone.png', 'br', '', 'image/avif,image/*');
      expect(status).toBe(404);
      expect(String(body)).not.toContain('landing');
    });

    it.each([
      ['/subscribe', 200],
      ['/any-name-vs-wetransfer', 200],
    ])('answer %s with the app where plans are sold, otherwise with 404', async (path, status) => {
      for (const encoding of ['br', 'gzip', 'identity'])
        expect((await get(path, encoding)).status).toBe(hasPayments ? status : 404);
    });

    it.each(['/', '/landing', '/no/such/page', '/sitemap.xml'])(
      'answer %s without prices where plans are not sold',
      async (path) => {
        for (const encoding of ['br', 'gzip', 'identity']) {
          const { headers, body } = await get(path, encoding);
          const used = headers['content-encoding'];
          const text =
            used === 'br' ? brotliDecompressSync(body) : used === 'gzip' ? gunzipSync(body) : body;
          if (path === '/sitemap.xml') expect(String(text).includes('prices')).toBe(hasPayments);
          else expect(String(text).includes('no prices')).toBe(!hasPayments);
        }
      },
    );

    it('prefer a prerendered page', async () => {
      expect((await get('/landing')).body.toString()).toContain('landing');
    });

    it.each(['/api/config', '/ws', '/assets/gone-123.js'])(
      'do not answer %s with the app',
      async (path) => {
        expect((await get(path, 'br')).status).toBe(404);
      },
    );

    it('carry the security headers everywhere', async () => {
      for (const path of ['/', '/assets/main-abc123.js', '/share/x', '/api/x']) {
        const { headers } = await get(path, 'br');
        expect(headers['content-security-policy']).toMatch(/default-src 'self'.*object-src 'none'/);
        expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*'unsafe-/);
        expect(headers['x-content-type-options']).toBe('nosniff');
        expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
        expect(headers['strict-transport-security']).toMatch(/max-age=\d{8}/);
      }
    });

    // try_files rewrites the path, so this also covers pages that are other files.
    it.each([
      '/',
      '/?x=/login',
      '/landing',
      '/share/AbC',
      '/share/AbC?x=1',
      '/login',
      '/login?tab=x',
    ])('carry at %s the policy of its page class', async (path) => {
      const servers = ['https://files.example.com', 'wss://files.example.com'];
      const sources = {
        assets: [],
        servers: origin === 'image' ? [] : servers,
        authFrames: [`https://${origin === 'image' ? 'files' : 'example-files'}.firebaseapp.com`],
        emulator: [],
        inlineScripts: inlineScripts.map((hash) => `'${hash}'`),
        reports: '/api/policy-reports',
        isHttps: false,
      };
      const page = pageClassOf(new URL(path, 'http://x').pathname);
      for (const encoding of ['br', 'gzip', 'identity']) {
        const { headers } = await get(path, encoding);
        expect(headers['content-security-policy']).toBe(contentPolicy(page, sources));
        expect(headers['reporting-endpoints']).toBe('reports="/api/policy-reports"');
      }
    });

    it.each(['/', '/?x=/login', '/landing', '/share/AbC', '/login', '/nowhere'])(
      'carry at %s an integrity policy for Chromium only',
      async (path) => {
        const chromium = { 'sec-ch-ua': '"Chromium";v="156"' };
        for (const encoding of ['br', 'identity']) {
          const forOthers = await get(path, encoding);
          const forChromium = await get(path, encoding, '', 'text/html,*/*', '*', chromium);
          const policy = integrityPolicy(pageClassOf(new URL(path, 'http://x').pathname));
          expect(forChromium.headers['integrity-policy'] ?? '').toBe(policy);
          expect(forOthers.headers['integrity-policy']).toBeUndefined();
          expect(forOthers.headers['vary']).toMatch(/sec-ch-ua/i);
        }
      },
    );

    it('allow Stripe on the payment page only', async () => {
      expect((await get('/subscribe?x=1')).headers['content-security-policy']).toMatch(
        /script-src[^;]* https:\/\/\*\.js\.stripe\.com/,
      );
      expect((await get('/')).headers['content-security-policy']).not.toContain('stripe');
    });

    it('do not include source maps', () => {
      expect(existsSync(join(home, 'srv/html/assets/main-abc123.js'))).toBe(true);
      expect(existsSync(join(home, 'srv/html/assets/main-abc123.js.map'))).toBe(false);
    });
  },
);

// Images: "The SPA goes to any CDN: asset base URL by build argument".
describe('the variables of the content security policy in the image', () => {
  const valuesOf = (settings: Record<string, string>): Record<string, string> =>
    Object.fromEntries(
      [
        ...buildVariables(settings, []).matchAll(/^map \$host \$(\w+) \{ default "([^"]*)"; \}$/gm),
      ].map(([, name = '', value = '']) => [name, value]),
    );
  const byDefault = {
    asset_origins: '',
    server_origins: '',
    auth_frames: ' https://*.firebaseapp.com https://*.web.app',
    emulator_origins: '',
    inline_scripts: '',
    report_address: '/api/policy-reports',
    pages: '',
  };

  it.each([{}, { ASSET_BASE_URL: '/' }, { ASSET_BASE_URL: '/static/' }, { API_ORIGIN: '' }])(
    'name no other host with %j',
    (settings) => {
      expect(valuesOf(settings)).toEqual(byDefault);
    },
  );

  it('name the CDN, the API and the identity provider', () => {
    expect(
      valuesOf({
        ASSET_BASE_URL: 'https://cdn.example.com/app/',
        API_ORIGIN: 'https://api.example.com',
        FIREBASE_AUTH_DOMAIN: 'sign-in.example.com',
      }),
    ).toEqual({
      asset_origins: ' https://cdn.example.com',
      server_origins: ' https://api.example.com wss://api.example.com',
      auth_frames: ' https://sign-in.example.com',
      emulator_origins: '',
      inline_scripts: '',
      report_address: 'https://api.example.com/api/policy-reports',
      pages: '',
    });
  });

  it('select the pages without prices', () => {
    expect(valuesOf({ PAYMENTS_PROVIDER: 'none' })).toEqual({
      ...byDefault,
      pages: '/without-payments',
    });
    expect(valuesOf({ PAYMENTS_PROVIDER: 'stripe' })).toEqual(byDefault);
  });

  it('name the emulator, which has no pages of its own', () => {
    expect(
      valuesOf({
        FIREBASE_AUTH_DOMAIN: 'localhost',
        FIREBASE_EMULATOR_ORIGIN: 'http://localhost:9099',
      }),
    ).toEqual({ ...byDefault, auth_frames: '', emulator_origins: ' http://localhost:9099' });
  });

  it.each([
    { ASSET_BASE_URL: 'cdn.example.com' },
    { ASSET_BASE_URL: 'ftp://cdn.example.com/' },
    { API_ORIGIN: 'api.example.com' },
    { FIREBASE_AUTH_DOMAIN: 'x; script-src *' },
  ])('fail the build with %j', (settings) => {
    expect(() => buildVariables(settings, [])).toThrow(TypeError);
  });

  it('are the ones that the policies use', () => {
    const policies = readFileSync(at('deploy/docker/web/policies.nginx'), 'utf8');
    const [, ...blocks] = policies.split('{');
    const used = new Set([...blocks.join('').matchAll(/\$([a-z_]+)/g)].map(([, name]) => name));
    const own = ['request_uri', 'http_sec_ch_ua', 'integrity_policy', 'page_integrity_policy'];
    for (const name of own) used.delete(name);
    // nginx.conf uses $pages.
    const inPolicies = Object.keys(byDefault).filter((name) => name !== 'pages');
    expect([...used].sort()).toEqual(inPolicies.sort());
  });
});

it('the static files are served by a number of workers that does not depend on the node', () => {
  const config = readFileSync(at('deploy/docker/web/nginx.conf'), 'utf8');
  expect(config).toMatch(/^worker_processes [1-4];$/m);
});

it('the landing page is selected in every language of the app', () => {
  const config = readFileSync(at('deploy/docker/web/nginx.conf'), 'utf8');
  const translated = readdirSync(at('web/src/languages'), { withFileTypes: true })
    .filter((entry) => existsSync(at(`web/src/languages/${entry.name}/app.ts`)))
    .map(({ name }) => name.split('-')[0]);
  const codes = ['en', ...translated].sort();
  const lists = [...config.matchAll(/\(\?!\\s\*\(\?:([a-z|]+)\)/g)];
  expect(lists.length).toBe(2);
  for (const [, list = ''] of lists) expect(list.split('|').sort()).toEqual(codes);
  const [, browser = ''] = /\?<known_language>([a-z|]+)\)/.exec(config) ?? [];
  const [, cookie = ''] = /\?<chosen_language>([a-z|]+)\)/.exec(config) ?? [];
  // English is the root, and Portuguese has a line of its own.
  const chosen = codes.filter((code) => code !== 'en' && code !== 'pt');
  expect([browser, cookie].map((list) => list.split('|').sort())).toEqual([chosen, chosen]);
});
