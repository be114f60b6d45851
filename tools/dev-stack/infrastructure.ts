import { findProgram, natsServer, requireProgram } from '../bootstrap/install/programs.mjs';
import { freePort, hostInUrl } from '../bootstrap/launch/ports.mjs';
import type { Settings } from '../bootstrap/launch/settings.mjs';
import { natsAdministrator } from '../topology/nats.js';
import { authSpec } from './infra/auth.js';
import { mongoSpec } from './infra/mongo.js';
import { natsSpec, natsUrlFor } from './infra/nats.js';
import { stripeSpec } from './infra/stripe.js';
import { turnSpec } from './infra/turn.js';
import type { ChildSpec } from './processes/child.js';
import { temporaryKeys, type Secrets } from './secrets.js';
import { commonEnv, type Wiring } from './service-env.js';

/** The emulator never contacts Firebase for a project called demo-…. */
const demoProject = 'demo-tandem';

/** A row of the banner. */
export interface Row {
  system: string;
  inUse: string;
  /** Variables that select another one. */
  replace: string;
}

/** An external system: its process, if this run starts one, and its row. */
type Provided<More> = More & { spec?: ChildSpec; row: Row };

interface Context {
  settings: Settings;
  runDir: string;
  secrets: Secrets;
  publicPort: number;
  print: (text: string) => void;
  reseed: () => Promise<void>;
  signal?: AbortSignal;
}

const provideMongo = async ({
  settings,
  runDir,
  reseed,
}: Context): Promise<Provided<{ url: string }>> => {
  const row = { system: 'MongoDB', replace: 'MONGO_URL=mongodb://…' };
  if (settings.mongoUrl) {
    const keys = temporaryKeys(settings.env);
    const inUse =
      keys.length > 0 ? `yours; set ${keys.join(' and ')} to read its data later` : 'yours';
    return { url: settings.mongoUrl, row: { ...row, inUse } };
  }
  const port = await freePort();
  const env = commonEnv(settings.env);
  return {
    // Polling: jongodb closes the streaming heartbeats of the driver, which takes each for a lost
    // connection and pauses for half a second.
    url: `mongodb://127.0.0.1:${port}/?replicaSet=jongodb-rs0&serverMonitoringMode=poll`,
    spec: mongoSpec({ port, runDir, env, afterRestart: reseed }),
    row: { ...row, inUse: 'stand-in: jongodb, in memory' },
  };
};

const provideNats = async ({
  settings,
  runDir,
  secrets,
  print,
  signal,
}: Context): Promise<Provided<{ urlOf: (user: string) => string }>> => {
  const row = { system: 'NATS', replace: 'NATS_URL=nats://…' };
  const own = settings.natsUrl;
  if (own) return { urlOf: () => own, row: { ...row, inUse: 'yours' } };
  const program = await requireProgram(natsServer, print, signal);
  const port = await freePort();
  return {
    urlOf: (user) => natsUrlFor(user, { port, passwordOf: secrets.natsPasswordOf }),
    spec: natsSpec({
      program,
      port,
      runDir,
      passwordOf: secrets.natsPasswordOf,
      env: commonEnv(settings.env),
    }),
    row: { ...row, inUse: 'real: nats-server, data removed at the end' },
  };
};

const provideFirebase = async ({
  settings,
  reseed,
}: Context): Promise<Provided<Pick<Wiring, 'firebase'>>> => {
  const { env, host } = settings;
  const row = {
    system: 'Firebase Auth',
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
      row: { ...row, inUse: 'yours' },
    };
  }
  const port = await freePort(host);
  const name = hostInUrl(host);
  return {
    firebase: {
      projectId: demoProject,
      apiKey: 'local-api-key',
      authDomain: 'localhost',
      emulatorHost: `${name}:${port}`,
      emulatorOrigin: `http://${name}:${port}`,
    },
    spec: authSpec({
      host,
      port,
      projectId: demoProject,
      env: commonEnv(env),
      afterRestart: reseed,
    }),
    row: { ...row, inUse: 'stand-in: the Firebase Auth emulator, in memory' },
  };
};

const provideTurn = async ({
  settings,
  runDir,
  secrets,
}: Context): Promise<Provided<{ urls: string[] }>> => {
  const row = { system: 'TURN relay', replace: 'TURN_URLS, TURN_SECRETS' };
  if (settings.env['TURN_URLS']) return { urls: [], row: { ...row, inUse: 'yours' } };
  const program = findProgram('turnserver');
  if (!program) {
    return { urls: [], row: { ...row, inUse: 'none: install coturn for relayed transfers' } };
  }
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
    row: { ...row, inUse: 'real: coturn, for browsers on this machine' },
  };
};

const providePayments = async ({
  settings,
  publicPort,
  secrets,
}: Context): Promise<Provided<Pick<Wiring, 'payments'>>> => {
  const row = {
    system: 'Stripe',
    replace: 'STRIPE_SECRET_KEY, _WEBHOOK_SECRET, _PUBLISHABLE_KEY',
  };
  const { env, host } = settings;
  if (!settings.hasPayments) {
    return { payments: { provider: 'none' }, row: { ...row, inUse: 'none: without payments' } };
  }
  if (env['STRIPE_SECRET_KEY']) {
    const apiBase = env['STRIPE_API_BASE'];
    return { payments: { provider: 'stripe', apiBase }, row: { ...row, inUse: 'yours' } };
  }
  const port = await freePort();
  return {
    payments: { provider: 'local', apiBase: `http://127.0.0.1:${port}` },
    spec: stripeSpec({
      port,
      webhookUrl: `http://${hostInUrl(host)}:${publicPort}/api/webhooks/stripe`,
      webhookSecret: secrets.stripeWebhookSecret,
      env: commonEnv(env),
    }),
    row: { ...row, inUse: 'stand-in: accepts test cards, 4242 4242 4242 4242' },
  };
};

/** Selects each external system: the user's own, or a process of this run. */
export const provideInfrastructure = async (context: Context) => {
  const [mongo, nats, firebase, turn, stripe] = await Promise.all([
    provideMongo(context),
    provideNats(context),
    provideFirebase(context),
    provideTurn(context),
    providePayments(context),
  ]);
  return {
    mongoUrl: mongo.url,
    natsUrl: nats.urlOf(natsAdministrator),
    natsUrlOf: nats.urlOf,
    firebase: firebase.firebase,
    hasDemoAccounts: firebase.spec !== undefined,
    turnUrls: turn.urls,
    payments: stripe.payments,
    specs: [mongo, nats, firebase, turn, stripe].flatMap(({ spec }) => (spec ? [spec] : [])),
    rows: [mongo.row, nats.row, firebase.row, turn.row, stripe.row],
  };
};

export type Infrastructure = Awaited<ReturnType<typeof provideInfrastructure>>;
