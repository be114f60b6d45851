import { defineTexts } from './catalogue.js';

/** The bank takes days to process a debit: in a toast, and on every page about the plan. */
export const paymentPending = defineTexts('payment-pending', {
  en: {
    title: 'Payment Pending',
    description:
      'Your bank is still processing the payment. Your plan changes once it is complete.',
  },
});
