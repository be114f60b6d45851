import { defineTexts } from '../../lib/texts/catalogue.js';

/** Apart from the other components' texts, which the small page of the recipient loads. */
export const texts = defineTexts('tables', { en: { clearSearch: 'Clear search' } });
