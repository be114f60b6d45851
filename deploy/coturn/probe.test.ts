import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { at } from '../../helm/test/lib/paths.js';
import { startRelay, type Relay } from '../../helm/test/lib/relay.js';
import { findTool } from '../../helm/test/lib/tools.js';
import { freePort } from '../../services/_kit/src/testing/process.js';

const turnserver = findTool('turnserver', 'coturn');
const probe = findTool('turnutils_uclient', 'coturn');
const secret = 'secret-of-the-relay';

const [, written = ''] =
  /`turnutils_uclient ([^`]+)`/.exec(readFileSync(at('docs/runbooks/turn-down.md'), 'utf8')) ?? [];

(turnserver && probe ? describe : describe.skip)('the command of the runbook turn-down', () => {
  let home = '';
  let port = 0;
  let relay: Relay;

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'tandem-probe-'));
    port = await freePort();
    relay = await startRelay({
      program: turnserver ?? '',
      home,
      config: readFileSync(at('deploy/coturn/turnserver.conf'), 'utf8'),
      // The probe's clients relay to each other's address at the relay, which is public elsewhere.
      args: [
        ...['-c', '/etc/coturn/turnserver.conf', '--realm=turn.example.com', '--no-tls'],
        ...[`--static-auth-secret=${secret}`, `--listening-port=${port}`],
        ...['--allow-loopback-peers', '--allowed-peer-ip=127.0.0.1'],
      ],
      port,
    });
  });
  afterAll(async () => {
    await relay.stop();
    rmSync(home, { recursive: true, force: true });
  });

  const run = async (...transport: string[]) => {
    const args = written.replace('<secret>', secret).replace('<host>', '127.0.0.1').split(' ');
    const child = spawn(probe ?? '', ['-p', String(port), ...transport, ...args]);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const [exitCode] = (await once(child, 'close')) as [number | null];
    return { exitCode, output };
  };

  // The probe waits for seconds, so both run together.
  it('reports a working relay over UDP and TCP', async () => {
    for (const { exitCode, output } of await Promise.all([run(), run('-t')])) {
      expect(output).toContain('Total lost packets 0 ');
      expect(exitCode).toBe(0);
    }
  });
});
