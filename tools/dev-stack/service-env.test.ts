import { publicKeysOf } from '../../deploy/docker/public-keys.mjs';
import { readConfig as readGatewayConfig } from '../../gateway/src/config.js';
import { readConfig as readAnalyticsConfig } from '../../services/analytics/src/config.js';
import { readConfig as readAuditConfig } from '../../services/audit/src/config.js';
import { readConfig as readBillingConfig } from '../../services/billing/src/config.js';
import { readConfig as readIdentityConfig } from '../../services/identity/src/config.js';
import { readConfig as readSharesConfig } from '../../services/shares/src/config.js';
import { readConfig as readTurnConfig } from '../../services/turn-credentials/src/config.js';
import { serviceEnv } from './service-env.js';
import { topology } from './topology.js';

const ring = (text: string) => `k1:${Buffer.alloc(32, text).toString('base64url')}`;

const wiring = {
  env: {
    STRIPE_SECRET_KEY: 'sk',
    STRIPE_WEBHOOK_SECRET: 'whsec',
    NODE_OPTIONS: '--inspect',
    npm_config_x: '1',
    LANG: 'C',
    PORT: '1',
  },
  host: '127.0.0.1',
  publicUrl: 'http://localhost:9000',
  publicPort: 9000,
  ports: Object.fromEntries(
    topology.map(({ name }, index) => [name, { main: 100 + index, metrics: 200 + index }]),
  ),
  mongoUrl: 'mongodb://db',
  natsUrlOf: (service: string) => `nats://${service}:secret@bus`,
  tlsDir: '/run/tls',
  firebase: { projectId: 'demo', apiKey: 'k', authDomain: 'd', emulatorHost: '127.0.0.1:1' },
  turnUrls: ['turn:127.0.0.1:3478?transport=udp'],
  payments: { provider: 'local' as const, apiBase: 'http://127.0.0.1:5' },
  secrets: {
    stripeSecretKey: 'sk',
    stripePublishableKey: 'pk',
    stripeWebhookSecret: 'whsec',
    assertionKeys: ring('assertion'),
    grantKeys: ring('grant'),
    passwordKeys: 'PASSWORD',
    auditKeys: 'AUDIT',
    turnSecrets: 'TURN',
    natsPasswordOf: () => 'secret',
  },
};

const envOf = (name: string, added: Record<string, string> = {}) => {
  const service = topology.find((each) => each.name === name);
  if (!service) throw new Error(`no service ${name}`);
  return serviceEnv(service, { ...wiring, env: { ...wiring.env, ...added } });
};

