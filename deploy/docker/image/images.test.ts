import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  existsSync,
  realpathSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { at } from '../../../helm/test/lib/paths.js';
import { runtimeClosure } from './closure.mjs';
import { assertKnownDigest, isForPlatform, prune } from './prune.mjs';
import { sbomOf } from './sbom.mjs';

const parseJson = (path: string): unknown => JSON.parse(readFileSync(at(path), 'utf8'));
const manifestAt = (path: string) => parseJson(path) as { devDependencies: Record<string, string> };

const elf = (machine: number) => {
  const head = Buffer.alloc(64);
  head.write('\x7fELF', 'latin1');
  head.writeUInt16LE(machine, 18);
  return head;
};
const here = process.arch === 'arm64' ? 0xb7 : 0x3e;
const elsewhere = process.arch === 'arm64' ? 0x3e : 0xb7;

describe('pruning an image', () => {
  let root = '';
  const put = (path: string, content: string | Buffer | object) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    const bytes =
      Buffer.isBuffer(content) || typeof content === 'string' ? content : JSON.stringify(content);
    writeFileSync(join(root, path), bytes);
  };
  const manifest = (
    name: string,
    dependencies: Record<string, string> = {},
    more: object = {},
  ) => ({
    name,
    version: '1.0.0',
    license: 'MIT',
    dependencies,
    ...more,
  });

  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'tandem-prune-')));
    put(
      'services/a/package.json',
      manifest(
        '@tandem/a',
        { '@tandem/kit': '*', used: '1' },
        { devDependencies: { tester: '1' } },
      ),
    );
    put('services/_kit/package.json', manifest('@tandem/kit', { nested: '1' }));
    put('services/_kit/node_modules/nested/package.json', manifest('nested', { deep: '1' }));
    put('services/_kit/node_modules/stale/package.json', manifest('stale'));
    put('node_modules/deep/package.json', manifest('deep'));
    put(
      'node_modules/used/package.json',
      manifest('used', {}, { peerDependencies: { peer: '*' } }),
    );
    put('node_modules/peer/package.json', manifest('peer'));
    put('node_modules/tester/package.json', manifest('tester'));
    put('node_modules/@scope/other/package.json', manifest('@scope/other'));
    put('services/b/package.json', manifest('@tandem/b'));
    mkdirSync(join(root, 'node_modules/@tandem'), { recursive: true });
    for (const [name, folder] of [
      ['a', 'a'],
      ['b', 'b'],
      ['kit', '_kit'],
    ] as const) {
      symlinkSync(join('../../services', folder), join(root, 'node_modules/@tandem', name));
    }
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('keeps only run-time dependencies of the service', () => {
    prune(root, 'services/a');
    const stays = (path: string) => existsSync(join(root, path, 'package.json'));
    expect(['used', 'peer', 'deep'].map((name) => stays(`node_modules/${name}`))).toEqual([
      true,
      true,
      true,
    ]);
    expect(stays('services/_kit/node_modules/nested')).toBe(true);
    expect(
      ['tester', '@scope/other', '@tandem/b'].some((name) => stays(`node_modules/${name}`)),
    ).toBe(false);
    expect(stays('services/_kit/node_modules/stale')).toBe(false);
  });

  it('fails when a required package is not installed', () => {
    rmSync(join(root, 'node_modules/deep'), { recursive: true });
    expect(() => prune(root, 'services/a')).toThrow(/deep/);
  });

  it('removes addons for other processors, systems and versions of Node', () => {
    put(`node_modules/used/addon_linux_${process.versions.modules}.node`, elf(here));
    put('node_modules/used/addon_linux_001.node', elf(here));
    put('node_modules/used/arm.node', elf(elsewhere));
    put('node_modules/used/windows.node', Buffer.from('MZ'.padEnd(64)));
    prune(root, 'services/a');
    const left = [
      'addon_linux_001',
      'arm',
      'windows',
      `addon_linux_${process.versions.modules}`,
    ].filter((name) => existsSync(join(root, `node_modules/used/${name}.node`)));
    expect(left).toEqual([`addon_linux_${process.versions.modules}`]);
  });

  it('removes source maps, declarations and documentation, but keeps licences', () => {
    const files = ['main.js', 'main.js.map', 'types.d.ts', 'types.d.mts', 'data.json', 'README.md'];
    for (const name of [...files, 'LICENSE.md', 'docs/guide.md']) {
      put(`node_modules/used/${name}`, 'x');
    }
    put('services/a/kept.d.ts', 'x');
    prune(root, 'services/a');
    const left = [...files, 'LICENSE.md', 'docs'].filter((name) =>
      existsSync(join(root, 'node_modules/used', name)),
    );
    expect(left).toEqual(['main.js', 'data.json', 'LICENSE.md']);
    expect(existsSync(join(root, 'node_modules/@scope'))).toBe(false);
    expect(existsSync(join(root, 'services/a/kept.d.ts'))).toBe(true);
  });

  it('rejects a uWebSockets.js binary with an unknown digest', () => {
    put(`node_modules/used/uws_linux_x64_${process.versions.modules}.node`, elf(here));
    expect(() => prune(root, 'services/a')).toThrow(/not the binary we know/);
  });

  it('writes a deterministic SBOM of the remaining packages', () => {
    const folders = runtimeClosure(root, 'services/a');
    const bill = sbomOf(root, 'services/a', folders);
    expect(bill.components.map(({ name }) => name)).toEqual([
      '@tandem/kit',
      'deep',
      'nested',
      'peer',
      'used',
    ]);
    expect(bill.components[0]?.purl).toBe('pkg:npm/%40tandem/kit@1.0.0');
    expect(JSON.stringify(sbomOf(root, 'services/a', [...folders].reverse()))).toBe(
      JSON.stringify(bill),
    );
  });
});

