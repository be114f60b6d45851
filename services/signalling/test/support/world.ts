import { silentLogger } from '@tandem/kit';
import { serverFrame } from '@tandem/proto/browser/ws/frames';
import type { Connection } from '../../src/room/connection.js';
import { createPod, podTickMs, type Pod, type PodOptions } from '../../src/pod/pod.js';
import { createMemoryBroker, type MemoryBroker } from '../../src/cluster/bus.memory.js';
import type { ClusterBus } from '../../src/cluster/bus.js';
import { createStats, type Stats } from '../../src/pod/counters.js';
import { createFakeAuthority, type FakeAuthority } from './fake-authorize.js';

/** Pods, clients, broker and time, all in the hand of a test. Nothing happens but on its word. */
export interface Message {
  type: string;
  shareId: string;
  peerId: string;
  payload?: unknown;
  traceparent?: string;
}

export interface Client {
  readonly received: Message[];
  readonly connection: Connection;
  /** Undefined while open. */
  closed: { code: number; reason: string } | undefined;
  /** What `send` of the socket answers: 1 sent, 0 waits, 2 dropped. */
  sendResult: number;
  buffered: number;
  send(frame: object | string): void;
  /** The network takes the socket away. */
  drop(): void;
  /** Types and payloads since the last call, in short. */
  news(): string[];
}

export interface WorldPod {
  readonly pod: Pod;
  readonly stats: Stats;
  readonly doubts: string[];
  /** As a kill -9: nothing is said, sockets break. */
  crash(): void;
  isRunning: boolean;
}

const relayedTypes = ['offer', 'answer', 'ice-candidate'];

const brief = ({ type, peerId, payload }: Message): string => {
  const of = payload as { code?: string; peers?: { peerId: string }[] } | undefined;
  if (type === 'error') return `error ${of?.code ?? ''}`;
  if (type === 'joined')
    return `joined [${(of?.peers ?? []).map((peer) => peer.peerId).join(' ')}]`;
  return `${type} ${peerId}`;
};

export const createWorld = (options: Partial<PodOptions> = {}) => {
  let now = 1_000_000;
  let epochs = 0;
  const broker: MemoryBroker = createMemoryBroker({ automatic: false });
  const authority: FakeAuthority = createFakeAuthority();
  authority.assertedAtMs = () => now;
  const pods = new Map<string, WorldPod>();
  const clients = new Map<Connection, Client>();

  const startPod = (podId: string): WorldPod => {
    const stats = createStats();
    const doubts: string[] = [];
    const pod = createPod({
      podId,
      epoch: `e${(epochs += 1)}`,
      authority,
      logger: silentLogger,
      stats,
      nowMs: () => now,
      random: () => 0.5,
      defer: (work) => queueMicrotask(work),
      onDoubt: (shareId) => doubts.push(shareId),
      ...options,
    });
    const bus: ClusterBus = broker.connect(podId, pod.handlers);
    pod.use(bus);
    const running: WorldPod = {
      pod,
      stats,
      doubts,
      isRunning: true,
      crash: () => {
        running.isRunning = false;
        void bus.close();
        for (const connection of pod.connections()) {
          const client = clients.get(connection);
          if (client) client.closed ??= { code: 1006, reason: '' };
        }
      },
    };
    pods.set(podId, running);
    return running;
  };

  const connect = (at: WorldPod, address = '192.0.2.1'): Client => {
    const { pod } = at;
    const connection = pod.accept(address, {
      ipAddress: address,
      userAgent: 'test',
      sessionCookie: '',
    });
    let told = 0;
    const client: Client = {
      received: [],
      connection,
      closed: undefined,
      sendResult: 1,
      buffered: 0,
      send: (frame) => {
        if (client.closed) return;
        const text = typeof frame === 'string' ? frame : JSON.stringify(frame);
        const bytes = Buffer.from(text);
        pod.received(connection, bytes);
        // As the socket library does: what is kept of it is worthless afterwards.
        bytes.fill(0);
      },
      drop: () => {
        if (client.closed) return;
        client.closed = { code: 1006, reason: '' };
        pod.gone(connection);
      },
      news: () => {
        const fresh = client.received.slice(told);
        told = client.received.length;
        return fresh.map(brief);
      },
    };
    clients.set(connection, client);
    pod.opened(connection, {
      send: (data) => {
        if (!at.isRunning) return 1;
        if (client.closed) throw new Error('sent to a closed socket');
        const message = JSON.parse(
          typeof data === 'string' ? data : Buffer.from(data).toString(),
        ) as Message;
        // The payload of a relayed frame is the other client's; the rest is the server's.
        if (!relayedTypes.includes(message.type)) serverFrame.parse(message);
        if (client.sendResult !== 2) client.received.push(message);
        return client.sendResult;
      },
      getBufferedAmount: () => client.buffered,
      end: (code, reason) => {
        client.closed = { code, reason };
        // The library calls the close handler from within `end`.
        pod.gone(connection);
      },
    });
    return client;
  };

  /** Let answers of the authority and everything on the broker arrive. */
  const settle = async () => {
    for (let round = 0; round < 3; round += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      broker.deliverAll();
    }
  };

  return {
    broker,
    authority,
    startPod,
    connect,
    settle,
    now: () => now,
    /** Time passes; pods that run look at the clock as often as they do. */
    pass: async (ms: number) => {
      for (const until = now + ms; now < until;) {
        now = Math.min(until, now + podTickMs);
        for (const { pod, isRunning } of pods.values()) if (isRunning) pod.tick();
        await settle();
      }
    },
    /** So that the test itself keeps nothing when memory is measured. */
    forgetClosed: () => {
      for (const [connection, { closed }] of clients) if (closed) clients.delete(connection);
    },
    /** Time passes, and nobody notices. */
    sleep: (ms: number) => {
      now += ms;
    },
    join: async (
      at: WorldPod,
      peerId: string,
      password: string,
      shareId = 's',
    ): Promise<Client> => {
      const client = connect(at);
      client.send({ type: 'join', shareId, peerId, password });
      await settle();
      return client;
    },
  };
};

export type World = ReturnType<typeof createWorld>;
