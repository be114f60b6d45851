import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { openPeer } from './wire.mjs';

/** @typedef {import('./dialects.mjs').Dialect} Dialect */
/** @typedef {import('./dialects.mjs').Role} Role */
/** @typedef {import('./wire.mjs').Peer} Peer */

/** About the size of a candidate-laden description: the frames are one kilobyte. */
const payload = { sdp: 'a=candidate:1 1 udp 2113937151 192.0.2.1 54321 typ host\r\n'.repeat(16) };

export const newShare = () => randomBytes(16).toString('base64url');

/**
 * Connect, join, and resolve when the server says that we are in.
 * @param {Dialect} dialect @param {number} port @param {string} share @param {Role} role
 * @returns {Promise<Peer>}
 */
export const join = async (dialect, port, share, role) => {
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

/**
 * @typedef {object} Pair
 * @property {string} share
 * @property {Peer} sender
 * @property {Peer} receiver
 * @property {Buffer} message
 */

/** Rooms of two. The ports differ when the two sit on different pods. @returns {Promise<Pair[]>} */
const openPairs = async (
  /** @type {Dialect} */ dialect,
  /** @type {[number, number]} */ [senderPort, receiverPort],
  /** @type {number} */ count,
) => {
  const pairs = [];
  for (let n = 0; n < count; n += 1) {
    const share = newShare();
    const sender = await join(dialect, senderPort, share, 'sender');
    const receiver = await join(dialect, receiverPort, share, 'receiver');
    pairs.push({ share, sender, receiver, message: dialect.message(share, payload) });
  }
  // Word of the joins reaches the other pod.
  if (senderPort !== receiverPort) await pause(500);
  return pairs;
};

const closePairs = (/** @type {Pair[]} */ pairs) => {
  for (const { sender, receiver } of pairs) {
    sender.socket.destroy();
    receiver.socket.destroy();
  }
};

/** Hear what `dialect` calls a message; the rest (joins, pings) is answered or passed over. */
const onMessage = (
  /** @type {Dialect} */ dialect,
  /** @type {Peer} */ peer,
  /** @type {() => void} */ hear,
) => {
  peer.onText = (bytes, start) => {
    if (dialect.isMessage(bytes, start)) hear();
    else if (dialect.keepAlive && bytes[start] === 0x32) peer.write(dialect.keepAlive);
  };
};

/**
 * Messages per second when every room always has `window` of them under way, and per second of the server's CPU time:
 * the same on an idle machine with the server alone on its core, and less disturbed by others where it is not.
 * @param {Dialect} dialect @param {[number, number]} ports
 * @param {{rooms: number, window: number, seconds: number, cpuSeconds: () => number}} options
 */
export const saturate = async (dialect, ports, { rooms, window, seconds, cpuSeconds }) => {
  const pairs = await openPairs(dialect, ports, rooms);
  let heard = 0;
  for (const { sender, receiver, message } of pairs) {
    let owed = 0;
    // What arrives in one piece is answered in one piece.
    const refill = () => {
      sender.write(owed === 1 ? message : Buffer.concat(Array(owed).fill(message)));
      owed = 0;
    };
    onMessage(dialect, receiver, () => {
      heard += 1;
      owed += 1;
      if (owed === 1) setImmediate(refill);
    });
    sender.write(Buffer.concat(Array(window).fill(message)));
  }
  await pause(1_000);
  const [from, startedAt, cpu] = [heard, performance.now(), cpuSeconds()];
  await pause(seconds * 1_000);
  const elapsed = (performance.now() - startedAt) / 1_000;
  const used = cpuSeconds() - cpu;
  const relayed = heard - from;
  closePairs(pairs);
  await pause(200);
  return { perSecond: relayed / elapsed, perCpuSecond: relayed / used, busy: used / elapsed };
};

const quantile = (/** @type {number[]} */ sorted, /** @type {number} */ q) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;

/** How long the last messages may take before they count as lost. */
const lateMs = 10_000;

/**
 * Milliseconds from sending to hearing at a fixed rate, in order within each room.
 * @param {Dialect} dialect @param {[number, number]} ports
 * @param {{rooms: number, perSecond: number, seconds: number}} options
 */
export const latencies = async (dialect, ports, { rooms, perSecond, seconds }) => {
  const pairs = await openPairs(dialect, ports, rooms);
  /** @type {number[]} */
  const taken = [];
  const lines = pairs.map((pair) => {
    /** @type {number[]} */
    const sentAt = [];
    let next = 0;
    onMessage(dialect, pair.receiver, () => {
      taken.push(performance.now() - /** @type {number} */ (sentAt[next]));
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
        const line = /** @type {(typeof lines)[number]} */ (lines[sent % lines.length]);
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

/** Run `work` for 0 … count-1, `width` of them at a time. */
export const spread = async (
  /** @type {number} */ count,
  /** @type {number} */ width,
  /** @type {(n: number) => Promise<void>} */ work,
) => {
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

/** Idle people, two to a room. @param {Dialect} dialect @param {number} port @param {number} count */
export const openIdle = async (dialect, port, count) => {
  /** @type {Peer[]} */
  const peers = [];
  const shares = Array.from({ length: Math.ceil(count / 2) }, newShare);
  await spread(count, 64, async (n) => {
    const share = /** @type {string} */ (shares[n >> 1]);
    peers.push(await join(dialect, port, share, n % 2 ? 'receiver' : 'sender'));
  });
  return peers;
};

/**
 * Joins per second: connect, upgrade, join, be told that one is in, leave.
 * @param {Dialect} dialect @param {number} port
 * @param {{seconds: number, cpuSeconds: () => number}} options
 */
export const joinRate = async (dialect, port, { seconds, cpuSeconds }) => {
  // Made beforehand: signing a grant is not the server's work.
  /** @type {{share: string, hello: Buffer | undefined}[]} */
  const prepared = [];
  for (let n = 0; n < 400; n += 1) {
    const share = newShare();
    prepared.push({ share, hello: await dialect.hello(share, 'receiver') });
  }
  let joined = 0;
  const [startedAt, cpu] = [performance.now(), cpuSeconds()];
  const endsAt = startedAt + seconds * 1_000;
  await Promise.all(
    Array.from({ length: 64 }, async (_, line) => {
      for (let n = line; performance.now() < endsAt; n += 64) {
        const { share, hello } = /** @type {(typeof prepared)[number]} */ (
          prepared[n % prepared.length]
        );
        // Where the name stands in the address, it must be one that nobody has left a moment ago.
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
