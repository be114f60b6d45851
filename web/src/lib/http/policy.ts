import type { Policy, Testimonial } from '@tandem/proto/browser/http/config';
import { prices } from '@tandem/proto/browser/plans';
import { defaultPolicy } from '@tandem/proto/browser/policy';
import { fieldsOf, textOr, type Unchecked } from '../unchecked.js';

export type { Policy };

/** The policy of a deployment that configures nothing. */
export const standardPolicy: Policy = {
  ...defaultPolicy,
  maxFileBytes: { free: null, active: null, proforever: null },
  canCancelProForever: true,
  refuseCommonPasswords: false,
  offersSecondFactor: false,
  prices: { ...prices },
};

/** A number, or the text of one, as the variables of a build are. */
const numberOr = (value: unknown, fallback: number): number => {
  const parsed = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof parsed === 'number' && Number.isFinite(parsed) ? parsed : fallback;
};

/** Null: no limit. */
const readShares = (value: unknown, fallback: number | null): number | null => {
  if (value === null) return null;
  const number = numberOr(value, Number.NaN);
  return Number.isNaN(number) ? fallback : number;
};

type Days = Policy['expiryDays']['free'];

const readDays = (source: unknown, fallback: Days): Days => {
  const days: Unchecked<Days> = fieldsOf(source);
  return {
    min: numberOr(days.min, fallback.min),
    max: numberOr(days.max, fallback.max),
    default: numberOr(days.default, fallback.default),
  };
};

const byPlan = <Value>(
  source: unknown,
  fallback: Policy['expiryDays' | 'maxFileBytes'] & Record<keyof Policy['expiryDays'], Value>,
  read: (value: unknown, fallback: Value) => Value,
): Record<keyof Policy['expiryDays'], Value> => {
  const plans: Unchecked<Policy['expiryDays']> = fieldsOf(source);
  return {
    free: read(plans.free, fallback.free),
    active: read(plans.active, fallback.active),
    proforever: read(plans.proforever, fallback.proforever),
  };
};

const limitOr = (value: unknown, fallback: number | null): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : fallback;

/** Every rule that pages quote; an absent one is that of `fallback`. */
export const readPolicy = (
  source: Unchecked<Policy>,
  fallback: Policy = standardPolicy,
): Policy => {
  const prices: Unchecked<Policy['prices']> = fieldsOf(source.prices);
  return {
    freeSharesPerMonth: readShares(source.freeSharesPerMonth, fallback.freeSharesPerMonth),
    passwordMinLength: numberOr(source.passwordMinLength, fallback.passwordMinLength),
    expiryDays: byPlan(source.expiryDays, fallback.expiryDays, readDays),
    maxFileBytes: byPlan(source.maxFileBytes, fallback.maxFileBytes, limitOr),
    auditRetentionMonths: numberOr(source.auditRetentionMonths, fallback.auditRetentionMonths),
    wrongPasswordLimit: numberOr(source.wrongPasswordLimit, fallback.wrongPasswordLimit),
    canCancelProForever: source.canCancelProForever !== false,
    refuseCommonPasswords: source.refuseCommonPasswords === true,
    offersSecondFactor: source.offersSecondFactor === true,
    prices: {
      proWeeklyUsd: numberOr(prices.proWeeklyUsd, fallback.prices.proWeeklyUsd),
      proForeverUsd: numberOr(prices.proForeverUsd, fallback.prices.proForeverUsd),
    },
  };
};

export const readTestimonials = (value: unknown): Testimonial[] =>
  (Array.isArray(value) ? value : []).flatMap((item) => {
    const { text, who }: Unchecked<Testimonial> = fieldsOf(item);
    const read = { text: textOr(text), who: textOr(who) };
    return read.text === '' || read.who === '' ? [] : [read];
  });
