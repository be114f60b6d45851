import { defineTexts } from '../../lib/texts/catalogue.js';

/** Descriptions of the app's pages, for link previews. */
export const texts = defineTexts('static-site', {
  en: {
    login: 'Sign in to send files straight from your browser, or create an account.',
    upgrade: 'Send without a monthly limit: compare the plans and upgrade.',
    auditLogs: 'See who opened and received your files, and export the log.',
    settings: 'Your plan, your password and the devices where you are signed in.',
    help: 'Answers to common questions about sending and receiving files.',
    admin: 'For administrators.',
  },
});
