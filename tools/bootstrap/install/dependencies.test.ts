import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installDependencies, isInstalled } from './dependencies.mjs';

describe('isInstalled', () => {
  const wanted = {
    '': { version: '0.1.0' },
    'services/shares': { version: '0.1.0' },
    'node_modules/@tandem/shares': { link: true },
    'node_modules/zod': { version: '4.6.7' },
    'web/node_modules/debug': { version: '4.0.0' },
    'node_modules/only-for-macos': { version: '1.0.0', optional: true },
  };
  const installed = {
    'services/shares': { version: '0.1.0' },
    'node_modules/@tandem/shares': { link: true },
    'node_modules/zod': { version: '4.6.7' },
    'web/node_modules/debug': { version: '4.0.0' },
  };
  const without = (path: string) =>
    Object.fromEntries(Object.entries(installed).filter(([each]) => each !== path));

  it('accepts matching versions; optional packages of other systems may be absent', () => {
    expect(isInstalled(wanted, installed)).toBe(true);
  });

  it.each(['node_modules/zod', 'web/node_modules/debug', 'node_modules/@tandem/shares'])(
    'rejects an installation without %s',
    (path) => {
      expect(isInstalled(wanted, without(path))).toBe(false);
    },
  );

  it('rejects another version', () => {
    expect(isInstalled(wanted, { ...installed, 'node_modules/zod': { version: '4.6.8' } })).toBe(
      false,
    );
  });
});

describe('installDependencies', () => {
  let folder = '';
  let installs = 0;
  const write = (file: string, version: string) => {
    const packages = { 'node_modules/zod': { version } };
    writeFileSync(join(folder, file), JSON.stringify({ packages }));
  };
  const install = () => {
    installs += 1;
    write('node_modules/.package-lock.json', '4.6.7');
    return Promise.resolve('');
  };
  const run = () => installDependencies(() => undefined, undefined, { folder, install });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'dependencies-test-'));
    mkdirSync(join(folder, 'node_modules'));
    write('package-lock.json', '4.6.7');
    installs = 0;
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('installs once', async () => {
    await run();
    await run();
    expect(installs).toBe(1);
  });

  it('repeats no manual installation', async () => {
    write('node_modules/.package-lock.json', '4.6.7');
    await run();
    expect(installs).toBe(0);
  });

  it('installs again after an installation of another branch', async () => {
    await run();
    write('node_modules/.package-lock.json', '5.0.0');
    await run();
    expect(installs).toBe(2);
  });
});
