import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { render } from '../../helm/test/lib/chart.js';
import { composeFile } from '../../helm/test/lib/compose-schema.js';
import { interpolate } from '../../helm/test/lib/interpolate.js';
import { at } from '../../helm/test/lib/paths.js';
import { restCredentials, startRelay } from '../../helm/test/lib/relay.js';
import { findTool } from '../../helm/test/lib/tools.js';
import { workloadsIn, type Container } from '../../helm/test/lib/workloads.js';
import { freePort } from '../../services/_kit/src/testing/process.js';
import { connectTurn, type TurnClient } from '../../services/_kit/src/testing/turn-client.js';

const turnserver = findTool('turnserver', 'coturn');
const { services } = composeFile.parse(
  parse(readFileSync(at('docker-compose.yml'), 'utf8'), { merge: true, maxAliasCount: -1 }),
);
const inCompose = services['coturn'];
const commandFor = (env: Readonly<Record<string, string>>) =>
  (inCompose?.command ?? []).map((argument) => interpolate(argument, env));

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tandem-relay-'));
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

describe('the coturn service in docker-compose.yml', () => {
  const rotating = { TURN_SECRET: 'new', TURN_SECRET_PREVIOUS: 'old' };

  it('receives its arguments without a shell that would interpret the secret', () => {
    expect(inCompose?.entrypoint).toEqual(['turnserver']);
  });

  // Credentials are valid for ten minutes, so those signed with the old secret must stay accepted.
  it.each([
    [rotating, ['new', 'old']],
    [{ TURN_SECRET: 'new' }, ['new', 'new']],
  ])('accepts the secrets of %j; credentials are signed with the current one', (env, known) => {
    const secrets = commandFor(env).flatMap(
      (argument) => /^--static-auth-secret=(.*)$/.exec(argument)?.[1] ?? [],
    );
    expect(secrets).toEqual(known);
    const signer = services['turn-credentials']?.environment?.['TURN_SECRETS'];
    expect(interpolate(String(signer), env)).toBe('new');
  });

  it('passes --external-ip only when an address is set', () => {
    const behindNat = { ...rotating, TURN_EXTERNAL_IP: '198.51.100.7/127.0.0.1' };
    expect(commandFor(behindNat)).toContain('--external-ip=198.51.100.7/127.0.0.1');
    expect(commandFor(rotating).join(' ')).not.toContain('external-ip');
    for (const env of [rotating, behindNat, { TURN_SECRET: 'new' }])
      expect(commandFor(env)).not.toContain('');
  });

  (turnserver ? it : it.skip).each([
    [{ TURN_SECRET: 'new' }, ['new']],
    [{ ...rotating, TURN_EXTERNAL_IP: '198.51.100.7/127.0.0.1' }, ['new', 'old']],
  ])('starts with the arguments of %j without warnings', async (env, known) => {
    const port = await freePort();
    const clients: TurnClient[] = [];
    const relay = await startRelay({
      program: turnserver ?? '',
      home,
      config: readFileSync(at('deploy/coturn/turnserver.conf'), 'utf8'),
      args: commandFor(env),
      port,
    });
    try {
      for (const secret of known) {
        clients.push(connectTurn(port, restCredentials(secret, Date.now() + 600_000, 'compose')));
        expect(await clients.at(-1)?.allocate()).toBe(0);
      }
      expect(relay.output()).not.toMatch(/ALERT|Unknown argument|unrecognized|Bad config|ERROR/);
    } finally {
      for (const client of clients) client.close();
      await relay.stop();
    }
  });
});

const containerOf = (example: string, extra: readonly string[] = []): Container => {
  const manifests = render({ chart: 'coturn', example, extra });
  const [container] = workloadsIn(manifests).flatMap(({ pod }) => pod.containers);
  if (!container) throw new Error('the chart renders no relay');
  return container;
};

