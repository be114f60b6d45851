import type { AppCatalogues } from '../catalogues.js';
import { count, daysOf } from './intl.js';

export const audit: AppCatalogues['audit'] = {
  title: 'سجل التدقيق',
  lead: 'من أنشأ مشاركاتك وفتحها ونزّلها، ومن رُفض وصوله.',
  back: 'العودة إلى لوحة التحكم',
  search: 'بحث',
  searchPlaceholder: 'اسم الملف أو البريد الإلكتروني أو عنوان IP',
  eventFilter: 'نوع الحدث',
  statusFilter: 'الحالة',
  events: {
    all: 'كل الأحداث',
    share_created: 'إنشاء مشاركة',
    access_attempt: 'محاولة وصول',
    download_completed: 'اكتمال تنزيل',
    access_denied: 'رفض الوصول',
  },
  downloadFailed: 'فشل تنزيل',
  statuses: { all: 'كل الحالات', success: 'ناجح', failure: 'فاشل', denied: 'مرفوض' },
  standings: {
    confirmed: 'أكّده الجانبان',
    claimed: { recipient: 'أبلغ عنه المستلم فقط', sender: 'أبلغ عنه متصفحك فقط' },
    partial: (size) => `انقطع بعد ${size}`,
    refused: { recipient: 'أوقفه متصفح المستلم', sender: 'أوقفه متصفحك' },
    failed: 'لم يُسلَّم',
  },
  export: 'تصدير بتنسيق CSV',
  exporting: 'جارٍ التصدير…',
  exported: { title: 'اكتمل التصدير', description: 'تم حفظ سجل التدقيق.' },
  exportFault: {
    title: 'سجل التدقيق تالف',
    description:
      'السجل المصدَّر ليس امتدادًا للسجل الذي يحتفظ هذا المتصفح بحالته. احتفظ بالملف كدليل.',
  },
  exportFailed: {
    title: 'فشل التصدير',
    description: 'تعذّر تصدير سجل التدقيق. يُرجى إعادة المحاولة.',
  },
  verify: 'التحقق من السلامة',
  verifying: 'جارٍ التحقق…',
  intact: {
    title: 'السجل سليم',
    description: (n) =>
      `تم فحص ${count(n, {
        one: 'إدخال واحد',
        two: 'إدخالين',
        few: '# إدخالات',
        many: '# إدخالًا',
        other: '# إدخال',
      })}: لا فجوات ولا تعديلات غير موثَّقة.`,
    joined: 'تعرض القائمة كل إدخالات عملية التنزيل الواحدة في صف واحد.',
  },
  broken: {
    title: 'السجل معدَّل',
    description: (position) => `تم تعديل الإدخال ${position} أو حذفه.`,
  },
  dismiss: 'إخفاء',
  verifyFailed: { title: 'خطأ', fallback: 'تعذّر التحقق من السجل.' },
  head: {
    first: (at) =>
      `حفظ هذا المتصفح حالة السجل الموقَّعة في ${at}، وسينبّهك في الزيارات اللاحقة إذا لم يكن السجل امتدادًا لها.`,
    consistent: (since) => `السجل امتداد للحالة الموقَّعة التي حفظها هذا المتصفح في ${since}.`,
    signed: 'الحالة الموقَّعة للسجل',
    purpose: 'بصمة للسجل بأكمله موقَّعة من الخادم. احفظها لتثبت لاحقًا أن السجل لم يُعدَّل.',
    head: (size) => `الحالة الموقَّعة لسجلات جميع الحسابات (عدد الإدخالات: ${size}):`,
    save: 'حفظ الحالة الموقَّعة',
    headFile: 'audit-log-head.json',
    unknown: 'توقيع السجل غير متاح الآن.',
    alarm: 'تم تعديل هذا السجل',
    faults: {
      'rolled-back': (since) =>
        `السجل أقصر مما كان عليه في ${since} عند آخر تحقق من هذا المتصفح. حُذفت إدخالات.`,
      rewritten: (since) =>
        `لم يعد السجل يحتوي على ما كان فيه في ${since} عند آخر تحقق من هذا المتصفح.`,
      'entry-removed': (since, position) =>
        `الإدخال ${position} مفقود من سجلك. كان موجودًا في ${since}، ولم تنتهِ مدة الاحتفاظ به.`,
      'entry-changed': (since, position) =>
        `الإدخال ${position} في سجلك ليس هو الذي كان موجودًا في ${since}.`,
      invalid: () => 'توقيع الخادم على السجل أو إثباته غير صالح.',
      refused: () => 'لا يوقّع الخادم السجل لأنه لا يتفق مع ما وُقّع من قبل.',
    },
    advice:
      'احفظ الأدلة وأرسلها إلى مشغّل الخدمة. تتضمن الأدلة الحالة الموقَّعة التي حفظها هذا المتصفح والحالة الحالية.',
    saveEvidence: 'حفظ الأدلة',
    evidenceFile: 'audit-log-evidence.json',
    accept: 'الوثوق بهذا السجل',
  },
  entries: {
    checking: 'يتحقق الخادم من إدخالاتك…',
    checked: (at) => `تحقق الخادم من سجلك في ${at}.`,
    failed: 'لا يمكن التحقق من إدخالاتك الآن.',
  },
  heading: (n) => `إدخالات السجل (${n})`,
  unverified: 'أسماء المستلمين وعناوين بريدهم كما أدخلوها، ولم يجرِ التحقق منها.',
  times: (zone) => `الأوقات بتوقيت ${zone}. ملف CSV بالتوقيت العالمي المنسق (UTC).`,
  earlier: {
    loaded: (n, since) =>
      `تم تحميل أحدث الإدخالات (${n})، رجوعًا إلى ${since}. يشمل البحث والتصفية السجل كله.`,
    load: 'تحميل إدخالات أقدم',
    whole: 'تم تحميل السجل كله.',
    searching: 'جارٍ البحث في السجل كله…',
    searched: 'تم البحث في السجل كله.',
    searchFailed: 'تعذّر البحث في الإدخالات الأقدم. تظهر النتائج من الإدخالات المحمّلة فقط.',
    cut: (n) => `النتائج المطابقة أكثر مما يمكن عرضه. هذه أحدثها (${n}).`,
    failedToast: { title: 'خطأ', fallback: 'تعذّر تحميل الإدخالات الأقدم.' },
  },
  printed: (shown, all) =>
    `تُطبع أحدث الإدخالات فقط: ${shown} من أصل ${all}. يحتوي ملف CSV المُصدَّر على جميعها.`,
  empty: 'لا إدخالات تطابق معاييرك.',
  loading: 'جارٍ تحميل سجل التدقيق…',
  failed: 'تعذّر تحميل سجل التدقيق.',
  activity: {
    title: 'التحليلات',
    lead: (n) => `النشاط على مشاركاتك خلال آخر ${daysOf(n)}.`,
    part: (n, since) => `أُخذت في الحسبان أحدث الإدخالات فقط (${n})، رجوعًا إلى ${since}.`,
    downloads: 'التنزيلات المكتملة',
    recipients: 'عدد المستلمين',
    attempts: 'محاولات الوصول',
    denied: 'المرفوضة',
    chart: (n) => `التنزيلات اليومية خلال آخر ${daysOf(n)}`,
    day: (day, n) => `${day}: عدد التنزيلات ${n}`,
  },
  columns: {
    date: 'التاريخ والوقت',
    event: 'الحدث',
    status: 'الحالة',
    file: 'الملف',
    accessor: 'الشخص',
    location: 'الموقع',
    ip: 'عنوان IP',
  },
  anonymous: 'مستلم مجهول',
  browsers: {
    mobile: 'جهاز محمول',
    chrome: 'متصفح Chrome',
    firefox: 'متصفح Firefox',
    safari: 'متصفح Safari',
    unknown: 'متصفح غير معروف',
    device: 'جهاز غير معروف',
  },
};
