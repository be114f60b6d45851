import { configExitCode, LaunchFault } from '../fault.mjs';

/*
 * The environment variables of `npm start`. All others are passed on to the services, which validate
 * their own. Plain JavaScript: validated before the dependencies are installed.
 */

const defaultPort = 8080;

const firebaseVariables = ['FIREBASE_PROJECT_ID', 'FIREBASE_API_KEY', 'FIREBASE_AUTH_DOMAIN'];

/**
 * Variables by external system. Setting any of them selects the user's own system and requires all of
 * `needed`: an incomplete configuration must not fall back to the stand-in.
 * @type {{system: string, needed: string[], more: string[]}[]}
 */
const systems = [
  {
    system: 'your own Firebase project',
    needed: firebaseVariables,
    more: ['GOOGLE_APPLICATION_CREDENTIALS', 'FIREBASE_AUTH_EMULATOR_HOST'],
  },
  {
    system: 'your own Stripe account',
    needed: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PUBLISHABLE_KEY'],
    more: ['STRIPE_API_BASE'],
  },
  { system: 'your own TURN server', needed: ['TURN_URLS', 'TURN_SECRETS'], more: [] },
];

/** @typedef {Record<string, string | undefined>} Env */

/** @param {string} value @param {string[]} protocols */
const isUrlWith = (value, protocols) => {
  try {
    return protocols.includes(new URL(value).protocol);
  } catch {
    return false;
  }
};

/** @type {[name: string, isValid: (value: string) => boolean, expected: string][]} */
const rules = [
  ['PORT', (value) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535, 'a port number, 0–65535'],
  [
    'PUBLIC_URL',
    (value) => isUrlWith(value, ['http:', 'https:']),
    'http:// or https:// and a host',
  ],
  ['MONGO_URL', (value) => /^mongodb(\+srv)?:\/\/./.test(value), 'mongodb://host:port/…'],
  ['NATS_URL', (value) => isUrlWith(value, ['nats:', 'tls:']), 'nats://host:port'],
  [
    'PAYMENTS_PROVIDER',
    (value) => ['stripe', 'local', 'none'].includes(value),
    '"none" to run without payments',
  ],
  ['LOGS', (value) => ['warn', 'all'].includes(value), '"all" or "warn"'],
  [
    'STRIPE_API_BASE',
    (value) => isUrlWith(value, ['http:', 'https:']),
    'http:// or https:// and a host',
  ],
];

/** Node's names of the system and the processor for which there is a MongoDB stand-in. */
const standInPlatform = 'linux x64';

/** @param {Env} env @param {string} platform */
const faultsOf = (env, platform) => {
  const faults = rules.flatMap(([name, isValid, expected]) => {
    const value = env[name];
    return value === undefined || isValid(value) ? [] : [`${name}: expected ${expected}`];
  });
  for (const { system, needed, more } of systems) {
    const isWanted = [...needed, ...more].some((name) => env[name] !== undefined);
    const missing = needed.filter((name) => env[name] === undefined);
    if (isWanted && missing.length > 0) {
      faults.push(`${missing.join(', ')}: required to use ${system}`);
    }
  }
  const stripe = Object.keys(env).filter(
    (name) => /^STRIPE_/.test(name) && env[name] !== undefined,
  );
  if (env['PAYMENTS_PROVIDER'] === 'none' && stripe.length > 0) {
    faults.push(`${stripe.join(', ')}: not allowed with PAYMENTS_PROVIDER=none`);
  }
  if (env['MONGO_URL'] === undefined && platform !== standInPlatform) {
    faults.push(
      'MONGO_URL: required, because the MongoDB stand-in runs only on Linux x64 ' +
        `(this is ${platform}): mongodb://127.0.0.1:27017/?replicaSet=rs0`,
    );
  }
  if (env['NODE_ENV'] === 'production') {
    faults.push('NODE_ENV: "production" is not allowed: the stand-ins accept forged identities');
  }
  return faults;
};

/**
 * @param {Env} source
 * @param {{port?: number, platform?: string}} [overrides] for callers inside the repository
 */
export const readSettings = (
  source,
  { port, platform = `${process.platform} ${process.arch}` } = {},
) => {
  /** @type {Record<string, string>} */
  const env = {};
  for (const [name, value] of Object.entries(source)) if (value) env[name] = value;
  const faults = faultsOf(env, platform);
  if (faults.length > 0) {
    throw new LaunchFault(`Invalid environment:\n  ${faults.join('\n  ')}`, {
      exitCode: configExitCode,
    });
  }
  return {
    env,
    port: port ?? Number(env['PORT'] ?? defaultPort),
    /** Bind address of the public port and the Auth emulator. */
    host: env['HOST'] ?? '127.0.0.1',
    publicUrl: env['PUBLIC_URL'],
    mongoUrl: env['MONGO_URL'],
    natsUrl: env['NATS_URL'],
    hasFirebase: firebaseVariables.every((name) => env[name] !== undefined),
    hasPayments: env['PAYMENTS_PROVIDER'] !== 'none',
    echoAll: env['LOGS'] === 'all',
    logDir: env['LOG_DIR'],
  };
};

/** @typedef {ReturnType<typeof readSettings>} Settings */
