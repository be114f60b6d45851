import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@tandem/kit';
import { connectNats } from '@tandem/kit/bus';
import { startNats } from '@tandem/kit/testing';
import { createMemoryBroker } from '../src/cluster/bus.memory.js';
import { createNatsClusterBus } from '../src/cluster/bus.nats.js';
import {
  connOf,
  podIdOf,
  podIdToken,
  type ClusterBus,
  type ClusterBusHandlers,
} from '../src/cluster/bus.js';
import { createRecorder } from './support/until.js';

/**
 * What a pod may rely on, whichever broker is behind it (protocol.md §1, fan-out and broker loss): one suite, two
 * implementations.
 */
type Heard =
  | { what: 'broadcast' | 'control'; text: string }
  | { what: 'relay'; epoch: string; conn: number; origin: string; sentAtMs: number; text: string }
  | { what: 'echo' }
  | { what: 'connection'; isConnected: boolean };

interface Broker {
  connect(podId: string, handlers: ClusterBusHandlers): Promise<ClusterBus>;
  cut(): Promise<void>;
  restore(): Promise<void>;
  close(): Promise<void>;
}

const openMemory = (): Promise<Broker> => {
  const broker = createMemoryBroker({ automatic: true });
  return Promise.resolve({
    connect: (podId, handlers) => Promise.resolve(broker.connect(podId, handlers)),
    cut: async () => broker.cut(),
    restore: async () => broker.restore(),
    close: () => Promise.resolve(),
  });
};

const openNats = async (): Promise<Broker> => {
  const storeDir = await mkdtemp(join(tmpdir(), 'tandem-cluster-bus-'));
  let nats = await startNats({ storeDir });
  const { port } = new URL(nats.url);
  const connections: { close(): Promise<void> }[] = [];
  return {
    connect: async (podId, handlers) => {
      const connection = await connectNats({ url: nats.url, name: podId, logger: silentLogger });
      connections.push(connection);
      return createNatsClusterBus(connection, podId, handlers);
    },
    cut: () => nats.stop(),
    restore: async () => {
      nats = await startNats({ port: Number(port), storeDir });
    },
    close: async () => {
      await Promise.all(connections.map((connection) => connection.close()));
      await nats.stop();
      await rm(storeDir, { recursive: true, force: true });
    },
  };
};

const bytes = (text: string) => Buffer.from(text);

