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
import { createHash } from 'node:crypto';
import { runtimeClosure } from './closure.mjs';
import { assertKnownDigest, isForPlatform, prune } from './prune.mjs';
import { sbomOf } from './sbom.mjs';
import { at } from '../../../helm/test/lib/paths.js';

const elf = (machine: number) => {
  const head = Buffer.alloc(64);
  head.write('\x7fELF', 'latin1');
  head.writeUInt16LE(machine, 18);
  return head;
};
const here = process.arch === 'arm64' ? 0xb7 : 0x3e;
const elsewhere = process.arch === 'arm64' ? 0x3e : 0xb7;

// Images: "production dependencies only", "foreign-platform binaries removed", "the uWebSockets.js binary
// checked against its digest", "SBOM".
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

  it('keeps what the service reaches at run time and nothing else', () => {
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

  it('stops when something that is needed is not installed', () => {
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

  it('takes out what no program reads, and leaves licences and everything else', () => {
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

  it('refuses a uWebSockets.js binary that is not the known one', () => {
    put(`node_modules/used/uws_linux_x64_${process.versions.modules}.node`, elf(here));
    expect(() => prune(root, 'services/a')).toThrow(/not the binary we know/);
  });

  it('writes down what stays, the same bytes every time', () => {
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
    'for %s is the one we know',
    (suffix) => {
      expect(() =>
        assertKnownDigest(join(folder, `uws_linux_${suffix}.node`), digests),
      ).not.toThrow();
    },
  );

  it('are for the processor their name says', () => {
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

  it('was measured with this digest on Node 20', () => {
    const bytes = readFileSync(join(folder, 'uws_linux_x64_115.node'));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(
      '6f8d96d761a64beddb060f1f7f0e617dd293ed127ec1d57507aa561a0083171e',
    );
  });
});

// No Docker engine is asked here: what a build would need is looked up in the files.
describe.each(['service', 'web', 'emulator'])('%s.Dockerfile', (name) => {
  const text = readFileSync(at(`deploy/docker/${name}.Dockerfile`), 'utf8');
  const ignored = readFileSync(at('.dockerignore'), 'utf8').split('\n');

  it('copies only what is there and not ignored', () => {
    const copied = [...text.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, sources = '']) =>
      sources.split(' '),
    );
    for (const path of copied) {
      expect([path, existsSync(at(path))]).toEqual([path, true]);
      expect(ignored).not.toContain(path);
    }
    expect(copied.length).toBeGreaterThan(0);
  });

  it('installs from the lock file, without running packages’ scripts', () => {
    const installs = text.split('\n').filter((line) => /npm (ci|install)/.test(line));
    expect(installs.length).toBeGreaterThan(0);
    for (const line of installs) expect(line).toContain('npm ci --ignore-scripts');
  });

  it('runs as a numbered user, without a shell in between', () => {
    const last = text.slice(text.lastIndexOf('\nFROM '));
    expect(last).toMatch(/^USER \d+:\d+$/m);
    expect(last).toMatch(/^ENTRYPOINT \["\w+"\]$/m);
    expect(last).toMatch(/^CMD \[".+"\]$/m);
  });

  it('pins its base images to a version', () => {
    for (const [, image] of text.matchAll(/^ARG \w+_IMAGE=(\S+)$/gm))
      expect(image).toMatch(/:\d+\.\d+\.\d+-/);
  });
});
