import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { installPackages } from './programs.mjs';

/** Like Debian's scripts after the installation: ask policy-rc.d, and add a unit for coturn. */
const fakeAptGet = `#!/bin/sh
[ "$1" = install ] || exit 0
for service in coturn.service nats-server cron.service; do
  code=0
  [ ! -x "$HOME_OF_TEST/policy-rc.d" ] || "$HOME_OF_TEST/policy-rc.d" $service start || code=$?
  echo "$service $code" >> "$HOME_OF_TEST/asked"
done
touch "$HOME_OF_TEST/units/coturn.service"
exit "\${APT_EXIT_CODE:-0}"
`;

describe('an installed package', () => {
  let home = '';
  const at = (name: string) => join(home, name);
  const program = (name: string, script: string) =>
    writeFileSync(at(name), script.replaceAll('$HOME_OF_TEST', home), { mode: 0o755 });
  const read = (name: string) => (existsSync(at(name)) ? readFileSync(at(name), 'utf8') : '');

  const install = (signal?: AbortSignal) =>
    installPackages(['coturn', 'nats-server'], () => undefined, signal, {
      find: at,
      asRoot: () => Promise.resolve([]),
      services: {
        policyFile: at('policy-rc.d'),
        unitFolder: at('units'),
        runFolder: at('running'),
      },
    });

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'services-test-'));
    mkdirSync(at('units'));
    program('apt-get', fakeAptGet);
    program('systemctl', `#!/bin/sh\necho "$*" >> "$HOME_OF_TEST/systemctl-calls"\n`);
  });
  afterEach(() => {
    delete process.env['APT_EXIT_CODE'];
    rmSync(home, { recursive: true, force: true });
  });

  it('does not start its service, and other services may start', async () => {
    await expect(install()).resolves.toBe(true);
    expect(read('asked')).toBe('coturn.service 101\nnats-server 101\ncron.service 0\n');
  });

  it('leaves no policy behind, also after a failed installation', async () => {
    await install();
    expect(existsSync(at('policy-rc.d'))).toBe(false);
    process.env['APT_EXIT_CODE'] = '100';
    await expect(install()).rejects.toThrow(/apt-get install failed/);
    expect(existsSync(at('policy-rc.d'))).toBe(false);
  });

  it('leaves no policy behind when it is interrupted', async () => {
    const interrupt = new AbortController();
    program(
      'apt-get',
      '#!/bin/sh\n[ "$1" = install ] || exit 0\nmkfifo $HOME_OF_TEST/pipe\nread < $HOME_OF_TEST/pipe\n',
    );
    const attempt = install(interrupt.signal);
    const isRefused = expect(attempt).rejects.toThrow('interrupted');
    while (!existsSync(at('pipe'))) await delay(20);
    expect(existsSync(at('policy-rc.d'))).toBe(true);
    interrupt.abort(new Error('interrupted'));
    await isRefused;
    expect(existsSync(at('policy-rc.d'))).toBe(false);
  });

  it('is not enabled for the next boot', async () => {
    await install();
    expect(read('systemctl-calls')).toBe('disable coturn.service\n');
  });

  it('is stopped where systemd runs, in case another policy has let it start', async () => {
    mkdirSync(at('running'));
    program('policy-rc.d', '#!/bin/sh\nexit 0\n');
    await install();
    expect(read('systemctl-calls')).toBe('disable --now coturn.service\n');
  });

  it('keeps a policy of the machine, and services that were there before', async () => {
    const policy = '#!/bin/sh\nexit 101\n';
    program('policy-rc.d', policy);
    writeFileSync(at('units/coturn.service'), '');
    await install();
    expect(read('policy-rc.d')).toBe(policy);
    expect(read('systemctl-calls')).toBe('');
  });
});
