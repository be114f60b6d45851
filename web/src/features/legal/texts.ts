import { chooseTexts } from '../../lib/texts/catalogue.js';

/** Labels around the two documents, which terms.ts and privacy.ts select. */
export const texts = chooseTexts({
  en: {
    updated: (date: string) => `Last updated: ${date}`,
    summary: 'In short',
    summaryNote: 'This summary is for orientation only. The sections below are binding.',
    contents: 'Contents',
  },
});
