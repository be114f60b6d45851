import { defineTexts } from '../lib/texts/catalogue.js';

/** Texts of the shared components. */
export const texts = defineTexts('components', {
  en: {
    loading: 'Loading...',
    toasts: { area: 'Notifications (F8)', close: 'Close notification' },
    crash: {
      title: 'Something went wrong',
      text: 'This page stopped working. Your shares are safe. Reload to continue.',
      reload: 'Reload',
    },
    /** Code of the app that did not arrive. */
    partNotLoaded: {
      title: 'This page could not be loaded',
      partTitle: 'This part of the page could not be loaded',
      text: 'Check your internet connection and try again.',
      retry: 'Try Again',
      toast: {
        title: 'Could Not Open',
        description: 'Check your internet connection and try again.',
      },
    },
    /** Beside either failure, while this tab sends or receives. */
    runningTransfer: 'The transfer in this tab is still running; reloading would interrupt it.',
  },
});
