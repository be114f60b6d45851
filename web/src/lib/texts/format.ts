import { formatBytes as formatSize, parseBytes } from '@tandem/proto/browser/files/file-size';
import { dayMs } from '../durations.js';
import { currentLanguage } from '../language/language.js';
import { defineTexts } from './catalogue.js';

export { parseBytes };

/** `1.50 MB/s`; an unknown speed (0) is an empty text. */
const formatRate = (bytesPerSecond: number): string =>
  bytesPerSecond > 0 ? `${formatSize(bytesPerSecond)}/s` : '';

/** Progress with one decimal: `42.0%`. */
const formatShare = (percent: number): string =>
  `${Math.min(100, Math.max(0, percent)).toFixed(1)}%`;

/** Seconds, or minutes and seconds: `42s`, `3m 5s`. */
const formatTime = (seconds: number): string => {
  if (!Number.isFinite(seconds) || seconds < 0) return '0s';
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole}s`;
  return `${Math.floor(whole / 60)}m ${whole % 60}s`;
};

/** `formatTime` for milliseconds; less than a second is `<1s`, because a finished transfer never took 0 s. */
const formatMs = (ms: number): string => (ms > 0 && ms < 1000 ? '<1s' : formatTime(ms / 1000));

const two = (value: number): string => value.toString().padStart(2, '0');

const asDate = (value: string | number | Date): Date | null => {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date;
};

/** Local time as `yyyy-MM-dd HH:mm:ss`; an unreadable date is `-`. */
const formatInstant = (value: string | number | Date): string => {
  const date = asDate(value);
  if (date === null) return '-';
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
  return `${formatDate(date)} ${time}`;
};

/** Local day as `yyyy-MM-dd`; an unreadable date is `-`. */
const formatDate = (value: string | number | Date): string => {
  const date = asDate(value);
  if (date === null) return '-';
  return [date.getFullYear().toString(), two(date.getMonth() + 1), two(date.getDate())].join('-');
};

/** A day in words, e.g. `October 2, 2025`; an unreadable date is `-`. */
const formatDateInWords = (value: string | number | Date): string =>
  asDate(value)?.toLocaleDateString('en-US', { year: 'numeric', month: 'long', day: 'numeric' }) ??
  '-';

/** A new share of seven days must not appear to last eight because two clocks differ by a few seconds. */
const clockToleranceMs = 60_000;

/** Whole days until `value`, a started day counting as one; 0 once it has passed. */
export const daysUntil = (value: string | number | Date, now: number = Date.now()): number => {
  const date = asDate(value);
  if (date === null) return 0;
  const leftMs = date.getTime() - now;
  return leftMs <= 0 ? 0 : Math.max(1, Math.ceil((leftMs - clockToleranceMs) / dayMs));
};

/**
 * Numbers, sizes, times and dates. The English forms are requirements; the other languages format with Intl
 * (languages/intl).
 */
export const formats = defineTexts('formats', {
  en: {
    formatBytes: formatSize,
    formatSpeed: formatRate,
    formatPercent: formatShare,
    formatSeconds: formatTime,
    formatDurationMs: formatMs,
    formatDateTime: formatInstant,
    formatDay: formatDate,
    formatLongDay: formatDateInWords,
    formatCount: (value: number): string => value.toLocaleString('en-US'),
    formatUsd: (value: number): string =>
      value.toLocaleString('en-US', { style: 'currency', currency: 'USD' }),
  },
});

export const {
  formatBytes,
  formatSpeed,
  formatPercent,
  formatSeconds,
  formatDurationMs,
  formatDateTime,
  formatDay,
  formatLongDay,
  formatCount,
  formatUsd,
} = formats;

/** A day of a calendar as `formatDay`. @param day `2026-11-20` */
export const formatCalendarDay = (day: string): string => formatDay(`${day}T00:00`);

/** The size of a share, which the server stores as English text. */
export const formatStoredSize = (text: string): string => {
  const bytes = currentLanguage() === 'en' ? null : parseBytes(text);
  return bytes === null ? text : formatBytes(bytes);
};
