import { spawn, type ChildProcess } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../services/_kit/src/testing/process.js';
import {
  connectTurn,
  untilRelayAnswers,
  type TurnClient,
} from '../../services/_kit/src/testing/turn-client.js';
import { render } from './lib/chart.js';
import { findTool } from './lib/tools.js';
import { workloadsIn } from './lib/workloads.js';

const turnserver = findTool('turnserver', 'coturn');
const whenCoturn = turnserver ? describe : describe.skip;

const secrets = { TURN_SECRET: 'new-secret', TURN_SECRET_PREVIOUS: 'old-secret' };
/** The one loopback address that this test lets the relay reach; every other stays refused. */
const peerHost = '127.0.0.2';
const minuteMs = 60_000;

/** As turn-credentials makes them: `<expiry>:<id>` and its HMAC. */
const restCredentials = (secret: string, expiresAt: number, id: string) => {
  const username = `${Math.floor(expiresAt / 1000)}:${id}`;
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') };
};

/** What the kubelet does with `$(NAME)` in arguments. */
const expand = (argument: string, env: Readonly<Record<string, string>>) =>
  argument.replace(/\$\((\w+)\)/g, (whole, name: string) => env[name] ?? whole);

/** Debian builds coturn without its exporter; TLS needs a certificate and is not under test. */
const isSupported = (argument: string) =>
  !/^--(prometheus|tls-|cert|pkey|external-ip)/.test(argument);

// Deployment: "the rendered coturn configuration relays and refuses on a real coturn".
whenCoturn('the relay as the chart configures it', () => {
  let home = '';
  let port = 0;
  let server: ChildProcess;
  let peer: Socket;
  let peerPort = 0;
  const open: TurnClient[] = [];

  const connect = (secret: string, expiresAt = Date.now() + 10 * minuteMs, id = 'check') => {
    const client = connectTurn(port, restCredentials(secret, expiresAt, id));
    open.push(client);
    return client;
  };

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'tandem-turn-'));
    const manifests = render({ chart: 'coturn', example: 'tls' });
    const config =
      manifests.find(({ kind }) => kind === 'ConfigMap')?.data?.['turnserver.conf'] ?? '';
    writeFileSync(join(home, 'turnserver.conf'), config.replaceAll('=/tmp/', `=${home}/`));
    port = await freePort();
    const container = workloadsIn(manifests)[0]?.pod.containers[0];
    const args = (container?.args ?? [])
      .filter(isSupported)
      .map((argument) => expand(argument, { ...secrets, HOST_IP: '127.0.0.1' }))
      .map((argument) => argument.replace('/etc/coturn/', `${home}/`))
      .map((argument) => argument.replace(/^--listening-port=.*/, `--listening-port=${port}`));
    server = spawn(
      turnserver ?? '',
      [
        ...args,
        ...[
          '--listening-ip=127.0.0.1',
          '--relay-ip=127.0.0.1',
          '--no-tls',
          '--no-dtls',
          '--relay-threads=1',
        ],
        ...['--allow-loopback-peers', `--allowed-peer-ip=${peerHost}`],
      ],
      { stdio: ['ignore', 'pipe', 'pipe'], cwd: home },
    );
    let output = '';
    const keep = (chunk: Buffer) => (output += chunk.toString());
    server.stdout?.on('data', keep);
    server.stderr?.on('data', keep);
    const ended = once(server, 'exit').then(([code]) => {
      throw new Error(`turnserver ended with ${String(code)}\n${output}`);
    });
    // At the end it is ended on purpose, and nobody waits for it.
    ended.catch(() => undefined);
    await Promise.race([ended, untilRelayAnswers(port)]);
    peer = createSocket('udp4');
    peer.on('message', (data, { port: from, address }) => peer.send(data, from, address));
    peer.bind(0, peerHost);
    await once(peer, 'listening');
    peerPort = peer.address().port;
  });
  afterEach(() => {
    for (const client of open.splice(0)) client.close();
  });
  afterAll(async () => {
    server.removeAllListeners('exit');
    server.kill('SIGKILL');
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
    peer.close();
    rmSync(home, { recursive: true, force: true });
  });

  it.each([
    ['the present secret', secrets.TURN_SECRET],
    ['the previous one during a rotation', secrets.TURN_SECRET_PREVIOUS],
  ])('relays for credentials made with %s', async (_which, secret) => {
    const client = connect(secret);
    expect(await client.allocate()).toBe(0);
    expect(await client.permit(peerHost)).toBe(0);
    const data = Buffer.from('through the relay');
    expect((await client.echo(peerHost, peerPort, data)).toString()).toBe(data.toString());
  });

  it('refuses another secret and an expired credential', async () => {
    expect(await connect('guessed').allocate()).toBe(401);
    expect(await connect(secrets.TURN_SECRET, Date.now() - minuteMs).allocate()).toBe(401);
  });

  it.each([
    ...['10.0.0.1', '172.16.0.1', '172.31.255.254', '192.168.1.1', '100.64.0.1', '127.0.0.1'],
    ...[
      '169.254.169.254',
      '192.0.0.1',
      '198.18.0.1',
      '203.0.113.5',
      '224.0.0.1',
      '240.0.0.1',
      '0.0.0.1',
    ],
  ])('refuses to reach %s', async (address) => {
    const client = connect(secrets.TURN_SECRET);
    expect(await client.allocate()).toBe(0);
    expect(await client.permit(address)).toBe(403);
  });

  it('gives one participant no more than its quota, and another its own', async () => {
    const expiresAt = Date.now() + 10 * minuteMs;
    const codes: number[] = [];
    for (let n = 0; n < 26; n += 1) {
      codes.push(await connect(secrets.TURN_SECRET, expiresAt, 'greedy').allocate());
    }
    // 24 of turnserver.conf; 486 is "allocation quota reached".
    expect(codes.filter((code) => code === 0)).toHaveLength(24);
    expect(codes.slice(24)).toEqual([486, 486]);
    expect(await connect(secrets.TURN_SECRET, expiresAt, 'modest').allocate()).toBe(0);
  });
});
