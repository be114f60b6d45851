import { silenceMs, statsIntervalMs } from '../support/constants.js';
import { createFakeClock } from '../test/support/clocks/fake-clock.js';
import { ProgressSampler } from './progress-sampler.js';

describe('speed statistics', () => {
  it('are refreshed every 500 ms while a transfer runs [9.24]', () => {
    const clock = createFakeClock();
    let bytes = 0;
    const samples: number[] = [];
    const sampler = new ProgressSampler({
      clock,
      readBytes: () => bytes,
      isPaused: () => false,
      connection: () => null,
      onSample: () => void samples.push(clock.now()),
    });
    sampler.start();
    bytes = 1_000;
    clock.advance(499);
    expect(samples).toEqual([0]);
    expect(sampler.describe(4_000, true).bytesTransferred).toBe(0);
    clock.advance(1);
    expect(sampler.describe(4_000, true)).toMatchObject({
      bytesTransferred: 1_000,
      progressPercent: 25,
      bytesPerSecond: 2_000,
    });
    clock.advance(1_000);
    expect(samples).toEqual([0, 500, 1_000, 1_500]);
    bytes = 2_000;
    clock.advance(500);
    expect(sampler.describe(4_000, true).etaSeconds).toBeGreaterThan(0);
    sampler.stop();
    expect(clock.pending()).toBe(0);
  });
});

describe('the remaining time after a sleep', () => {
  it('is not computed from what arrived at the ends of the sleep', () => {
    const fake = createFakeClock();
    let asleepMs = 0;
    const clock = { ...fake, now: () => fake.now() + asleepMs };
    let bytes = 0;
    const sampler = new ProgressSampler({
      clock,
      readBytes: () => bytes,
      isPaused: () => false,
      connection: () => null,
      onSample: () => undefined,
    });
    const run = (ms: number): void => {
      for (let passedMs = 0; passedMs < ms; passedMs += statsIntervalMs) {
        bytes += statsIntervalMs * 1_000;
        fake.advance(statsIntervalMs);
      }
    };
    sampler.start();
    run(20_000);
    asleepMs = 60_000;
    run(3_000);
    const seconds = sampler.describe(bytes + 100_000_000, true).etaSeconds ?? 0;
    expect(seconds).toBeGreaterThan(90);
    expect(seconds).toBeLessThan(110);
    sampler.stop();
  });
});

describe('silence', () => {
  const createSampler = () => {
    const clock = createFakeClock();
    const position = { sent: 0, acknowledged: 0, isPaused: false };
    const changes: string[] = [];
    const sampler: ProgressSampler = new ProgressSampler({
      clock,
      readBytes: () => position.sent,
      readAcknowledgedBytes: () => position.acknowledged,
      isPaused: () => position.isPaused,
      connection: () => null,
      onSample: ({ hasSilenceChanged }) => {
        if (!hasSilenceChanged) return;
        changes.push(sampler.isSilent ? 'silent' : sampler.isStalled ? 'stalled' : 'moving');
      },
    });
    sampler.start();
    return { clock, position, sampler, changes };
  };

  it('is reported within 15 s and ends with the next byte', () => {
    const { clock, position, sampler, changes } = createSampler();
    clock.advance(silenceMs - 1);
    expect(sampler.isSilent).toBe(false);
    clock.advance(15_000 - silenceMs + 1);
    expect(sampler.isSilent).toBe(true);
    position.acknowledged = 1;
    clock.advance(statsIntervalMs);
    expect(changes).toEqual(['stalled', 'silent', 'moving']);
  });

  it('is shown as a stall within 5 s', () => {
    const { clock, position, sampler } = createSampler();
    clock.advance(3_000);
    expect(sampler.isStalled).toBe(false);
    clock.advance(1_500);
    expect(sampler.isStalled).toBe(true);
    position.sent = 1;
    clock.advance(statsIntervalMs);
    expect(sampler.isStalled).toBe(false);
  });

  it.each([
    ['bytes leave the send queue', ({ sent }: { sent: number }) => ({ sent: sent + 1 })],
    ['the transfer is paused', () => ({ isPaused: true })],
  ])('is not reported while %s', (_what, change) => {
    const { clock, position, changes } = createSampler();
    for (let tick = 0; tick < 60; tick++) {
      Object.assign(position, change(position));
      clock.advance(statsIntervalMs);
    }
    expect(changes).toEqual([]);
  });
});

describe('a pause', () => {
  it('is sampled rarely once nothing moves, and every 500 ms from its end', () => {
    const clock = createFakeClock();
    const position = { bytes: 0, isPaused: true };
    const sampledAt: number[] = [];
    let hasStalled = false;
    const sampler: ProgressSampler = new ProgressSampler({
      clock,
      readBytes: () => position.bytes,
      isPaused: () => position.isPaused,
      connection: () => null,
      onSample: () => {
        sampledAt.push(clock.now());
        hasStalled ||= sampler.isStalled;
      },
    });
    sampler.start();
    clock.advance(60_000);
    expect(sampledAt.length).toBeLessThan(10);
    const pausedMs = clock.now();
    clock.advance(9_000);
    position.isPaused = false;
    sampler.resume();
    sampledAt.length = 0;
    clock.advance(1_000);
    expect(sampledAt).toEqual([pausedMs + 9_500, pausedMs + 10_000]);
    expect(hasStalled).toBe(false);
    sampler.stop();
    sampler.resume();
    expect(clock.pending()).toBe(0);
  });
});

describe('progress', () => {
  it('of a sender counts acknowledged bytes; speed is measured on bytes sent', () => {
    const clock = createFakeClock();
    const sampler = new ProgressSampler({
      clock,
      readBytes: () => clock.now(),
      readAcknowledgedBytes: () => 0,
      isPaused: () => false,
      connection: () => null,
      onSample: () => undefined,
    });
    sampler.start();
    clock.advance(1_000);
    expect(sampler.describe(4_000, true)).toMatchObject({
      bytesTransferred: 0,
      progressPercent: 0,
      bytesPerSecond: 1_000,
    });
    sampler.stop();
  });
});