describe('the uWebSockets.js binaries', () => {
  const digests = readFileSync(at('deploy/docker/image/uws.sha256'), 'utf8');
  const folder = at('node_modules/uWebSockets.js/dist/bin');

  it.each(['x64_115', 'x64_127', 'arm64_115', 'arm64_127'])(
    'for %s has the known digest',
    (suffix) => {
      expect(() =>
        assertKnownDigest(join(folder, `uws_linux_${suffix}.node`), digests),
      ).not.toThrow();
    },
  );

  it('are built for the processor in their name', () => {
    expect(
      isForPlatform(readFileSync(join(folder, 'uws_linux_x64_127.node')).subarray(0, 20), 'x64'),
    ).toBe(true);
    expect(
      isForPlatform(readFileSync(join(folder, 'uws_linux_arm64_127.node')).subarray(0, 20), 'x64'),
    ).toBe(false);
    expect(
      isForPlatform(readFileSync(join(folder, 'uws_darwin_x64_127.node')).subarray(0, 20), 'x64'),
    ).toBe(false);
  });

  it('for Node 20 on x64 have the digest of the benchmarked build', () => {
    const bytes = readFileSync(join(folder, 'uws_linux_x64_115.node'));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(
      '6f8d96d761a64beddb060f1f7f0e617dd293ed127ec1d57507aa561a0083171e',
    );
  });
});

// Needs no Docker engine: checks that the files a build copies exist.
describe.each(['service', 'web', 'emulator'])('%s.Dockerfile', (name) => {
  const text = readFileSync(at(`deploy/docker/${name}.Dockerfile`), 'utf8');
  const ignored = readFileSync(at('.dockerignore'), 'utf8').split('\n');

  it('copies only files that exist and are not ignored', () => {
    const copied = [...text.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, sources = '']) =>
      sources.split(' '),
    );
    for (const path of copied) {
      expect([path, existsSync(at(path))]).toEqual([path, true]);
      expect(ignored).not.toContain(path);
    }
    expect(copied.length).toBeGreaterThan(0);
  });

  it('installs from the lock file without install scripts', () => {
    const installs = text.split('\n').filter((line) => /npm (ci|install)/.test(line));
    expect(installs.length).toBeGreaterThan(0);
    for (const line of installs) expect(line).toContain('npm ci --ignore-scripts');
  });

  // The root's tools (linters, browsers' drivers, Jest) are most of a complete installation.
  it('installs single workspaces, not the whole repository', () => {
    for (const line of text.split('\n').filter((line) => line.includes('npm ci')))
      expect(line).toMatch(/ -w \S+$/);
  });

  it('runs as a numeric user without a shell', () => {
    const last = text.slice(text.lastIndexOf('\nFROM '));
    expect(last).toMatch(/^USER \d+:\d+$/m);
    expect(last).toMatch(/^ENTRYPOINT \["\w+"\]$/m);
    expect(last).toMatch(/^CMD \[".+"\]$/m);
  });

  it('pins the versions of its base images', () => {
    for (const [, image] of text.matchAll(/^ARG \w+_IMAGE=(\S+)$/gm))
      expect(image).toMatch(/:\d+\.\d+\.\d+-/);
  });
});

// An installation without the root's dependencies compiles with these.
describe('the compiler that an image is built with', () => {
  const { devDependencies: root } = manifestAt('package.json');
  const { devDependencies: proto } = manifestAt('proto/package.json');
  const base = parseJson('tsconfig.base.json') as { compilerOptions: { types: string[] } };
  const { types } = base.compilerOptions;

  it.each(['typescript', ...types.map((name) => `@types/${name}`)])(
    'has the same %s as the repository',
    (name) => {
      expect(proto[name]).toBeDefined();
      expect(proto[name]).toBe(root[name]);
    },
  );
});
