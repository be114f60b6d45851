import type { AdminAction } from '@tandem/proto/browser/admin/actions';
import type { Policy } from '@tandem/proto/browser/http/config';
import { defineTexts } from '../../lib/texts/catalogue.js';
import { plural } from '../../lib/texts/plural.js';
import { capitalise, describeDays, describeShares } from '../../lib/texts/policy.js';

const freePlan = ({ freeSharesPerMonth, expiryDays }: Policy): string =>
  `${capitalise(describeShares(freeSharesPerMonth))} per month, links valid for ${describeDays(expiryDays.free)}.`;

export const texts = defineTexts('settings', {
  en: {
    title: 'Settings',
    lead: 'Your account and your plan.',
    account: 'Account',
    email: 'Email',
    displayName: 'Display Name',
    notSet: 'Not set',
    name: {
      change: 'Change name',
      hint: 'Shown to the recipients of shares that you create from now on.',
      required: 'Please enter a name.',
      save: 'Save name',
      cancel: 'Keep the name',
      saved: { title: 'Name Changed', description: 'New shares show your new name.' },
      failed: 'The name could not be changed. Please try again.',
    },
    plan: 'Plan',
    plans: { free: 'Free Plan', active: 'Pro Plan', proforever: 'ProForever' },
    planNotes: {
      free: freePlan,
      active: ({ expiryDays }: Policy) =>
        `Unlimited shares, links valid for up to ${plural(expiryDays.active.max, 'day')}, priority support.`,
      proforever: ({ expiryDays }: Policy) =>
        `Unlimited shares, links valid for up to ${plural(expiryDays.proforever.max, 'day')}, priority support. One-time payment.`,
    },
    givenPlanNotes: {
      free: freePlan,
      active: ({ expiryDays }: Policy) =>
        `Unlimited shares, links valid for up to ${plural(expiryDays.active.max, 'day')}.`,
      proforever: ({ expiryDays }: Policy) =>
        `Unlimited shares, links valid for up to ${plural(expiryDays.proforever.max, 'day')}.`,
    },
    askForPlan: (email: string) => `Limits too low? Write to ${email}.`,
    renews: (day: string) => `Paid until ${day}`,
    pastDue: {
      text: 'The payment for this week failed. We will try again; if it still fails, Pro ends.',
      pay: 'Pay with another card',
    },
    shares: 'Shares this month',
    upgrade: 'Upgrade Now',
    upgradeToForever: 'Upgrade to ProForever',
    cancel: 'Cancel Subscription',
    cancelling: 'Cancelling...',
    dialog: {
      title: 'Cancel your subscription?',
      text: (policy: Policy) =>
        `Your account moves to the Free plan immediately: ${freePlan(policy)} The current period is not refunded.`,
      foreverText: (policy: Policy) =>
        `Your account moves to the Free plan immediately: ${freePlan(policy)} Your one-time payment is not refunded, and ProForever has to be bought again.`,
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
    verification: {
      verified: 'Email verified',
      unverified: 'Email not verified',
      send: 'Send verification email',
      sent: {
        title: 'Verification email sent',
        description: 'Please open the link in it.',
      },
      failed: {
        title: 'Error',
        description: 'The email could not be sent. Please try again later.',
      },
    },
    password: {
      title: 'Password',
      lead: 'Changing it signs out all other browsers.',
      current: 'Current Password',
      next: 'New Password',
      confirm: 'Confirm New Password',
      hint: 'At least 6 characters',
      save: 'Change Password',
      show: 'Show password',
      hide: 'Hide password',
      required: 'Please fill in this field.',
      mismatch: 'Passwords do not match. Please try again.',
      tooShort: 'Password must be at least 6 characters long.',
      personal:
        'A password must not be your name, your email address, a part of them, or the name of this product.',
      common: 'This password is too common. Please choose another.',
      wrong: 'Incorrect password. Please try again.',
      failed: 'The password could not be changed. Please try again.',
      changed: {
        title: 'Password Changed',
        description: 'You have been signed out in all other browsers.',
      },
      signInAgain: 'Your password was changed. Please sign in again.',
    },
    secondFactor: {
      title: 'Second factor',
      lead: 'After your password, a sign-in also needs a code from an authenticator app on your phone or computer.',
      on: (day: string) => `On since ${day}`,
      off: 'Off',
      setUp: 'Set Up',
      remove: 'Turn Off',
      unverified: 'Verify your email address first.',
      scan: 'Scan this code with your authenticator app.',
      codeLabel: 'QR code for the authenticator app',
      type: 'If you cannot scan it, type this key:',
      label: 'Six-digit code from the app',
      invalid: 'Please enter the six digits.',
      wrong: 'This code is incorrect or expired. Please enter the current one.',
      confirm: 'Turn On',
      cancel: 'Cancel',
      lost: 'Keep the key in a safe place: without the app and the key you cannot sign in, and only the operator can help.',
      turnedOn: {
        title: 'Second Factor On',
        description: 'From now on, signing in requires a code from your app.',
      },
      turnedOff: { title: 'Second Factor Off', description: 'Your password is enough again.' },
      failed: 'The second factor could not be changed. Please try again.',
    },
    sessions: {
      title: 'Where you are signed in',
      lead: 'A session ends when you sign out, or after several days without use.',
      current: 'This browser',
      lastUsed: (time: string) => `Last used ${time}`,
      since: (day: string) => `signed in ${day}`,
      sameNetwork: 'same network as this browser',
      otherNetwork: 'another network',
      end: 'Sign out there',
      endOf: (device: string) => `Sign out there: ${device}`,
      endOthers: 'Sign out everywhere else',
      ended: 'Signed out there',
      othersEnded: 'Signed out everywhere else',
      failed: { title: 'Error', fallback: 'The session could not be ended.' },
      loadFailed: 'Your sessions could not be loaded.',
    },
    adminAccess: {
      title: 'Access by administrators',
      lead: 'Every time an administrator opened or changed your data. Administrators cannot remove an entry.',
      none: 'No administrator has opened your data.',
      older: 'Show older entries',
      loadFailed: 'The entries could not be loaded.',
      actions: {
        'users-listed': 'Listed the users: name, email, plan and usage',
        'top-users-viewed': 'Opened the statistics of users: name, email and number of shares',
        'transfers-listed': 'Listed the latest transfers: email, size and duration',
        'record-viewed': 'Opened your plan and usage',
        'shares-viewed': 'Opened your shares, without passwords',
        'audit-log-viewed': 'Opened your audit log',
        'audit-log-exported': 'Exported your audit log',
        'audit-log-verified': 'Verified your audit log',
        'admin-log-viewed': 'Opened the log of administrators',
        'plan-changed': 'Changed your plan',
        'sessions-ended': 'Signed you out in all browsers',
        'account-deleted': 'Deleted your account',
        'admin-rights-granted': 'You became an administrator',
        'admin-rights-removed': 'You are no longer an administrator',
      } satisfies Record<AdminAction, string>,
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
