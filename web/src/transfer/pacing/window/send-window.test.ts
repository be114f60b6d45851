/** The window over a modelled path: a single association fills the line, keeps the queue short and never stalls. */

import { mib } from '../../support/constants.js';
import { createVirtualTime, type VirtualTime } from '../../test/support/clocks/virtual-time.js';
import {
  createAssociation,
  createDice,
  createLink,
  type Link,
  type PathOptions,
} from '../../test/support/path-model.js';
import { createSendWindow, minPieceBytes } from './send-window.js';

const pingBytes = 100;
const limitFromMs = 4_000;
const limitToMs = 8_000;
const packetBytes = 1_160;
/** Payload of a packet on the wire: what a line can carry at most. */
const payloadShare = 1_160 / 1_253;

interface Outcome {
  /** Delivered payload as a share of what the line carries, whole run and second half. */
  share: number;
  lateShare: number;
  /** In the second that begins one second after the end of the limit. */
  afterLimit: number;
  /** From second 10 to 20. */
  besideOthers: number;
  firstFiveSeconds: number;
  droppedShare: number;
  meanQueueMs: number;
  longestSilenceMs: number;
}

const summarise = (
  options: PathOptions,
  seconds: number,
  stats: ReturnType<typeof createLink>['stats'],
  deliveries: readonly { atMs: number; bytes: number }[],
): Outcome => {
  const ceiling = options.mbit * 125 * payloadShare; // bytes per ms
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
  longestSilenceMs = Math.max(longestSilenceMs, seconds * 1_000 - lastMs);
  return {
    share: between(0, seconds * 1_000),
    lateShare: between(seconds * 500, seconds * 1_000),
    afterLimit: between(limitToMs + 1_000, limitToMs + 2_000),
    besideOthers: between(10_000, 20_000),
    firstFiveSeconds: between(0, 5_000),
    droppedShare: stats.dropped / stats.packets,
    meanQueueMs: stats.queueMsSum / stats.packets,
    longestSilenceMs,
  };
};

/** A flow beside the transfer that fills the queue, as TCP does, from its start to its end. */
interface Competitor {
  fromMs: number;
  toMs: number;
}

interface TransferOptions {
  /** Each page is busy this long at most, about half of the time, and handles what arrives meanwhile afterwards. */
  stallMs?: number;
  seed?: number;
  seconds?: number;
  /** The sender's limit, from second 4 to second 8. */
  limitBytesPerMs?: number;
  isYielding?: boolean;
  competitor?: Competitor;
}

/** A page that is busy now and then: `run` calls back when it has time. */
const createPage = (time: VirtualTime, stallMs: number, seed: number) => {
  const roll = createDice(seed);
  let freeAtMs = 0;
  const stall = (): void => {
    const busyMs = stallMs * roll();
    freeAtMs = time.now() + busyMs;
    time.after(busyMs + stallMs * roll(), stall);
  };
  if (stallMs > 0) stall();
  return {
    run: (act: () => void): void => {
      if (time.now() >= freeAtMs) act();
      else time.after(freeAtMs - time.now(), act);
    },
  };
};

