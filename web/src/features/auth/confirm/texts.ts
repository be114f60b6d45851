import { defineTexts } from '../../../lib/texts/catalogue.js';

/** Of a session that has expired; small, because every signed-in page loads them. */
export const expiredTexts = defineTexts('expired-session', {
  en: {
    banner:
      'Your sign-in has expired. Running transfers continue. Sign in again soon, so that deliveries can be confirmed.',
    title: 'Sign in again',
    text: 'Your sign-in has expired. Running transfers continue. Enter your password to continue.',
    withoutPassword:
      'Your sign-in has expired. Running transfers continue. Sign in again with Google in another tab; this page then continues automatically.',
    elsewhere:
      'Do you sign in with Google? Then do so in another tab; this page continues automatically.',
    open: 'Open Sign-In',
  },
});
