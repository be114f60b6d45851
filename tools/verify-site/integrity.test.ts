import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addIntegrity, subresourceIntegrity } from '../../web/release/integrity.js';
import {
  hashFiles,
  inlineScriptsOf,
  releaseOf,
  writeManifest,
} from '../../web/release/manifest.mjs';

const page = `<!doctype html>
<html>
  <head>
    <title>app</title>
    <script type="module" crossorigin src="/assets/main-a1.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/lib-b2.js">
    <link rel="stylesheet" crossorigin href="/assets/main-a1.css">
    <link rel="icon" href="/icons/icon.svg" />
    <script type="application/ld+json">{"a":1}</script>
  </head>
</html>
`;

describe('subresource integrity of the app’s page', () => {
  const integrity = {
    '/assets/main-a1.js': 'sha256-main',
    '/assets/lib-b2.js': 'sha256-lib',
    '/assets/main-a1.css': 'sha256-style',
    '/assets/lazy-c3.js': 'sha256-lazy',
  };
  const html = addIntegrity(page, integrity, '0123456789abcdef');

  it('is an attribute of every script and stylesheet that the page names', () => {
    expect([...html.matchAll(/(?:src|href)="(\S+)" integrity="(\S+)"/g)].map(String)).toEqual([
      'src="/assets/main-a1.js" integrity="sha256-main",/assets/main-a1.js,sha256-main',
      'href="/assets/lib-b2.js" integrity="sha256-lib",/assets/lib-b2.js,sha256-lib',
      'href="/assets/main-a1.css" integrity="sha256-style",/assets/main-a1.css,sha256-style',
    ]);
  });

  it('is listed in the import map, in front of the first module, for imported chunks', () => {
    const [, map = ''] = /<script type="importmap">(.*?)<\/script>/.exec(html) ?? [];
    expect(JSON.parse(map)).toEqual({ integrity });
    expect(html.indexOf('importmap')).toBeLessThan(html.indexOf('type="module"'));
    expect(html).toContain('<meta name="release" content="0123456789abcdef">');
  });

  it('has the import map as its only inline script', () => {
    const [, map = ''] = /<script type="importmap">(.*?)<\/script>/.exec(html) ?? [];
    const digest = createHash('sha256').update(map).digest('base64');
    expect(inlineScriptsOf(html)).toEqual([`sha256-${digest}`]);
  });

  it('fails the build when the loader of chunks is not the expected one', async () => {
    const plugin = subresourceIntegrity('/');
    const transform = plugin.transform as (code: string, id: string) => { code: string } | null;
    const id = '\0vite/preload-helper.js';
    expect(transform('link.crossOrigin = "";', id)?.code).toContain('link.integrity = integrityOf');
    expect(transform('other', '/src/other.js')).toBeNull();
    expect(() => transform('link.href = dep;', id)).toThrow(/loader/);
    const { handler } = subresourceIntegrity('/').writeBundle as unknown as {
      handler: (options: { dir: string }) => void;
    };
    expect(() => handler({ dir: tmpdir() })).toThrow(/loader/);
  });
});

describe('the manifest of a build', () => {
  let folder = '';
  const put = (path: string, text: string) => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tandem-manifest-'));
    put('index.html', addIntegrity(page, {}, 'feedfacefeedface'));
    put('assets/main-a1.js', 'main');
    put('assets/main-a1.js.map', '{}');
    put('.tsbuildinfo', '{}');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('lists every delivered file with its hash, and the release and inline scripts of the page', () => {
    writeManifest(folder);
    const manifest: unknown = JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8'));
    expect(manifest).toEqual({
      release: 'feedfacefeedface',
      inlineScripts: [expect.stringMatching(/^sha256-/) as unknown],
      files: {
        'assets/main-a1.js': createHash('sha256').update('main').digest('hex'),
        'index.html': expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
      },
    });
    // A second run does not list the manifest itself.
    expect(writeManifest(folder)).toEqual(manifest);
  });

  it('has a release id that changes with scripts and styles', () => {
    const before = releaseOf(hashFiles(folder));
    expect(before).toMatch(/^[0-9a-f]{16}$/);
    put('index.html', 'other');
    expect(releaseOf(hashFiles(folder))).toBe(before);
    put('assets/main-a1.js', 'changed');
    expect(releaseOf(hashFiles(folder))).not.toBe(before);
  });
});
