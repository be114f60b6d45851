import locale from 'antd/es/locale/fr_FR.js';
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
  describeDays: ({ min, max }) => (min === max ? days(max) : `${min} à ${days(max)}`),
  describeShares: (perMonth) => (perMonth === null ? 'partages illimités' : shares(perMonth)),
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
  'plan-names': { free: 'Standard', active: 'Étendue', proforever: 'Longue durée' },
  policy,
  settings,
  'sign-out': {
    loggedOut: { title: 'Déconnexion', description: 'Vous êtes déconnecté.' },
    logoutError: {
      title: 'Échec de la déconnexion',
      fallback: 'La déconnexion a échoué. Veuillez réessayer.',
    },
  },
  site,
  'static-site': {
    login:
      'Connectez-vous pour envoyer des fichiers directement depuis votre navigateur, ou créez un compte.',
    upgrade: 'Envoyer sans limite mensuelle\u00a0: comparer les formules et en changer.',
    auditLogs: 'Voir qui a ouvert et reçu vos fichiers, et exporter le journal.',
    settings: 'Votre formule, votre mot de passe et les appareils où vous êtes connecté.',
    help: 'Réponses aux questions courantes sur l’envoi et la réception de fichiers.',
    admin: 'Pour les administrateurs.',
  },
  tables: { clearSearch: 'Effacer la recherche' },
};

export default catalogues;
