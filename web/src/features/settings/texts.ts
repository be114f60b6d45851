import type { Policy } from '@tandem/proto/browser/http/config';
import { chooseTexts } from '../../lib/texts/catalogue.js';
import { plural } from '../../lib/texts/plural.js';
import { describeDays } from '../../lib/texts/policy.js';

const freePlan = ({ freeSharesPerMonth, expiryDays }: Policy): string =>
  `${plural(freeSharesPerMonth, 'share')} per month, links valid for ${describeDays(expiryDays.free)}.`;

export const texts = chooseTexts({
  en: {
    title: 'Settings',
    lead: 'Your account and your plan.',
    account: 'Account',
    email: 'Email',
    displayName: 'Display Name',
    notSet: 'Not set',
    plan: 'Plan',
    plans: { free: 'Free Plan', active: 'Pro Plan', proforever: 'ProForever' },
    planNotes: {
      free: freePlan,
      active: ({ expiryDays }: Policy) =>
        `Unlimited shares, links valid for up to ${plural(expiryDays.active.max, 'day')}, priority support.`,
      proforever: ({ expiryDays }: Policy) =>
        `Unlimited shares, links valid for up to ${plural(expiryDays.proforever.max, 'day')}, priority support. One-time payment.`,
    },
    renews: (day: string) => `Paid until ${day}`,
    shares: 'Shares this month',
    upgrade: 'Upgrade Now',
    cancel: 'Cancel Subscription',
    cancelling: 'Cancelling...',
    dialog: {
      title: 'Cancel your subscription?',
      text: (policy: Policy) =>
        `Your account moves to the Free plan immediately: ${freePlan(policy)} The current period is not refunded.`,
      keep: 'Keep Subscription',
      confirm: 'Yes, Cancel Subscription',
    },
    cancelled: {
      title: 'Subscription Cancelled',
      description: "Your subscription has been cancelled. You've been downgraded to the free plan.",
    },
    failed: {
      title: 'Cancellation Failed',
      fallback: 'Failed to cancel subscription. Please try again.',
      signIn: 'You must be signed in to cancel subscription',
    },
    appearance: 'Appearance',
    appearanceNote: 'Applies to this browser.',
    themes: { system: 'System', light: 'Light', dark: 'Dark' },
    loadFailed: 'Your plan could not be loaded.',
    danger: {
      title: 'Delete account',
      text: 'Deletes your account, shares, audit log and plan. This cannot be undone.',
      action: 'Delete Account',
      dialogTitle: 'Permanently delete your account?',
      dialogText: (email: string) => `Type ${email} to confirm.`,
      field: 'Your email address',
      keep: 'Keep Account',
      confirm: 'Delete Everything',
      done: { title: 'Account Deleted', description: 'Your data is being deleted.' },
      failed: { title: 'Deletion Failed', fallback: 'The account could not be deleted.' },
    },
  },
});
