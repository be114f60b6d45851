import { z } from 'zod';
import type { Config } from '../config.js';
import { route, type Route } from '../route.js';

const days = z.strictObject({ min: z.number(), max: z.number(), default: z.number() });
const byPlan = <Each extends z.ZodType>(each: Each) =>
  z.strictObject({ free: each, active: each, proforever: each });

const configAnswer = z.strictObject({
  product: z.strictObject({ name: z.string(), slug: z.string(), supportEmail: z.string() }),
  firebase: z.strictObject({
    apiKey: z.string(),
    authDomain: z.string(),
    projectId: z.string(),
    emulatorOrigin: z.string().nullable(),
  }),
  payments: z.strictObject({
    provider: z.enum(['stripe', 'local']),
    publishableKey: z.string(),
  }),
  signallingUrl: z.string(),
  stunServers: z.array(z.string()),
  policy: z.strictObject({
    freeSharesPerMonth: z.number(),
    passwordMinLength: z.number(),
    expiryDays: byPlan(days),
    /** Null: no limit is enforced. */
    maxFileBytes: byPlan(z.number().nullable()),
    auditRetentionMonths: z.number(),
    wrongPasswordLimit: z.number(),
    canCancelProForever: z.boolean(),
    prices: z.strictObject({ proWeeklyUsd: z.number(), proForeverUsd: z.number() }),
  }),
});

type ConfigAnswer = z.infer<typeof configAnswer>;

/** The spec's constants where nothing is configurable. */
const describePolicy = (config: Config): ConfigAnswer['policy'] => ({
  freeSharesPerMonth: config.FREE_MONTHLY_SHARES,
  passwordMinLength: 6,
  expiryDays: {
    free: config.EXPIRY_DAYS_FREE,
    active: config.EXPIRY_DAYS_PRO,
    proforever: config.EXPIRY_DAYS_PROFOREVER,
  },
  maxFileBytes: {
    free: config.MAX_FILE_BYTES_FREE ?? null,
    active: config.MAX_FILE_BYTES_PRO ?? null,
    proforever: config.MAX_FILE_BYTES_PROFOREVER ?? null,
  },
  auditRetentionMonths: config.AUDIT_RETENTION_MONTHS,
  wrongPasswordLimit: config.WRONG_PASSWORD_LIMIT,
  canCancelProForever: config.CAN_CANCEL_PROFOREVER,
  prices: { proWeeklyUsd: 5, proForeverUsd: 110 },
});

const describeEnvironment = (config: Config): ConfigAnswer => ({
  product: {
    name: config.PRODUCT_NAME,
    slug: config.PRODUCT_SLUG,
    supportEmail: config.SUPPORT_EMAIL,
  },
  firebase: {
    apiKey: config.FIREBASE_API_KEY,
    authDomain: config.FIREBASE_AUTH_DOMAIN,
    projectId: config.FIREBASE_PROJECT_ID,
    emulatorOrigin: config.FIREBASE_EMULATOR_ORIGIN ?? null,
  },
  payments: {
    provider: config.PAYMENTS_PROVIDER,
    publishableKey: config.STRIPE_PUBLISHABLE_KEY,
  },
  signallingUrl: config.signallingUrl,
  stunServers: config.STUN_URLS,
  policy: describePolicy(config),
});

/** What lets one build of the SPA serve every environment. */
export const configRoutes = (config: Config): Route[] => {
  const answer = describeEnvironment(config);
  return [
    route({
      method: 'get',
      path: '/api/config',
      summary: 'The environment as the browser needs to know it.',
      access: 'public',
      limit: 'read',
      caching: 'public-minute',
      answer: { status: 200, schema: configAnswer },
      handle: () => Promise.resolve(answer),
    }),
  ];
};
