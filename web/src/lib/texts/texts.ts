import { defineTexts } from './catalogue.js';

export const texts = defineTexts('general', {
  en: {
    /** A user without display name and email. */
    unnamedUser: 'User',
    /** Links of the operator, in the footer of every page. */
    operator: {
      imprint: 'Legal notice',
      status: 'Service status',
      source: 'Source code',
      securityContact: 'Security contact',
    },
    // Errors of any API call.
    networkError:
      'Network error: Unable to connect to server. Please check your internet connection.',
    /** The sign-in page of a hotel's network, for example, or a filter's. */
    answeredByNetwork:
      'Network error: Your network answered instead of our server. Sign in to it, or use another.',
    connectionError: {
      title: 'Connection Error',
      description: 'Unable to connect to server. Please check your internet connection.',
    },
  },
});
