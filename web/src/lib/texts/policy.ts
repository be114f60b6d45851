import type { Policy } from '@tandem/proto/browser/http/config';
import { defineTexts } from './catalogue.js';
import { plural } from './plural.js';

export const policyTexts = defineTexts('policy', {
  en: {
    /** `7 days`, or `1 to 30 days` where the sender chooses. */
    describeDays: ({ min, max }: Pick<Policy['expiryDays']['free'], 'min' | 'max'>): string =>
      min === max ? plural(max, 'day') : `${min} to ${plural(max, 'day')}`,
    /** `10 shares`, or `unlimited shares`. */
    describeShares: (perMonth: Policy['freeSharesPerMonth']): string =>
      perMonth === null ? 'unlimited shares' : plural(perMonth, 'share'),
    /** `$5`, `$4.50` */
    describeDollars: (usd: number): string => `$${Number.isInteger(usd) ? usd : usd.toFixed(2)}`,
  },
});

export const { describeDays, describeShares, describeDollars } = policyTexts;

export { capitalise, describeSize, weeksOfPro } from './figures.js';
