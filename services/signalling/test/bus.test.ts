/** Contract suite of the cluster bus for both implementations (protocol.md §1, fan-out and broker loss). */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { createLogger, silentLogger } from '@tandem/kit';
import { connectNats } from '@tandem/kit/bus';
import { startNats } from '@tandem/kit/testing';
import { podIdToken } from '../src/cluster/bus.js';
import { createNatsClusterBus } from '../src/cluster/bus.nats.js';
import { addressOf, parseAddress } from '../src/room/address.js';
import { clusterBrokers, type ClusterBroker } from './support/cluster-brokers.js';
import { createRecorder } from './support/until.js';

type Received =
  | { what: 'broadcast' | 'control'; text: string }
  | { what: 'relay'; epoch: string; conn: number; origin: string; sentAtMs: number; text: string }
  | { what: 'echo' }
  | { what: 'connection'; isConnected: boolean };

const bytes = (text: string) => Buffer.from(text);

describe.each(clusterBrokers)('cluster bus (%s)', (_name, open) => {
  let broker: ClusterBroker;
  beforeAll(async () => {
    broker = await open();
  });
  afterAll(() => broker.close());

  let count = 0;
  const openPod = async () => {
    const podId = `pod-${(count += 1)}`;
    const received = createRecorder<Received>();
    const text = (data: Uint8Array) => Buffer.from(data).toString();
    const bus = await broker.connect(podId, {
      onBroadcast: (data) => received.add({ what: 'broadcast', text: text(data) }),
      onEcho: () => received.add({ what: 'echo' }),
      onControl: (data) => received.add({ what: 'control', text: text(data) }),
      onRelay: (epoch, conn, origin, sentAtMs, frame) =>
        received.add({ what: 'relay', epoch, conn, origin, sentAtMs, text: text(frame) }),
      onConnection: (isConnected) => received.add({ what: 'connection', isConnected }),
    });
    const receives = (what: string, wanted: string) =>
      received.find((item) => item.what === what && 'text' in item && item.text === wanted, wanted);
    return { podId, bus, received, receives };
  };

  it('delivers a broadcast to every other pod, and an echo to its author', async () => {
    const [a, b, c] = [await openPod(), await openPod(), await openPod()];
    expect(a.bus.broadcast(bytes('to all'))).toBe(true);
    await Promise.all([b, c].map((pod) => pod.receives('broadcast', 'to all')));
    await a.received.find(({ what }) => what === 'echo', 'the echo');
    expect(a.received.items).toHaveLength(1);
    await Promise.all([a, b, c].map((pod) => pod.bus.close()));
  });

  it('delivers a message to its target pod only', async () => {
    const [a, b, c] = [await openPod(), await openPod(), await openPod()];
    expect(a.bus.sendToPod(b.podId, bytes('to b'))).toBe(true);
    await b.receives('control', 'to b');
    b.bus.broadcast(bytes('end'));
    await Promise.all([a, c].map((pod) => pod.receives('broadcast', 'end')));
    expect(
      [...a.received.items, ...c.received.items].filter(({ what }) => what === 'control'),
    ).toEqual([]);
    await Promise.all([a, b, c].map((pod) => pod.bus.close()));
  });

  it('relays bytes unchanged, with both addresses and the time', async () => {
    const [a, b] = [await openPod(), await openPod()];
    const frame = Buffer.from('{"type":"offer","payload":"ü\\u0000\u{1f600}"}');
    const before = Date.now();
    a.bus.relay(`${b.podId}.e7.42`, `${a.podId}.e1.5`, frame);
    // The caller may reuse the buffer after the call.
    const wanted = frame.toString();
    frame.fill(0);
    const relayed = await b.receives('relay', wanted);
    expect(relayed).toMatchObject({ epoch: 'e7', conn: 42, origin: `${a.podId}.e1.5` });
    const { sentAtMs } = relayed as Extract<Received, { what: 'relay' }>;
    expect(sentAtMs).toBeGreaterThanOrEqual(before);
    expect(sentAtMs).toBeLessThanOrEqual(Date.now());
    await Promise.all([a.bus.close(), b.bus.close()]);
  });

  it('keeps the order of messages of different kinds from one pod', async () => {
    const [a, b] = [await openPod(), await openPod()];
    for (let n = 0; n < 300; n += 3) {
      a.bus.broadcast(bytes(String(n)));
      a.bus.sendToPod(b.podId, bytes(String(n + 1)));
      a.bus.relay(`${b.podId}.e.1`, `${a.podId}.e.1`, bytes(String(n + 2)));
    }
    await b.receives('relay', '299');
    const texts = b.received.items.map((item) => ('text' in item ? item.text : ''));
    expect(texts).toEqual(Array.from({ length: 300 }, (_, n) => String(n)));
    await Promise.all([a.bus.close(), b.bus.close()]);
  });

  it('drops a message to an unknown pod', async () => {
    const a = await openPod();
    expect(a.bus.relay('unknown.e.1', `${a.podId}.e.1`, bytes('lost'))).toBe(true);
    a.bus.broadcast(bytes('end'));
    await a.received.find(({ what }) => what === 'echo', 'the echo');
    expect(a.received.items).toHaveLength(1);
    await a.bus.close();
  });

  it('delivers nothing after the bus is closed', async () => {
    const [a, b] = [await openPod(), await openPod()];
    await b.bus.close();
    a.bus.sendToPod(b.podId, bytes('too late'));
    a.bus.broadcast(bytes('end'));
    await a.received.find(({ what }) => what === 'echo', 'the echo');
    expect(b.received.items).toEqual([]);
    await a.bus.close();
  });

  it('rejects messages during an outage, and delivers again afterwards', async () => {
    const [a, b] = [await openPod(), await openPod()];
    await broker.cut();
    await Promise.all(
      [a, b].map(({ received }) =>
        received.find((item) => item.what === 'connection' && !item.isConnected, 'the loss'),
      ),
    );
    expect(a.bus.isConnected()).toBe(false);
    expect(a.bus.broadcast(bytes('lost'))).toBe(false);
    expect(a.bus.sendToPod(b.podId, bytes('lost'))).toBe(false);
    expect(a.bus.relay(`${b.podId}.e.1`, `${a.podId}.e.1`, bytes('lost'))).toBe(false);
    await a.bus.flush();
    await broker.restore();
    await Promise.all(
      [a, b].map(({ received }) =>
        received.find((item) => item.what === 'connection' && item.isConnected, 'the reconnect'),
      ),
    );
    // Each connection resubscribes separately; a flush confirms it.
    await Promise.all([a.bus.flush(), b.bus.flush()]);
    expect(a.bus.broadcast(bytes('back'))).toBe(true);
    await b.receives('broadcast', 'back');
    expect(b.received.items.some((item) => 'text' in item && item.text === 'lost')).toBe(false);
    await Promise.all([a.bus.close(), b.bus.close()]);
  });
});

