/** The limit in virtual time: flows that send whenever they may, over a path that takes everything. */

import { kib, mib } from '../support/constants.js';
import type { Clock, TimerId } from '../support/env.js';
import { createVirtualTime, type VirtualTime } from '../test/support/clocks/virtual-time.js';
import { createRateLimit, type RateLimit } from './rate-limit.js';

/** @param timerStepMs timers fire at multiples of this only, as in a hidden page. */
const clockOf = (time: VirtualTime, timerStepMs = 1): Clock => {
  const cancelled = new Set<number>();
  let lastId = 0;
  return {
    now: () => time.now(),
    setTimeout(callback, delayMs) {
      lastId += 1;
      const id = lastId;
      const dueMs = Math.ceil((time.now() + delayMs) / timerStepMs) * timerStepMs;
      time.after(dueMs - time.now(), () => {
        if (!cancelled.delete(id)) callback();
      });
      return id as unknown as TimerId;
    },
    clearTimeout: (timer) => void cancelled.add(timer as unknown as number),
  };
};

const limitOf = (bytesPerSecond: number | null) => ({ bytesPerSecond, isYielding: false });

interface Sender {
  bytes(): number;
  /** Bytes since the last call. */
  take(): number;
  pump(): void;
  setPaused(isPaused: boolean): void;
  leave(): void;
}

/** @param maxBytesPerSecond of this sender's own path. */
const createSender = (
  limit: RateLimit,
  time: VirtualTime,
  { messageBytes = 64 * kib, maxBytesPerSecond = Infinity } = {},
): Sender => {
  let bytes = 0;
  let taken = 0;
  let isPaused = false;
  let freeAtMs = 0;
  const pump = (): void => {
    if (isPaused) return;
    while (time.now() >= freeAtMs && flow.canSend()) {
      const size = Math.min(messageBytes, flow.messageBytes());
      flow.onSending(size);
      bytes += size;
      if (bytes > 500 * mib) return;
      if (maxBytesPerSecond === Infinity) continue;
      freeAtMs = time.now() + (size * 1000) / maxBytesPerSecond;
      time.after(freeAtMs - time.now(), pump);
    }
  };
  const flow = limit.join(pump);
  return {
    bytes: () => bytes,
    take() {
      const since = bytes - taken;
      taken = bytes;
      return since;
    },
    pump,
    setPaused(wanted) {
      isPaused = wanted;
      pump();
    },
    leave: () => flow.leave(),
  };
};

const within = (actual: number, expected: number, share = 0.1): void => {
  expect(actual).toBeGreaterThan(expected * (1 - share));
  expect(actual).toBeLessThan(expected * (1 + share));
};

describe('a limit on the rate', () => {
  it.each([
    [100_000, 64 * kib],
    [100_000, 246_724],
    [1_000_000, 16 * kib],
    [20_000_000, 256 * kib],
  ])(
    'of %i bytes per second is kept within 10 %% with messages of %i bytes',
    (rate, messageBytes) => {
      const time = createVirtualTime();
      const sender = createSender(createRateLimit(clockOf(time), limitOf(rate)), time, {
        messageBytes,
      });
      sender.pump();
      time.runUntil(20_000);
      within(sender.bytes(), 20 * rate);
    },
  );

  it('of 100 KB/s leaves no gap of half a second', () => {
    const time = createVirtualTime();
    const sender = createSender(createRateLimit(clockOf(time), limitOf(100_000)), time);
    sender.pump();
    for (let ms = 500; ms <= 10_000; ms += 500) {
      time.runUntil(ms);
      expect(sender.take()).toBeGreaterThan(0);
    }
  });

  it.each([
    [1_000_000, 100_000],
    [100_000, 5_000_000],
  ])('that changes from %i to %i takes effect within a second', (before, after) => {
    const time = createVirtualTime();
    const limit = createRateLimit(clockOf(time), limitOf(before));
    const sender = createSender(limit, time);
    sender.pump();
    time.runUntil(5_000);
    limit.set(limitOf(after));
    sender.take();
    time.runUntil(6_000);
    within(sender.take(), after);
  });

  it('that is removed lets the next message go', () => {
    const time = createVirtualTime();
    const limit = createRateLimit(clockOf(time), limitOf(100_000));
    const sender = createSender(limit, time, { maxBytesPerSecond: 10_000_000 });
    sender.pump();
    time.runUntil(3_000);
    limit.set(limitOf(null));
    sender.take();
    time.runUntil(4_000);
    within(sender.take(), 10_000_000);
  });

  it('applies to the sum over the recipients, in equal parts', () => {
    const time = createVirtualTime();
    const limit = createRateLimit(clockOf(time), limitOf(900_000));
    const senders = [8 * kib, 64 * kib, 256 * kib].map((messageBytes) =>
      createSender(limit, time, { messageBytes }),
    );
    for (const sender of senders) sender.pump();
    time.runUntil(10_000);
    for (const sender of senders) within(sender.bytes(), 3_000_000);
  });

  it('gives what a slow recipient leaves to the others', () => {
    const time = createVirtualTime();
    const limit = createRateLimit(clockOf(time), limitOf(1_000_000));
    const slow = createSender(limit, time, { maxBytesPerSecond: 100_000 });
    const fast = createSender(limit, time);
    for (const sender of [slow, fast]) sender.pump();
    time.runUntil(10_000);
    within(slow.bytes(), 1_000_000);
    within(fast.bytes(), 9_000_000);
  });

  it('gives the share of a recipient that leaves to the others', () => {
    const time = createVirtualTime();
    const limit = createRateLimit(clockOf(time), limitOf(1_000_000));
    const [leaving, staying] = [createSender(limit, time), createSender(limit, time)];
    for (const sender of [leaving, staying]) sender.pump();
    time.runUntil(2_000);
    leaving.setPaused(true);
    leaving.leave();
    staying.take();
    time.runUntil(4_000);
    within(staying.take(), 2_000_000);
  });

  it('does not let a paused transfer catch up', () => {
    const time = createVirtualTime();
    const limit = createRateLimit(clockOf(time), limitOf(1_000_000));
    const sender = createSender(limit, time);
    sender.pump();
    time.runUntil(2_000);
    sender.setPaused(true);
    time.runUntil(30_000);
    sender.take();
    sender.setPaused(false);
    time.runUntil(31_000);
    within(sender.take(), 1_000_000);
  });

  it('is kept in a hidden page, whose timers fire once a second', () => {
    const time = createVirtualTime();
    const limit = createRateLimit(clockOf(time, 1_000), limitOf(1_000_000));
    const sender = createSender(limit, time);
    sender.pump();
    time.runUntil(20_000);
    within(sender.bytes(), 20_000_000);
  });

  it('keeps no timer without a flow that waits', () => {
    const timers = new Set<number>();
    let lastId = 0;
    const limit = createRateLimit(
      {
        now: () => 0,
        setTimeout() {
          lastId += 1;
          timers.add(lastId);
          return lastId as unknown as TimerId;
        },
        clearTimeout: (timer) => void timers.delete(timer as unknown as number),
      },
      limitOf(100_000),
    );
    const flow = limit.join(() => undefined);
    flow.onSending(64 * kib);
    expect(flow.canSend()).toBe(false);
    expect(timers.size).toBe(1);
    flow.leave();
    expect(timers.size).toBe(0);
  });
});
