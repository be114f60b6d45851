import { chooseTexts } from '../../lib/texts/catalogue.js';
import { privacyPolicy as english } from './content/en/privacy.js';

/** The Privacy Policy in the reader's language, with the facts of the deployment. */
export const privacyPolicy = chooseTexts({ en: english });
