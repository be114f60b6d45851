/**
 * Environment variables of the policy, which services enforce and the gateway sends to pages. All of them, and the
 * build of the prerendered pages, read the variables with this schema.
 */

import { z } from 'zod';
import { testimonial, type Policy, type Testimonial } from './browser/http/config.js';
import { defaultPolicy } from './browser/policy.js';

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

const bytes = z.coerce.number().int().min(1).optional();

/** A number, or `unlimited`; null is unlimited. */
const monthlyShares = z
  .string()
  .regex(/^(unlimited|\d{1,6}|1000000)$/, 'must be a number from 0 to 1000000, or unlimited')
  .transform((value) => (value === 'unlimited' ? null : Number(value)));

export const planSettings = {
  FREE_MONTHLY_SHARES: monthlyShares.default(defaultPolicy.freeSharesPerMonth),
  EXPIRY_DAYS_FREE: expiryDays.default(defaultPolicy.expiryDays.free),
  EXPIRY_DAYS_PRO: expiryDays.default(defaultPolicy.expiryDays.active),
  EXPIRY_DAYS_PROFOREVER: expiryDays.default(defaultPolicy.expiryDays.proforever),
  MAX_FILE_BYTES_FREE: bytes,
  MAX_FILE_BYTES_PRO: bytes,
  MAX_FILE_BYTES_PROFOREVER: bytes,
} as const;

/** Number of wrong passwords of three networks or more within the window that stops a share; 0 disables it. */
export const wrongPasswordLimit = z.coerce
  .number()
  .int()
  .max(1_000)
  .refine((limit) => limit === 0 || limit >= 3, 'must be 0, or 3 to 1000')
  .default(defaultPolicy.wrongPasswordLimit);

export const auditRetentionMonths = z.coerce
  .number()
  .int()
  .min(1)
  .max(1_200)
  .default(defaultPolicy.auditRetentionMonths);

/** Statements of real customers in JSON, shown on the landing page as written: `[{"text":"…","who":"…"}]`. */
export const testimonials = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'must be JSON' });
      return z.NEVER;
    }
  })
  .pipe(z.array(testimonial).max(6))
  .default([]);

const quotedSettings = z.object({
  ...planSettings,
  AUDIT_RETENTION_MONTHS: auditRetentionMonths,
  WRONG_PASSWORD_LIMIT: wrongPasswordLimit,
  TESTIMONIALS: testimonials,
});
type QuotedSettings = z.infer<typeof quotedSettings>;

export const quotedVariables = Object.keys(quotedSettings.shape);

type QuotedPolicy = Pick<
  Policy,
  | 'freeSharesPerMonth'
  | 'expiryDays'
  | 'maxFileBytes'
  | 'auditRetentionMonths'
  | 'wrongPasswordLimit'
>;

export const quotedPolicy = (settings: Omit<QuotedSettings, 'TESTIMONIALS'>): QuotedPolicy => ({
  freeSharesPerMonth: settings.FREE_MONTHLY_SHARES,
  expiryDays: {
    free: settings.EXPIRY_DAYS_FREE,
    active: settings.EXPIRY_DAYS_PRO,
    proforever: settings.EXPIRY_DAYS_PROFOREVER,
  },
  maxFileBytes: {
    free: settings.MAX_FILE_BYTES_FREE ?? null,
    active: settings.MAX_FILE_BYTES_PRO ?? null,
    proforever: settings.MAX_FILE_BYTES_PROFOREVER ?? null,
  },
  auditRetentionMonths: settings.AUDIT_RETENTION_MONTHS,
  wrongPasswordLimit: settings.WRONG_PASSWORD_LIMIT,
});

/**
 * What prerendered pages quote of the variables; an empty variable is not set.
 *
 * @throws Error that names the invalid variables
 */
export const readQuoted = (
  variables: Readonly<Record<string, string | undefined>>,
): QuotedPolicy & { testimonials: Testimonial[] } => {
  const present = Object.entries(variables).filter(([, value]) => value !== '');
  const { data, error } = quotedSettings.safeParse(Object.fromEntries(present));
  if (error) throw new Error(z.prettifyError(error));
  const { TESTIMONIALS, ...settings } = data;
  return { ...quotedPolicy(settings), testimonials: TESTIMONIALS };
};
