import { defineTexts } from './catalogue.js';

export const texts = defineTexts('general', {
  en: {
    /** A user without display name and email. */
    unnamedUser: 'User',
    // Errors of any API call.
    networkError:
      'Network error: Unable to connect to server. Please check your internet connection.',
    connectionError: {
      title: 'Connection Error',
      description: 'Unable to connect to server. Please check your internet connection.',
    },
  },
});
