import { readSettings } from './settings.mjs';

const faultOf = (env: Record<string, string>) => {
  try {
    readSettings(env);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

describe('the environment of npm start', () => {
  it('defaults to port 8080 on loopback', () => {
    expect(readSettings({})).toMatchObject({ port: 8080, host: '127.0.0.1', hasFirebase: false });
  });

  it('treats an empty variable as unset', () => {
    expect(readSettings({ PORT: '', MONGO_URL: '' })).toMatchObject({
      port: 8080,
      mongoUrl: undefined,
    });
  });

  const wrong: [Record<string, string>, string][] = [
    [{ PORT: '70000' }, 'PORT'],
    [{ MONGO_URL: 'postgres://db' }, 'MONGO_URL'],
    [{ NATS_URL: 'http://nats' }, 'NATS_URL'],
    [{ PUBLIC_URL: 'example.org' }, 'PUBLIC_URL'],
    [{ LOGS: 'everything' }, 'LOGS'],
    [{ FIREBASE_PROJECT_ID: 'mine' }, 'FIREBASE_API_KEY, FIREBASE_AUTH_DOMAIN'],
    [{ GOOGLE_APPLICATION_CREDENTIALS: 'key.json' }, 'FIREBASE_PROJECT_ID'],
    [{ STRIPE_SECRET_KEY: 'sk' }, 'STRIPE_WEBHOOK_SECRET, STRIPE_PUBLISHABLE_KEY'],
    [{ PAYMENTS_PROVIDER: 'paypal' }, 'PAYMENTS_PROVIDER'],
    [
      { PAYMENTS_PROVIDER: 'none', STRIPE_API_BASE: 'http://x' },
      'not allowed with PAYMENTS_PROVIDER=none',
    ],
    [{ TURN_URLS: 'turn:relay.example:3478' }, 'TURN_SECRETS'],
    [{ NODE_ENV: 'production' }, 'NODE_ENV'],
  ];
  it.each(wrong)('rejects %j and names the variable, not its value', (env, name) => {
    expect(faultOf(env)).toContain(name);
    const [value = ''] = Object.values(env);
    if (value.includes('://')) expect(faultOf(env)).not.toContain(value);
  });

  it.each(['darwin arm64', 'linux arm64'])('requires your own MongoDB on %s', (platform) => {
    expect(() => readSettings({}, { platform })).toThrow(
      `MONGO_URL: required, because the MongoDB stand-in runs only on Linux x64 (this is ${platform})`,
    );
    const env = { MONGO_URL: 'mongodb://127.0.0.1:27017/?replicaSet=rs0' };
    expect(readSettings(env, { platform })).toMatchObject({ mongoUrl: env.MONGO_URL });
  });

  it('runs without payments', () => {
    expect(readSettings({ PAYMENTS_PROVIDER: 'none' })).toMatchObject({ hasPayments: false });
    expect(readSettings({})).toMatchObject({ hasPayments: true });
  });

  it('uses your own Firebase project when it is complete', () => {
    const env = { FIREBASE_PROJECT_ID: 'p', FIREBASE_API_KEY: 'k', FIREBASE_AUTH_DOMAIN: 'd' };
    expect(readSettings(env)).toMatchObject({ hasFirebase: true });
  });
});
