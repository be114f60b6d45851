import { retentionCutoff } from '@tandem/proto/browser/audit/retention';
import fc from 'fast-check';

const cutoffOf = (now: string, months: number) =>
  retentionCutoff(new Date(now), months).toISOString();

describe('the end of retention', () => {
  it.each([
    ['2026-08-15T10:00:00.000Z', 6, '2026-02-15T10:00:00.000Z'],
    ['2026-08-28T10:00:00.000Z', 6, '2026-02-28T10:00:00.000Z'],
    ['2026-08-29T10:00:00.000Z', 6, '2026-03-01T00:00:00.000Z'],
    ['2026-08-31T10:00:00.000Z', 6, '2026-03-01T00:00:00.000Z'],
    ['2026-09-01T00:00:00.000Z', 6, '2026-03-01T00:00:00.000Z'],
    ['2028-02-29T10:00:00.000Z', 12, '2027-03-01T00:00:00.000Z'],
    ['2026-01-31T10:00:00.000Z', 2, '2025-12-01T00:00:00.000Z'],
  ])('at %s of %i months is %s', (now, months, cutoff) => {
    expect(cutoffOf(now, months)).toBe(cutoff);
  });

  it('never moves back', () => {
    const instant = fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2032, 0) });
    const pause = fc.integer({ min: 0, max: 4 * 86_400_000 });
    const months = fc.integer({ min: 1, max: 120 });
    fc.assert(
      fc.property(instant, pause, months, (ms, pauseMs, count) => {
        const [earlier, later] = [ms, ms + pauseMs].map((at) =>
          retentionCutoff(new Date(at), count).getTime(),
        );
        expect(later).toBeGreaterThanOrEqual(earlier ?? Number.NaN);
      }),
      { numRuns: 2_000 },
    );
  });
});
