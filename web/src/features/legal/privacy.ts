/** The Privacy Policy, in English only. */
export { privacyPolicy } from './content/en/privacy.js';
