/** What translations share with the English texts: without texts of its own, which a translation must not import. */
import type { Policy } from '@tandem/proto/browser/http/config';
import { formatBytes } from './format.js';

export const capitalise = (text: string): string =>
  text.replace(/^./, (first) => first.toUpperCase());

/** Weeks of Pro that cost as much as ProForever. */
export const weeksOfPro = ({ proWeeklyUsd, proForeverUsd }: Policy['prices']): number =>
  Math.round(proForeverUsd / proWeeklyUsd);

/** `10 GB`, without the decimals of a whole number. */
export const describeSize = (bytes: number): string =>
  formatBytes(bytes).replace(/[.,]00(?=[\s\u00a0\u202f])/, '');
