const byteUnits = ['Bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/**
 * Human-readable size with two decimals in units of 1024: `0 Bytes`, `512 Bytes`, `1.50 KB`.
 * Whole bytes carry no decimals. `largestUnit` is GB where files are shown, TB for totals.
 */
export const formatBytes = (bytes: number, largestUnit: 'GB' | 'TB' = 'GB'): string => {
  if (!Number.isFinite(bytes) || bytes <= 0) return '0 Bytes';
  const last = byteUnits.indexOf(largestUnit);
  let unit = 0;
  let value = bytes;
  // 1023.995 would round to "1024.00 KB"; moving on from there keeps the printed figure under 1024.
  while (unit < last && (unit === 0 ? value >= 1024 : value >= 1023.995)) {
    value /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? Math.round(value).toString() : value.toFixed(2)} ${byteUnits[unit] ?? ''}`;
};

/** The reverse, as precise as the text: `64.00 MB` is 67,108,864 bytes; null for a text that is no size. */
export const parseBytes = (size: string): number | null => {
  const [, digits = '', unit = ''] = /^\s*([\d.]+)\s*(bytes|[kmgt]b)\s*$/i.exec(size) ?? [];
  const power = byteUnits.findIndex((name) => name.toLowerCase() === unit.toLowerCase());
  const bytes = Math.round(Number(digits) * 1024 ** power);
  return power >= 0 && Number.isFinite(bytes) ? bytes : null;
};

/** `1.50 MB/s`; an unknown speed (0) is an empty text. */
export const formatSpeed = (bytesPerSecond: number): string =>
  bytesPerSecond > 0 ? `${formatBytes(bytesPerSecond)}/s` : '';

/** Progress with one decimal: `42.0%`. */
export const formatPercent = (percent: number): string =>
  `${Math.min(100, Math.max(0, percent)).toFixed(1)}%`;

/** Seconds, or minutes and seconds: `42s`, `3m 5s`. */
export const formatSeconds = (seconds: number): string => {
  if (!Number.isFinite(seconds) || seconds < 0) return '0s';
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole}s`;
  return `${Math.floor(whole / 60)}m ${whole % 60}s`;
};

/** The same for milliseconds; under a second is `<1s`, because a finished transfer never took 0 s. */
export const formatDurationMs = (ms: number): string =>
  ms > 0 && ms < 1000 ? '<1s' : formatSeconds(ms / 1000);

const two = (value: number): string => value.toString().padStart(2, '0');

const asDate = (value: string | number | Date): Date | null => {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date;
};

/** Local time as `yyyy-MM-dd HH:mm:ss`; an unreadable date is `-`. */
export const formatDateTime = (value: string | number | Date): string => {
  const date = asDate(value);
  if (date === null) return '-';
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
  return `${formatDay(date)} ${time}`;
};

/** Local day as `yyyy-MM-dd`; an unreadable date is `-`. */
export const formatDay = (value: string | number | Date): string => {
  const date = asDate(value);
  if (date === null) return '-';
  return [date.getFullYear().toString(), two(date.getMonth() + 1), two(date.getDate())].join('-');
};

/** A day as people read it, e.g. `October 2, 2025`; an unreadable date is `-`. */
export const formatLongDay = (value: string | number | Date): string =>
  asDate(value)?.toLocaleDateString('en-US', { year: 'numeric', month: 'long', day: 'numeric' }) ??
  '-';

/** Whole days until `value`, a started day counting as one; 0 once it has passed. */
export const daysUntil = (value: string | number | Date, now: number = Date.now()): number => {
  const date = asDate(value);
  if (date === null) return 0;
  return Math.max(0, Math.ceil((date.getTime() - now) / 86_400_000));
};

export const formatCount = (value: number): string => value.toLocaleString('en-US');

export const formatUsd = (value: number): string =>
  value.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
