import locale from 'antd/es/locale/es_ES.js';
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
  describeDays: ({ min, max }) => (min === max ? days(max) : `${min} a ${days(max)}`),
  describeShares: (perMonth) => (perMonth === null ? 'envíos ilimitados' : shares(perMonth)),
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
  'plan-names': { free: 'Estándar', active: 'Ampliado', proforever: 'Largo plazo' },
  policy,
  settings,
  'sign-out': {
    loggedOut: { title: 'Sesión cerrada', description: 'Ha cerrado la sesión.' },
    logoutError: {
      title: 'Error al cerrar sesión',
      fallback: 'No se pudo cerrar la sesión. Inténtelo de nuevo.',
    },
  },
  site,
  'static-site': {
    login: 'Inicie sesión para enviar archivos directamente desde su navegador o cree una cuenta.',
    upgrade: 'Envíe sin límite mensual: compare los planes y mejore el suyo.',
    auditLogs: 'Vea quién abrió y recibió sus archivos y exporte el registro.',
    settings: 'Su plan, su contraseña y los dispositivos en los que inició sesión.',
    help: 'Respuestas a preguntas frecuentes sobre el envío y la recepción de archivos.',
    admin: 'Para administradores.',
  },
  tables: { clearSearch: 'Borrar búsqueda' },
};

export default catalogues;
