import { chooseTexts } from '../texts/catalogue.js';
import { maxFound } from './selection.js';
import type { SelectionFault } from './selection.js';

export const texts = chooseTexts({
  en: {
    andMore: (first: string, count: number) => `${first} and ${count} more`,
    faultTitle: 'Error',
    faults: {
      empty: (name: string) =>
        name === '' ? 'There is no file in it.' : `There is no file in “${name}”.`,
      'too-many': (name: string) =>
        `“${name}” has more than ${maxFound.toLocaleString('en')} files. Please pack it into an archive first.`,
      unreadable: (name: string) =>
        `“${name}” cannot be read: it was changed, moved or deleted, or access was refused.`,
    } satisfies Record<SelectionFault, (name: string) => string>,
  },
});
