import { defineTexts } from '../lib/texts/catalogue.js';
import { plural } from '../lib/texts/plural.js';

export const texts = defineTexts('app', {
  en: {
    skip: 'Skip to content',
    nav: {
      label: 'Main navigation',
      dashboard: 'Dashboard',
      upgrade: 'Upgrade Account',
      audit: 'Audit Logs',
      settings: 'Settings',
      help: 'Help',
      admin: 'Admin',
      running: (count: number) => `${plural(count, 'transfer')} running`,
    },
    plan: { pro: 'Pro Plan', free: 'Free Plan' },
    logout: 'Logout',
    sessionEnded: {
      title: 'Session Ended',
      description: 'You have been signed out. Please sign in again.',
    },
    installed: { title: 'App Installed', description: 'You can now open it like any other app.' },
    theme: { label: 'Appearance', light: 'Switch to light', dark: 'Switch to dark' },
    notFound: {
      title: 'Page Not Found',
      text: 'This page does not exist or has moved.',
      home: 'Go to the start page',
    },
    unreachable: {
      title: 'The server cannot be reached',
      signedIn: 'You are still signed in.',
      text: 'This page loads automatically when the server is back.',
      retry: 'Try Again',
    },
    newTab: {
      title: 'Open this page in a new tab',
      text: 'It would replace this page and interrupt the files that you are sending from it.',
      chosen: 'It would replace this page, and you would have to choose your files again.',
      open: 'Open in a new tab',
      back: 'Go back',
    },
  },
});
