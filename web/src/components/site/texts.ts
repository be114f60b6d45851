import { defineTexts } from '../../lib/texts/catalogue.js';

/** Header and footer of the public pages. */
export const texts = defineTexts('site', {
  en: {
    skip: 'Skip to content',
    menu: 'Site',
    how: 'How it works',
    pricing: 'Pricing',
    questions: 'Questions',
    action: 'Go to Dashboard',
    promise: 'Files go from browser to browser. We never store them.',
    company: 'Company',
    terms: 'Terms of Service',
    privacy: 'Privacy Policy',
    support: 'Support',
    release: (id: string) => `Release ${id}`,
    signIn: 'Sign in',
    language: 'Language',
    /** On pages without a translation, in the language of the reader; empty in English. */
    englishOnly: '',
    groups: { compare: 'Compare', send: 'Send', understand: 'Understand' },
    pages: {
      versus: (name: string) => `${name} vs WeTransfer`,
      wetransferAlternative: 'WeTransfer alternative',
      dropboxAlternative: 'Dropbox alternative',
      gmail: 'File too big for Gmail',
      large: 'Send large files',
      tenGigabytes: 'Send a 10 GB file',
      video: 'Send video files',
      p2p: 'P2P file transfer',
      hipaa: 'HIPAA and file sharing',
      trust: 'What we can and cannot see',
    },
  },
});
