import { defineTexts } from '../../lib/texts/catalogue.js';

/** Apart from the other components' texts, which the small page of the recipient loads. */
export const texts = defineTexts('sign-out', {
  en: {
    loggedOut: { title: 'Logged Out', description: 'You have been logged out.' },
    logoutError: { title: 'Logout Error', fallback: 'Failed to log out. Please try again.' },
  },
});
