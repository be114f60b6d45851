import { CONFIG_EXIT_CODE, LaunchFault } from './fault.mjs';

/**
 * What `npm start` reads from the environment itself. Everything else is passed on to the services,
 * each of which checks its own part.
 */
const DEFAULT_PORT = 8080;

/** Variables that stand for one external system: all of a group or none. */
const FIREBASE_MORE = ['GOOGLE_APPLICATION_CREDENTIALS', 'FIREBASE_AUTH_EMULATOR_HOST'];
const FIREBASE = ['FIREBASE_PROJECT_ID', 'FIREBASE_API_KEY', 'FIREBASE_AUTH_DOMAIN'];

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
const RULES = [
  ['PORT', (value) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535, 'a port number, 0–65535'],
  [
    'PUBLIC_URL',
    (value) => isUrlWith(value, ['http:', 'https:']),
    'http:// or https:// and a host',
  ],
  ['MONGO_URL', (value) => /^mongodb(\+srv)?:\/\/./.test(value), 'mongodb://host:port/…'],
  ['NATS_URL', (value) => isUrlWith(value, ['nats:', 'tls:']), 'nats://host:port'],
  ['LOGS', (value) => ['warn', 'all'].includes(value), '"all" or "warn"'],
  [
    'STRIPE_API_BASE',
    (value) => isUrlWith(value, ['http:', 'https:']),
    'http:// or https:// and a host',
  ],
];

/** @param {Env} env */
const faultsOf = (env) => {
  const faults = RULES.flatMap(([name, isValid, expected]) => {
    const value = env[name];
    return value === undefined || isValid(value) ? [] : [`${name}: expected ${expected}`];
  });
  const missing = FIREBASE.filter((name) => !env[name]);
  const wantsFirebase = [...FIREBASE, ...FIREBASE_MORE].some((name) => env[name] !== undefined);
  if (wantsFirebase && missing.length > 0) {
    faults.push(`${missing.join(', ')}: needed to use your own Firebase project`);
  }
  if (env['NODE_ENV'] === 'production') {
    faults.push(
      'NODE_ENV: "production" is refused, because the stand-ins accept forged identities',
    );
  }
  return faults;
};

/**
 * @param {Env} source
 * @param {{port?: number}} [overrides] for callers inside the repository
 */
export const readSettings = (source, { port } = {}) => {
  /** @type {Record<string, string>} */
  const env = {};
  for (const [name, value] of Object.entries(source)) if (value) env[name] = value;
  const faults = faultsOf(env);
  if (faults.length > 0) {
    throw new LaunchFault(`The environment is not usable:\n  ${faults.join('\n  ')}`, {
      exitCode: CONFIG_EXIT_CODE,
    });
  }
  return {
    env,
    port: port ?? Number(env['PORT'] ?? DEFAULT_PORT),
    /** Address the public port and the emulator bind to. */
    host: env['HOST'] ?? '127.0.0.1',
    publicUrl: env['PUBLIC_URL'],
    mongoUrl: env['MONGO_URL'],
    natsUrl: env['NATS_URL'],
    hasFirebase: FIREBASE.every((name) => env[name] !== undefined),
    echoAll: env['LOGS'] === 'all',
    logDir: env['LOG_DIR'],
  };
};

/** @typedef {ReturnType<typeof readSettings>} Settings */
