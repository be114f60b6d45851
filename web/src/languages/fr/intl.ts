import { intlFormats } from '../intl/formats.js';
import { counterOf, dollarsIn } from '../intl/plurals.js';

export const count = counterOf('fr');
export const dollars = dollarsIn('fr');
export const formats = intlFormats('fr', {
  sizes: ['octets', 'Ko', 'Mo', 'Go', 'To'],
  perSecond: '/s',
});

export const days = (n: number): string => count(n, { one: '# jour', other: '# jours' });
export const shares = (n: number): string => count(n, { one: '# partage', other: '# partages' });
export const files = (n: number): string => count(n, { one: '# fichier', other: '# fichiers' });
export const downloads = (n: number): string =>
  count(n, { one: '# téléchargement', other: '# téléchargements' });
export const transfers = (n: number): string =>
  count(n, { one: '# transfert', other: '# transferts' });
