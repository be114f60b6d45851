import { z } from 'zod';
import { defaultPolicy } from './browser/policy.js';

/**
 * Environment variables of the policy, which services enforce and the gateway sends to pages. All of them read the
 * variables with this schema.
 */

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
