import { natsServer, requireProgram } from './programs.js';

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
