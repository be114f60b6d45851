/**
 * Formatting of figures that translations share with the English texts. It contains no texts, because a translation
 * must not import English ones.
 */

import type { Policy } from '@tandem/proto/browser/http/config';
import { formatBytes, formatPercent } from './format.js';

export const capitalise = (text: string): string =>
  text.replace(/^./, (first) => first.toUpperCase());

/** Weeks of Pro that cost as much as ProForever. */
export const weeksOfPro = ({ proWeeklyUsd, proForeverUsd }: Policy['prices']): number =>
  Math.round(proForeverUsd / proWeeklyUsd);

/** `10 GB`, without the decimals of a whole number. */
export const describeSize = (bytes: number): string =>
  formatBytes(bytes).replace(/[.,]00(?=[\s\u00a0\u202f])/, '');

/** `42%`, without the decimal of a whole number. */
export const describePercent = (percent: number): string =>
  formatPercent(percent).replace(/[.,]0(?=\D)/, '');

const gibibyte = 1024 ** 3;
const advertised = { everywhere: 5 * gibibyte, free: 10 * gibibyte, pro: 100 * gibibyte };

const advertisedBytes = ({ maxFileBytes: { free, active } }: Pick<Policy, 'maxFileBytes'>) => ({
  everywhere: Math.min(free ?? advertised.free, active ?? advertised.pro, advertised.everywhere),
  free: free ?? advertised.free,
  pro: active ?? advertised.pro,
});

/** The advertised file sizes in megabytes, for charts. */
export const advertisedMegabytes = (policy: Pick<Policy, 'maxFileBytes'>) => {
  const { everywhere, free } = advertisedBytes(policy);
  return { everywhere: (everywhere / gibibyte) * 1_000, free: (free / gibibyte) * 1_000 };
};

/** Whether a Free account can send a file of the size that the landing page advertises. */
export const isTenGigabytesFree = (policy: Pick<Policy, 'maxFileBytes'>): boolean =>
  advertisedBytes(policy).free >= advertised.free;

/** The advertised file sizes, or the limits that the server enforces. The transfer itself has none. */
export const advertisedSizes = (policy: Pick<Policy, 'maxFileBytes'>) => {
  const { everywhere, free, pro } = advertisedBytes(policy);
  return { everywhere: describeSize(everywhere), free: describeSize(free), pro: describeSize(pro) };
};
