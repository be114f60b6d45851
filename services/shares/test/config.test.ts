import { createECDH, randomBytes } from 'node:crypto';
import { planPolicyOf, readConfig, vapidOf } from '../src/config.js';

const ring = () => `k1:${randomBytes(32).toString('base64url')}`;
const required = {
  MONGO_URL: 'mongodb://mongo:27017',
  NATS_URL: 'nats://nats:4222',
  IDENTITY_ADDR: 'identity:50051',
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

describe('the keys of Web Push', () => {
  const pair = createECDH('prime256v1');
  const vapid = {
    VAPID_PUBLIC_KEY: pair.generateKeys('base64url', 'uncompressed'),
    VAPID_PRIVATE_KEY: pair.getPrivateKey('base64url'),
    VAPID_SUBJECT: 'mailto:operator@example.test',
  };
  const other = createECDH('prime256v1').generateKeys('base64url', 'uncompressed');

  it('are optional', () => {
    expect(vapidOf(readConfig(required))).toBeNull();
    expect(vapidOf(readConfig({ ...required, ...vapid }))).toMatchObject({
      publicKey: vapid.VAPID_PUBLIC_KEY,
    });
  });

  it.each([
    ['without the private key', { VAPID_PRIVATE_KEY: '' }, /VAPID_PRIVATE_KEY: required/],
    ['without the subject', { VAPID_SUBJECT: '' }, /VAPID_SUBJECT: required/],
    ['with the public key of another pair', { VAPID_PUBLIC_KEY: other }, /does not belong to/],
    ['with a private key that is none', { VAPID_PRIVATE_KEY: 'AAAA' }, /does not belong to/],
    [
      'with a subject of another scheme',
      { VAPID_SUBJECT: 'http://x' },
      /VAPID_SUBJECT: must begin/,
    ],
  ])('are refused %s', (_name, change, fault) => {
    expect(() => readConfig({ ...required, ...vapid, ...change })).toThrow(fault);
  });
});