/** Installs a script in a folder that comes first in PATH. */
const install = (name: string, script: string) => {
  writeFileSync(join(home, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(home, name), 0o755);
};

describe('the relay in the chart', () => {
  it('has only arguments that every coturn since 4.6 accepts', () => {
    for (const example of ['minimal', 'tls', 'detect']) {
      const names = (containerOf(example).args ?? [])
        .filter((argument) => argument.startsWith('--'))
        .map((argument) => argument.replace(/=.*/, ''));
      // Removed in 4.17, which exits when it receives one of them.
      for (const gone of ['--no-dtls', '--no-cli', '--no-tlsv1', '--no-tlsv1_1'])
        expect([example, names.includes(gone)]).toEqual([example, false]);
      expect(names.includes('--cert')).toBe(example === 'tls');
    }
  });

  it('detects its public address and passes every argument on unchanged', () => {
    const { command = [], args = [] } = containerOf('detect');
    install('detect-external-ip', 'echo 198.51.100.9');
    install('turnserver', `for argument in "$@"; do printf '%s\\n' "$argument"; done`);
    const secret = 'with $(a) "quote" and `tick`';
    // Kubernetes escapes `$(` in a command line as `$$(`.
    const [program = '', ...rest] = command.map((part) => part.replaceAll('$$(', '$('));
    const given = args.map((one) => one.replace('$(TURN_SECRET)', secret));
    const { stdout, status } = spawnSync(program, [...rest, ...given], {
      env: { PATH: `${home}:${process.env['PATH'] ?? ''}` },
      encoding: 'utf8',
    });
    expect(status).toBe(0);
    expect(stdout.trimEnd().split('\n')).toEqual([...given, '--external-ip=198.51.100.9']);
  });

  it('does not start when its public address cannot be detected', () => {
    const { command = [], args = [] } = containerOf('detect');
    install('detect-external-ip', 'exit 1');
    install('turnserver', 'echo started');
    const [program = '', ...rest] = command.map((part) => part.replaceAll('$$(', '$('));
    const { stdout, status } = spawnSync(program, [...rest, ...args], {
      env: { PATH: `${home}:${process.env['PATH'] ?? ''}` },
      encoding: 'utf8',
    });
    expect([stdout, status === 0]).toEqual(['', false]);
  });

  /** Runs the rendered preStop hook against `pid` instead of process 1. */
  const drain = async (pid: number | undefined, seconds: number): Promise<number | null> => {
    if (!pid) throw new Error('nothing to drain');
    const [program = '', ...rest] = containerOf('minimal').lifecycle?.preStop?.exec?.command ?? [];
    const args = rest.map((part) =>
      part.replaceAll(/(kill -(?:USR1|0)) 1\b/g, `$1 ${pid}`).replace(/-lt \d+/, `-lt ${seconds}`),
    );
    const hook = spawn(program, args, { stdio: 'ignore' });
    const [code] = (await once(hook, 'exit')) as [number | null];
    return code;
  };

  // Debian's coturn has no drain mode (added in 4.6.3), so scripts stand in for it.
  it('stops accepting allocations and drains until its last transfer has ended', async () => {
    const relay = spawn('sh', [
      '-c',
      'trap "sleep 1; echo drained; exit 0" USR1; echo up; while :; do sleep 0.1; done',
    ]);
    let told = '';
    relay.stdout.on('data', (chunk: Buffer) => (told += chunk.toString()));
    await once(relay.stdout, 'data');
    const ended = once(relay, 'close');
    try {
      await drain(relay.pid, 600);
    } finally {
      // Already exited, unless the hook did not signal it.
      relay.kill('SIGTERM');
      await ended;
    }
    expect(told).toBe('up\ndrained\n');
    expect(relay.exitCode).toBe(0);
  });

  it('stops waiting after the drain time', async () => {
    const relay = spawn('sh', ['-c', 'trap "" USR1; echo up; while :; do sleep 0.1; done']);
    await once(relay.stdout, 'data');
    const ended = once(relay, 'exit');
    try {
      await drain(relay.pid, 2);
      expect(relay.exitCode).toBe(null);
    } finally {
      relay.kill('SIGKILL');
      await ended;
    }
  });

  it('has a grace period of drainSeconds plus half a minute', () => {
    const extra = ['--set', 'drainSeconds=90'];
    const manifests = render({ chart: 'coturn', example: 'minimal', extra });
    const [relay] = workloadsIn(manifests);
    expect(relay?.pod.terminationGracePeriodSeconds).toBe(120);
    const hook = containerOf('minimal', extra).lifecycle?.preStop?.exec?.command.join(' ');
    expect(hook).toContain('-lt 90 ]');
  });
});
