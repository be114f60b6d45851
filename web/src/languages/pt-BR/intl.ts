import { intlFormats } from '../intl/formats.js';
import { counterOf, dollarsIn } from '../intl/plurals.js';

export const count = counterOf('pt-BR');
const withSymbol = dollarsIn('pt-BR');
/** `US$ 5`, because `$` alone is not clear in Brazil. */
export const dollars = (usd: number): string => withSymbol(usd).replace('$', 'US$');
export const formats = intlFormats('pt-BR', {
  sizes: ['bytes', 'KB', 'MB', 'GB', 'TB'],
  perSecond: '/s',
});

/** `1 dia`, `2 dias`, `1.000.000 de dias` */
export const counted =
  (one: string, other: string) =>
  (n: number): string =>
    count(n, { one: `# ${one}`, many: `# de ${other}`, other: `# ${other}` });

export const days = counted('dia', 'dias');
export const shares = counted('compartilhamento', 'compartilhamentos');
export const files = counted('arquivo', 'arquivos');
export const downloads = counted('download', 'downloads');
export const transfers = counted('transferência', 'transferências');

/** `por 7 dias`, or `de 1 a 30 dias`: after “valid” */
export const validity = ({ min, max }: { min: number; max: number }): string =>
  min === max ? `por ${days(max)}` : `de ${min} a ${days(max)}`;
