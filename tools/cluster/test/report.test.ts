import type { Failure } from '../load/load-counts.js';
import { claimOfLoad, isProved, toMarkdown, type Claim, type Report } from '../report.js';

const inevitable: Failure = { at: 1, kind: 'user', status: 503, ms: 2_000, retryAfter: '1' };
const lost: Failure = { at: 1, kind: 'user', status: 0, ms: 5 };

describe('the claim of a phase under load', () => {
  it.each<[string, 1 | 2, Failure[], Claim['result']]>([
    ['holds without failures', 2, [], 'holds'],
    ['fails with any failure at two replicas', 2, [inevitable], 'fails'],
    ['holds with the inevitable at one replica', 1, [inevitable], 'holds'],
    ['fails with a lost connection at one replica', 1, [inevitable, lost], 'fails'],
  ])('%s', (_what, replicas, failures, result) => {
    expect(claimOfLoad('the rollback', replicas, { requests: 500, failures }).result).toBe(result);
  });

  it('fails without requests, which prove nothing', () => {
    expect(claimOfLoad('the rollback', 2, { requests: 0, failures: [] }).result).toBe('fails');
  });

  it('counts requests and failures', () => {
    const { detail } = claimOfLoad('the rollback', 2, { requests: 500, failures: [lost] });
    expect(detail).toBe('1 of 500 failed: 1 × user no response');
  });
});

describe('a report', () => {
  const report = (...results: Claim['result'][]): Report => ({
    startedAt: '2026-01-01T00:00:00.000Z',
    cluster: 'kind-tandem',
    chart: 'this checkout',
    from: 'v1.2.3',
    claims: results.map((result, index) => ({
      claim: `a|${index}`,
      result,
      detail: 'x',
      seconds: 3,
    })),
  });

  it.each<[boolean, Claim['result'][]]>([
    [true, ['holds', 'not run']],
    [false, ['holds', 'fails']],
    [false, []],
  ])('is a proof: %s with %j', (expected, results) => {
    expect(isProved(report(...results))).toBe(expected);
  });

  it('is a table with one row per claim', () => {
    const rows = toMarkdown(report('holds', 'not run')).split('\n');
    expect(rows).toContain('| a\\|0 | holds | x | 3 |');
    expect(rows).toContain('| a\\|1 | not run | x | 3 |');
    expect(rows[0]).toBe('# this checkout on kind-tandem');
  });
});
