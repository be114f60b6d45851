import { readFileSync } from 'node:fs';
import { completeLock, missingOptional, platformOf, type LockFile } from './complete-lock.mjs';
import { at } from '../../helm/test/lib/paths.js';

const lock = JSON.parse(readFileSync(at('package-lock.json'), 'utf8')) as LockFile;

// Images: "Reproducible from the lockfile": npm ci refuses one that lacks other platforms' packages.
describe('the lock file', () => {
  it('names the optional packages of every platform (else: npm run complete-lock)', () => {
    expect(missingOptional(lock)).toEqual([]);
  });

  it('would be completed where it did not', () => {
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
