/** Lanes over a modelled path: several where losses at random hold a connection back, one everywhere else. */

import { createSendWindow } from '../pacing/window/send-window.js';
import { createVirtualTime } from '../test/support/clocks/virtual-time.js';
import { createAssociation, createLink, type PathOptions } from '../test/support/path-model.js';
import { createLaneBook } from './lane-book.js';
import { initialLanePolicy, nextLanePolicy } from './opening/lane-policy.js';

const pingBytes = 100;
const packetBytes = 1_160;
const payloadShare = 1_160 / 1_253;

interface Outcome {
  /** Delivered payload as a share of what the line carries, whole run and second half. */
  share: number;
  lateShare: number;
  lanes: number;
  droppedShare: number;
  meanQueueMs: number;
  longestSilenceMs: number;
}

interface LaneTestOptions {
  maxLanes: number;
  seconds?: number;
  /** Most bytes that a busy machine takes from the channels in a millisecond. */
  machineBytesPerMs?: number;
}

const transfer = (
  options: PathOptions,
  { maxLanes, seconds = 20, machineBytesPerMs = Infinity }: LaneTestOptions,
): Outcome => {
  const time = createVirtualTime();
  const link = createLink(time, options);
  const window = createSendWindow();
  const book = createLaneBook();
  const associations: ReturnType<typeof createAssociation>[] = [];
  const deliveries: { atMs: number; bytes: number }[] = [];
  let policy = initialLanePolicy;
  let sentBytes = 0;
  let offset = 0;
  let machineFreeAtMs = 0;

  const waitingOf = (id: number): number => associations[id]?.queuedBytes() ?? 0;
  const waitingBytes = (): number => book.usable().reduce((sum, id) => sum + waitingOf(id), 0);

  const openLane = (id: number): void => {
    let arrived = 0;
    let reported = 0;
    const lengths: number[] = [];
    sizes.set(id, lengths);
    associations[id] = createAssociation(time, link, options.rttMs, (bytes) => {
      deliveries.push({ atMs: time.now(), bytes });
      arrived += bytes;
      while (lengths[0] !== undefined && arrived >= lengths[0]) {
        arrived -= lengths[0];
        reported += lengths.shift() as number;
      }
      const total = reported;
      time.after(options.rttMs / 2, () => onReport(id, total));
    });
    book.open(id);
  };
  const sizes = new Map<number, number[]>();

  const onReport = (id: number, total: number): void => {
    const before = book.deliveredBytes();
    book.onReport(id, total);
    const bytes = book.deliveredBytes() - before;
    if (bytes > 0) window.onAcked(time.now(), bytes, waitingBytes());
    pump();
  };

  const considerLanes = (messageBytes: number): void => {
    const lanes = book.usable();
    policy = nextLanePolicy(policy, {
      nowMs: time.now(),
      baseRttMs: window.baseRttMs(),
      isNear: window.isNear(),
      queueMs: window.queueMs(),
      isHeldBack:
        lanes.every((id) => waitingOf(id) > 0) &&
        waitingBytes() > window.bytes(time.now()) / 8 + messageBytes / 2,
      lanes: lanes.length,
      maxLanes,
      deliveredBytes: book.deliveredBytes(),
    });
    for (let id = associations.length; id < policy.wanted; id += 1) {
      associations.length = id + 1;
      // An offer, an answer and the handshakes.
      time.after(4 * options.rttMs, () => openLane(id));
    }
  };

  let isTimerSet = false;
  const isPaused = (): boolean => {
    const waitMs = window.waitMs(time.now());
    if (waitMs === 0) return false;
    if (!isTimerSet)
      time.after(waitMs, () => {
        isTimerSet = false;
        pump();
      });
    isTimerSet = true;
    return true;
  };

  const pump = (): void => {
    window.tick(time.now(), waitingBytes());
    for (;;) {
      const bytes = Math.max(
        packetBytes,
        Math.floor(window.messageBytes(book.usable().length) / packetBytes) * packetBytes,
      );
      considerLanes(bytes);
      const inFlightBytes = sentBytes - book.deliveredBytes();
      if (inFlightBytes + bytes > window.bytes(time.now()) && inFlightBytes > 0) return;
      if (isPaused()) return;
      if (machineFreeAtMs > time.now() + 1) return;
      const id = book.choose(bytes, maxLanes, waitingOf);
      if (id === null) return;
      machineFreeAtMs = Math.max(machineFreeAtMs, time.now()) + bytes / machineBytesPerMs;
      book.onSent(id, { block: 0, offset, length: bytes, pass: 0 }, time.now());
      offset += bytes;
      sentBytes += bytes;
      sizes.get(id)?.push(bytes);
      window.onSending(time.now(), bytes, sentBytes - book.deliveredBytes());
      associations[id]?.send(bytes);
    }
  };

  const ping = (): void => {
    const sentAtMs = time.now();
    // On a busy machine a ping waits for its turn, as everything else.
    const lateMs = Math.max(0, machineFreeAtMs - sentAtMs);
    link.send(pingBytes, () =>
      time.after(options.rttMs / 2 + lateMs, () => {
        window.onPong(time.now(), time.now() - sentAtMs);
        pump();
      }),
    );
    time.after(window.pingIntervalMs(), ping);
    pump();
  };
  openLane(0);
  ping();
  time.runUntil(seconds * 1_000);

  const ceiling = options.mbit * 125 * payloadShare;
  const between = (fromMs: number, toMs: number): number =>
    deliveries.reduce((sum, d) => (d.atMs > fromMs && d.atMs <= toMs ? sum + d.bytes : sum), 0) /
    (ceiling * (toMs - fromMs));
  let longestSilenceMs = 0;
  let lastMs = 2_000;
  for (const { atMs } of deliveries) {
    if (atMs < 2_000) continue;
    longestSilenceMs = Math.max(longestSilenceMs, atMs - lastMs);
    lastMs = atMs;
  }
  return {
    share: between(0, seconds * 1_000),
    lateShare: between(seconds * 500, seconds * 1_000),
    lanes: policy.wanted,
    droppedShare: link.stats.dropped / link.stats.packets,
    meanQueueMs: link.stats.queueMsSum / link.stats.packets,
    longestSilenceMs,
  };
};

