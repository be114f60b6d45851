import { readConfig } from '../src/config.js';

const required = {
  MONGO_URL: 'mongodb://mongo:27017',
  NATS_URL: 'nats://nats:4222',
  ASSERTION_PUBLIC_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64url')}`,
};
const keys = { STRIPE_SECRET_KEY: 'sk_live_example', STRIPE_WEBHOOK_SECRET: 'whsec_example' };
const production = { ...required, ...keys, NODE_ENV: 'production' };

describe('the environment of billing', () => {
  it('in production is refused with one message for all faults', () => {
    const read = () => readConfig({ NODE_ENV: 'production', PAYMENTS_PROVIDER: 'local' });
    expect(read).toThrow(
      /MONGO_URL[^]*STRIPE_SECRET_KEY[^]*STRIPE_WEBHOOK_SECRET[^]*PAYMENTS_PROVIDER: .* refused/,
    );
    expect(() => readConfig(production)).not.toThrow();
  });

  it('lets users cancel ProForever unless it says otherwise', () => {
    expect(readConfig(required).CAN_CANCEL_PROFOREVER).toBe(true);
    const forbidding = { ...required, CAN_CANCEL_PROFOREVER: 'false' };
    expect(readConfig(forbidding).CAN_CANCEL_PROFOREVER).toBe(false);
  });

  it('without payments needs no keys, and refuses them', () => {
    const without = { ...required, NODE_ENV: 'production', PAYMENTS_PROVIDER: 'none' };
    expect(readConfig(without).PAYMENTS_PROVIDER).toBe('none');
    expect(() => readConfig({ ...without, ...keys })).toThrow(
      /STRIPE_SECRET_KEY: must not be set with PAYMENTS_PROVIDER=none[^]*STRIPE_WEBHOOK_SECRET/,
    );
  });

  it('in development may lack Stripe, but not the secret of its webhooks alone', () => {
    expect(() => readConfig(required)).not.toThrow();
    const { STRIPE_SECRET_KEY } = keys;
    expect(() => readConfig({ ...required, STRIPE_SECRET_KEY })).toThrow(/STRIPE_WEBHOOK_SECRET/);
  });
});
