import { chooseTexts } from '../lib/texts/catalogue.js';

/** Words of the shared pieces; whatever a page says itself comes with the page. */
export const texts = chooseTexts({
  en: {
    loading: 'Loading...',
    toasts: { area: 'Notifications (F8)', close: 'Close notification' },
  },
});
