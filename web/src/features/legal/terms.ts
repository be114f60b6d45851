/** The Terms of Service, in English only. */
export { termsOfService } from './content/en/terms.js';
