import locale from 'antd/es/locale/pt_BR.js';
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
  describeShares: (perMonth) =>
    perMonth === null ? 'compartilhamentos ilimitados' : shares(perMonth),
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
  'plan-names': { free: 'Padrão', active: 'Ampliado', proforever: 'Longo prazo' },
  policy,
  settings,
  'sign-out': {
    loggedOut: { title: 'Sessão encerrada', description: 'Você saiu da sua conta.' },
    logoutError: {
      title: 'Erro ao sair',
      fallback: 'Não foi possível sair da conta. Tente novamente.',
    },
  },
  site,
  'static-site': {
    login: 'Entre para enviar arquivos direto do seu navegador ou crie uma conta.',
    upgrade: 'Envie sem limite mensal: compare os planos e mude para o Pro.',
    auditLogs: 'Veja quem abriu e recebeu seus arquivos e exporte o registro.',
    settings: 'Seu plano, sua senha e os dispositivos em que você entrou.',
    help: 'Respostas às perguntas mais comuns sobre enviar e receber arquivos.',
    admin: 'Para administradores.',
  },
  tables: { clearSearch: 'Limpar busca' },
};

export default catalogues;
