import { readConfig } from '../src/config.js';

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://files.example.com',
  IDENTITY_ADDR: 'identity:50051',
  SHARES_ADDR: 'shares:50051',
  BILLING_ADDR: 'billing:50051',
  AUDIT_ADDR: 'audit:50051',
  ANALYTICS_ADDR: 'analytics:50051',
  TURN_ADDR: 'turn-credentials:50051',
  FIREBASE_API_KEY: 'AIzaSyExample',
  FIREBASE_AUTH_DOMAIN: 'example.firebaseapp.com',
  FIREBASE_PROJECT_ID: 'example',
  PAYMENTS_PROVIDER: 'stripe',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_example',
};

describe('the environment of the gateway in production', () => {
  it('is accepted when complete', () => {
    expect(readConfig(production)).toMatchObject({ isHttps: true });
  });

  it.each(Object.keys(production).filter((name) => name !== 'NODE_ENV'))(
    'is refused without %s',
    (name) => {
      expect(() => readConfig({ ...production, [name]: '' })).toThrow(
        `${name}: required in production`,
      );
    },
  );

  it('is refused with one message for all variables that are missing', () => {
    const read = () => readConfig({ NODE_ENV: 'production' });
    expect(read).toThrow(/PUBLIC_URL[^]*FIREBASE_PROJECT_ID[^]*PAYMENTS_PROVIDER/);
  });

  it('is accepted without payments, and without keys of Stripe', () => {
    const without = { ...production, PAYMENTS_PROVIDER: 'none', STRIPE_PUBLISHABLE_KEY: '' };
    expect(readConfig(without).PAYMENTS_PROVIDER).toBe('none');
  });

  it.each(['unlimited', '0', '25'])('accepts %s shares a month', (value) => {
    const { FREE_MONTHLY_SHARES } = readConfig({ FREE_MONTHLY_SHARES: value });
    expect(FREE_MONTHLY_SHARES).toBe(value === 'unlimited' ? null : Number(value));
  });

  it.each(['infinite', '-1', '1.5'])('refuses %s shares a month', (value) => {
    expect(() => readConfig({ FREE_MONTHLY_SHARES: value })).toThrow(
      /FREE_MONTHLY_SHARES: must be a number from 0 to 1000000, or unlimited/,
    );
  });

  it.each([
    ['EXPIRY_DAYS_FREE', '7', /min-max:default in days/],
    ['EXPIRY_DAYS_FREE', '0-7:7', /1 ≤ min ≤ default ≤ max/],
    ['EXPIRY_DAYS_PRO', '30-1:7', /1 ≤ min ≤ default ≤ max/],
    ['EXPIRY_DAYS_PROFOREVER', '1-30:31', /1 ≤ min ≤ default ≤ max/],
    ['WRONG_PASSWORD_LIMIT', '2', /must be 0, or 3 to 1000/],
    ['AUDIT_RETENTION_MONTHS', '0', /AUDIT_RETENTION_MONTHS/],
  ])('refuses a policy that the services refuse: %s=%s', (name, value, reason) => {
    expect(() => readConfig({ [name]: value })).toThrow(reason);
  });

  it.each([
    ['FIREBASE_PROJECT_ID', 'demo-tandem'],
    ['FIREBASE_EMULATOR_ORIGIN', 'http://localhost:9099'],
    ['PAYMENTS_PROVIDER', 'local'],
  ])('is refused with the stand-in %s=%s', (name, value) => {
    expect(() => readConfig({ ...production, [name]: value })).toThrow(
      new RegExp(`${name}: .* refused in production`),
    );
  });

  const links = {
    IMPRINT_URL: 'https://example.com/imprint',
    STATUS_URL: 'https://status.example.com/',
    SOURCE_URL: 'https://code.example.com/tandem',
    SECURITY_CONTACT: 'mailto:security@example.com',
  };

  it('accepts links of the operator', () => {
    expect(readConfig(links)).toMatchObject(links);
    expect(readConfig({ SECURITY_CONTACT: 'https://example.com/security' })).toBeDefined();
  });

  it.each([
    ['IMPRINT_URL', 'http://example.com/imprint', 'must be an https URL'],
    ['IMPRINT_URL', 'mailto:imprint@example.com', 'must be an https URL'],
    ['STATUS_URL', 'status.example.com', 'must be an https URL'],
    ['SOURCE_URL', 'javascript:alert(1)', 'must be an https URL'],
    ['SECURITY_CONTACT', 'security@example.com', 'must be an https URL or a mailto: address'],
  ])('is refused with the link %s=%s, without its value', (name, value, reason) => {
    const read = () => readConfig({ [name]: value });
    expect(read).toThrow(`${name}: ${reason}`);
    expect(read).not.toThrow(value);
  });

  it('has defaults on a development machine', () => {
    expect(readConfig({})).toMatchObject({ PUBLIC_URL: 'http://localhost:8080' });
  });
});