describe('the environment of a service', () => {
  it('contains only the secrets the service needs', () => {
    const holders = (variable: string) =>
      topology.filter(({ name }) => variable in envOf(name)).map(({ name }) => name);
    expect(holders('ASSERTION_KEYS')).toEqual(['identity']);
    expect(holders('GRANT_KEYS')).toEqual(['shares']);
    expect(holders('SHARE_PASSWORD_KEYS')).toEqual(['shares']);
    expect(holders('AUDIT_KEYS')).toEqual(['audit']);
    expect(holders('TURN_SECRETS')).toEqual(['turn-credentials']);
    expect(holders('STRIPE_SECRET_KEY')).toEqual(['billing']);
    expect(holders('STRIPE_WEBHOOK_SECRET')).toEqual(['billing']);
    expect(holders('STRIPE_PUBLISHABLE_KEY')).toEqual(['gateway']);
    expect(holders('MONGO_URL')).toEqual(['identity', 'shares', 'billing', 'audit', 'analytics']);
    expect(holders('FIREBASE_AUTH_EMULATOR_HOST')).toEqual(['identity']);
  });

  it('contains public keys where signatures are verified', () => {
    const verifiers = (variable: string) =>
      topology.flatMap(({ name }) => (envOf(name)[variable] === undefined ? [] : [name]));
    expect(verifiers('ASSERTION_PUBLIC_KEYS')).toEqual([
      'shares',
      'billing',
      'audit',
      'analytics',
      'turn-credentials',
    ]);
    expect(verifiers('GRANT_PUBLIC_KEYS')).toEqual([
      'audit',
      'turn-credentials',
      'signalling-1',
      'signalling-2',
    ]);
    const seed = ring('grant');
    expect(envOf('signalling-1')['GRANT_PUBLIC_KEYS']).toBe(publicKeysOf(seed));
    expect(Object.values(envOf('signalling-1'))).not.toContain(seed);
  });

  it('contains the credentials of its own service only', () => {
    const urls = topology.flatMap(({ name }) => envOf(name)['NATS_URL'] ?? []);
    expect(urls).toEqual(
      [
        ...['identity', 'shares', 'billing', 'audit', 'analytics'],
        ...['turn-credentials', 'signalling', 'signalling', 'gateway'],
      ].map((service) => `nats://${service}:secret@bus`),
    );
  });

  it('names the certificates of its own service only', () => {
    const directories = topology.map(({ name }) => [name, envOf(name)['TLS_DIR']]);
    expect(Object.fromEntries(directories)).toMatchObject({
      shares: '/run/tls/shares',
      gateway: '/run/tls/gateway',
      'signalling-1': '/run/tls/signalling',
      'signalling-2': '/run/tls/signalling',
    });
  });

  it('contains the address of every called service and of both signalling processes', () => {
    const env = envOf('gateway');
    const addresses = ['IDENTITY', 'SHARES', 'BILLING', 'AUDIT', 'ANALYTICS', 'TURN'];
    expect(addresses.map((name) => env[`${name}_ADDR`])).toEqual(
      [0, 1, 2, 3, 4, 5].map((index) => `127.0.0.1:${100 + index}`),
    );
    expect(env['SIGNALLING_URLS']).toBe('http://127.0.0.1:106,http://127.0.0.1:107');
    expect(env['PORT']).toBe('9000');
  });

  it('inherits everything but the flags of npm and test runners', () => {
    const env = envOf('audit');
    expect(env['LANG']).toBe('C');
    expect(env['NODE_OPTIONS']).toBeUndefined();
    expect(env['npm_config_x']).toBeUndefined();
    expect(env['PORT']).toBeUndefined();
  });

  it('counts the gateway as one more proxy in front of signalling', () => {
    const hops = (added?: Record<string, string>) =>
      ['gateway', 'signalling-1', 'signalling-2'].map(
        (name) => envOf(name, added)['TRUST_PROXY_HOPS'],
      );
    expect(hops()).toEqual([undefined, '1', '1']);
    expect(hops({ TRUST_PROXY_HOPS: '1' })).toEqual(['1', '2', '2']);
  });

  it('assigns each port to one process', () => {
    const listened = topology.flatMap(({ name }) => {
      const { GRPC_PORT, WS_PORT, PORT, METRICS_PORT } = envOf(name);
      return [GRPC_PORT, WS_PORT, PORT, METRICS_PORT].filter((port) => port !== undefined);
    });
    expect(new Set(listened).size).toBe(listened.length);
    expect(listened).toHaveLength(topology.length * 2);
  });
});

describe('the default ports', () => {
  const gateway = readGatewayConfig({});

  it.each([
    ['identity', readIdentityConfig, gateway.IDENTITY_ADDR],
    ['shares', readSharesConfig, gateway.SHARES_ADDR],
    ['billing', readBillingConfig, gateway.BILLING_ADDR],
    ['audit', readAuditConfig, gateway.AUDIT_ADDR],
    ['analytics', readAnalyticsConfig, gateway.ANALYTICS_ADDR],
    ['turn-credentials', readTurnConfig, gateway.TURN_ADDR],
  ] as const)('of %s is the one that the gateway calls by default', (name, readConfig, address) => {
    const secrets = {
      SHARE_PASSWORD_KEYS: ring('password'),
      AUDIT_KEYS: ring('audit'),
      TURN_SECRETS: 'x'.repeat(16),
      STRIPE_SECRET_KEY: 'sk_test_x',
      STRIPE_WEBHOOK_SECRET: 'whsec_x',
    };
    const { GRPC_PORT: port } = readConfig({ ...envOf(name), ...secrets, GRPC_PORT: '' });
    expect(`localhost:${port}`).toBe(address);
  });
});
