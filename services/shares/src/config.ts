import { baseConfig, env, loadConfig } from '@tandem/kit';
import { defaultPolicy } from '@tandem/proto/browser/policy';
import { z } from 'zod';
import { knownPushServices } from './notices/push-services.js';
import { vapidFaults, type Vapid } from './notices/vapid.js';
import type { PlanPolicy } from './plan/plan.js';

/** `min-max:default` in days. */
const expiryDays = z
  .string()
  .regex(/^\d{1,4}-\d{1,4}:\d{1,4}$/, 'must be min-max:default in days, like 1-30:7')
  .transform((text, context) => {
    const [min = 0, max = 0, usual = 0] = text.split(/[-:]/).map(Number);
    if (min < 1 || max < min || usual < min || usual > max) {
      context.addIssue({ code: 'custom', message: 'must hold 1 ≤ min ≤ default ≤ max' });
      return z.NEVER;
    }
    return { min, max, default: usual };
  });

const count = z.coerce.number().int().min(0).max(1_000_000);
const bytes = z.coerce.number().int().min(1);
/** A number, or `unlimited`; null is unlimited. */
const monthlyShares = z
  .string()
  .regex(/^(unlimited|\d{1,6}|1000000)$/, 'must be a number from 0 to 1000000, or unlimited')
  .transform((value) => (value === 'unlimited' ? null : Number(value)));

const shape = {
  ...baseConfig,
  GRPC_PORT: env.port.default(50_052),
  TLS_DIR: env.tlsDirectory,
  MONGO_URL: env.mongoUrl,
  MONGO_DB: z.string().default('shares'),
  NATS_URL: env.natsUrl,
  /** Verify the assertions of users. */
  ASSERTION_PUBLIC_KEYS: env.verificationKeys,
  /** Sign grants. No other service has them. */
  GRANT_KEYS: env.signingKeys,
  SHARE_PASSWORD_KEYS: env.keyring,
  FREE_MONTHLY_SHARES: monthlyShares.default(defaultPolicy.freeSharesPerMonth),
  EXPIRY_DAYS_FREE: expiryDays.default(defaultPolicy.expiryDays.free),
  EXPIRY_DAYS_PRO: expiryDays.default(defaultPolicy.expiryDays.active),
  EXPIRY_DAYS_PROFOREVER: expiryDays.default(defaultPolicy.expiryDays.proforever),
  MAX_FILE_BYTES_FREE: bytes.optional(),
  MAX_FILE_BYTES_PRO: bytes.optional(),
  MAX_FILE_BYTES_PROFOREVER: bytes.optional(),
  /** Number of wrong passwords of three networks or more within the window that stops a share; 0 disables it. */
  WRONG_PASSWORD_LIMIT: z.coerce
    .number()
    .int()
    .max(1_000)
    .refine((limit) => limit === 0 || limit >= 3, 'must be 0, or 3 to 1000')
    .default(defaultPolicy.wrongPasswordLimit),
  WRONG_PASSWORD_WINDOW_MINUTES: z.coerce.number().int().min(1).max(10_080).default(60),
  /** Attempts per network and hour at one share that do not wait. */
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
        privateKey: config.VAPID_PRIVATE_KEY,
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
