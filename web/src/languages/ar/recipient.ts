import type { RecipientCatalogues } from '../catalogues.js';
import { connection, receipt } from './connection.js';
import { failures } from './failures.js';
import { count, formats, isolate } from './intl.js';
import { refusals } from './refusals.js';
import {
  sharePage,
  sharePageAway,
  sharePageReceiver,
  sharePageRecipient,
  sharePageSaving,
  sharePageSender,
} from './share-page.js';

const app: RecipientCatalogues['app'] = {
  skip: 'التخطي إلى المحتوى',
  nav: {
    label: 'التنقل الرئيسي',
    dashboard: 'لوحة التحكم',
    upgrade: 'ترقية الحساب',
    audit: 'سجل التدقيق',
    settings: 'الإعدادات',
    help: 'المساعدة',
    admin: 'الإدارة',
    running: (n) =>
      count(n, {
        zero: 'لا عمليات نقل جارية',
        one: 'عملية نقل واحدة جارية',
        two: 'عمليتا نقل جاريتان',
        few: '# عمليات نقل جارية',
        many: '# عملية نقل جارية',
        other: '# عملية نقل جارية',
      }),
  },
  plan: { pro: 'خطة Pro', free: 'الخطة المجانية' },
  logout: 'تسجيل الخروج',
  sessionEnded: {
    title: 'انتهت الجلسة',
    description: 'سُجّل خروجك. يُرجى تسجيل الدخول مرة أخرى.',
  },
  installed: { title: 'تم تثبيت التطبيق', description: 'يمكنك الآن فتحه مثل أي تطبيق آخر.' },
  theme: {
    label: 'المظهر',
    light: 'التبديل إلى المظهر الفاتح',
    dark: 'التبديل إلى المظهر الداكن',
  },
  notFound: {
    title: 'الصفحة غير موجودة',
    text: 'هذه الصفحة غير موجودة أو نُقلت إلى عنوان آخر.',
    home: 'الانتقال إلى الصفحة الرئيسية',
  },
  unreachable: {
    title: 'تعذّر الوصول إلى الخادم',
    signedIn: 'ما زلت مسجّل الدخول.',
    text: 'ستُحمَّل هذه الصفحة تلقائيًا عند عودة الخادم.',
    retry: 'إعادة المحاولة',
  },
  newTab: {
    title: 'فتح هذه الصفحة في علامة تبويب جديدة',
    text: 'ستحل محل الصفحة الحالية وتقطع إرسال الملفات الجاري منها.',
    chosen: 'ستحل محل الصفحة الحالية، وسيتعين عليك اختيار ملفاتك من جديد.',
    open: 'فتح في علامة تبويب جديدة',
    back: 'رجوع',
  },
};

const catalogues: RecipientCatalogues = {
  app,
  connection,
  failures,
  formats,
  receipt,
  refusals,
  components: {
    loading: 'جارٍ التحميل…',
    toasts: { area: 'الإشعارات (F8)', close: 'إغلاق الإشعار' },
    crash: {
      title: 'حدث خطأ ما',
      text: 'توقفت هذه الصفحة عن العمل. مشاركاتك في أمان. أعد التحميل للمتابعة.',
      reload: 'إعادة التحميل',
    },
    partNotLoaded: {
      title: 'تعذّر تحميل هذه الصفحة',
      partTitle: 'تعذّر تحميل هذا الجزء من الصفحة',
      text: 'تحقق من اتصالك بالإنترنت ثم أعد المحاولة.',
      retry: 'إعادة المحاولة',
      toast: { title: 'تعذّر الفتح', description: 'تحقق من اتصالك بالإنترنت ثم أعد المحاولة.' },
    },
    runningTransfer: 'لا يزال النقل في علامة التبويب هذه جاريًا؛ وإعادة التحميل ستقطعه.',
  },
  files: {
    // Becomes the name of a ZIP file: no marks of direction.
    andMore: (first, n) =>
      `${first} و${count(n, {
        one: 'عنصر آخر',
        two: 'عنصران آخران',
        few: '# عناصر أخرى',
        many: '# عنصرًا آخر',
        other: '# عنصر آخر',
      })}`,
    altered: {
      title: 'لم يُرسل شيء',
      description: (shown, created) =>
        `يعرض الخادم «${isolate(shown)}» لهذه المشاركة، لكنها أُنشئت على هذا الجهاز للملف «${isolate(created)}». أنشئ مشاركة جديدة.`,
    },
    faultTitle: 'خطأ',
    faults: {
      empty: (name) => (name === '' ? 'هذا المجلد فارغ.' : `«${isolate(name)}» فارغ.`),
      'too-many': (name) =>
        `يحتوي «${isolate(name)}» على عدد كبير جدًا من الملفات. يُرجى ضغطه في ملف ZIP أولًا.`,
      unreadable: (name) =>
        `تعذّرت قراءة «${isolate(name)}»، فقد عُدّل أو نُقل أو حُذف، أو رُفض الوصول إليه.`,
    },
  },
  general: {
    operator: {
      imprint: 'البيانات القانونية',
      status: 'حالة الخدمة',
      source: 'الشيفرة المصدرية',
      securityContact: 'جهة الاتصال الأمنية',
    },
    unnamedUser: 'مستخدم',
    networkError: 'خطأ في الشبكة: تعذّر الاتصال بالخادم. يُرجى التحقق من اتصالك بالإنترنت.',
    answeredByNetwork:
      'خطأ في الشبكة: استجابت هذه الشبكة بدلًا من الخادم. سجّل الدخول إلى الشبكة أو استخدم شبكة أخرى.',
    connectionError: {
      title: 'خطأ في الاتصال',
      description: 'تعذّر الاتصال بالخادم. يُرجى التحقق من اتصالك بالإنترنت.',
    },
  },
  language: {
    label: 'اللغة',
    later: {
      title: 'تم حفظ اللغة',
      description: 'ستتغير اللغة عند فتح هذه الصفحة في المرة القادمة.',
    },
  },
  notices: {
    'sender-back': { title: 'المرسِل متصل بالإنترنت', body: 'افتح الصفحة لتنزيل الملف.' },
    delivered: { title: 'تأكد التسليم', body: 'استلم أحد المستلمين الملف كاملًا.' },
  },
  'share-page': sharePage,
  'share-page-away': sharePageAway,
  'share-page-receiver': sharePageReceiver,
  'share-page-recipient': sharePageRecipient,
  'share-page-saving': sharePageSaving,
  'share-page-sender': sharePageSender,
};

export default catalogues;
