import { formatBytes, largestBytes, parseBytes } from '@tandem/proto/browser/files/file-size';
import fc from 'fast-check';

describe('file size as text', () => {
  it('parses what it formats, to two decimals of the unit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 50 }), (bytes) => {
        const parsed = parseBytes(formatBytes(bytes, 'TB')) ?? Number.NaN;
        expect(Math.abs(parsed - bytes)).toBeLessThanOrEqual(Math.max(1, bytes) * 0.005 + 1);
      }),
    );
  });

  it('has a largest size, which no file of this text exceeds by more than the rounding', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 50 }), (bytes) => {
        const largest = largestBytes(formatBytes(bytes, 'TB')) ?? Number.NaN;
        expect(largest).toBeGreaterThanOrEqual(bytes);
        expect(largest).toBeLessThanOrEqual(bytes * 1.01 + 2);
      }),
    );
    expect(largestBytes('64.00 MB')).toBe(67_114_107);
    expect(largestBytes('large')).toBeNull();
  });

  it.each(['b', 'byte', 'Bytes', ' bytes'])('reads the unit %p as bytes', (unit) => {
    expect(parseBytes(`512 ${unit}`)).toBe(512);
  });

  it.each(['', 'large', '12', 'MB', '1.2.3 MB', '1e9 GB', '-1 KB', '1 PB'])(
    'refuses %p',
    (text) => {
      expect(parseBytes(text)).toBeNull();
    },
  );
});
