import { randomBytes } from 'node:crypto';
import { planPolicyOf, readConfig } from '../src/config.js';

const ring = () => `k1:${randomBytes(32).toString('base64url')}`;
const required = {
  MONGO_URL: 'mongodb://mongo:27017',
  NATS_URL: 'nats://nats:4222',
  ASSERTION_PUBLIC_KEYS: ring(),
  GRANT_KEYS: ring(),
  SHARE_PASSWORD_KEYS: ring(),
};

describe('the plan that every account begins with', () => {
  it.each([
    ['', 10],
    ['25', 25],
    ['0', 0],
    ['unlimited', null],
  ])('with FREE_MONTHLY_SHARES=%s has the limit %s', (value, limit) => {
    const config = readConfig({ ...required, FREE_MONTHLY_SHARES: value });
    expect(planPolicyOf(config).free.monthlyLimit).toBe(limit);
  });

  it.each(['infinite', '-1', '1.5', '1000001'])('is refused with a limit of %s', (value) => {
    expect(() => readConfig({ ...required, FREE_MONTHLY_SHARES: value })).toThrow(
      /FREE_MONTHLY_SHARES: must be a number from 0 to 1000000, or unlimited/,
    );
  });
});
