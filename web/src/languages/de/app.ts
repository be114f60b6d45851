import locale from 'antd/es/locale/de_DE.js';
import type { AppCatalogues } from '../catalogues.js';
import { billing, paymentPending, settings } from './account.js';
import { admin } from './admin.js';
import { audit } from './audit.js';
import { auth, expiredSession } from './auth.js';
import { dashboard } from './dashboard.js';
import { help } from './help.js';
import { days, dollars, shares } from './intl.js';
import { marketing, site } from './landing.js';

const policy: AppCatalogues['policy'] = {
  describeDays: ({ min, max }) => (min === max ? days(max) : `${min} bis ${days(max)}`),
  describeShares: (perMonth) =>
    perMonth === null ? 'unbegrenzt viele Freigaben' : shares(perMonth),
  describeDollars: dollars,
};

const catalogues: AppCatalogues = {
  admin,
  antd: { locale, direction: 'ltr' },
  audit,
  auth,
  billing,
  dashboard,
  'expired-session': expiredSession,
  help,
  marketing,
  'payment-pending': paymentPending,
  'plan-names': { free: 'Standard', active: 'Erweitert', proforever: 'Langzeit' },
  policy,
  settings,
  'sign-out': {
    loggedOut: { title: 'Abgemeldet', description: 'Sie wurden abgemeldet.' },
    logoutError: {
      title: 'Fehler beim Abmelden',
      fallback: 'Sie konnten nicht abgemeldet werden. Bitte versuchen Sie es erneut.',
    },
  },
  site,
  'static-site': {
    login:
      'Melden Sie sich an, um Dateien direkt aus Ihrem Browser zu senden, oder erstellen Sie ein Konto.',
    upgrade: 'Ohne monatliches Limit senden: Tarife vergleichen und wechseln.',
    auditLogs: 'Sehen, wer Ihre Dateien geöffnet und erhalten hat, und das Protokoll exportieren.',
    settings: 'Ihr Tarif, Ihr Passwort und die Geräte, auf denen Sie angemeldet sind.',
    help: 'Antworten auf häufige Fragen zum Senden und Empfangen von Dateien.',
    admin: 'Für Administratoren.',
  },
  tables: { clearSearch: 'Suche leeren' },
};

export default catalogues;
