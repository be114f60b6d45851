import { join } from 'node:path';
import { publicKeysOf } from '../../deploy/docker/public-keys.mjs';
import { root } from '../bootstrap/exec.mjs';
import { widePath } from '../bootstrap/install/programs.mjs';
import { secretVariables, type Secrets } from './secrets.js';
import { topology, type Need, type Service } from './topology.js';

type Env = Record<string, string>;

/** Addresses, ports and secrets of a run. */
export interface Wiring {
  /** The environment of `npm start`. */
  env: Env;
  host: string;
  publicUrl: string;
  publicPort: number;
  /** By service name. */
  ports: Record<string, { main: number; metrics: number }>;
  mongoUrl: string;
  /** The address of the broker with the credentials of a service. */
  natsUrlOf: (service: string) => string;
  /** Has a directory with the certificates of each service. */
  tlsDir: string;
  firebase: {
    projectId: string;
    apiKey: string;
    authDomain: string;
    emulatorHost?: string | undefined;
    emulatorOrigin?: string | undefined;
  };
  turnUrls: string[];
  payments: { provider: 'stripe' | 'local' | 'none'; apiBase?: string | undefined };
  secrets: Secrets;
}

/** The environment common to all children: without secrets, and without the flags of npm and test runners. */
export const commonEnv = (env: Env): Env => {
  const isPassedOn = (name: string) =>
    !secretVariables.includes(name) && !/^npm_|^NODE_OPTIONS$|^PORT$|^JEST_/i.test(name);
  return {
    ...Object.fromEntries(Object.entries(env).filter(([name]) => isPassedOn(name))),
    PATH: widePath(),
    NODE_ENV: 'development',
  };
};

const pick = (env: Env, pattern: RegExp): Env =>
  Object.fromEntries(Object.entries(env).filter(([name]) => pattern.test(name)));

const portOf = (ports: Wiring['ports'], name: string): string => {
  const port = ports[name]?.main;
  if (port === undefined) throw new Error(`no port for ${name}`);
  return String(port);
};

const needs: Record<Need, (wiring: Wiring, service: Service) => Env> = {
  mongo: ({ mongoUrl }) => ({ MONGO_URL: mongoUrl }),
  nats: ({ natsUrlOf }, { identity }) => ({ NATS_URL: natsUrlOf(identity) }),
  assertionKeys: ({ secrets }) => ({ ASSERTION_KEYS: secrets.assertionKeys }),
  assertionPublicKeys: ({ secrets }) => ({
    ASSERTION_PUBLIC_KEYS: publicKeysOf(secrets.assertionKeys),
  }),
  grantKeys: ({ secrets }) => ({ GRANT_KEYS: secrets.grantKeys }),
  grantPublicKeys: ({ secrets }) => ({ GRANT_PUBLIC_KEYS: publicKeysOf(secrets.grantKeys) }),
  passwordKeys: ({ secrets }) => ({ SHARE_PASSWORD_KEYS: secrets.passwordKeys }),
  auditKeys: ({ secrets }) => ({ AUDIT_KEYS: secrets.auditKeys }),
  firebaseAdmin: ({ env, firebase }) => ({
    ...pick(env, /^GOOGLE_APPLICATION_CREDENTIALS$|^FIREBASE_SERVICE_ACCOUNT$/),
    FIREBASE_PROJECT_ID: firebase.projectId,
    ...(firebase.emulatorHost ? { FIREBASE_AUTH_EMULATOR_HOST: firebase.emulatorHost } : {}),
  }),
  firebaseWeb: ({ firebase }) => ({
    FIREBASE_PROJECT_ID: firebase.projectId,
    FIREBASE_API_KEY: firebase.apiKey,
    FIREBASE_AUTH_DOMAIN: firebase.authDomain,
    ...(firebase.emulatorOrigin ? { FIREBASE_EMULATOR_ORIGIN: firebase.emulatorOrigin } : {}),
  }),
  turn: ({ env, secrets, turnUrls }) => ({
    TURN_SECRETS: secrets.turnSecrets,
    TURN_URLS: env['TURN_URLS'] ?? turnUrls.join(','),
  }),
  payments: ({ payments, secrets }) => ({
    PAYMENTS_PROVIDER: payments.provider,
    ...(payments.provider === 'none'
      ? {}
      : {
          STRIPE_SECRET_KEY: secrets.stripeSecretKey,
          STRIPE_WEBHOOK_SECRET: secrets.stripeWebhookSecret,
        }),
    ...(payments.apiBase ? { STRIPE_API_BASE: payments.apiBase } : {}),
  }),
  paymentsPublic: ({ payments, secrets }) => ({
    PAYMENTS_PROVIDER: payments.provider,
    ...(payments.provider === 'none'
      ? {}
      : { STRIPE_PUBLISHABLE_KEY: secrets.stripePublishableKey }),
    ...(payments.apiBase ? { STRIPE_API_BASE: payments.apiBase } : {}),
  }),
  push: ({ env }) => pick(env, /^VAPID_|^PUSH_SERVICE_HOSTS$/),
  pushPublic: ({ env }) => pick(env, /^VAPID_PUBLIC_KEY$/),
  publicUrl: ({ publicUrl }) => ({ PUBLIC_URL: publicUrl }),
  // The services' defaults.
  product: () => ({}),
};

/** Variables of the address a service listens on. */
const listeners: Record<Service['kind'], (service: Service, wiring: Wiring) => Env> = {
  rpc: ({ name }, { ports }) => ({ HOST: '127.0.0.1', GRPC_PORT: portOf(ports, name) }),
  ws: ({ name }, { env, ports }) => ({
    HOST: '127.0.0.1',
    WS_PORT: portOf(ports, name),
    POD_ID: name,
    // The proxies in front of the gateway, and the gateway itself.
    TRUST_PROXY_HOPS: String(1 + Number(env['TRUST_PROXY_HOPS'] ?? 0)),
    // Short, because Ctrl-C waits for it; in production it spreads the reconnects of all clients.
    DRAIN_SPREAD_MS: env['DRAIN_SPREAD_MS'] ?? '500',
  }),
  http: (_service, { host, publicPort, ports }) => ({
    HOST: host,
    PORT: String(publicPort),
    WEB_DIST: join(root, 'web/dist'),
    SIGNALLING_URLS: topology
      .filter(({ kind, name }) => kind === 'ws' && name in ports)
      .map(({ name }) => `http://127.0.0.1:${portOf(ports, name)}`)
      .join(','),
  }),
};

const addressesFor = ({ calls }: Service, { ports }: Wiring): Env =>
  Object.fromEntries(
    topology.flatMap(({ name, address }) =>
      address !== undefined && calls.includes(name)
        ? [[address, `127.0.0.1:${portOf(ports, name)}`]]
        : [],
    ),
  );

/** The whole environment of a service. */
export const serviceEnv = (service: Service, wiring: Wiring): Env => ({
  ...commonEnv(wiring.env),
  ...Object.fromEntries(
    service.needs.flatMap((need) => Object.entries(needs[need](wiring, service))),
  ),
  ...addressesFor(service, wiring),
  TLS_DIR: join(wiring.tlsDir, service.identity),
  METRICS_PORT: String(wiring.ports[service.name]?.metrics),
  ...listeners[service.kind](service, wiring),
});
