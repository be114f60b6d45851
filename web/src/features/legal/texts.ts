import { chooseTexts } from '../../lib/texts/catalogue.js';

/** Around the two documents; they themselves are chosen in terms.ts and privacy.ts. */
export const texts = chooseTexts({
  en: {
    updated: (date: string) => `Last updated: ${date}`,
    summary: 'In short',
    summaryNote: 'A summary to find your way; the sections below are what counts.',
    contents: 'Contents',
  },
});