/** @param isPaced with the window; otherwise a queue of 1 MiB in the channel, as a plain sender keeps it. */
const transfer = (
  options: PathOptions,
  isPaced: boolean,
  {
    seconds = 20,
    limitBytesPerMs,
    isYielding = false,
    competitor,
    stallMs = 0,
    seed = 1,
  }: TransferOptions = {},
): Outcome => {
  const time = createVirtualTime();
  const link = createLink(time, options);
  const window = createSendWindow();
  const deliveries: { atMs: number; bytes: number }[] = [];
  const inFlight: number[] = [];
  let inFlightBytes = 0;
  let isTimerSet = false;
  let unreported = 0;
  /** Sent since the limit was set. */
  let sentBytes = 0;
  let isLimited = false;
  const [sender, receiver] = [
    createPage(time, stallMs, seed),
    createPage(time, stallMs, seed + 100),
  ];
  window.setYielding(isYielding);

  const hasAllowance = (): boolean =>
    !isLimited || sentBytes <= (limitBytesPerMs ?? Infinity) * (time.now() - limitFromMs);

  const setLimited = (wanted: boolean): void => {
    isLimited = wanted;
    sentBytes = 0;
    window.restart();
    pump();
  };
  if (limitBytesPerMs !== undefined) {
    time.after(limitFromMs, () => setLimited(true));
    time.after(limitToMs, () => setLimited(false));
  }

  const isPaused = (): boolean => {
    const waitMs = window.waitMs(time.now());
    if (waitMs === 0) return false;
    if (!isTimerSet)
      time.after(waitMs, () =>
        sender.run(() => {
          isTimerSet = false;
          pump();
        }),
      );
    isTimerSet = true;
    return true;
  };

  const pump = (): void => {
    if (isPaced) window.tick(time.now(), association.queuedBytes());
    for (;;) {
      const bytes = isPaced
        ? Math.floor(window.messageBytes() / packetBytes) * packetBytes
        : 14 * packetBytes;
      if (isPaced && inFlightBytes + bytes > window.bytes(time.now()) && inFlightBytes > 0) return;
      if (isPaced && isPaused()) return;
      if (association.queuedBytes() >= mib || !hasAllowance()) return;
      sentBytes += bytes;
      inFlightBytes += bytes;
      inFlight.push(bytes);
      window.onSending(time.now(), bytes, inFlightBytes);
      association.send(bytes);
    }
  };

  const association = createAssociation(time, link, options.rttMs, (bytes) => {
    deliveries.push({ atMs: time.now(), bytes });
    unreported += bytes;
    while (inFlight[0] !== undefined && unreported >= inFlight[0]) {
      const message = inFlight.shift() as number;
      unreported -= message;
      receiver.run(() => time.after(options.rttMs / 2, () => sender.run(() => onReport(message))));
    }
  });

  const onReport = (message: number): void => {
    inFlightBytes -= message;
    window.onAcked(time.now(), message, association.queuedBytes());
    pump();
  };

  const ping = (): void => {
    const sentAtMs = time.now();
    const onPong = (): void => {
      window.onPong(time.now(), time.now() - sentAtMs);
      pump();
    };
    link.send(pingBytes, () =>
      receiver.run(() => time.after(options.rttMs / 2, () => sender.run(onPong))),
    );
    time.after(window.pingIntervalMs(), () => sender.run(ping));
    pump();
  };
  ping();
  if (competitor !== undefined) compete(time, link, options, competitor);
  time.runUntil(seconds * 1_000);
  return summarise(options, seconds, link.stats, deliveries);
};

const path = (rttMs: number, mbit: number, more: Partial<PathOptions> = {}): PathOptions => ({
  rttMs,
  mbit,
  queueMs: Math.max(20, rttMs),
  ...more,
});

/** Keeps the queue at about two thirds of its depth: constant pressure that gives way to no one. */
const compete = (
  time: VirtualTime,
  link: Link,
  { mbit, queueMs }: PathOptions,
  { fromMs, toMs }: Competitor,
): void => {
  const bytesPerMs = mbit * 125;
  const push = (): void => {
    if (time.now() > toMs) return;
    const missingMs = (2 / 3) * queueMs - link.waitMs();
    for (let bytes = missingMs * bytesPerMs; bytes > 0; bytes -= packetBytes)
      link.send(packetBytes, () => undefined);
    time.after(2, push);
  };
  time.after(fromMs, push);
};

