import { chooseTexts } from './catalogue.js';

/** What every call can end in (specification, section 8, generic request errors). */
export const texts = chooseTexts({
  en: {
    networkError:
      'Network error: Unable to connect to server. Please check your internet connection.',
    connectionError: {
      title: 'Connection Error',
      description: 'Unable to connect to server. Please check your internet connection.',
    },
  },
});
