import { baseConfig, env, loadConfig } from '@tandem/kit';
import { planSettings, wrongPasswordLimit } from '@tandem/proto/policy-settings';
import { z } from 'zod';
import { knownPushServices } from './notices/push-services.js';
import { padPrivateKey, vapidFaults, type Vapid } from './notices/vapid.js';
import type { PlanPolicy } from './plan/plan.js';

const count = z.coerce.number().int().min(0).max(1_000_000);

const shape = {
  ...baseConfig,
  GRPC_PORT: env.port.default(7002),
  TLS_DIR: env.tlsDirectory,
  MONGO_URL: env.mongoUrl,
  MONGO_DB: z.string().default('shares'),
  NATS_URL: env.natsUrl,
  IDENTITY_ADDR: env.address,
  /** Keys that verify user assertions. */
  ASSERTION_PUBLIC_KEYS: env.verificationKeys,
  /** Keys that sign grants. No other service has them. */
  GRANT_KEYS: env.signingKeys,
  SHARE_PASSWORD_KEYS: env.keyring,
  ...planSettings,
  WRONG_PASSWORD_LIMIT: wrongPasswordLimit,
  WRONG_PASSWORD_WINDOW_MINUTES: z.coerce.number().int().min(1).max(10_080).default(60),
  /** Attempts per network and hour at one share that are compared without waiting. */
  GUESSES_PER_SHARE: count.min(1).default(20),
  /** Further attempts of the network at the share: one per so many seconds. */
  GUESS_PACE_SECONDS: z.coerce.number().int().min(1).max(60).default(1),
  /** Web Push (RFC 8292): a pair of keys in base64url and the operator's contact. All three, or none. */
  VAPID_PUBLIC_KEY: z.string().default(''),
  VAPID_PRIVATE_KEY: z.string().default(''),
  VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:|https:\/\/)./, 'must begin with mailto: or https://')
    .default(''),
  /** Push services that notices are sent to: `name`, `name:port` or `*.name`. */
  PUSH_SERVICE_HOSTS: env.list.prefault(knownPushServices),
  INACTIVE_SHARE_DAYS: z.coerce.number().int().min(1).max(3_650).default(30),
};

export type Config = ReturnType<typeof readConfig>;

export const readConfig = (source: Readonly<Record<string, string | undefined>> = process.env) =>
  loadConfig(shape, source, vapidFaults);

/** Null without keys. */
export const vapidOf = (config: Config): Vapid | null =>
  config.VAPID_PUBLIC_KEY === ''
    ? null
    : {
        publicKey: config.VAPID_PUBLIC_KEY,
        privateKey: padPrivateKey(config.VAPID_PRIVATE_KEY),
        subject: config.VAPID_SUBJECT,
      };

export const planPolicyOf = (config: Config): PlanPolicy => ({
  free: {
    monthlyLimit: config.FREE_MONTHLY_SHARES,
    expiryDays: config.EXPIRY_DAYS_FREE,
    maxFileBytes: config.MAX_FILE_BYTES_FREE ?? null,
  },
  active: {
    monthlyLimit: null,
    expiryDays: config.EXPIRY_DAYS_PRO,
    maxFileBytes: config.MAX_FILE_BYTES_PRO ?? null,
  },
  proforever: {
    monthlyLimit: null,
    expiryDays: config.EXPIRY_DAYS_PROFOREVER,
    maxFileBytes: config.MAX_FILE_BYTES_PROFOREVER ?? null,
  },
});
