import { chooseTexts } from './catalogue.js';

export const texts = chooseTexts({
  en: {
    /** A signed-in person without a name and an address (section 2, Dashboard). */
    anybody: 'User',
    // What every call can end in (section 8, generic request errors).
    networkError:
      'Network error: Unable to connect to server. Please check your internet connection.',
    connectionError: {
      title: 'Connection Error',
      description: 'Unable to connect to server. Please check your internet connection.',
    },
  },
});
