import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { signallingLimits } from '@tandem/proto/browser/signalling-limits';
import type { Dialect, Role } from './dialects.js';
import { openPeer, type Peer } from './wire.js';

/** The size of a session description with candidates: frames are one kilobyte. */
const payload = { sdp: 'a=candidate:1 1 udp 2113937151 192.0.2.1 54321 typ host\r\n'.repeat(16) };

export const newShare = () => randomBytes(16).toString('base64url');

/** Connects and joins. Resolves when the server confirms the join. */
export const join = async (
  dialect: Dialect,
  port: number,
  share: string,
  role: Role,
): Promise<Peer> => {
  const hello = await dialect.hello(share, role);
  const peer = await openPeer(port, dialect.path(share, role));
  await new Promise((resolve, reject) => {
    peer.onClose = () => reject(new Error('closed while joining'));
    peer.onText = (bytes, start, end) => {
      const reply = dialect.answer(bytes.toString('utf8', start, end), share, role);
      if (reply === 'ready') resolve(undefined);
      else if (reply) peer.write(reply);
    };
    if (hello) peer.write(hello);
  });
  peer.onClose = () => undefined;
  peer.onText = (bytes, start) => {
    if (dialect.keepAlive && bytes[start] === 0x32) peer.write(dialect.keepAlive);
  };
  return peer;
};

interface Pair {
  share: string;
  sender: Peer;
  receiver: Peer;
  message: Buffer;
}

/** Opens rooms of two. The ports differ when the members are on different pods. */
const openPairs = async (
  dialect: Dialect,
  [senderPort, receiverPort]: [number, number],
  count: number,
) => {
  const pairs: Pair[] = [];
  for (let n = 0; n < count; n += 1) {
    const share = newShare();
    const sender = await join(dialect, senderPort, share, 'sender');
    const receiver = await join(dialect, receiverPort, share, 'receiver');
    pairs.push({ share, sender, receiver, message: dialect.message(share, payload) });
  }
  // The joins propagate to the other pod.
  if (senderPort !== receiverPort) await pause(500);
  return pairs;
};

const closePairs = (pairs: Pair[]) => {
  for (const { sender, receiver } of pairs) {
    sender.socket.destroy();
    receiver.socket.destroy();
  }
};

/** Calls `onReceived` for each message of the other member; answers pings and ignores the rest. */
const onMessage = (dialect: Dialect, peer: Peer, onReceived: () => void) => {
  peer.onText = (bytes, start) => {
    if (dialect.isMessage(bytes, start)) onReceived();
    else if (dialect.keepAlive && bytes[start] === 0x32) peer.write(dialect.keepAlive);
  };
};

type Ports = [sender: number, receiver: number];

interface SaturateOptions {
  rooms: number;
  /** Messages in flight per room. */
  window: number;
  seconds: number;
  cpuSeconds: () => number;
}

/**
 * Messages per second with `window` messages in flight in every room, and per CPU second of the server. Both are equal
 * on an idle machine; the second is the less noisy one on a busy machine.
 */
export const saturate = async (
  dialect: Dialect,
  ports: Ports,
  { rooms, window, seconds, cpuSeconds }: SaturateOptions,
) => {
  const pairs = await openPairs(dialect, ports, rooms);
  let received = 0;
  for (const { sender, receiver, message } of pairs) {
    let owed = 0;
    // Messages that arrive in one chunk are replaced in one write.
    const refill = () => {
      sender.write(owed === 1 ? message : Buffer.concat(Array<Buffer>(owed).fill(message)));
      owed = 0;
    };
    onMessage(dialect, receiver, () => {
      received += 1;
      owed += 1;
      if (owed === 1) setImmediate(refill);
    });
    sender.write(Buffer.concat(Array<Buffer>(window).fill(message)));
  }
  await pause(1_000);
  const [from, startedAt, cpu] = [received, performance.now(), cpuSeconds()];
  await pause(seconds * 1_000);
  const elapsed = (performance.now() - startedAt) / 1_000;
  const used = cpuSeconds() - cpu;
  const relayed = received - from;
  closePairs(pairs);
  await pause(200);
  return { perSecond: relayed / elapsed, perCpuSecond: relayed / used, busy: used / elapsed };
};

