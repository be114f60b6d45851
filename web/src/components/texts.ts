import { defineTexts } from '../lib/texts/catalogue.js';

/** Texts of the shared components. */
export const texts = defineTexts('components', {
  en: {
    loading: 'Loading...',
    toasts: { area: 'Notifications (F8)', close: 'Close notification' },
  },
});
