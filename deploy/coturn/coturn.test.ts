import { spawnSync } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { render } from '../../helm/test/lib/chart.js';
import { hasIpv6, restCredentials, startRelay, type Relay } from '../../helm/test/lib/relay.js';
import { findTool } from '../../helm/test/lib/tools.js';
import { workloadsIn } from '../../helm/test/lib/workloads.js';
import { freePort } from '../../services/_kit/src/testing/process.js';
import { connectTurn, type TurnClient } from '../../services/_kit/src/testing/turn-client.js';

const turnserver = findTool('turnserver', 'coturn');
const whenCoturn = turnserver ? describe : describe.skip;
const openssl = findTool('openssl', 'openssl');
if (!hasIpv6) process.stderr.write('no IPv6 on this machine: skipping refused IPv6 addresses\n');

const secrets = { TURN_SECRET: 'new-secret', TURN_SECRET_PREVIOUS: 'old-secret' };
/** The only loopback address the relay may reach in this test; all others stay refused. */
const peerHost = '127.0.0.2';
const minuteMs = 60_000;

/** Expands `$(NAME)` in arguments as the kubelet does. */
const expand = (argument: string, env: Readonly<Record<string, string>>) =>
  argument.replace(/\$\((\w+)\)/g, (whole, name: string) => env[name] ?? whole);

/** Writes a self-signed certificate into `folder`, with the file names of a Kubernetes TLS Secret. */
const makeCertificate = (folder: string, name = 'relay') => {
  const files = ['-keyout', join(folder, 'tls.key'), '-out', join(folder, 'tls.crt')];
  const { status, stderr } = spawnSync(
    openssl ?? '',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-subj',
      `/CN=${name}`,
      ...files,
    ],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
};

/** Retries until the port is open: the relay opens its TLS port after its UDP port. */
const untilTls = async (port: number): Promise<TLSSocket> => {
  for (;;) {
    const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false });
    try {
      await once(socket, 'secureConnect');
      return socket;
    } catch {
      socket.destroy();
      await pause(50);
    }
  }
};

