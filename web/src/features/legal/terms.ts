import { chooseTexts } from '../../lib/texts/catalogue.js';
import { termsOfService as english } from './content/en/terms.js';

/** The Terms of Service in the reader's language, with the facts of the deployment. */
export const termsOfService = chooseTexts({ en: english });
