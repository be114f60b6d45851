import type { Policy } from './http/config.js';

/** STUN servers of a deployment that names none: two of Google's. */
export const defaultStunUrls: readonly string[] = [
  'stun:stun.l.google.com:19302',
  'stun:stun1.l.google.com:19302',
];

/** The default policy of a deployment. */
export const defaultPolicy = {
  freeSharesPerMonth: 10,
  passwordMinLength: 6,
  expiryDays: {
    free: { min: 7, max: 7, default: 7 },
    active: { min: 1, max: 30, default: 7 },
    proforever: { min: 1, max: 365, default: 7 },
  },
  auditRetentionMonths: 12,
  wrongPasswordLimit: 10,
} as const satisfies Partial<Policy>;
