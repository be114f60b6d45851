import { dayMs } from '@tandem/kit';
import { parseBytes } from '@tandem/proto/browser/files/file-size';
import { planPolicyOf, readConfig } from '../config.js';
import { assertFileFits, expiryFor, monthOf } from './plan.js';

const key = Buffer.alloc(32, 1).toString('base64url');
const environment = {
  MONGO_URL: 'mongodb://localhost',
  NATS_URL: 'nats://localhost:4222',
  IDENTITY_ADDR: 'localhost:50051',
  ASSERTION_PUBLIC_KEYS: `i:${key}`,
  GRANT_KEYS: `g:${key}`,
  SHARE_PASSWORD_KEYS: `p:${key}`,
};
const now = new Date('2026-03-01T12:00:00Z');
const policy = planPolicyOf(readConfig(environment));

describe('share expiry by plan', () => {
  it.each([
    ['free', 0, 7],
    ['free', 7, 7],
    ['active', 0, 7],
    ['active', 1, 1],
    ['active', 30, 30],
    ['proforever', 1, 1],
    ['proforever', 365, 365],
  ] as const)('%s: %i requested days give %i [6.12, 6.13, 9.3, 9.4, 9.5]', (plan, asked, days) => {
    expect(expiryFor(policy[plan], asked, now).getTime()).toBe(now.getTime() + days * dayMs);
  });

  it.each([
    ['free', 1],
    ['free', 8],
    ['active', 31],
    ['active', -1],
    ['active', 1.5],
    ['proforever', -1],
    ['proforever', 366],
  ] as const)('%s: rejects %p days [6.12, 6.13, 9.3, 9.4, 9.5]', (plan, asked) => {
    expect(() => expiryFor(policy[plan], asked, now)).toThrow(/Your plan allows/);
  });

  it.each([
    ['free', '1-7:5'],
    ['active', '1-365:9'],
    ['proforever', '2-400:30'],
  ] as const)('%s can be configured to %s days [6.15]', (plan, range) => {
    const names = { free: 'FREE', active: 'PRO', proforever: 'PROFOREVER' };
    const rules = planPolicyOf(
      readConfig({ ...environment, [`EXPIRY_DAYS_${names[plan]}`]: range }),
    )[plan];
    const [min = 0, max = 0, usual = 0] = range.split(/[-:]/).map(Number);
    const daysFor = (asked: number) =>
      (expiryFor(rules, asked, now).getTime() - now.getTime()) / dayMs;
    expect([daysFor(min), daysFor(max), daysFor(0)]).toEqual([min, max, usual]);
    if (min > 1) expect(() => daysFor(min - 1)).toThrow(/Your plan allows/);
    expect(() => daysFor(max + 1)).toThrow(/Your plan allows/);
  });

  it('rejects an invalid environment with the names of the variables', () => {
    const broken = { ...environment, EXPIRY_DAYS_PRO: '9-3:5', SHARE_PASSWORD_KEYS: 'short:AAAA' };
    expect(() => readConfig(broken)).toThrow(/EXPIRY_DAYS_PRO/);
    expect(() => readConfig(broken)).toThrow(/SHARE_PASSWORD_KEYS/);
    expect(() => readConfig(broken)).not.toThrow(/AAAA/);
  });
});

describe('plan limits', () => {
  it('allow 10 shares a month on Free and any number on paid plans [6.9, 9.1]', () => {
    expect(policy.free.monthlyLimit).toBe(10);
    expect(policy.active.monthlyLimit).toBeNull();
    expect(policy.proforever.monthlyLimit).toBeNull();
  });

  it.each([
    ['2026-03-31T23:59:59.999Z', '2026-03'],
    ['2026-04-01T00:00:00.000Z', '2026-04'],
    ['2026-03-31T23:30:00-02:00', '2026-04'],
  ])('%s counts in %s', (at, month) => expect(monthOf(new Date(at))).toBe(month));

  it('do not limit the file size unless configured [5.24]', () => {
    const strict = planPolicyOf(
      readConfig({
        ...environment,
        MAX_FILE_BYTES_FREE: '1000',
        MAX_FILE_BYTES_PRO: '1000',
        MAX_FILE_BYTES_PROFOREVER: '1000',
      }),
    );
    for (const plan of ['free', 'active', 'proforever'] as const) {
      expect(() => assertFileFits(policy[plan], 1e15)).not.toThrow();
      expect(() => assertFileFits(strict[plan], 1_000)).not.toThrow();
      expect(() => assertFileFits(strict[plan], 1_001)).toThrow(/larger than your plan/);
      expect(() => assertFileFits(strict[plan], null)).toThrow(/file size is required/);
    }
  });

  it.each([
    ['0 Bytes', 0],
    ['1.50 GB', 1.5 * 1024 ** 3],
    ['10.25 MB', 10.25 * 1024 ** 2],
    ['a lot', null],
    ['', null],
    ['1e9 GB', null],
  ])('"%s" is %p bytes', (text, bytes) => expect(parseBytes(text)).toBe(bytes));
});
