import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { at } from '../../helm/test/lib/paths.js';
import { acceptedByOldNats } from '../../helm/test/lib/tools.js';
import { brokerAddress } from '../../services/_kit/src/bus/broker-address.js';
import { declareAll } from '../../services/_kit/src/bus/declare.js';
import { freePort, startProcess } from '../../services/_kit/src/testing/process.js';
import { natsAdministrator, natsPasswordVariable, natsUsers } from '../../tools/topology/nats.js';
import { streamManifest } from '../../tools/topology/services.js';

const gib = 1024 ** 3;

// The broker reserves the bytes of each stream and refuses a stream beyond its limit.
describe('the file store of the broker', () => {
  const home = mkdtempSync(join(tmpdir(), 'tandem-nats-'));
  let stop: (() => Promise<void>) | undefined;
  let url = '';

  beforeAll(async () => {
    const config = (name: string) => readFileSync(at(`deploy/nats/${name}`), 'utf8');
    writeFileSync(join(home, 'nats.conf'), config('nats.conf'));
    const server = config('server.conf').replace('/data', join(home, 'data'));
    writeFileSync(join(home, 'server.conf'), acceptedByOldNats(server));
    const port = await freePort();
    url = `nats://${natsAdministrator}:secret@127.0.0.1:${port}`;
    ({ stop } = await startProcess(
      'nats-server',
      ['--config', join(home, 'server.conf'), '-a', '127.0.0.1', '-p', String(port)],
      /Server is ready/,
      Object.fromEntries(natsUsers.map(({ name }) => [natsPasswordVariable(name), 'secret'])),
    ));
    await declareAll(url, streamManifest);
  });
  afterAll(async () => {
    await stop?.();
    rmSync(home, { recursive: true, force: true });
  });

  const reserved = async (): Promise<number> => {
    const connection = await connect(brokerAddress(url));
    const manager = await jetstreamManager(connection);
    const streams = await manager.streams.list().next();
    expect(streams).toHaveLength(streamManifest.streams.length);
    await connection.close();
    return streams.reduce((sum, { config }) => sum + config.max_bytes, 0);
  };

  it('on one box holds every stream', async () => {
    expect(await reserved()).toBeGreaterThanOrEqual(streamManifest.streams.length * gib);
  });

  // The outbox drops an event that the broker has acknowledged, and there is no replica.
  it('on one box, and with the settings of the guide, is written before an event is acknowledged', () => {
    for (const file of ['deploy/nats/server.conf', 'docs/deploy.md']) {
      const text = readFileSync(at(file), 'utf8');
      expect([file, /jetstream \{[^}]*sync_interval: always[^}]*\}/.test(text)]).toEqual([
        file,
        true,
      ]);
    }
  });

  it('is as large as docs/deploy.md says', async () => {
    const guide = readFileSync(at('docs/deploy.md'), 'utf8');
    const [, stated] = /at least (\d+) GiB of file store/.exec(guide) ?? [];
    expect(Number(stated) * gib).toBeGreaterThanOrEqual(await reserved());
  });
});
