import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@nats-io/transport-node';
import { createAuthority } from '../certificates/authority.js';
import { writeCertificates } from '../certificates/files.js';
import { startNats, type TestNats } from '../testing/nats.js';
import { brokerAddress } from './broker-address.js';

/** A real nats-server that offers TLS, and one that does not. */
let home: string;
let secured: TestNats;
/** Its certificate is for another host. */
let elsewhere: TestNats;
let plain: TestNats;
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'tandem-nats-tls-'));
  stops.push(() => rm(home, { recursive: true }));
  const authority = await createAuthority();
  const start = async (host: string) => {
    const folder = join(home, host);
    writeCertificates(folder, await authority.issue('nats', { uris: [], hosts: [host] }));
    const file = (name: string) => JSON.stringify(join(folder, name));
    const configFile = join(folder, 'nats.conf');
    await writeFile(
      configFile,
      `tls { cert_file: ${file('tls.crt')}, key_file: ${file('tls.key')} }
       authorization { users: [{ user: "u", password: "p1" }] }`,
    );
    const nats = await startNats({ configFile });
    stops.push(() => nats.stop());
    return nats;
  };
  writeCertificates(join(home, 'other'), await (await createAuthority()).issue('nats'));
  secured = await start('localhost');
  elsewhere = await start('nats.example');
  plain = await startNats({ storeDir: join(home, 'plain') });
  stops.push(() => plain.stop());
});
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

const portOf = ({ url }: TestNats) => new URL(url).port;
const tryConnect = async (url: string): Promise<string> => {
  const connection = await connect({
    ...brokerAddress(url),
    timeout: 5_000,
    reconnect: false,
  });
  const protocol = connection.info?.tls_required ? 'TLS' : 'plain';
  await connection.close();
  return protocol;
};

describe('a broker with TLS', () => {
  it('is used when its authority is given', async () => {
    const url = `tls://u:p1@localhost:${portOf(secured)}?tlsCAFile=${join(home, 'localhost/ca.crt')}`;
    expect(await tryConnect(url)).toBe('TLS');
  });

  it.each([
    ['its authority is unknown', () => `tls://u:p1@localhost:${portOf(secured)}`],
    [
      'another authority is given',
      () => `tls://u:p1@localhost:${portOf(secured)}?tlsCAFile=${join(home, 'other/ca.crt')}`,
    ],
    [
      'its certificate is for another host',
      () => `tls://u:p1@localhost:${portOf(elsewhere)}?tlsCAFile=${join(home, 'localhost/ca.crt')}`,
    ],
    ['it offers no TLS', () => `tls://localhost:${portOf(plain)}`],
  ])('is refused when %s', async (_why, url) => {
    await expect(tryConnect(url())).rejects.toThrow();
  });

  it('is not required by an address without it', async () => {
    expect(await tryConnect(plain.url)).toBe('plain');
  });
});
