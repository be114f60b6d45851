import { defineTexts } from '../texts/catalogue.js';

/**
 * Titles and texts of notices from the push service. They contain no names: the message has none. The worker has the
 * English ones, and those that a page has kept.
 */
export const texts = defineTexts('notices', {
  en: {
    'sender-back': {
      title: 'The sender is online',
      body: 'Open the page to download the file.',
    },
    delivered: {
      title: 'Delivery confirmed',
      body: 'A recipient has received the whole file.',
    },
  },
});
