/** Specification, section 9: speed statistics every 500 ms; section 3: the analytics payload. */
import { createFakeClock } from '../test/support/fake-clock.js';
import { SILENCE_MS, STATS_INTERVAL_MS } from '../support/constants.js';
import { describeDevice } from '../support/env.js';
import { ProgressSampler } from './progress-sampler.js';
import { UNKNOWN_CONNECTION } from '../connection/stats.js';
import { composeReport } from './transfer-report.js';

describe('speed statistics (specification, section 9)', () => {
  it('are refreshed every 500 ms while a transfer runs [9.24]', () => {
    const clock = createFakeClock();
    let bytes = 0;
    const samples: number[] = [];
    const meter = new ProgressSampler({
      clock,
      readBytes: () => bytes,
      isPaused: () => false,
      connection: () => null,
      onSample: () => void samples.push(clock.now()),
    });
    meter.start();
    bytes = 1_000;
    clock.advance(499);
    expect(samples).toEqual([0]);
    expect(meter.describe(4_000, true).bytesTransferred).toBe(0);
    clock.advance(1);
    expect(meter.describe(4_000, true)).toMatchObject({
      bytesTransferred: 1_000,
      progressPercent: 25,
      bytesPerSecond: 2_000,
      etaSeconds: 1.5,
    });
    clock.advance(1_000);
    expect(samples).toEqual([0, 500, 1_000, 1_500]);
    meter.stop();
    expect(clock.pending()).toBe(0);
  });
});

describe('silence', () => {
  function createSampler() {
    const clock = createFakeClock();
    const position = { sent: 0, acknowledged: 0, isPaused: false };
    const changes: boolean[] = [];
    const sampler: ProgressSampler = new ProgressSampler({
      clock,
      readBytes: () => position.sent,
      readAcknowledgedBytes: () => position.acknowledged,
      isPaused: () => position.isPaused,
      connection: () => null,
      onSample: ({ hasSilenceChanged }) => {
        if (hasSilenceChanged) changes.push(sampler.isSilent);
      },
    });
    sampler.start();
    return { clock, position, sampler, changes };
  }

  it('is reported within 15 s and ends with the next byte', () => {
    const { clock, position, sampler, changes } = createSampler();
    clock.advance(SILENCE_MS - 1);
    expect(sampler.isSilent).toBe(false);
    clock.advance(15_000 - SILENCE_MS + 1);
    expect(sampler.isSilent).toBe(true);
    position.acknowledged = 1;
    clock.advance(STATS_INTERVAL_MS);
    expect(changes).toEqual([true, false]);
  });

  it.each([
    ['bytes leave the send queue', ({ sent }: { sent: number }) => ({ sent: sent + 1 })],
    ['the transfer is paused', () => ({ isPaused: true })],
  ])('is not reported while %s', (_what, change) => {
    const { clock, position, changes } = createSampler();
    for (let tick = 0; tick < 60; tick++) {
      Object.assign(position, change(position));
      clock.advance(STATS_INTERVAL_MS);
    }
    expect(changes).toEqual([]);
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

describe('the analytics payload (specification, section 3)', () => {
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';
  const mac = 'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15';

  it.each([
    [iphone, 5, 390, 'iOS Safari', true],
    [mac, 0, 1_440, 'Safari', false],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Firefox/128.0', 0, 1_440, 'Other', false],
  ])(
    'of %s [3.88, 3.89, 3.90, 3.91, 3.92, 3.93, 3.94, 3.95, 3.96, 3.97, 3.98, 3.99, 3.100, 3.101, 3.102, 3.104]',
    (userAgent, touchPoints, widthPx, browserType, isMobile) => {
      const startedAt = new Date('2026-01-01T00:00:00Z');
      const report = composeReport({
        shareId: 'abc',
        connection: { ...UNKNOWN_CONNECTION, connectionType: 'turn', rttMs: 12, packetsLost: 3 },
        bytesTransferred: 5_000,
        startedAt,
        completedAt: new Date(startedAt.getTime() + 2_500),
        device: describeDevice(userAgent, touchPoints, widthPx),
      });
      expect(report).toEqual({
        shareId: 'abc',
        connectionType: 'turn',
        stunServersUsed: [],
        turnServersUsed: [],
        localCandidateType: 'unknown',
        remoteCandidateType: 'unknown',
        selectedCandidatePair: null,
        bytesTransferred: '5000',
        transferDuration: 2_500,
        averageSpeed: '2000',
        rttMs: 12,
        packetsLost: 3,
        userAgent,
        isMobile,
        browserType,
        transferStartedAt: '2026-01-01T00:00:00.000Z',
        transferCompletedAt: '2026-01-01T00:00:02.500Z',
      });
    },
  );
});
