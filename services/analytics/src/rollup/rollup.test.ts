import { connectionTypes } from '@tandem/proto/browser/transfers';
import fc from 'fast-check';
import { transferIdOf, type Transfer } from '../transfer/transfer.js';
import {
  daysKept,
  daysUpTo,
  emptyRollup,
  fold,
  forgetCaller,
  recentKept,
  totalOf,
} from './rollup.js';

const t0 = new Date('2026-03-01T12:00:00Z');
const dayMs = 86_400_000;

const transfer = (index: number, more: Partial<Transfer> = {}): Transfer => ({
  id: `t${index}`,
  shareId: 's',
  connectionType: 'direct',
  bytesTransferred: 100,
  transferDurationMs: 10,
  callerUid: '',
  callerEmail: '',
  createdAt: new Date(t0.getTime() + index),
  details: {},
  ...more,
});

const anyTransfer = fc
  .record({
    index: fc.nat(1_000),
    connectionType: fc.constantFrom(...connectionTypes),
    bytesTransferred: fc.nat(1_000_000_000),
    day: fc.nat(20),
  })
  .map(({ index, day, ...rest }) =>
    transfer(index, { ...rest, createdAt: new Date(t0.getTime() + day * dayMs) }),
  );

describe('sums of transfers', () => {
  it('do not depend on the division into batches', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(anyTransfer, { maxLength: 8 }), { maxLength: 6 }),
        (batches) => {
          const all = batches.flat();
          const stepwise = batches.reduce(fold, emptyRollup);
          const atOnce = fold(emptyRollup, all);
          expect(stepwise.byType).toEqual(atOnce.byType);
          expect(stepwise.byDay).toEqual(atOnce.byDay);
          expect(totalOf(stepwise)).toEqual({
            count: all.length,
            totalBytes: all.reduce((sum, { bytesTransferred }) => sum + bytesTransferred, 0),
          });
          expect(stepwise.version).toBe(batches.length);
        },
      ),
    );
  });

  it('keep only the newest transfers and days [2.220]', () => {
    const many = Array.from({ length: 500 }, (_, index) =>
      transfer(index, { createdAt: new Date(t0.getTime() + index * dayMs) }),
    );
    const rollup = fold(emptyRollup, many);
    expect(rollup.recent).toHaveLength(recentKept);
    expect(rollup.recent[0]?.id).toBe('t499');
    expect(Object.keys(rollup.byDay)).toHaveLength(daysKept);
    expect(totalOf(rollup).count).toBe(500);
  });

  it('show days without transfers as zeros, newest last', () => {
    const rollup = fold(emptyRollup, [transfer(1)]);
    expect(daysUpTo(rollup, new Date(t0.getTime() + dayMs), 3)).toEqual([
      { day: '2026-02-28', count: 0, totalBytes: 0 },
      { day: '2026-03-01', count: 1, totalBytes: 100 },
      { day: '2026-03-02', count: 0, totalBytes: 0 },
    ]);
  });

  it('drop a caller but keep the figures', () => {
    const caller = { callerUid: 'u', callerEmail: 'u@example.test' };
    const rollup = fold(emptyRollup, [transfer(1, caller), transfer(2)]);
    const forgotten = forgetCaller(rollup, 'u');
    expect(JSON.stringify(forgotten)).not.toContain('u@example.test');
    expect(totalOf(forgotten)).toEqual(totalOf(rollup));
  });
});

describe('one transfer, one id', () => {
  const report = {
    shareId: 's',
    startedAt: t0,
    completedAt: new Date(t0.getTime() + 5),
    callerUid: '',
    ipAddress: '203.0.113.1',
  };
  it.each([
    ['another share', { shareId: 'other' }],
    ['another beginning', { startedAt: new Date(t0.getTime() + 1) }],
    ['another end, of two that began together', { completedAt: new Date(t0.getTime() + 6) }],
    ['another visitor', { ipAddress: '203.0.113.2' }],
    ['a signed-in caller', { callerUid: 'u' }],
  ])('%s is another transfer', (_, more) => {
    expect(transferIdOf({ ...report, ...more })).not.toBe(transferIdOf(report));
  });

  it('a signed-in caller keeps the same id across networks', () => {
    const caller = { ...report, callerUid: 'u' };
    expect(transferIdOf({ ...caller, ipAddress: '198.51.100.1' })).toBe(transferIdOf(caller));
  });
});
