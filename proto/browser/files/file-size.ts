/** Sizes as text, in units of 1024: the form in which requests carry the size of a file. */
const units = ['Bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** `0 Bytes`, `512 Bytes`, `1.50 KB`: two decimals, none for whole bytes. Files stop at GB, totals at TB. */
export const formatBytes = (bytes: number, largestUnit: 'GB' | 'TB' = 'GB'): string => {
  if (!Number.isFinite(bytes) || bytes <= 0) return '0 Bytes';
  const last = units.indexOf(largestUnit);
  let unit = 0;
  let value = bytes;
  // 1023.995 would round to "1024.00 KB"; the next unit keeps the figure below 1024.
  while (unit < last && (unit === 0 ? value >= 1024 : value >= 1023.995)) {
    value /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? Math.round(value).toString() : value.toFixed(2)} ${units[unit] ?? ''}`;
};

const read = (text: string): { bytes: number; roundingBytes: number } | null => {
  const pattern = /^\s*(\d{1,15}(?:\.(\d{1,6}))?)\s*(b|bytes?|[kmgt]b)\s*$/i;
  const [, digits = '', decimals = '', unit = ''] = pattern.exec(text) ?? [];
  if (digits === '') return null;
  const power = units.findIndex((name) => name.toLowerCase() === unit.toLowerCase());
  const unitBytes = 1024 ** Math.max(0, power);
  const roundingBytes = Math.ceil(unitBytes / 10 ** decimals.length / 2);
  return { bytes: Math.round(Number(digits) * unitBytes), roundingBytes };
};

/** `64.00 MB` → 67,108,864, as precise as the text; null for text that is not a size. */
export const parseBytes = (text: string): number | null => read(text)?.bytes ?? null;

/** The largest size that is rounded to this text: `64.00 MB` → 67,114,107; null for text that is not a size. */
export const largestBytes = (text: string): number | null => {
  const size = read(text);
  return size === null ? null : size.bytes + size.roundingBytes;
};
