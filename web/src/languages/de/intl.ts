import { intlFormats } from '../intl/formats.js';
import { counterOf, dollarsIn } from '../intl/plurals.js';

export const count = counterOf('de');
export const dollars = dollarsIn('de');
export const formats = intlFormats('de', {
  sizes: ['Byte', 'KB', 'MB', 'GB', 'TB'],
  perSecond: '/s',
});

export const days = (n: number): string => count(n, { one: '# Tag', other: '# Tage' });
export const daysDative = (n: number): string => count(n, { one: '# Tag', other: '# Tagen' });
export const shares = (n: number): string => count(n, { one: '# Freigabe', other: '# Freigaben' });
export const files = (n: number): string => count(n, { one: '# Datei', other: '# Dateien' });
export const downloads = (n: number): string =>
  count(n, { one: '# Download', other: '# Downloads' });
export const transfers = (n: number): string =>
  count(n, { one: '# Übertragung', other: '# Übertragungen' });
