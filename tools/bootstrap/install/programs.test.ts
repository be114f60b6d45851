import { LaunchFault } from '../fault.mjs';
import {
  firefox,
  headlessShell,
  natsServer,
  requireProgram,
  requireTestPrograms,
} from './programs.mjs';

const silent = () => undefined;

describe('a required program', () => {
  it('is used where it is found, without installing anything', async () => {
    let installs = 0;
    const install = () => {
      installs += 1;
      return Promise.resolve(true);
    };
    const find = (name: string) => `/usr/sbin/${name}`;
    await expect(requireProgram(natsServer, silent, undefined, { find, install })).resolves.toBe(
      '/usr/sbin/nats-server',
    );
    expect(installs).toBe(0);
  });

  it('is installed from Debian when the user may', async () => {
    const asked: (readonly string[])[] = [];
    const install = (packages: readonly string[]) => {
      asked.push(packages);
      return Promise.resolve(true);
    };
    const find = (name: string) => (asked.length > 0 ? `/usr/sbin/${name}` : undefined);
    await expect(requireProgram(natsServer, silent, undefined, { find, install })).resolves.toBe(
      '/usr/sbin/nats-server',
    );
    expect(asked).toEqual([['nats-server']]);
  });

  it('fails with every way to get it and the alternative', async () => {
    const install = () => Promise.resolve(false);
    const find = () => undefined;
    const attempt = requireProgram(natsServer, silent, undefined, { find, install });
    await expect(attempt).rejects.toMatchObject({ name: 'LaunchFault', exitCode: 1 });
    await expect(attempt).rejects.toThrow(/apt-get install nats-server/);
    await expect(attempt).rejects.toThrow(/NATS_URL=nats:/);
  });
});

describe('the programs of the tests', () => {
  const system = (isOffered: boolean, fault?: Error) => {
    const asked: (readonly string[])[] = [];
    return {
      asked,
      find: (name: string) => (name === headlessShell ? undefined : `/usr/bin/${name}`),
      isOffered: () => Promise.resolve(isOffered),
      install: (packages: readonly string[]) => {
        asked.push(packages);
        return fault ? Promise.reject(fault) : Promise.resolve(true);
      },
    };
  };

  it('include the headless shell where apt-get offers it', async () => {
    const here = system(true);
    await requireTestPrograms(silent, undefined, here);
    expect(here.asked).toEqual([[headlessShell]]);
  });

  /** Like apt-get, which refuses all packages when it does not offer one of them. */
  const systemOffering = (...offered: string[]) => {
    const present = new Set<string>();
    return {
      present,
      find: (name: string) => (present.has(name) ? `/usr/bin/${name}` : undefined),
      isOffered: () => Promise.resolve(false),
      install: (packages: readonly string[]) => {
        const missing = packages.filter((name) => !offered.includes(name));
        if (missing.length > 0) {
          return Promise.reject(
            new LaunchFault(`E: Unable to locate package ${missing.join(' ')}`),
          );
        }
        for (const name of packages) present.add(name === 'coturn' ? 'turnserver' : name);
        return Promise.resolve(true);
      },
    };
  };
  const requireFrom = async (system: ReturnType<typeof systemOffering>, isCi = false) => {
    const printed: string[] = [];
    const print = (text: string) => printed.push(text);
    await requireTestPrograms(print, undefined, system, isCi);
    return printed.join('\n');
  };

  it('do without Firefox where no package offers it, and the reason is printed', async () => {
    const ubuntu = systemOffering('nats-server', 'coturn', 'chromium');
    expect(await requireFrom(ubuntu)).toMatch(
      /Unable to locate package firefox-esr[^]*firefox-esr is missing: its tests are skipped[^]*ppa:mozillateam/,
    );
    expect([...ubuntu.present].sort()).toEqual(['chromium', 'nats-server', 'turnserver']);
  });

  it('include Firefox where a package offers it, and in CI', async () => {
    const debian = systemOffering('nats-server', 'coturn', 'chromium', firefox);
    expect(await requireFrom(debian)).not.toMatch(/skipped/);
    expect(debian.present.has(firefox)).toBe(true);
    const runner = systemOffering('nats-server', 'coturn', 'chromium');
    await expect(requireFrom(runner, true)).rejects.toThrow(/cannot be installed.*firefox-esr/s);
  });

  it('name what is missing and how to get it', async () => {
    const ubuntu = systemOffering('nats-server', 'coturn');
    const attempt = requireFrom(ubuntu);
    await expect(attempt).rejects.toThrow(/automatically: chromium\n/);
    await expect(attempt).rejects.toThrow(/Ubuntu[^]*`chromium` on the PATH/);
  });

  it('do without the headless shell where apt-get does not offer it or fails', async () => {
    const elsewhere = system(false);
    await requireTestPrograms(silent, undefined, elsewhere);
    expect(elsewhere.asked).toEqual([]);
    const printed: unknown[] = [];
    const offline = system(true, new Error('no network'));
    await requireTestPrograms((text) => printed.push(text), undefined, offline);
    expect(String(printed)).toMatch(/Going on without chromium-headless-shell.*no network/s);
  });
});
