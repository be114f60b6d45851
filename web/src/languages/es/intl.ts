import { intlFormats } from '../intl/formats.js';
import { counterOf, dollarsIn } from '../intl/plurals.js';

export const count = counterOf('es');
const withSymbol = dollarsIn('es');
/** `5 US$`, because `$` alone is another currency in many countries. */
export const dollars = (usd: number): string => withSymbol(usd).replace('$', 'US$');
export const formats = intlFormats('es', {
  sizes: ['bytes', 'KB', 'MB', 'GB', 'TB'],
  perSecond: '/s',
});

/** `1 día`, `2 días`, `1.000.000 de días` */
export const counted =
  (one: string, other: string) =>
  (n: number): string =>
    count(n, { one: `# ${one}`, many: `# de ${other}`, other: `# ${other}` });

export const days = counted('día', 'días');
export const shares = counted('envío', 'envíos');
export const files = counted('archivo', 'archivos');
export const downloads = counted('descarga', 'descargas');
export const transfers = counted('transferencia', 'transferencias');

/** `durante 7 días`, or `entre 1 y 30 días`: after “valid” */
export const validity = ({ min, max }: { min: number; max: number }): string =>
  min === max ? `durante ${days(max)}` : `entre ${min} y ${days(max)}`;
