import { combineStats, createSpeedMeter, describeProgress } from './progress.js';

describe('speed', () => {
  it('is the mean of the last five samples [9.25]', () => {
    const meter = createSpeedMeter();
    meter.reset(0, 0);
    const perHalfSecond = [900_000, 100, 200, 300, 400, 500];
    perHalfSecond.reduce((bytes, step, i) => {
      meter.sample((i + 1) * 500, bytes + step);
      return bytes + step;
    }, 0);
    expect(meter.bytesPerSecond()).toBe(600);
  });

  it('is 0 for a sample that goes backwards', () => {
    const meter = createSpeedMeter();
    meter.reset(0, 1_000);
    meter.sample(500, 200);
    expect(meter.bytesPerSecond()).toBe(0);
  });
});

describe('progress', () => {
  it.each([
    [0, 1_000, false, 0],
    [333, 1_000, false, 33.3],
    [999_999, 1_000_000, false, 99.9],
    [0, 0, false, 0],
    [0, 0, true, 100],
  ])('of %i of %i bytes, complete: %s, is %d %', (bytes, total, isComplete, percent) => {
    expect(describeProgress(bytes, total, 1, isComplete).progressPercent).toBe(percent);
  });

  it('has no time left once it is complete', () => {
    expect(describeProgress(1_000, 1_000, 0, true).etaSeconds).toBe(0);
  });

  it('of several recipients adds bytes and speeds, and takes the longest remaining time', () => {
    const stats = [
      { ...describeProgress(100, 1_000, 10), etaSeconds: 90 },
      { ...describeProgress(500, 1_000, 100), etaSeconds: 5 },
      describeProgress(0, 1_000, 0),
    ];
    expect(combineStats(stats)).toEqual({
      progressPercent: 20,
      bytesTransferred: 600,
      totalBytes: 3_000,
      bytesPerSecond: 110,
      etaSeconds: 90,
    });
  });

  it('of no recipients is 0', () => {
    expect(combineStats([])).toEqual(describeProgress(0, 0, 0));
  });
});
