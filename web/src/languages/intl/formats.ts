import type { formats } from '../../lib/texts/format.js';

const kilo = 1024;

const asDate = (value: string | number | Date): Date | null => {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date;
};

interface Units {
  /** From bytes to terabytes; some languages have their own. */
  sizes: readonly [string, string, string, string, string];
  /** After a size, for one second: `/s`. */
  perSecond: string;
}

/** The formats of a language, by Intl. @param locale BCP 47 tag */
export const intlFormats = (locale: string, { sizes, perSecond }: Units): typeof formats => {
  const two = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const percent = new Intl.NumberFormat(locale, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  const unit = (name: string) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'narrow' });
  const [seconds, minutes] = [unit('second'), unit('minute')];
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const longDay = new Intl.DateTimeFormat(locale, { dateStyle: 'long' });
  const usd = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    // A price may have more than cents.
    maximumFractionDigits: 4,
  });
  const dated = (format: Intl.DateTimeFormat) => (value: string | number | Date) => {
    const date = asDate(value);
    return date === null ? '-' : format.format(date);
  };

  const formatBytes = (bytes: number, largestUnit: 'GB' | 'TB' = 'GB'): string => {
    const amount = Number.isFinite(bytes) && bytes > 0 ? bytes : 0;
    const last = largestUnit === 'TB' ? 4 : 3;
    let power = 0;
    let value = amount;
    while (power < last && (power === 0 ? value >= kilo : value >= kilo - 0.005)) {
      value /= kilo;
      power += 1;
    }
    return `${(power === 0 ? whole : two).format(value)}\u00a0${sizes[power] ?? ''}`;
  };

  const formatSeconds = (value: number): string => {
    if (!Number.isFinite(value) || value < 0) return seconds.format(0);
    const rounded = Math.round(value);
    if (rounded < 60) return seconds.format(rounded);
    return `${minutes.format(Math.floor(rounded / 60))} ${seconds.format(rounded % 60)}`;
  };

  return {
    formatBytes,
    formatSpeed: (bytesPerSecond) =>
      bytesPerSecond > 0 ? `${formatBytes(bytesPerSecond)}${perSecond}` : '',
    formatPercent: (value) => percent.format(Math.min(100, Math.max(0, value)) / 100),
    formatSeconds,
    formatDurationMs: (ms) =>
      ms > 0 && ms < 1000 ? `<${seconds.format(1)}` : formatSeconds(ms / 1000),
    formatDateTime: dated(dateTime),
    formatDay: dated(day),
    formatLongDay: dated(longDay),
    formatCount: (value) => whole.format(value),
    formatUsd: (value) => usd.format(value),
  };
};
