import { silentLogger } from '@tandem/kit';
import { serverFrame } from '@tandem/proto/browser/ws/frames';
import type { ClusterBus } from '../../src/cluster/bus.js';
import { createMemoryBroker, type MemoryBroker } from '../../src/cluster/bus.memory.js';
import { createCounters, type Counters } from '../../src/pod/counters.js';
import { createPod, podTickMs, type Pod, type PodOptions } from '../../src/pod/pod.js';
import type { Connection } from '../../src/room/connection.js';
import { createFakeAuthorize, type FakeAuthorize } from './fake-authorize.js';

/** Pods, clients, broker and clock, all controlled by the test. */
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
  /** Result of the socket's `send`: 1 sent, 0 queued, 2 dropped. */
  sendResult: number;
  buffered: number;
  send(frame: object | string): void;
  /** The network drops the socket. */
  drop(): void;
  /** The messages since the last call, abbreviated. */
  news(): string[];
}

export interface WorldPod {
  readonly pod: Pod;
  readonly counters: Counters;
  readonly rechecks: string[];
  /** Like kill -9: sockets break, and other pods are not notified. */
  crash(): void;
  isRunning: boolean;
}

const relayedTypes = ['offer', 'answer', 'ice-candidate'];

const brief = ({ type, peerId, payload }: Message): string => {
  const details = payload as { code?: string; peers?: { peerId: string }[] } | undefined;
  if (type === 'error') return `error ${details?.code ?? ''}`;
  if (type === 'joined')
    return `joined [${(details?.peers ?? []).map((peer) => peer.peerId).join(' ')}]`;
  return `${type} ${peerId}`;
};

export const createWorld = (options: Partial<PodOptions> = {}) => {
  let now = 1_000_000;
  /** Offsets of the pods' time of day. */
  const setByMs = new Map<string, number>();
  let epochs = 0;
  const broker: MemoryBroker = createMemoryBroker({ automatic: false });
  const access: FakeAuthorize = createFakeAuthorize();
  access.assertedAtMs = () => now;
  const pods = new Map<string, WorldPod>();
  const clients = new Map<Connection, Client>();

  const startPod = (podId: string): WorldPod => {
    const counters = createCounters();
    const rechecks: string[] = [];
    const pod = createPod({
      podId,
      epoch: `e${(epochs += 1)}`,
      authorize: access.authorize,
      logger: silentLogger,
      counters,
      nowMs: () => now + (setByMs.get(podId) ?? 0),
      monotonicMs: () => now,
      random: () => 0.5,
      defer: (work) => queueMicrotask(work),
      onNeedsRecheck: (shareId) => rechecks.push(shareId),
      ...options,
    });
    const bus: ClusterBus = broker.connect(podId, pod.handlers);
    pod.attachBus(bus);
    const running: WorldPod = {
      pod,
      counters,
      rechecks,
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
    let seen = 0;
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
        pod.onMessage(connection, bytes);
        // uWebSockets.js reuses the memory after the call.
        bytes.fill(0);
      },
      drop: () => {
        if (client.closed) return;
        client.closed = { code: 1006, reason: '' };
        pod.onClosed(connection);
      },
      news: () => {
        const fresh = client.received.slice(seen);
        seen = client.received.length;
        return fresh.map(brief);
      },
    };
    clients.set(connection, client);
    pod.onOpen(connection, {
      send: (data) => {
        if (!at.isRunning) return 1;
        if (client.closed) throw new Error('send on a closed socket');
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
        // uWebSockets.js calls the close handler from within `end`.
        pod.onClosed(connection);
      },
    });
    return client;
  };

  /** Delivers pending verdicts and everything on the broker. */
  const settle = async () => {
    for (let round = 0; round < 3; round += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      broker.deliverAll();
    }
  };

  const joinFrom = async (
    address: string,
    at: WorldPod,
    peerId: string,
    password: string,
    shareId = 's',
  ): Promise<Client> => {
    const client = connect(at, address);
    client.send({ type: 'join', shareId, peerId, password });
    await settle();
    return client;
  };

  return {
    broker,
    access,
    startPod,
    connect,
    settle,
    now: () => now,
    /** Advances the clock and ticks the running pods. */
    pass: async (ms: number) => {
      for (const until = now + ms; now < until;) {
        now = Math.min(until, now + podTickMs);
        for (const { pod, isRunning } of pods.values()) if (isRunning) pod.tick();
        await settle();
      }
    },
    /** Sets the time of day of a pod; no time passes. */
    setClock: (podId: string, byMs: number) => setByMs.set(podId, byMs),
    /** Drops the records of closed clients, for measurements of memory. */
    forgetClosed: () => {
      for (const [connection, { closed }] of clients) if (closed) clients.delete(connection);
    },
    /** Advances the clock without ticks. */
    sleep: (ms: number) => {
      now += ms;
    },
    join: (at: WorldPod, peerId: string, password: string, shareId?: string): Promise<Client> =>
      joinFrom('192.0.2.1', at, peerId, password, shareId),
    joinFrom,
  };
};

export type World = ReturnType<typeof createWorld>;
