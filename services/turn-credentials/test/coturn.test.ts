import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectTurn, type TurnClient, type TurnCredentials } from '@tandem/kit/testing';
import { relayIdOf, signCredentials } from '../src/credentials.js';
import { startCoturn, type Coturn } from './coturn.js';

const program = '/usr/bin/turnserver';
const ourConfiguration = fileURLToPath(
  new URL('../../../deploy/coturn/turnserver.conf', import.meta.url),
);
const secrets = ['the secret that signs today', 'the secret of yesterday'] as const;
const relayId = relayIdOf({ shareId: 'S'.repeat(22), role: 'receiver', network: '192.0.2.0/24' });
const issue = (secret: string, ttlSeconds = 600): TurnCredentials =>
  signCredentials(relayId, secret, ttlSeconds, new Date());

// Debian's coturn is optional on a developer's machine; these tests run where it is installed.
const withCoturn = existsSync(program) ? describe : describe.skip;

withCoturn('a real coturn', () => {
  let folder: string;
  let open: Coturn;
  let guarded: Coturn;
  const started: Coturn[] = [];
  const clients: TurnClient[] = [];
  const connect = (port: number, credentials: TurnCredentials) => {
    const client = connectTurn(port, credentials);
    clients.push(client);
    return client;
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tandem-coturn-'));
    // Only loopback peers exist on every test machine; our configuration refuses them.
    open = await startCoturn({ program, folder, secrets, extra: ['--allow-loopback-peers'] });
    started.push(open);
    guarded = await startCoturn({ program, folder, secrets, extra: [], base: ourConfiguration });
    started.push(guarded);
  }, 150_000);
  afterAll(async () => {
    for (const client of clients) client.close();
    await Promise.all(started.map((coturn) => coturn.stop()));
    await rm(folder, { recursive: true, force: true });
  });

  it.each(secrets)(
    'relays datagrams both ways with credentials signed with "%s"',
    async (secret) => {
      const echo = createSocket('udp4').bind(0, '127.0.0.1');
      await once(echo, 'listening');
      echo.on('message', (data, from) => echo.send(data, from.port, from.address));
      const client = connect(open.port, issue(secret));
      expect(await client.allocate()).toBe(0);
      expect(await client.permit('127.0.0.1')).toBe(0);
      const back = await client.echo(
        '127.0.0.1',
        echo.address().port,
        Buffer.from('over the relay'),
      );
      expect(back.toString()).toBe('over the relay');
      echo.close();
    },
  );

  it.each<[string, TurnCredentials]>([
    ['signed with another secret', issue('an unknown shared secret')],
    ['expired', issue(secrets[0], -60)],
    ['issued for another user', { ...issue(secrets[0]), username: `${2 ** 31}:another` }],
  ])('refuses credentials that are %s', async (_, credentials) => {
    const client = connect(open.port, credentials);
    expect(await client.allocate()).toBe(401);
  });

  it.each(['10.0.0.1', '172.16.5.4', '192.168.1.1', '169.254.169.254', '127.0.0.1', '100.64.0.1'])(
    'refuses to relay to the private address %s with the deployed configuration',
    async (address) => {
      const client = connect(guarded.port, issue(secrets[0]));
      expect(await client.allocate()).toBe(0);
      expect(await client.permit(address)).toBe(403);
    },
  );

  it('reaches public addresses with our configuration', async () => {
    const client = connect(guarded.port, issue(secrets[0]));
    expect(await client.allocate()).toBe(0);
    expect(await client.permit('9.9.9.9')).toBe(0);
  });
});