const quantile = (sorted: number[], q: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;

/** Messages that take longer count as lost. */
const lateMs = 10_000;

/** Milliseconds from sending to receiving at a fixed rate. Messages of a room arrive in order. */
export const latencies = async (
  dialect: Dialect,
  ports: Ports,
  { rooms, perSecond, seconds }: { rooms: number; perSecond: number; seconds: number },
) => {
  const pairs = await openPairs(dialect, ports, rooms);
  const taken: number[] = [];
  const lines = pairs.map((pair) => {
    const sentAt: number[] = [];
    let next = 0;
    onMessage(dialect, pair.receiver, () => {
      taken.push(performance.now() - (sentAt[next] as number));
      next += 1;
    });
    return { ...pair, sentAt };
  });
  const startedAt = performance.now();
  let sent = 0;
  await new Promise((resolve) => {
    const timer = setInterval(() => {
      const elapsed = performance.now() - startedAt;
      for (const due = (elapsed / 1_000) * perSecond; sent < due; sent += 1) {
        const line = lines[sent % lines.length] as (typeof lines)[number];
        line.sentAt.push(performance.now());
        line.sender.write(line.message);
      }
      if (elapsed < seconds * 1_000) return;
      clearInterval(timer);
      resolve(undefined);
    }, 1);
  });
  const deadline = performance.now() + lateMs;
  while (taken.length < sent && performance.now() < deadline) await pause(20);
  closePairs(pairs);
  await pause(200);
  taken.sort((a, b) => a - b);
  return { p50: quantile(taken, 0.5), p99: quantile(taken, 0.99), lost: sent - taken.length };
};

/** Runs `work` for 0 … count-1 with `width` concurrent runs. */
export const spread = async (count: number, width: number, work: (n: number) => Promise<void>) => {
  let next = 0;
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (next < count) {
        const n = next;
        next += 1;
        await work(n);
      }
    }),
  );
};

/** Opens idle members, two to a room. */
export const openIdle = async (dialect: Dialect, port: number, count: number): Promise<Peer[]> => {
  const peers: Peer[] = [];
  const shares = Array.from({ length: Math.ceil(count / 2) }, newShare);
  await spread(count, 64, async (n) => {
    const share = shares[n >> 1] as string;
    peers.push(await join(dialect, port, share, n % 2 ? 'receiver' : 'sender'));
  });
  return peers;
};

/** More joins per second than any server admits on one core. */
const maxJoinsPerSecond = 20_000;

/**
 * Joins per second. One join: connect, upgrade, join, confirmation, disconnect. First joins use each grant once, others
 * repeat grants that the server has verified before.
 */
export const joinRate = async (
  dialect: Dialect,
  port: number,
  {
    seconds,
    cpuSeconds,
    areFirst,
  }: { seconds: number; cpuSeconds: () => number; areFirst: boolean },
) => {
  // Grants are signed beforehand: signing is not part of the measured work.
  const prepared: { share: string; hello: Buffer | undefined }[] = [];
  const joins = maxJoinsPerSecond * seconds;
  // Clients that reconnect again and again, but not so often that their room refuses them.
  const count = areFirst ? joins : Math.ceil(joins / signallingLimits.roomJoinBurst);
  for (let n = 0; n < count; n += 1) {
    const share = newShare();
    prepared.push({ share, hello: await dialect.hello(share, 'receiver') });
  }
  let joined = 0;
  const [startedAt, cpu] = [performance.now(), cpuSeconds()];
  const endsAt = startedAt + seconds * 1_000;
  await Promise.all(
    Array.from({ length: 64 }, async (_, line) => {
      for (let n = line; performance.now() < endsAt; n += 64) {
        const { share, hello } = prepared[n % prepared.length] as (typeof prepared)[number];
        // A room name in the URL must be new: the server may still hold the previous connection of that name.
        const name = hello ? share : newShare();
        const peer = await join({ ...dialect, hello: async () => hello }, port, name, 'receiver');
        joined += 1;
        peer.socket.destroy();
      }
    }),
  );
  return {
    perSecond: joined / ((performance.now() - startedAt) / 1_000),
    perCpuSecond: joined / (cpuSeconds() - cpu),
  };
};
