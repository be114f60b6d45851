import { z } from 'zod';

const days = z.strictObject({ min: z.number(), max: z.number(), default: z.number() });
const byPlan = <Each extends z.ZodType>(each: Each) =>
  z.strictObject({ free: each, active: each, proforever: each });

/** Rules that pages quote. The services enforce them. */
export const policy = z.strictObject({
  /** Limit of the plan with which every account begins. Null: no limit. */
  freeSharesPerMonth: z.number().nullable(),
  passwordMinLength: z.number(),
  expiryDays: byPlan(days),
  /** Null: no limit. */
  maxFileBytes: byPlan(z.number().nullable()),
  auditRetentionMonths: z.number(),
  /** Wrong passwords within the window that stop a share; 0 never stops one. */
  wrongPasswordLimit: z.number(),
  canCancelProForever: z.boolean(),
  /** Whether sign-up refuses common passwords; a change or reset always does. */
  refuseCommonPasswords: z.boolean(),
  /** Whether accounts can add a second factor (TOTP of Identity Platform). */
  offersSecondFactor: z.boolean(),
  prices: z.strictObject({ proWeeklyUsd: z.number(), proForeverUsd: z.number() }),
});
export type Policy = z.infer<typeof policy>;

/** Words of a customer, and who they are. */
export const testimonial = z.strictObject({
  text: z.string().min(1).max(500),
  who: z.string().min(1).max(120),
});
export type Testimonial = z.infer<typeof testimonial>;

/** Pages of the operator, as `https:` URLs; the security contact may be `mailto:`. Null: not shown. */
export const operatorLinks = z.strictObject({
  imprint: z.string().nullable(),
  status: z.string().nullable(),
  source: z.string().nullable(),
  securityContact: z.string().nullable(),
});
export type OperatorLinks = z.infer<typeof operatorLinks>;

/** The environment that serves the pages. One build of the app runs in all of them. */
export const config = z.strictObject({
  product: z.strictObject({ name: z.string(), slug: z.string(), supportEmail: z.string() }),
  firebase: z.strictObject({
    apiKey: z.string(),
    authDomain: z.string(),
    projectId: z.string(),
    /** Set where the Auth emulator is the identity provider. */
    emulatorOrigin: z.string().nullable(),
  }),
  payments: z.strictObject({
    /** `none`: plans follow from the policy and from admins; pages show no prices. */
    provider: z.enum(['stripe', 'local', 'none']),
    publishableKey: z.string(),
  }),
  /** Address of the WebSocket, e.g. `wss://host/ws`. */
  signallingUrl: z.string(),
  /** VAPID key for push subscriptions; empty: no Web Push. */
  pushPublicKey: z.string(),
  stunServers: z.array(z.string()),
  policy,
  /** For the landing page; it shows none without them. */
  testimonials: z.array(testimonial).max(6),
  /** For the footer of every page. */
  operatorLinks,
});
export type Config = z.infer<typeof config>;
