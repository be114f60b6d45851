import { commonEnv } from './service-env.mjs';
import { authSpec } from './infra/auth.mjs';
import { mongoSpec } from './infra/mongo.mjs';
import { natsSpec } from './infra/nats.mjs';
import { stripeSpec } from './infra/stripe.mjs';
import { turnSpec } from './infra/turn.mjs';
import { freePort } from './processes/ports.mjs';
import { madeUpKeys } from './secrets.mjs';
import { findProgram, natsServer, requireTool } from '../bootstrap/tools.mjs';

/** Emulator projects called demo-… never reach out to the real Firebase. */
const DEMO_PROJECT = 'demo-tandem';

/**
 * One external system: where it is, the process that stands for it if any, and what the table says.
 * @typedef {object} Provided
 * @property {import('./processes/child.mjs').ChildSpec} [spec]
 * @property {{what: string, is: string, replace: string}} row
 */

/**
 * @typedef {object} Context
 * @property {import('./settings.mjs').Settings} settings
 * @property {string} runDir
 * @property {import('./secrets.mjs').Secrets} secrets
 * @property {number} publicPort
 * @property {(text: string) => void} say
 * @property {() => Promise<void>} reseed
 * @property {AbortSignal} [signal]
 */

/** @param {Context} context @returns {Promise<Provided & {url: string}>} */
const provideMongo = async ({ settings, runDir, reseed }) => {
  const row = { what: 'MongoDB', replace: 'MONGO_URL=mongodb://…' };
  if (settings.mongoUrl) {
    const lost = madeUpKeys(settings.env);
    const is = lost.length > 0 ? `yours; keep ${lost.join(' and ')} along with it` : 'yours';
    return { url: settings.mongoUrl, row: { ...row, is } };
  }
  const port = await freePort();
  const env = commonEnv(settings.env);
  return {
    // Polling: the stand-in ends the driver's streaming heartbeats, each of which looks like a lost
    // connection and costs half a second.
    url: `mongodb://127.0.0.1:${port}/?replicaSet=jongodb-rs0&serverMonitoringMode=poll`,
    spec: mongoSpec({ port, runDir, env, afterRestart: reseed }),
    row: { ...row, is: 'stand-in: jongodb, in memory' },
  };
};

/** @param {Context} context @returns {Promise<Provided & {url: string}>} */
const provideNats = async ({ settings, runDir, say, signal }) => {
  const row = { what: 'NATS', replace: 'NATS_URL=nats://…' };
  if (settings.natsUrl) return { url: settings.natsUrl, row: { ...row, is: 'yours' } };
  const program = await requireTool(natsServer, say, signal);
  const port = await freePort();
  return {
    url: `nats://127.0.0.1:${port}`,
    spec: natsSpec({ program, port, runDir, env: commonEnv(settings.env) }),
    row: { ...row, is: 'real: nats-server, data of this run only' },
  };
};

/** @param {Context} context @returns {Promise<Provided & {firebase: import('./service-env.mjs').Wiring['firebase']}>} */
const provideFirebase = async ({ settings, reseed }) => {
  const { env, host } = settings;
  const row = {
    what: 'Firebase Auth',
    replace: 'FIREBASE_PROJECT_ID, _API_KEY, _AUTH_DOMAIN and GOOGLE_APPLICATION_CREDENTIALS',
  };
  if (settings.hasFirebase) {
    const emulatorHost = env['FIREBASE_AUTH_EMULATOR_HOST'];
    return {
      firebase: {
        projectId: env['FIREBASE_PROJECT_ID'] ?? '',
        apiKey: env['FIREBASE_API_KEY'] ?? '',
        authDomain: env['FIREBASE_AUTH_DOMAIN'] ?? '',
        emulatorHost,
        emulatorOrigin:
          env['FIREBASE_EMULATOR_ORIGIN'] ?? (emulatorHost && `http://${emulatorHost}`),
      },
      row: { ...row, is: 'yours' },
    };
  }
  const port = await freePort(host);
  // Browsers elsewhere reach the emulator by the name under which they reach us.
  const isLocal = host === '127.0.0.1' || host === 'localhost';
  const name = isLocal || !settings.publicUrl ? '127.0.0.1' : new URL(settings.publicUrl).hostname;
  return {
    firebase: {
      projectId: DEMO_PROJECT,
      apiKey: 'local-api-key',
      authDomain: 'localhost',
      emulatorHost: `127.0.0.1:${port}`,
      emulatorOrigin: `http://${name}:${port}`,
    },
    spec: authSpec({
      host,
      port,
      projectId: DEMO_PROJECT,
      env: commonEnv(env),
      afterRestart: reseed,
    }),
    row: { ...row, is: 'stand-in: the Firebase Auth emulator, in memory' },
  };
};

/** @param {Context} context @returns {Promise<Provided & {urls: string[]}>} */
const provideTurn = async ({ settings, runDir, secrets }) => {
  const row = { what: 'TURN relay', replace: 'TURN_URLS, TURN_SECRETS' };
  if (settings.env['TURN_URLS']) return { urls: [], row: { ...row, is: 'yours' } };
  const program = findProgram('turnserver');
  if (!program)
    return { urls: [], row: { ...row, is: 'none: install coturn for relayed transfers' } };
  const port = await freePort();
  return {
    urls: [`turn:127.0.0.1:${port}?transport=udp`, `turn:127.0.0.1:${port}?transport=tcp`],
    spec: turnSpec({
      program,
      port,
      runDir,
      secret: secrets.turnSecrets.split(',')[0] ?? '',
      env: commonEnv(settings.env),
    }),
    row: { ...row, is: 'real: coturn, for browsers on this machine' },
  };
};

/** @param {Context} context @returns {Promise<Provided & {payments: import('./service-env.mjs').Wiring['payments']}>} */
const providePayments = async ({ settings, publicPort, secrets }) => {
  const row = { what: 'Stripe', replace: 'STRIPE_SECRET_KEY, _WEBHOOK_SECRET, _PUBLISHABLE_KEY' };
  const { env, host } = settings;
  if (env['STRIPE_SECRET_KEY']) {
    const apiBase = env['STRIPE_API_BASE'];
    return { payments: { provider: 'stripe', apiBase }, row: { ...row, is: 'yours' } };
  }
  const port = await freePort();
  const gatewayHost = host === '0.0.0.0' ? '127.0.0.1' : host;
  return {
    payments: { provider: 'local', apiBase: `http://127.0.0.1:${port}` },
    spec: stripeSpec({
      port,
      webhookUrl: `http://${gatewayHost}:${publicPort}/api/webhooks/stripe`,
      webhookSecret: secrets.stripeWebhookSecret,
      env: commonEnv(env),
    }),
    row: { ...row, is: 'stand-in: takes test cards, 4242 4242 4242 4242' },
  };
};

/** @param {Context} context */
export const provideInfrastructure = async (context) => {
  const [mongo, nats, firebase, turn, stripe] = await Promise.all([
    provideMongo(context),
    provideNats(context),
    provideFirebase(context),
    provideTurn(context),
    providePayments(context),
  ]);
  return {
    mongoUrl: mongo.url,
    natsUrl: nats.url,
    firebase: firebase.firebase,
    hasDemoAccounts: firebase.spec !== undefined,
    turnUrls: turn.urls,
    payments: stripe.payments,
    specs: [mongo, nats, firebase, turn, stripe].flatMap(({ spec }) => (spec ? [spec] : [])),
    rows: [mongo.row, nats.row, firebase.row, turn.row, stripe.row],
  };
};
