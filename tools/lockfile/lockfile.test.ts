import { readFileSync } from 'node:fs';
import { completeLock, missingOptional, platformOf, type LockFile } from './complete-lock.js';
import { at } from '../../helm/test/lib/paths.js';

const lock = JSON.parse(readFileSync(at('package-lock.json'), 'utf8')) as LockFile;

// `npm ci` refuses a lock file without the packages of other platforms.
describe('the lock file', () => {
  it('contains the optional packages of every platform (npm run complete-lock adds them)', () => {
    expect(missingOptional(lock)).toEqual([]);
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