describe('cluster bus (NATS)', () => {
  it('logs a subscription that the broker refuses', async () => {
    const home = await mkdtemp(join(tmpdir(), 'tandem-cluster-bus-'));
    const configFile = join(home, 'nats.conf');
    await writeFile(
      configFile,
      `authorization { users = [{ user: pod, password: secret, permissions: {
         publish: "signal.>", subscribe: { allow: "signal.>", deny: "signal.pod.>" } } }] }`,
    );
    const nats = await startNats({ configFile });
    const connection = await connectNats({
      url: nats.url.replace('//', '//pod:secret@'),
      name: 'pod',
      logger: silentLogger,
    });
    const logged = createRecorder<{ subject: string }>();
    const output = new PassThrough();
    output.on('data', (line: Buffer) =>
      logged.add(JSON.parse(line.toString()) as { subject: string }),
    );
    const ignore = () => undefined;
    const bus = await createNatsClusterBus(
      connection,
      'pod',
      {
        onBroadcast: ignore,
        onEcho: ignore,
        onControl: ignore,
        onRelay: ignore,
        onConnection: ignore,
      },
      createLogger('test', 'error', output),
    );
    const refusal = await logged.find(({ subject }) => subject.startsWith('signal.pod'), 'a line');
    expect(refusal).toMatchObject({ level: 'error', msg: 'subscription failed' });
    await bus.close();
    await connection.close();
    await nats.stop();
    await rm(home, { recursive: true, force: true });
  });
});

describe('addresses', () => {
  it('contain pod, epoch and connection, for any host name', () => {
    const podId = podIdToken('pod.1 of host>*');
    expect(podId).toMatch(/^[\w-]+$/);
    const address = addressOf(podId, 'k3x', 17);
    expect(parseAddress(address)).toEqual({ podId, epoch: 'k3x', conn: 17 });
  });

  it.each(['', 'pod', 'pod.control', 'pod.epoch.x', '.epoch.1'])('do not include %p', (text) => {
    expect(parseAddress(text)).toBeUndefined();
  });
});
