import { createReports } from './reports.js';

const clock = { now: new Date('2026-01-01T00:00:00Z') };
const report = (length: number) => () =>
  Promise.resolve({ isValid: true, length, firstBroken: -1, detail: '', head: 'h' });

describe('reports', () => {
  it('drop the oldest when there are too many', async () => {
    const reports = createReports(() => clock.now, 2);
    for (const owner of ['a', 'b', 'c']) await reports.recent(owner, report(1));
    expect((await reports.recent('b', report(2))).length).toBe(1);
    expect((await reports.recent('a', report(2))).length).toBe(2);
  });

  it('do not keep a failed verification', async () => {
    const reports = createReports(() => clock.now);
    const fail = () => Promise.reject(new Error('no database'));
    await expect(reports.recent('a', fail)).rejects.toThrow('no database');
    expect((await reports.recent('a', report(2))).length).toBe(2);
  });

  it('are not recent when the clock was set back', async () => {
    const reports = createReports(() => clock.now);
    await reports.recent('a', report(1));
    clock.now = new Date('2025-01-01T00:00:00Z');
    expect((await reports.recent('a', report(2))).length).toBe(2);
  });
});
