import { defineTexts } from '../texts/catalogue.js';
import { maxFound, type SelectionFault } from './selection.js';

export const texts = defineTexts('files', {
  en: {
    andMore: (first: string, count: number) => `${first} and ${count} more`,
    altered: {
      title: 'Nothing was sent',
      /** Both with their sizes. */
      description: (shown: string, created: string) =>
        `The server shows “${shown}” for this share, but this device created it for “${created}”. Create a new share.`,
    },
    faultTitle: 'Error',
    faults: {
      empty: (name: string) => (name === '' ? 'This folder is empty.' : `“${name}” is empty.`),
      'too-many': (name: string) =>
        `“${name}” has more than ${maxFound.toLocaleString('en')} files. Please zip it first.`,
      unreadable: (name: string) =>
        `“${name}” cannot be read: it was changed, moved or deleted, or access was refused.`,
    } satisfies Record<SelectionFault, (name: string) => string>,
  },
});