describe.each([
  ['memory', openMemory],
  ['NATS', openNats],
])('cluster bus (%s)', (_name, open) => {
  let broker: Broker;
  beforeAll(async () => {
    broker = await open();
  });
  afterAll(() => broker.close());

  let count = 0;
  const openPod = async () => {
    const podId = `pod-${(count += 1)}`;
    const heard = createRecorder<Heard>();
    const text = (data: Uint8Array) => Buffer.from(data).toString();
    const bus = await broker.connect(podId, {
      onBroadcast: (data) => heard.add({ what: 'broadcast', text: text(data) }),
      onEcho: () => heard.add({ what: 'echo' }),
      onControl: (data) => heard.add({ what: 'control', text: text(data) }),
      onRelay: (epoch, conn, origin, sentAtMs, frame) =>
        heard.add({ what: 'relay', epoch, conn, origin, sentAtMs, text: text(frame) }),
      onConnection: (isConnected) => heard.add({ what: 'connection', isConnected }),
    });
    const hears = (what: string, wanted: string) =>
      heard.find((item) => item.what === what && 'text' in item && item.text === wanted, wanted);
    return { podId, bus, heard, hears };
  };

  it('when broadcast, then every other pod hears it, and the author an echo', async () => {
    const [a, b, c] = [await openPod(), await openPod(), await openPod()];
    expect(a.bus.broadcast(bytes('to all'))).toBe(true);
    await Promise.all([b, c].map((pod) => pod.hears('broadcast', 'to all')));
    await a.heard.find(({ what }) => what === 'echo', 'the echo');
    expect(a.heard.items).toHaveLength(1);
    await Promise.all([a, b, c].map((pod) => pod.bus.close()));
  });

  it('when sent to one pod, then nobody else hears it', async () => {
    const [a, b, c] = [await openPod(), await openPod(), await openPod()];
    expect(a.bus.sendToPod(b.podId, bytes('to b'))).toBe(true);
    await b.hears('control', 'to b');
    b.bus.broadcast(bytes('end'));
    await Promise.all([a, c].map((pod) => pod.hears('broadcast', 'end')));
    expect([...a.heard.items, ...c.heard.items].filter(({ what }) => what === 'control')).toEqual(
      [],
    );
    await Promise.all([a, b, c].map((pod) => pod.bus.close()));
  });

  it('when relayed, then the bytes arrive as they are, with both addresses and the time', async () => {
    const [a, b] = [await openPod(), await openPod()];
    const frame = Buffer.from('{"type":"offer","payload":"ü\\u0000\u{1f600}"}');
    const before = Date.now();
    a.bus.relay(`${b.podId}.e7.42`, `${a.podId}.e1.5`, frame);
    // The buffer belongs to the caller again.
    const wanted = frame.toString();
    frame.fill(0);
    const heard = await b.hears('relay', wanted);
    expect(heard).toMatchObject({ epoch: 'e7', conn: 42, origin: `${a.podId}.e1.5` });
    const { sentAtMs } = heard as Extract<Heard, { what: 'relay' }>;
    expect(sentAtMs).toBeGreaterThanOrEqual(before);
    expect(sentAtMs).toBeLessThanOrEqual(Date.now());
    await Promise.all([a.bus.close(), b.bus.close()]);
  });

  it('when one pod sends in different ways, then another hears it in that order', async () => {
    const [a, b] = [await openPod(), await openPod()];
    for (let n = 0; n < 300; n += 3) {
      a.bus.broadcast(bytes(String(n)));
      a.bus.sendToPod(b.podId, bytes(String(n + 1)));
      a.bus.relay(`${b.podId}.e.1`, `${a.podId}.e.1`, bytes(String(n + 2)));
    }
    await b.hears('relay', '299');
    const texts = b.heard.items.map((item) => ('text' in item ? item.text : ''));
    expect(texts).toEqual(Array.from({ length: 300 }, (_, n) => String(n)));
    await Promise.all([a.bus.close(), b.bus.close()]);
  });

  it('when addressed to a pod that is not there, then nothing happens', async () => {
    const a = await openPod();
    expect(a.bus.relay('nobody.e.1', `${a.podId}.e.1`, bytes('lost'))).toBe(true);
    a.bus.broadcast(bytes('end'));
    await a.heard.find(({ what }) => what === 'echo', 'the echo');
    expect(a.heard.items).toHaveLength(1);
    await a.bus.close();
  });

  it('when a pod has closed its bus, then it hears nothing more', async () => {
    const [a, b] = [await openPod(), await openPod()];
    await b.bus.close();
    a.bus.sendToPod(b.podId, bytes('too late'));
    a.bus.broadcast(bytes('end'));
    await a.heard.find(({ what }) => what === 'echo', 'the echo');
    expect(b.heard.items).toEqual([]);
    await a.bus.close();
  });

  it('when the broker is away, then sending says so, and after its return all is as before', async () => {
    const [a, b] = [await openPod(), await openPod()];
    await broker.cut();
    await Promise.all(
      [a, b].map(({ heard }) =>
        heard.find((item) => item.what === 'connection' && !item.isConnected, 'the loss'),
      ),
    );
    expect(a.bus.isConnected()).toBe(false);
    expect(a.bus.broadcast(bytes('lost'))).toBe(false);
    expect(a.bus.sendToPod(b.podId, bytes('lost'))).toBe(false);
    expect(a.bus.relay(`${b.podId}.e.1`, `${a.podId}.e.1`, bytes('lost'))).toBe(false);
    await a.bus.flush();
    await broker.restore();
    await Promise.all(
      [a, b].map(({ heard }) =>
        heard.find((item) => item.what === 'connection' && item.isConnected, 'the return'),
      ),
    );
    // Each connection subscribes again by itself; only the broker knows when both have.
    await Promise.all([a.bus.flush(), b.bus.flush()]);
    expect(a.bus.broadcast(bytes('back'))).toBe(true);
    await b.hears('broadcast', 'back');
    expect(b.heard.items.some((item) => 'text' in item && item.text === 'lost')).toBe(false);
    await Promise.all([a.bus.close(), b.bus.close()]);
  });
});

describe('addresses', () => {
  it('name the pod, its epoch and the connection, whatever the host is called', () => {
    const podId = podIdToken('pod.1 of host>*');
    expect(podId).toMatch(/^[\w-]+$/);
    const address = `${podId}.k3x.17`;
    expect(podIdOf(address)).toBe(podId);
    expect(connOf(address)).toBe(17);
  });
});
