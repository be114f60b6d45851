import { join } from 'node:path';
import { root } from '../bootstrap/exec.mjs';
import { widePath } from '../bootstrap/tools.mjs';
import { SECRET_VARIABLES } from './secrets.mjs';
import { topology } from './topology.mjs';

/**
 * Where everything is in this run.
 * @typedef {object} Wiring
 * @property {Record<string, string>} env the person's environment
 * @property {string} host
 * @property {string} publicUrl
 * @property {number} publicPort
 * @property {Record<string, {main: number, metrics: number}>} ports by service name
 * @property {string} mongoUrl
 * @property {string} natsUrl
 * @property {{projectId: string, apiKey: string, authDomain: string, emulatorHost?: string | undefined,
 *   emulatorOrigin?: string | undefined}} firebase
 * @property {string[]} turnUrls
 * @property {{provider: 'stripe' | 'local', apiBase?: string | undefined}} payments
 * @property {import('./secrets.mjs').Secrets} secrets
 */

/**
 * What every child starts from: the person's environment without the secrets of others, and without
 * the flags that npm or a test runner set for themselves.
 * @param {Record<string, string>} env
 * @returns {Record<string, string>}
 */
export const commonEnv = (env) => {
  const isForChildren = (/** @type {string} */ name) =>
    !SECRET_VARIABLES.includes(name) && !/^npm_|^NODE_OPTIONS$|^PORT$|^JEST_/i.test(name);
  return {
    ...Object.fromEntries(Object.entries(env).filter(([name]) => isForChildren(name))),
    PATH: widePath(),
    NODE_ENV: 'development',
  };
};

/** @param {Record<string, string>} env @param {RegExp} pattern */
const pick = (env, pattern) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => pattern.test(name)));

/** @type {Record<import('./topology.mjs').Need, (wiring: Wiring) => Record<string, string>>} */
const needs = {
  mongo: ({ mongoUrl }) => ({ MONGO_URL: mongoUrl }),
  nats: ({ natsUrl }) => ({ NATS_URL: natsUrl }),
  grantKeys: ({ secrets }) => ({ GRANT_KEYS: secrets.grantKeys }),
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
    STRIPE_SECRET_KEY: secrets.stripeSecretKey,
    STRIPE_WEBHOOK_SECRET: secrets.stripeWebhookSecret,
    ...(payments.apiBase ? { STRIPE_API_BASE: payments.apiBase } : {}),
  }),
  paymentsPublic: ({ payments, secrets }) => ({
    PAYMENTS_PROVIDER: payments.provider,
    STRIPE_PUBLISHABLE_KEY: secrets.stripePublishableKey,
    ...(payments.apiBase ? { STRIPE_API_BASE: payments.apiBase } : {}),
  }),
  publicUrl: ({ publicUrl }) => ({ PUBLIC_URL: publicUrl }),
};

/** What each kind of door needs to know. @type {Record<'rpc' | 'ws' | 'http', (service: import('./topology.mjs').Service, wiring: Wiring) => Record<string, string>>} */
const doors = {
  rpc: ({ name }, { ports }) => ({ HOST: '127.0.0.1', GRPC_PORT: String(ports[name]?.main) }),
  ws: ({ name }, { env, ports }) => ({
    HOST: '127.0.0.1',
    WS_PORT: String(ports[name]?.main),
    POD_ID: name,
    // The gateway in front of it.
    TRUST_PROXY_HOPS: '1',
    // Ctrl-C should not take as long as moving thousands of clients to another pod.
    DRAIN_SPREAD_MS: env['DRAIN_SPREAD_MS'] ?? '500',
  }),
  http: (_service, { host, publicPort, ports }) => ({
    HOST: host,
    PORT: String(publicPort),
    WEB_DIST: join(root, 'web/dist'),
    SIGNALLING_URLS: topology
      .filter(({ serves }) => serves === 'ws')
      .map(({ name }) => `http://127.0.0.1:${ports[name]?.main}`)
      .join(','),
  }),
};

/** @param {import('./topology.mjs').Service} service @param {Wiring} wiring */
const addressesFor = ({ calls = [] }, { ports }) =>
  Object.fromEntries(
    topology
      .filter(({ name, address }) => address !== undefined && calls.includes(name))
      .map(({ name, address }) => [String(address), `127.0.0.1:${ports[name]?.main}`]),
  );

/**
 * The whole environment of one service.
 * @param {import('./topology.mjs').Service} service
 * @param {Wiring} wiring
 * @returns {Record<string, string>}
 */
export const serviceEnv = (service, wiring) => ({
  ...commonEnv(wiring.env),
  ...Object.assign({}, ...service.needs.map((need) => needs[need](wiring))),
  ...addressesFor(service, wiring),
  METRICS_PORT: String(wiring.ports[service.name]?.metrics),
  ...doors[service.serves](service, wiring),
});