whenCoturn('the relay as the chart configures it', () => {
  let home = '';
  let port = 0;
  let tlsPort = 0;
  let relay: Relay;
  let peer: Socket;
  let peerPort = 0;
  const open: TurnClient[] = [];

  let participants = 0;
  /** A new id per call: an allocation counts against its participant long after the socket is closed. */
  const nobodyYet = () => `participant-${participants++}`;
  const connect = (secret: string, expiresAt = Date.now() + 10 * minuteMs, id = nobodyYet()) => {
    const client = connectTurn(port, restCredentials(secret, expiresAt, id));
    open.push(client);
    return client;
  };

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'tandem-turn-'));
    const manifests = render({ chart: 'coturn', example: 'tls' });
    port = await freePort();
    do tlsPort = await freePort();
    while (tlsPort === port);
    if (openssl) makeCertificate(home);
    const container = workloadsIn(manifests)[0]?.pod.containers[0];
    // In a container the loop ends with process 1. Here it checks for the relay, and does not wait a minute.
    const command = (container?.command ?? []).map((part) =>
      part
        .replaceAll('/etc/coturn-tls/', `${home}/`)
        .replace('sleep 60', 'sleep 0.2 && kill -0 $$$$')
        .replace('kill -USR2 1;', 'kill -USR2 $$$$;'),
    );
    const args = (container?.args ?? [])
      .map((argument) => expand(argument, { ...secrets, HOST_IP: '127.0.0.1' }))
      .map((argument) => argument.replace('/etc/coturn-tls/', `${home}/`))
      .map((argument) => argument.replace(/^(--tls-listening-port)=.*/, `$1=${tlsPort}`))
      // The example's public address is not on this machine.
      .filter((argument) => !argument.startsWith('--external-ip'))
      .filter((argument) => openssl ?? !/^--(tls|cert|pkey)/.test(argument));
    relay = await startRelay({
      program: turnserver ?? '',
      home,
      config: manifests.find(({ kind }) => kind === 'ConfigMap')?.data?.['turnserver.conf'] ?? '',
      args: [...args, '--allow-loopback-peers', `--allowed-peer-ip=${peerHost}`],
      port,
      ...(openssl && { command }),
    });
    peer = createSocket('udp4');
    peer.on('message', (data, { port: from, address }) => peer.send(data, from, address));
    peer.bind(0, peerHost);
    await once(peer, 'listening');
    peerPort = peer.address().port;
  });
  afterAll(async () => {
    // Close only here: the relay would mistake a client on a reused port for the previous one.
    for (const client of open) client.close();
    await relay.stop();
    peer.close();
    rmSync(home, { recursive: true, force: true });
  });

  it('accepts every option and argument', () => {
    expect(relay.output()).not.toMatch(/ALERT|Unknown argument|unrecognized|Bad config|ERROR/);
  });

  it.each([
    ['the current secret', secrets.TURN_SECRET],
    ['the previous one during a rotation', secrets.TURN_SECRET_PREVIOUS],
  ])('relays for credentials signed with %s', async (_which, secret) => {
    const client = connect(secret);
    expect(await client.allocate()).toBe(0);
    expect(await client.permit(peerHost)).toBe(0);
    const data = Buffer.from('through the relay');
    expect((await client.echo(peerHost, peerPort, data)).toString()).toBe(data.toString());
  });

  it('refuses an unknown secret and an expired credential', async () => {
    expect(await connect('guessed').allocate()).toBe(401);
    expect(await connect(secrets.TURN_SECRET, Date.now() - minuteMs).allocate()).toBe(401);
  });

  (openssl ? it : it.skip)(
    'answers over TLS on the configured port with the mounted certificate',
    async () => {
      const socket = await untilTls(tlsPort);
      expect(socket.getPeerCertificate().subject.CN).toBe('relay');
      // A STUN binding request; 0x0101 is the type of a success response.
      socket.write(Buffer.from('000100002112a442000102030405060708090a0b', 'hex'));
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(answer.readUInt16BE(0)).toBe(0x0101);
      socket.destroy();
    },
  );

  // Otherwise it serves the certificate of its start until that expires.
  (openssl ? it : it.skip)(
    'serves a renewed certificate and keeps its relayed connections',
    async () => {
      const client = connect(secrets.TURN_SECRET);
      expect(await client.allocate()).toBe(0);
      expect(await client.permit(peerHost)).toBe(0);
      const renewed = join(home, 'renewed');
      mkdirSync(renewed);
      makeCertificate(renewed, 'renewed relay');
      for (const file of ['tls.key', 'tls.crt']) renameSync(join(renewed, file), join(home, file));
      let served = '';
      const endsAt = performance.now() + 3_000;
      while (served !== 'renewed relay' && performance.now() < endsAt) {
        const socket = await untilTls(tlsPort);
        served = String(socket.getPeerCertificate().subject.CN);
        socket.destroy();
      }
      expect(served).toBe('renewed relay');
      const data = Buffer.from('still relayed');
      expect((await client.echo(peerHost, peerPort, data)).toString()).toBe(data.toString());
    },
  );

  it.each([
    ...['10.0.0.1', '172.16.0.1', '172.31.255.254', '192.168.1.1', '100.64.0.1', '127.0.0.1'],
    ...['169.254.169.254', '192.0.0.1', '198.18.0.1', '203.0.113.5', '224.0.0.1', '240.0.0.1'],
    '0.0.0.1',
  ])('refuses to reach %s', async (address) => {
    const client = connect(secrets.TURN_SECRET);
    expect(await client.allocate()).toBe(0);
    expect(await client.permit(address)).toBe(403);
  });

  // Loopback, IPv4 embedded in IPv6, local networks, and documentation ranges.
  (hasIpv6 ? it : it.skip).each([
    ...['::', '::1', '::2', '::7f00:1', '::a00:1', '::ffff:a00:1', '::ffff:7f00:1', '2002:a00:1::'],
    ...['64:ff9b::a00:1', '64:ff9b:1::a00:1', '2001:0:a00:1::', 'fe80::1', 'fec0::1', 'fc00::1'],
    ...['fd12:3456::1', 'ff02::1', '100::1', '2001:db8::1', '3fff::1', '5f00::1'],
  ])('refuses to reach %s', async (address) => {
    const client = connect(secrets.TURN_SECRET);
    expect(await client.allocate(6)).toBe(0);
    expect(await client.permit(address)).toBe(403);
  });

  (hasIpv6 ? it : it.skip)('reaches the public internet over IPv6', async () => {
    const client = connect(secrets.TURN_SECRET);
    expect(await client.allocate(6)).toBe(0);
    expect(await client.permit('2606:4700:4700::1111')).toBe(0);
    expect(await client.permit('2a00:1450:4001::1')).toBe(0);
  });

  it('limits allocations per participant', async () => {
    const expiresAt = Date.now() + 10 * minuteMs;
    const codes: number[] = [];
    for (let n = 0; n < 26; n += 1) {
      codes.push(await connect(secrets.TURN_SECRET, expiresAt, 'greedy').allocate());
    }
    // user-quota in turnserver.conf is 24; 486 is "Allocation Quota Reached" (RFC 8656).
    expect(codes.filter((code) => code === 0)).toHaveLength(24);
    expect(codes.slice(24)).toEqual([486, 486]);
    expect(await connect(secrets.TURN_SECRET, expiresAt, 'modest').allocate()).toBe(0);
  });
});
