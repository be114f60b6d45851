import { readFileSync } from 'node:fs';
import { at } from '../../helm/test/lib/paths.js';
import {
  completeLock,
  fromRegistry,
  missingOptional,
  platformOf,
  withoutDigest,
  type LockFile,
} from './complete-lock.js';

const read = (file: string) => JSON.parse(readFileSync(at(file), 'utf8')) as LockFile;
const lock = read('package-lock.json');
/** Node for those whose own cannot run the product (tools/bootstrap/install/node.mjs). */
const nodeFolder = 'tools/bootstrap/node';

const sha512 = expect.stringMatching(/^sha512-[\w+/]{86}==$/) as unknown;

interface Manifest {
  workspaces?: string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(at(`${folder}/package.json`), 'utf8')) as Manifest;

// A range lets a build install a version that has never been tested.
describe('the manifests', () => {
  it.each(['.', nodeFolder, ...(manifestOf('.').workspaces ?? [])])(
    '%s names exact versions',
    (folder) => {
      const { dependencies, devDependencies, optionalDependencies } = manifestOf(folder);
      const all = { ...dependencies, ...devDependencies, ...optionalDependencies };
      for (const [name, version] of Object.entries(all)) {
        expect([name, version]).toEqual([
          name,
          expect.stringMatching(/^(npm:@?[\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/),
        ]);
      }
    },
  );
});

// `npm ci` refuses a lock file without the packages of other platforms.
describe('the lock file', () => {
  it('contains the optional packages of every platform (npm run complete-lock adds them)', () => {
    expect(missingOptional(lock)).toEqual([]);
  });

  // Everywhere else npm refuses the whole installation, also of workspaces that do not need the package.
  it('requires no package that exists for some platforms only', () => {
    const required = Object.entries(lock.packages).filter(
      ([, { optional, os, cpu, libc }]) => optional !== true && (os ?? cpu ?? libc) !== undefined,
    );
    expect(required.map(([path]) => path)).toEqual([]);
  });

  it('has a digest of every package, also of other platforms (npm run complete-lock adds them)', () => {
    expect(withoutDigest(lock)).toEqual([]);
    const all = [lock, read(`${nodeFolder}/package-lock.json`)].flatMap(fromRegistry);
    for (const [path, { integrity }] of all) {
      expect([path, integrity]).toEqual([path, sha512]);
    }
  });

  it('names no registry', () => {
    for (const [path, { resolved }] of fromRegistry(lock))
      expect([path, resolved]).toEqual([path, undefined]);
    for (const file of ['package-lock.json', `${nodeFolder}/package-lock.json`])
      expect(readFileSync(at(file), 'utf8')).not.toMatch(/"resolved": "(https?|git)/);
  });

  it('gets missing packages added', () => {
    const small: LockFile = {
      packages: {
        'node_modules/tool': { optionalDependencies: { '@tool/linux-x64-musl': '1.2.3' } },
      },
    };
    expect(completeLock(small).packages['node_modules/@tool/linux-x64-musl']).toEqual({
      version: '1.2.3',
      optional: true,
      cpu: ['x64'],
      libc: ['musl'],
      os: ['linux'],
    });
  });

  it.each([
    ['@swc/core-darwin-arm64', { cpu: ['arm64'], os: ['darwin'] }],
    ['@rollup/rollup-linux-arm-gnueabihf', { cpu: ['arm'], libc: ['glibc'], os: ['linux'] }],
    ['@rolldown/binding-win32-x64-msvc', { cpu: ['x64'], os: ['win32'] }],
    ['fsevents', { os: ['darwin'] }],
  ])('reads the platform of %s from its name', (name, platform) => {
    expect(platformOf(name)).toEqual(platform);
  });
});
