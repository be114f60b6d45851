import locale from 'antd/es/locale/ja_JP.js';
import type { AppCatalogues } from '../catalogues.js';
import { billing, paymentPending, settings } from './account.js';
import { admin } from './admin.js';
import { audit } from './audit.js';
import { auth, expiredSession } from './auth.js';
import { dashboard } from './dashboard.js';
import { help } from './help.js';
import { daysRange, dollars, shares } from './intl.js';
import { marketing, site } from './landing.js';

const policy: AppCatalogues['policy'] = {
  describeDays: daysRange,
  describeShares: (perMonth) => (perMonth === null ? '無制限の共有' : shares(perMonth)),
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
  'plan-names': { free: 'スタンダード', active: '拡張', proforever: '長期' },
  policy,
  settings,
  'sign-out': {
    loggedOut: { title: 'ログアウト完了', description: 'ログアウトしました。' },
    logoutError: {
      title: 'ログアウトエラー',
      fallback: 'ログアウトできませんでした。もう一度お試しください。',
    },
  },
  site,
  'static-site': {
    login: 'ログインまたはアカウントの作成で、ブラウザーから直接ファイルを送れます。',
    upgrade: '月間の上限なしで送信。プランを比較して、アップグレードできます。',
    auditLogs: 'ファイルを開いた人と受け取った人を確認し、ログをエクスポートできます。',
    settings: 'プラン、パスワード、ログイン中の端末を管理します。',
    help: 'ファイルの送受信に関するよくある質問にお答えします。',
    admin: '管理者向けのページです。',
  },
  tables: { clearSearch: '検索をクリア' },
};

export default catalogues;
