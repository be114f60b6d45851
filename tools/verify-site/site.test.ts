import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { compareSite, type Manifest } from './site.js';

const at = (path: string) => new URL(`../../${path}`, import.meta.url).pathname;

const share = '/share/AAAAAAAAAAAAAAAAAAAAAA';
const script = `sha256-${'A'.repeat(43)}=`;
const policy = `default-src 'self'; script-src 'self' '${script}'; object-src 'none'`;

/** Files by path; `/` and share pages have none of their own. */
const published: Readonly<Record<string, string>> = {
  'index.html': 'app',
  'landing/index.html': 'landing',
  'assets/main-a1.js': 'main',
  'sw.js': 'worker',
};

const manifest: Manifest = {
  release: '0123456789abcdef',
  inlineScripts: [script],
  files: Object.fromEntries(
    Object.entries(published).map(([path, text]) => [
      path,
      createHash('sha256').update(text).digest('hex'),
    ]),
  ),
};

const honest: Readonly<Record<string, string>> = {
  '/': 'landing',
  '/index.html': 'app',
  '/landing': 'landing',
  '/assets/main-a1.js': 'main',
  '/sw.js': 'worker',
  [share]: 'app',
};

let server: Server;
let site = '';
let pages: Record<string, string>;
let header: string | null;
/** The path whose response breaks off. */
let broken: string | null;

beforeAll(async () => {
  server = createServer((request, response) => {
    const page = pages[request.url ?? ''];
    if (request.url === broken) {
      response.writeHead(200, { 'content-length': 1_000 }).write('half');
      setImmediate(() => response.destroy());
      return;
    }
    if (header !== null) response.setHeader('content-security-policy', header);
    response.writeHead(page === undefined ? 404 : 200).end(page);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  pages = { ...honest };
  header = policy;
  broken = null;
});

describe('comparing a site with a manifest', () => {
  it('finds no difference on the site of the release', async () => {
    expect(await compareSite(manifest, { site })).toEqual([]);
  });

  it('accepts the app’s page at the root', async () => {
    pages['/'] = 'app';
    expect(await compareSite(manifest, { site })).toEqual([]);
  });

  it('reports a response that breaks off, and compares the others', async () => {
    broken = '/sw.js';
    pages['/landing'] = 'changed';
    expect(await compareSite(manifest, { site })).toEqual([
      expect.stringContaining(`${site}/landing: different content`),
      `${site}/sw.js: incomplete response`,
    ]);
  });

  it.each(Object.keys(honest))('reports a changed answer at %s', async (path) => {
    pages[path] = 'changed';
    expect(await compareSite(manifest, { site })).toEqual([
      expect.stringContaining(`${site}${path}: different content`),
    ]);
  });

  it('reports a missing file and a site that does not answer', async () => {
    delete pages['/sw.js'];
    expect(await compareSite(manifest, { site })).toEqual([`${site}/sw.js: status 404`]);
    const none = await compareSite(manifest, { site: 'http://127.0.0.1:9' });
    expect(none).toContain('http://127.0.0.1:9/sw.js: no response');
  });

  it.each([
    ["script-src 'self' https://evil.example", 'https://evil.example'],
    ["script-src 'self' 'unsafe-inline'", "'unsafe-inline'"],
    ["script-src 'self'; script-src-elem https://evil.example", 'https://evil.example'],
    // The first directive of a name counts, in any case, with or without a space in front.
    [
      "default-src 'self';Script-Src https://evil.example; script-src 'self'",
      'https://evil.example',
    ],
  ])('reports the policy %s', async (value, source) => {
    header = value;
    expect(await compareSite(manifest, { site })).toEqual([
      `${site}${share}: the policy also allows scripts from ${source}`,
    ]);
  });

  it('reports a site without a policy', async () => {
    header = null;
    expect(await compareSite(manifest, { site })).toEqual([
      `${site}${share}: no content security policy for scripts`,
    ]);
  });

  it('reads hashed files from a CDN', async () => {
    delete pages['/assets/main-a1.js'];
    pages['/cdn/assets/main-a1.js'] = 'main';
    header = `script-src 'self' ${site} '${script}'`;
    expect(await compareSite(manifest, { site, assets: `${site}/cdn/` })).toEqual([]);
  });

  it('expects the pages without prices from a site without payments', async () => {
    const sha = (text: string) => createHash('sha256').update(text).digest('hex');
    const files = {
      ...manifest.files,
      'subscribe/index.html': sha('upgrade'),
      'without-payments/landing/index.html': sha('landing without prices'),
    };
    pages['/api/config'] = JSON.stringify({ payments: { provider: 'none' } });
    pages['/'] = pages['/landing'] = 'landing without prices';
    expect(await compareSite({ ...manifest, files }, { site })).toEqual([]);
    pages['/landing'] = 'landing';
    expect(await compareSite({ ...manifest, files }, { site })).toEqual([
      expect.stringContaining(`${site}/landing: different content`),
    ]);
  });

  it.each([
    ['does not exist', 'missing.json'],
    ['is no manifest of a release', import.meta.dirname],
    ['is no manifest of a release', new URL('../../package.json', import.meta.url).pathname],
  ])('names a file that %s, without a stack: %s', async (fault, file) => {
    const nodeArgs = ['--import', at('tools/bootstrap/typescript.mjs')];
    const command = [...nodeArgs, at('tools/verify-site/verify.ts'), site, file];
    const failed = promisify(execFile)(process.execPath, command);
    await expect(failed).rejects.toMatchObject({
      code: 66,
      stderr: `${file} ${fault}. A build writes it: web/dist/release.json\n`,
    });
  });

  it('prints its usage for an option that it does not know', async () => {
    const nodeArgs = ['--import', at('tools/bootstrap/typescript.mjs')];
    const command = [...nodeArgs, at('tools/verify-site/verify.ts'), '--asset', site, 'a.json'];
    const failed = promisify(execFile)(process.execPath, command);
    await expect(failed).rejects.toMatchObject({
      code: 64,
      stderr: expect.stringMatching(/^npm run verify:site -- <address>/) as string,
    });
  });
});
