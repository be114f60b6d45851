import { defineTexts } from '../../lib/texts/catalogue.js';

export const texts = defineTexts('language', {
  en: {
    label: 'Language',
    /** Instead of reloading the page during a transfer. */
    later: {
      title: 'Language Saved',
      description: 'The language changes when you next open this page.',
    },
  },
});
