import type { Page } from '@playwright/test';
import { click, type Screen } from './screen.js';
import { sharePageScreens } from './share-page.js';

const signInWith = (email: string, password: string) => async (page: Page) => {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
};

const publicPages = [
  'landing',
  'tandem-vs-wetransfer',
  'wetransfer-alternative',
  'dropbox-alternative',
  'file-too-big-for-gmail',
  'send-large-files',
  'send-10gb-file',
  'p2p-file-transfer',
  'hipaa-compliant-file-sharing',
  'send-video-files',
  'terms',
  'privacy',
  'trust',
];

/** Prerendered pages; public-pages.spec.ts opens them without JavaScript. */
export const publicScreens: Screen[] = publicPages.map((name) => ({
  name,
  path: `/${name}`,
  ready: 'Go to Dashboard',
}));

export const visitorScreens: Screen[] = [
  { name: 'landing-unknown-address', path: '/no/such/page', ready: 'Go to Dashboard' },
  { name: 'login', path: '/login', ready: 'Sign in with Google' },
  { name: 'login-sign-up', path: '/login?tab=signup', ready: 'Create Account' },
  {
    name: 'login-sign-up-mismatch',
    path: '/login?tab=signup&email=grace@example.com&name=Grace',
    act: async (page) => {
      await page.getByLabel('Password', { exact: true }).fill('long enough');
      await page.getByLabel('Confirm Password', { exact: true }).fill('something else');
      await click('Create Account')(page);
    },
    ready: 'Password Mismatch',
    isWindow: true,
  },
  {
    name: 'login-unknown-account',
    path: '/login',
    act: signInWith('unknown@example.com', 'whatever it was'),
    ready: 'No account found with this email address.',
    isWindow: true,
  },
  {
    name: 'login-forgot',
    path: '/login?email=grace@example.com',
    act: click('Forgot password?'),
    ready: 'Reset your password',
  },
  {
    name: 'login-forgot-sent',
    path: '/login?email=grace@example.com',
    act: async (page) => {
      await click('Forgot password?')(page);
      await click('Send Reset Link')(page);
    },
    ready: /^If there is an account/,
  },
  {
    name: 'login-link-expired',
    path: '/login?mode=resetPassword&oobCode=used',
    ready: /^This link was used already/,
  },
  {
    name: 'login-required',
    path: '/subscribe',
    // The login is a new document, which would end an inspection of this one.
    withheld: /\/login(\?|$)/,
    ready: 'Login Required',
    isWindow: true,
  },
  ...sharePageScreens,
];