describe('a transfer over a wide-area path', () => {
  it.each([
    [20, 100],
    [50, 20],
    [100, 5],
  ])('of minutes keeps the queue of %i ms at %i Mbit/s as short as at first', (rttMs, mbit) => {
    const outcome = transfer(path(rttMs, mbit), true, { seconds: 120 });
    expect(outcome.lateShare).toBeGreaterThan(0.99);
    expect(outcome.droppedShare).toBe(0);
    expect(outcome.longestSilenceMs).toBeLessThan(100);
  });

  it.each([
    [20, 20, 0.9],
    [20, 100, 0.9],
    [50, 5, 0.9],
    [50, 20, 0.9],
    [50, 100, 0.9],
    [100, 20, 0.9],
    [100, 100, 0.85],
    [200, 20, 0.85],
    [200, 100, 0.8],
  ])('fills %i ms at %i Mbit/s to %f, without drops or a long queue', (rttMs, mbit, goal) => {
    const outcome = transfer(path(rttMs, mbit), true);
    expect(outcome.share).toBeGreaterThan(goal);
    expect(outcome.lateShare).toBeGreaterThan(0.95);
    expect(outcome.droppedShare).toBeLessThan(0.001);
    expect(outcome.meanQueueMs).toBeLessThan(Math.max(40, rttMs / 3));
    expect(outcome.longestSilenceMs).toBeLessThan(1_000);
  });

  it.each([
    [50, 100],
    [100, 20],
    [100, 100],
  ])('stalls without the window at %i ms and %i Mbit/s', (rttMs, mbit) => {
    expect(transfer(path(rttMs, mbit), false).share).toBeLessThan(0.1);
  });

  it.each([
    [50, 20],
    [100, 5],
    [100, 50],
  ])('fills a path of %i ms and %i Mbit/s whose delay varies by 10 ms', (rttMs, mbit) => {
    const outcome = transfer(path(rttMs, mbit, { jitterMs: 10 }), true);
    expect(outcome.lateShare).toBeGreaterThan(0.9);
    expect(outcome.droppedShare).toBeLessThan(0.001);
  });

  it.each([
    [20, 20, 0.65],
    [50, 5, 0.85],
    [50, 20, 0.8],
    [50, 100, 0.6],
    [100, 20, 0.88],
    [100, 100, 0.7],
    [200, 20, 0.8],
  ])(
    'fills a path of %i ms and %i Mbit/s to %f between pages that are busy half of the time, almost without drops',
    (rttMs, mbit, goal) => {
      const outcomes = [1, 2, 3].map((seed) =>
        transfer(path(rttMs, mbit), true, { stallMs: 30, seed }),
      );
      const shares = outcomes.map(({ share }) => share).sort((a, b) => a - b);
      expect(shares[1]).toBeGreaterThan(goal);
      for (const { longestSilenceMs, droppedShare } of outcomes) {
        expect(longestSilenceMs).toBeLessThan(1_000);
        expect(droppedShare).toBeLessThan(0.005);
      }
    },
    30_000,
  );

  it.each([
    [50, 20, 0.001, 1],
    [50, 5, 0.005, 5],
    [100, 20, 0.01, 1],
  ])(
    'is not slower than without the window at %i ms, %i Mbit/s, loss rate %f, bursts of %i',
    (rttMs, mbit, lossRate, burstPackets) => {
      const lossy = path(rttMs, mbit, { lossRate, burstPackets });
      const plain = transfer(lossy, false).share;
      expect(transfer(lossy, true).share).toBeGreaterThan(0.8 * plain);
    },
  );

  it.each([
    [50, 20, 1],
    [100, 100, 1],
    [100, 20, 0.1],
  ])(
    'fills %i ms at %i Mbit/s within a second after a limit of %f MB/s is lifted, without drops',
    (rttMs, mbit, megabytes) => {
      const outcome = transfer(path(rttMs, mbit), true, { limitBytesPerMs: megabytes * 1_000 });
      expect(outcome.afterLimit).toBeGreaterThan(0.8);
      expect(outcome.lateShare).toBeGreaterThan(0.9);
      expect(outcome.droppedShare).toBeLessThan(0.001);
      expect(outcome.longestSilenceMs).toBeLessThan(1_000);
    },
  );

  it('that yields to others takes little of the path beside a flow that fills the queue, and all of it afterwards', () => {
    const competitor = { fromMs: 5_000, toMs: 20_000 };
    const shareOf = (isYielding: boolean): Outcome =>
      transfer(path(50, 10), true, { seconds: 40, isYielding, competitor });
    const [yielding, competing] = [shareOf(true), shareOf(false)];
    expect(yielding.besideOthers).toBeLessThan(0.5 * competing.besideOthers);
    expect(yielding.lateShare).toBeGreaterThan(0.9);
  });

  it('stays near what is in flight while something else than the path limits the transfer', () => {
    const window = createSendWindow();
    const inFlightBytes = 20_000;
    for (let nowMs = 0; nowMs < 20_000; nowMs += 50) {
      window.onPong(nowMs, 50);
      window.tick(nowMs, 0);
      window.onSending(nowMs, inFlightBytes, inFlightBytes);
      window.onAcked(nowMs, inFlightBytes, 0);
    }
    expect(window.bytes(20_000)).toBeLessThan(3 * inFlightBytes);
  });

  it('keeps a large window for a round trip within one machine or building', () => {
    const window = createSendWindow();
    window.onPong(0, 0.5);
    window.tick(1, 0);
    expect(window.bytes(1)).toBeGreaterThanOrEqual(mib);
  });

  it('works with a clock too coarse for the round trip, which measures 0', () => {
    const window = createSendWindow();
    for (const nowMs of [0, 0, 100, 100, 200, 200]) {
      window.onPong(nowMs, 0);
      window.tick(nowMs, 0);
      window.onSending(nowMs, mib, mib);
      window.onAcked(nowMs, mib, 0);
      expect(window.bytes(nowMs)).toBeGreaterThanOrEqual(mib);
      expect(window.messageBytes()).toBeGreaterThanOrEqual(minPieceBytes);
      expect(window.waitMs(nowMs)).toBe(0);
    }
  });
});