const path = (rttMs: number, mbit: number, more: Partial<PathOptions> = {}): PathOptions => ({
  rttMs,
  mbit,
  queueMs: Math.max(20, rttMs),
  ...more,
});

const lossy = (rttMs: number, mbit: number, lossRate: number, burstPackets = 1): PathOptions =>
  path(rttMs, mbit, { lossRate, burstPackets });

describe('lanes over a wide-area path', () => {
  it.each([
    [20, 100],
    [50, 20],
    [100, 5],
  ])('is one lane that fills %i ms at %i Mbit/s without loss', (rttMs, mbit) => {
    const outcome = transfer(path(rttMs, mbit), { maxLanes: 16, seconds: 10 });
    expect(outcome.lanes).toBe(1);
    expect(outcome.lateShare).toBeGreaterThan(0.95);
    expect(outcome.droppedShare).toBeLessThan(0.001);
  });

  it('is one lane on a path whose delay varies', () => {
    const outcome = transfer(path(50, 20, { jitterMs: 10 }), { maxLanes: 16 });
    expect(outcome.lanes).toBe(1);
    expect(outcome.lateShare).toBeGreaterThan(0.9);
  });

  it('is one lane on a machine that cannot send faster', () => {
    const outcome = transfer(path(20, 100), { maxLanes: 16, machineBytesPerMs: 3_000 });
    expect(outcome.lanes).toBe(1);
  });

  it.each([
    [50, 100, 0.01, 1, 8, 6],
    [50, 100, 0.01, 1, 16, 13],
    [50, 100, 0.01, 4, 16, 8],
    [50, 100, 0.001, 1, 8, 5],
    [50, 100, 0.001, 1, 16, 8],
    [50, 20, 0.01, 1, 8, 5],
    [50, 20, 0.01, 4, 8, 3],
    [100, 100, 0.001, 4, 16, 6],
  ])(
    'at %i ms, %i Mbit/s, loss %f, bursts of %i: up to %i lanes are %i times as fast as one',
    (rttMs, mbit, lossRate, burstPackets, maxLanes, gain) => {
      const line = lossy(rttMs, mbit, lossRate, burstPackets);
      const one = transfer(line, { maxLanes: 1 });
      const several = transfer(line, { maxLanes });
      expect(several.lateShare / one.lateShare).toBeGreaterThan(gain);
      expect(several.droppedShare).toBeLessThan(0.02);
      expect(several.longestSilenceMs).toBeLessThan(1_000);
      expect(several.meanQueueMs).toBeLessThan(40);
    },
  );

  it('are sixteen that fill 50 ms at 100 Mbit/s where one packet in a thousand is lost', () => {
    const outcome = transfer(lossy(50, 100, 0.001), { maxLanes: 16 });
    expect(outcome.share).toBeGreaterThan(0.8);
    expect(outcome.lateShare).toBeGreaterThan(0.95);
    expect(outcome.droppedShare).toBeLessThan(0.001);
  });
});
