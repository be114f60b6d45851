import locale from 'antd/es/locale/ar_EG.js';
import type { AppCatalogues } from '../catalogues.js';
import { billing, paymentPending, settings } from './account.js';
import { admin } from './admin.js';
import { audit } from './audit.js';
import { auth, expiredSession } from './auth.js';
import { dashboard } from './dashboard.js';
import { help } from './help.js';
import { dollars, rangeOf, sharesOf } from './intl.js';
import { marketing, site } from './landing.js';

const policy: AppCatalogues['policy'] = {
  describeDays: rangeOf,
  describeShares: (perMonth) =>
    perMonth === null ? 'عدد غير محدود من المشاركات' : sharesOf(perMonth),
  describeDollars: dollars,
};

const catalogues: AppCatalogues = {
  admin,
  antd: { locale, direction: 'rtl' },
  audit,
  auth,
  billing,
  dashboard,
  'expired-session': expiredSession,
  help,
  marketing,
  'payment-pending': paymentPending,
  'plan-names': { free: 'أساسية', active: 'موسّعة', proforever: 'طويلة الأمد' },
  policy,
  settings,
  'sign-out': {
    loggedOut: { title: 'تم تسجيل الخروج', description: 'سُجّل خروجك من الحساب.' },
    logoutError: {
      title: 'خطأ في تسجيل الخروج',
      fallback: 'تعذّر تسجيل الخروج. يُرجى إعادة المحاولة.',
    },
  },
  site,
  'static-site': {
    login: 'سجّل الدخول لإرسال الملفات من متصفحك مباشرةً، أو أنشئ حسابًا.',
    upgrade: 'الإرسال بلا حد شهري: قارن بين الخطط وانتقل إلى الأنسب.',
    auditLogs: 'اعرف من فتح ملفاتك واستلمها، وصدّر السجل.',
    settings: 'خطتك وكلمة مرورك والأجهزة المسجّل دخولك عليها.',
    help: 'إجابات عن أسئلة شائعة حول إرسال الملفات واستلامها.',
    admin: 'للمسؤولين.',
  },
  tables: { clearSearch: 'مسح البحث' },
};

export default catalogues;
