import { intlFormats } from '../intl/formats.js';
import { counterOf, dollarsIn } from '../intl/plurals.js';

export const count = counterOf('ja');
export const dollars = dollarsIn('ja');

const general = intlFormats('ja', {
  sizes: ['バイト', 'KB', 'MB', 'GB', 'TB'],
  perSecond: '/s',
});

/** The narrow units of Intl are the Latin letters `m` and `s`; the long ones have a space before them. */
const formatSeconds = (value: number): string => {
  const rounded = Number.isFinite(value) && value > 0 ? Math.round(value) : 0;
  return rounded < 60 ? `${rounded}秒` : `${Math.floor(rounded / 60)}分${rounded % 60}秒`;
};

export const formats: typeof general = {
  ...general,
  formatSeconds,
  formatDurationMs: (ms) => (ms > 0 && ms < 1000 ? '1秒未満' : formatSeconds(ms / 1000)),
};

export const days = (n: number): string => count(n, { other: '#日間' });
export const shares = (n: number): string => count(n, { other: '共有#件' });
export const files = (n: number): string => count(n, { other: 'ファイル#個' });
export const downloads = (n: number): string => count(n, { other: 'ダウンロード#回' });
export const transfers = (n: number): string => count(n, { other: '転送#件' });

/** `7日間`, or `1〜30日間` where the sender chooses. */
export const daysRange = ({ min, max }: { min: number; max: number }): string =>
  min === max ? days(max) : `${min}〜${days(max)}`;
