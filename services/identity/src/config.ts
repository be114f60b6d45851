import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { baseConfig, env, hourMs, loadConfig, type PresentVariables } from '@tandem/kit';
import { z } from 'zod';
import { defaultSessionPolicy, type SessionPolicy } from './session/session.js';

/** The SDK reads the file for the first call, so that a fault would show only when someone signs in. */
const isCredentialsFile = (path: string): boolean => {
  try {
    const { type, private_key: key } = JSON.parse(readFileSync(path, 'utf8')) as Record<
      string,
      string
    >;
    if (type === 'service_account') createPrivateKey(key ?? '');
    return typeof type === 'string';
  } catch {
    return false;
  }
};

const firebaseShape = {
  FIREBASE_PROJECT_ID: z.string().regex(/^[a-z0-9-]{4,40}$/, 'must be a Firebase project id'),
  /** `host:port` without a scheme; the Firebase SDK reads the variable itself. */
  FIREBASE_AUTH_EMULATOR_HOST: env.address.optional(),
  /** Path of a service account; read by the Firebase SDK. */
  GOOGLE_APPLICATION_CREDENTIALS: z
    .string()
    .refine(isCredentialsFile, 'must name a readable file with the JSON key of a service account')
    .optional(),
};

const maxHours = 10 * 365 * 24;
/** Fractions are allowed; a minute at least, because use is not recorded with every request. */
const hours = (defaultMs: number) =>
  z.coerce
    .number()
    .min(1 / 60, 'must be at least a minute')
    .max(maxHours)
    .default(defaultMs / hourMs);

const shape = {
  ...baseConfig,
  ...firebaseShape,
  GRPC_PORT: env.port.default(7001),
  TLS_DIR: env.tlsDirectory,
  MONGO_URL: env.mongoUrl,
  MONGO_DB: z.string().default('identity'),
  NATS_URL: env.natsUrl,
  /** Sign the assertions of users. No other service has them. */
  ASSERTION_KEYS: env.signingKeys,
  SESSION_IDLE_HOURS: hours(defaultSessionPolicy.idleMs),
  SESSION_LIFETIME_HOURS: hours(defaultSessionPolicy.lifetimeMs),
};

/** The emulator accepts forged tokens by design. */
const emulatorFaults = (present: PresentVariables): string[] =>
  present['NODE_ENV'] === 'production' && present['FIREBASE_AUTH_EMULATOR_HOST'] !== undefined
    ? [
        'FIREBASE_AUTH_EMULATOR_HOST: the Auth emulator accepts forged tokens and is not allowed in production',
      ]
    : [];

export const readConfig = (source?: PresentVariables) => {
  const config = loadConfig(shape, source, emulatorFaults);
  const sessionPolicy: SessionPolicy = {
    idleMs: config.SESSION_IDLE_HOURS * hourMs,
    lifetimeMs: config.SESSION_LIFETIME_HOURS * hourMs,
  };
  return { ...config, sessionPolicy };
};

/** For commands that use the database, but neither broker nor keys. */
export const readDatabaseConfig = (source?: PresentVariables) =>
  loadConfig(
    {
      NODE_ENV: baseConfig.NODE_ENV,
      ...firebaseShape,
      MONGO_URL: shape.MONGO_URL,
      MONGO_DB: shape.MONGO_DB,
    },
    source,
    emulatorFaults,
  );

/** For the offline script, which needs no database. */
export const readFirebaseConfig = (source?: PresentVariables) =>
  loadConfig({ NODE_ENV: baseConfig.NODE_ENV, ...firebaseShape }, source, emulatorFaults);
