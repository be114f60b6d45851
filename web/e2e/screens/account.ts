import type { Page } from '@playwright/test';
import {
  adminActions,
  auditLogs,
  openSessions,
  pastDue,
  pro,
  record,
  signedIn,
} from './samples.js';
import { click, noAnswer, refusal, unreachable, type Screen } from './screen.js';

const payment = { ...signedIn, 'POST /api/create-subscription': { clientSecret: 'pi_1_secret_2' } };

const pay = async (page: Page): Promise<void> => {
  await click('Choose Pro')(page);
  await page.getByLabel('Card number').fill('4000000000000002');
  await page.getByLabel('Expiry (MM/YY)').fill('1234');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: /^Pay / }).click();
};

const subscribeScreens: Screen[] = [
  { name: 'subscribe', path: '/subscribe', api: signedIn, ready: 'Choose ProForever' },
  {
    name: 'subscribe-pending',
    path: '/subscribe',
    api: { '/api/user': record({ isPaymentProcessing: true }) },
    ready: 'Payment Pending',
  },
  {
    name: 'subscribe-preparing',
    path: '/subscribe',
    api: { ...signedIn, 'POST /api/create-subscription': noAnswer },
    act: click('Choose Pro'),
    ready: 'Change Plan',
  },
  {
    name: 'subscribe-payment',
    path: '/subscribe',
    api: payment,
    act: click('Choose Pro'),
    ready: 'Card number',
  },
  {
    name: 'subscribe-payment-proforever',
    path: '/subscribe',
    api: payment,
    act: click('Choose ProForever'),
    ready: 'Card number',
  },
  {
    name: 'subscribe-declined',
    path: '/subscribe',
    api: {
      ...payment,
      '/api/local-payments/confirm': refusal(402, 'Your card was declined.'),
    },
    act: pay,
    ready: 'Payment Failed',
    isWindow: true,
  },
  {
    name: 'subscribe-second-step',
    path: '/subscribe',
    api: { ...payment, '/api/local-payments/confirm': { status: 'requires_action' } },
    act: pay,
    ready: 'Complete authentication',
  },
  {
    name: 'subscribe-failed',
    path: '/subscribe',
    api: { ...signedIn, 'POST /api/create-subscription': refusal(500, 'Something went wrong.') },
    act: click('Choose Pro'),
    ready: 'API error: 500',
    isWindow: true,
  },
];

const auditScreens: Screen[] = [
  {
    name: 'audit-logs',
    path: '/audit-logs',
    api: { ...signedIn, '/api/audit-logs': auditLogs(24) },
    ready: 'Audit Records (24)',
  },
  {
    name: 'audit-logs-long',
    path: '/audit-logs',
    api: { ...signedIn, '/api/audit-logs': auditLogs(1200) },
    ready: 'Audit Records (1,200)',
  },
  {
    name: 'audit-logs-filtered',
    path: '/audit-logs',
    api: { ...signedIn, '/api/audit-logs': auditLogs(24) },
    act: (page) => page.getByLabel('Search').fill('grace'),
    ready: 'Audit Records (6)',
  },
  {
    name: 'audit-logs-empty',
    path: '/audit-logs',
    api: { ...signedIn, '/api/audit-logs': [] },
    ready: 'No audit logs found matching your criteria.',
  },
  {
    name: 'audit-logs-loading',
    path: '/audit-logs',
    api: { ...signedIn, '/api/audit-logs': noAnswer },
    ready: 'Loading audit logs...',
  },
  {
    name: 'audit-logs-failed',
    path: '/audit-logs',
    api: { ...signedIn, '/api/audit-logs': unreachable },
    ready: /could not be loaded/,
  },
];

export const accountScreens: Screen[] = [
  {
    name: 'server-away',
    path: '/settings',
    api: { '/api/config': unreachable },
    ready: 'The server cannot be reached',
  },
  { name: 'settings-free', path: '/settings', api: { '/api/user': record() }, ready: '3 / 10' },
  { name: 'settings-pro', path: '/settings', api: { '/api/user': pro }, ready: '∞' },
  {
    name: 'settings-past-due',
    path: '/settings',
    api: { '/api/user': pastDue },
    ready: 'Pay with another card',
  },
  {
    name: 'settings-proforever',
    path: '/settings',
    api: { '/api/user': record({ subscriptionStatus: 'proforever' }) },
    ready: 'ProForever',
  },
  {
    name: 'settings-sessions',
    path: '/settings',
    api: {
      '/api/user': record(),
      '/api/sessions': openSessions,
      '/api/user/admin-actions': adminActions,
    },
    ready: 'Sign out everywhere else',
  },
  {
    name: 'settings-cancel',
    path: '/settings',
    api: { '/api/user': pro },
    act: click('Cancel Subscription'),
    ready: 'Keep Subscription',
    isWindow: true,
  },
  {
    name: 'settings-delete',
    path: '/settings',
    api: { '/api/user': record() },
    act: click('Delete Account'),
    ready: /cannot be undone/,
    isWindow: true,
  },
  ...subscribeScreens,
  ...auditScreens,
  {
    name: 'help',
    path: '/help',
    api: { '/api/user': pro },
    act: async (page) => {
      await page.getByRole('button', { name: 'How do I share a file?' }).click();
    },
    ready: /Choose the file on the dashboard/,
  },
  {
    name: 'help-tutorial',
    path: '/help',
    api: { '/api/user': pro },
    act: async (page) => {
      await page.getByRole('link', { name: /Watch the video tutorial/ }).click();
    },
    ready: 'The tutorial in words',
  },
  { name: 'upgrade', path: '/upgrade', api: signedIn, ready: 'Choose ProForever' },
  { name: 'not-found', path: '/no/such/page', api: signedIn, ready: 'Page Not Found' },
  { name: 'loading', path: '/', withheld: /\/assets\/identity/, ready: 'Loading...' },
];
