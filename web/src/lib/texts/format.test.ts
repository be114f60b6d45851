import {
  daysUntil,
  formatBytes,
  formatDateTime,
  formatDay,
  formatDurationMs,
  formatPercent,
  formatSeconds,
  formatSpeed,
  parseBytes,
} from './format.js';

describe('sizes in units of 1024 with two decimals', () => {
  it.each([
    [0, '0 Bytes'],
    [-1, '0 Bytes'],
    [Number.NaN, '0 Bytes'],
    [1, '1 Bytes'],
    [1023, '1023 Bytes'],
    [1024, '1.00 KB'],
    [1536, '1.50 KB'],
    [1024 ** 2 - 1, '1.00 MB'],
    [67_108_864, '64.00 MB'],
    [5 * 1024 ** 3, '5.00 GB'],
    [3 * 1024 ** 4, '3072.00 GB'],
  ])('%p bytes read %p [9.26]', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });

  it('uses TB for totals [9.27]', () => {
    expect(formatBytes(3 * 1024 ** 4, 'TB')).toBe('3.00 TB');
  });

  it.each([
    ['0 Bytes', 0],
    ['512 Bytes', 512],
    ['1.50 KB', 1536],
    ['64.00 MB', 64 * 1024 ** 2],
    ['2.00 GB', 2 * 1024 ** 3],
    [' 2.00 gb ', 2 * 1024 ** 3],
    ['large', null],
    ['', null],
    ['1.2.3 MB', null],
  ])('%p reads as %p bytes', (text, bytes) => {
    expect(parseBytes(text)).toBe(bytes);
  });

  it('shows no speed before the first sample', () => {
    expect(formatSpeed(0)).toBe('');
    expect(formatSpeed(2_097_152)).toBe('2.00 MB/s');
  });
});

describe('progress and durations', () => {
  it.each([
    [0, '0.0%'],
    [42.04, '42.0%'],
    [100.4, '100.0%'],
  ])('%p percent reads %p [9.28]', (value, text) => {
    expect(formatPercent(value)).toBe(text);
  });

  it.each([
    [0, '0s'],
    [59.4, '59s'],
    [59.6, '1m 0s'],
    [185, '3m 5s'],
    [Number.POSITIVE_INFINITY, '0s'],
  ])('%p seconds read %p [9.29]', (value, text) => {
    expect(formatSeconds(value)).toBe(text);
  });

  it('never calls a finished transfer 0 s', () => {
    expect(formatDurationMs(300)).toBe('<1s');
    expect(formatDurationMs(61_000)).toBe('1m 1s');
  });
});

describe('dates as yyyy-MM-dd HH:mm:ss', () => {
  it('prints local time with leading zeros', () => {
    expect(formatDateTime(new Date(2026, 0, 5, 7, 8, 9))).toBe('2026-01-05 07:08:09');
    expect(formatDay(new Date(2026, 10, 30))).toBe('2026-11-30');
    expect(formatDateTime('not a date')).toBe('-');
  });

  it('counts a started day as one and a past day as none', () => {
    const now = Date.UTC(2026, 0, 1);
    expect(daysUntil(new Date(now + 6.2 * 86_400_000), now)).toBe(7);
    expect(daysUntil(new Date(now + 1), now)).toBe(1);
    expect(daysUntil(new Date(now - 1), now)).toBe(0);
  });

  it.each([-5_000, 0, 5_000])(
    'counts seven days for a new share of seven days if the clocks differ by %i ms',
    (skewMs) => {
      const now = Date.UTC(2025, 0, 1);
      expect(daysUntil(now + 7 * 86_400_000, now + skewMs)).toBe(7);
    },
  );
});
