import type { Policy } from '@tandem/proto/browser/http/config';
import { formatBytes } from './format.js';
import { plural } from './plural.js';

/** `7 days`, or `1 to 30 days` where the sender chooses. */
export const describeDays = ({ min, max }: Pick<Policy['expiryDays']['free'], 'min' | 'max'>) =>
  min === max ? plural(max, 'day') : `${min} to ${plural(max, 'day')}`;

/** `10 shares`, or `unlimited shares`. */
export const describeShares = (perMonth: Policy['freeSharesPerMonth']): string =>
  perMonth === null ? 'unlimited shares' : plural(perMonth, 'share');

export const capitalise = (text: string): string =>
  text.replace(/^./, (first) => first.toUpperCase());

/** `$5`, `$4.50` */
export const describeDollars = (usd: number): string =>
  `$${Number.isInteger(usd) ? usd : usd.toFixed(2)}`;

/** Weeks of Pro that cost as much as ProForever. */
export const weeksOfPro = ({ proWeeklyUsd, proForeverUsd }: Policy['prices']): number =>
  Math.round(proForeverUsd / proWeeklyUsd);

/** `10 GB`, without the decimals of a whole number. */
export const describeSize = (bytes: number): string => formatBytes(bytes).replace('.00 ', ' ');
