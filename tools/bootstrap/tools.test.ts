import { natsServer, requireTool } from './tools.mjs';

const silent = () => undefined;
const missing = () => undefined;

describe('a tool the stack needs', () => {
  it('is used where it is, without installing anything', async () => {
    let installs = 0;
    const install = () => {
      installs += 1;
      return Promise.resolve(true);
    };
    const find = (name: string) => `/usr/sbin/${name}`;
    await expect(requireTool(natsServer, silent, undefined, { find, install })).resolves.toBe(
      '/usr/sbin/nats-server',
    );
    expect(installs).toBe(0);
  });

  it('is installed from Debian when this user may', async () => {
    const asked: string[][] = [];
    const install = (packages: string[]) => {
      asked.push(packages);
      return Promise.resolve(true);
    };
    const find = (name: string) => (asked.length > 0 ? `/usr/sbin/${name}` : undefined);
    await expect(requireTool(natsServer, silent, undefined, { find, install })).resolves.toBe(
      '/usr/sbin/nats-server',
    );
    expect(asked).toEqual([['nats-server']]);
  });

  it('is otherwise one message that names every way to get it and the alternative', async () => {
    const install = () => Promise.resolve(false);
    const attempt = requireTool(natsServer, silent, undefined, { find: missing, install });
    await expect(attempt).rejects.toMatchObject({ name: 'LaunchFault', exitCode: 1 });
    await expect(attempt).rejects.toThrow(/apt-get install nats-server/);
    await expect(attempt).rejects.toThrow(/NATS_URL=nats:/);
  });
});
