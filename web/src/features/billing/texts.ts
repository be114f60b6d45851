import type { Policy } from '@tandem/proto/browser/http/config';
import { defineTexts } from '../../lib/texts/catalogue.js';
import { plural } from '../../lib/texts/plural.js';
import { describeDays, describeDollars, weeksOfPro } from '../../lib/texts/policy.js';

export const texts = defineTexts('billing', {
  en: {
    title: 'Upgrade',
    heading: 'Unlimited sharing',
    lead: ({ expiryDays }: Policy) =>
      `Unlimited shares, links valid for up to ${plural(expiryDays.proforever.max, 'day')}, and support within 24 hours.`,
    back: 'Back to Dashboard',
    change: 'Change Plan',
    planPicker: 'Plans',
    plans: {
      pro: {
        name: 'Pro',
        price: ({ prices }: Policy) => describeDollars(prices.proWeeklyUsd),
        per: '/week',
        note: (_policy: Policy) => 'Cancel anytime',
        choose: 'Choose Pro',
        points: ({ expiryDays }: Policy) => [
          'Unlimited shares every month',
          `Links valid for ${describeDays(expiryDays.active)}`,
          'Help Center and priority support within 24 hours',
          'Audit logs and analytics',
        ],
      },
      proforever: {
        name: 'ProForever',
        price: ({ prices }: Policy) => describeDollars(prices.proForeverUsd),
        per: 'lifetime',
        note: ({ prices }: Policy) =>
          `Paid once. Pays for itself after about ${weeksOfPro(prices)} weeks`,
        choose: 'Choose ProForever',
        points: ({ expiryDays }: Policy) => [
          'Everything in Pro',
          `Links valid for ${describeDays(expiryDays.proforever)}`,
          'Valid as long as the service runs',
          'No renewals, ever',
        ],
      },
    },
    bestValue: 'Best value',
    yours: 'Your plan',
    covered: 'Included in your plan',
    refund: 'New Pro subscriptions can be refunded within 14 days.',
    payTitle: (plan: string) => `Pay for ${plan}`,
    included: 'What you get',
    preparing: 'Preparing payment...',
    pay: {
      pro: ({ prices }: Policy) => `Pay ${describeDollars(prices.proWeeklyUsd)} a week`,
      proforever: ({ prices }: Policy) => `Pay ${describeDollars(prices.proForeverUsd)} once`,
    },
    paying: 'Processing...',
    secure: 'Your card details go to the payment provider and never touch our servers.',
    loginRequired: {
      title: 'Login Required',
      description: 'Please log in to subscribe to Pro.',
    },
    initFailed: {
      title: 'Error',
      api: (status: number | string, body: string) => `API error: ${status} - ${body}`,
      fallback: 'Failed to initialize subscription. Please try again.',
    },
    planNotLoaded: 'Your plan could not be loaded.',
    alreadySubscribed: {
      title: 'Already Subscribed',
      description: 'You already have an active Pro subscription!',
    },
    paid: {
      title: 'Payment Successful',
      description: (brand: string, plan: string) => `Welcome to ${brand} ${plan}!`,
    },
    paymentFailed: {
      title: 'Payment Failed',
      fallback: 'The payment could not be completed.',
      atBank:
        'Your bank did not confirm the payment, and you have not been charged. Choose a plan to try again, or to pay with another card.',
    },
    local: {
      note: 'Test mode: no card is charged. Use 4242 4242 4242 4242 (succeeds), 4000 0000 0000 0002 (is declined) or 4000 0025 0000 3155 (requires authentication).',
      number: 'Card number',
      expiry: 'Expiry (MM/YY)',
      expiryHint: 'MM/YY',
      cvc: 'Security code',
      cvcHint: 'CVC',
      invalidNumber: 'Your card number is incomplete.',
      invalidExpiry: 'Your card’s expiration date is incomplete.',
      invalidCvc: 'Your card’s security code is incomplete.',
      stepTitle: 'Your bank requires confirmation',
      stepText: 'In production your bank shows its own page here. Choose the outcome:',
      approve: 'Complete authentication',
      refuse: 'Fail authentication',
      refused: 'We are unable to authenticate your payment method.',
    },
  },
});
