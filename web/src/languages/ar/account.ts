import { weeksOfPro } from '../../lib/texts/figures.js';
import type { AppCatalogues } from '../catalogues.js';
import { daysOf, dollars, isolate, lasting, ltr, sharesOf, weeksOf } from './intl.js';

type Policy = Parameters<AppCatalogues['settings']['planNotes']['free']>[0];

const freePlan = ({ freeSharesPerMonth, expiryDays }: Policy): string =>
  `${
    freeSharesPerMonth === null
      ? 'مشاركات غير محدودة'
      : `ما يصل إلى ${sharesOf(freeSharesPerMonth)} شهريًا`
  }، وروابط صالحة ${lasting(expiryDays.free)}.`;

const unlimited = (max: number): string =>
  `مشاركات غير محدودة، وروابط صالحة لمدة تصل إلى ${daysOf(max)}`;

export const settings: AppCatalogues['settings'] = {
  title: 'الإعدادات',
  lead: 'حسابك وخطتك.',
  account: 'الحساب',
  email: 'البريد الإلكتروني',
  displayName: 'الاسم المعروض',
  notSet: 'غير محدد',
  name: {
    change: 'تغيير الاسم',
    hint: 'يراه مستلمو المشاركات التي تنشئها من الآن فصاعدًا.',
    required: 'يُرجى إدخال اسم.',
    save: 'حفظ الاسم',
    cancel: 'إبقاء الاسم',
    saved: { title: 'تغيّر الاسم', description: 'تُظهر المشاركات الجديدة اسمك الجديد.' },
    failed: 'تعذّر تغيير الاسم. يُرجى إعادة المحاولة.',
  },
  plan: 'الخطة',
  plans: { free: 'الخطة المجانية', active: 'خطة Pro', proforever: 'ProForever' },
  planNotes: {
    free: freePlan,
    active: ({ expiryDays }) => `${unlimited(expiryDays.active.max)}، ودعم ذو أولوية.`,
    proforever: ({ expiryDays }) =>
      `${unlimited(expiryDays.proforever.max)}، ودعم ذو أولوية. دفعة واحدة.`,
  },
  givenPlanNotes: {
    free: freePlan,
    active: ({ expiryDays }) => `${unlimited(expiryDays.active.max)}.`,
    proforever: ({ expiryDays }) => `${unlimited(expiryDays.proforever.max)}.`,
  },
  askForPlan: (email) => `هل الحدود منخفضة جدًا؟ راسلنا على ${isolate(email)}.`,
  renews: (day) => `مدفوعة حتى ${day}`,
  pastDue: {
    text: 'تعذّر دفع رسوم هذا الأسبوع. سنعيد المحاولة، وإذا تعذّر الدفع مجددًا فستنتهي خطة Pro.',
    pay: 'الدفع ببطاقة أخرى',
  },
  shares: 'المشاركات هذا الشهر',
  used: (used, limit) => `${used} من ${limit}`,
  upgrade: 'الترقية الآن',
  upgradeToForever: 'الترقية إلى ProForever',
  cancel: 'إلغاء الاشتراك',
  cancelling: 'جارٍ الإلغاء…',
  dialog: {
    title: 'هل تريد إلغاء اشتراكك؟',
    text: (policy) =>
      `ينتقل حسابك فورًا إلى الخطة المجانية: ${freePlan(policy)} لا يُسترد مبلغ الفترة الحالية.`,
    foreverText: (policy) =>
      `ينتقل حسابك فورًا إلى الخطة المجانية: ${freePlan(policy)} لا تُسترد الدفعة الواحدة، ويلزم شراء ProForever من جديد.`,
    keep: 'الإبقاء على الاشتراك',
    confirm: 'نعم، إلغاء الاشتراك',
  },
  cancelled: {
    title: 'تم إلغاء الاشتراك',
    description: 'تم إلغاء اشتراكك. أنت الآن على الخطة المجانية.',
  },
  failed: {
    title: 'فشل الإلغاء',
    fallback: 'تعذّر إلغاء الاشتراك. يُرجى إعادة المحاولة.',
    signIn: 'يجب تسجيل الدخول لإلغاء الاشتراك',
  },
  verification: {
    verified: 'البريد الإلكتروني مؤكَّد',
    unverified: 'البريد الإلكتروني غير مؤكَّد',
    send: 'إرسال رسالة التأكيد',
    sent: { title: 'تم إرسال رسالة التأكيد', description: 'يُرجى فتح الرابط الموجود فيها.' },
    failed: {
      title: 'خطأ',
      description: 'تعذّر إرسال الرسالة. يُرجى إعادة المحاولة لاحقًا.',
    },
  },
  password: {
    title: 'كلمة المرور',
    lead: 'يؤدي تغييرها إلى تسجيل خروجك من كل المتصفحات الأخرى.',
    current: 'كلمة المرور الحالية',
    next: 'كلمة المرور الجديدة',
    confirm: 'تأكيد كلمة المرور الجديدة',
    hint: '6 أحرف على الأقل',
    save: 'تغيير كلمة المرور',
    show: 'إظهار كلمة المرور',
    hide: 'إخفاء كلمة المرور',
    required: 'يُرجى ملء هذا الحقل.',
    mismatch: 'كلمتا المرور غير متطابقتين. يُرجى إعادة المحاولة.',
    tooShort: 'يجب ألا تقل كلمة المرور عن 6 أحرف.',
    personal:
      'يجب ألا تكون كلمة المرور اسمك أو بريدك الإلكتروني أو جزءًا من أي منهما أو اسم هذا المنتج.',
    common: 'كلمة المرور هذه شائعة جدًا. يُرجى اختيار كلمة مرور أخرى.',
    wrong: 'كلمة المرور غير صحيحة. يُرجى إعادة المحاولة.',
    failed: 'تعذّر تغيير كلمة المرور. يُرجى إعادة المحاولة.',
    loadFailed: 'تعذّر تحميل طريقة تسجيل دخولك.',
    changed: {
      title: 'تم تغيير كلمة المرور',
      description: 'سُجّل خروجك من كل المتصفحات الأخرى.',
    },
    signInAgain: 'تم تغيير كلمة المرور. يُرجى تسجيل الدخول مجددًا.',
  },
  sessions: {
    title: 'الأجهزة المسجّل دخولك عليها',
    lead: 'تنتهي الجلسة عند تسجيل خروجك، أو بعد بضعة أيام من عدم الاستخدام.',
    device: (browser, system) => `${browser} على ${system}`,
    unknownDevice: 'جهاز غير معروف',
    current: 'هذا المتصفح',
    lastUsed: (time) => `آخر استخدام: ${time}`,
    since: (day) => `سُجّل الدخول في ${day}`,
    sameNetwork: 'شبكة هذا المتصفح نفسها',
    otherNetwork: 'شبكة أخرى',
    end: 'تسجيل الخروج منه',
    endOf: (device) => `تسجيل الخروج من: ${isolate(device)}`,
    endOthers: 'تسجيل الخروج من كل الأجهزة الأخرى',
    ended: 'تم تسجيل الخروج من الجهاز',
    othersEnded: 'تم تسجيل الخروج من كل الأجهزة الأخرى',
    failed: { title: 'خطأ', fallback: 'تعذّر إنهاء الجلسة.' },
    loadFailed: 'تعذّر تحميل جلساتك.',
  },
  adminAccess: {
    title: 'وصول المسؤولين',
    lead: 'كل مرة اطّلع فيها مسؤول على بياناتك أو غيّرها. لا يستطيع المسؤولون حذف أي إدخال.',
    none: 'لم يطّلع أي مسؤول على بياناتك.',
    older: 'عرض الإدخالات الأقدم',
    loadFailed: 'تعذّر تحميل الإدخالات.',
    actions: {
      'users-listed': 'عرض قائمة المستخدمين: الاسم والبريد الإلكتروني والخطة والاستخدام',
      'top-users-viewed': 'الاطلاع على إحصاءات المستخدمين: الاسم والبريد الإلكتروني وعدد المشاركات',
      'transfers-listed': 'عرض أحدث عمليات النقل: البريد الإلكتروني والحجم والمدة',
      'record-viewed': 'الاطلاع على خطتك واستخدامك',
      'shares-viewed': 'الاطلاع على مشاركاتك، من دون كلمات المرور',
      'audit-log-viewed': 'الاطلاع على سجل التدقيق الخاص بك',
      'audit-log-exported': 'تصدير سجل التدقيق الخاص بك',
      'audit-log-verified': 'التحقق من سجل التدقيق الخاص بك',
      'admin-log-viewed': 'الاطلاع على سجل المسؤولين',
      'plan-changed': 'تغيير خطتك',
      'sessions-ended': 'تسجيل خروجك من كل المتصفحات',
      'account-deleted': 'حذف حسابك',
      'admin-rights-granted': 'منحك صلاحيات المسؤول',
      'admin-rights-removed': 'سحب صلاحيات المسؤول منك',
      'second-factor-removed': 'إزالة العامل الثاني من حسابك',
    },
  },
  secondFactor: {
    title: 'العامل الثاني',
    lead: 'بعد كلمة المرور، يتطلب تسجيل الدخول أيضًا رمزًا من تطبيق مصادقة على هاتفك أو الكمبيوتر.',
    on: (day) => `مفعّل منذ ${day}`,
    off: 'غير مفعّل',
    setUp: 'إعداد',
    remove: 'إيقاف',
    unverified: 'أكّد بريدك الإلكتروني أولًا.',
    scan: 'امسح هذا الرمز بتطبيق المصادقة.',
    codeLabel: 'رمز QR لتطبيق المصادقة',
    type: 'إذا لم تتمكن من مسحه، فأدخل هذا المفتاح:',
    label: 'رمز التطبيق المكوّن من ستة أرقام',
    invalid: 'يُرجى إدخال الأرقام الستة.',
    wrong: 'هذا الرمز غير صحيح أو منتهي الصلاحية. يُرجى إدخال الرمز الحالي.',
    confirm: 'تفعيل',
    cancel: 'إلغاء',
    lost: 'احتفظ بالمفتاح في مكان آمن: من دون التطبيق والمفتاح لا يمكنك تسجيل الدخول، ولا يستطيع مساعدتك إلا مشغّل الخدمة.',
    turnedOn: {
      title: 'فُعّل العامل الثاني',
      description: 'من الآن فصاعدًا، يتطلب تسجيل الدخول رمزًا من تطبيقك.',
    },
    turnedOff: { title: 'أُوقف العامل الثاني', description: 'تكفي كلمة المرور من جديد.' },
    expired: 'انتهت صلاحية هذا المفتاح. أعد إعداد العامل الثاني وامسح الرمز الجديد.',
    failed: 'تعذّر تغيير العامل الثاني. يُرجى إعادة المحاولة.',
    loadFailed: 'تعذّر تحميل عاملك الثاني.',
  },
  tooManyRequests: 'محاولات كثيرة جدًا. يُرجى الانتظار قليلًا.',
  appearance: 'المظهر',
  appearanceNote: 'يسري على هذا المتصفح.',
  themes: { system: 'النظام', light: 'فاتح', dark: 'داكن' },
  loadFailed: 'تعذّر تحميل خطتك.',
  danger: {
    title: 'حذف الحساب',
    text: 'يحذف حسابك ومشاركاتك وسجل التدقيق وخطتك. لا يمكن التراجع عن هذا الإجراء.',
    action: 'حذف الحساب',
    dialogTitle: 'هل تريد حذف حسابك نهائيًا؟',
    dialogText: (email) => `اكتب ${isolate(email)} للتأكيد.`,
    field: 'بريدك الإلكتروني',
    keep: 'الإبقاء على الحساب',
    confirm: 'حذف كل شيء',
    done: { title: 'تم حذف الحساب', description: 'جارٍ حذف بياناتك.' },
    failed: { title: 'فشل الحذف', fallback: 'تعذّر حذف الحساب.' },
  },
};

export const billing: AppCatalogues['billing'] = {
  title: 'الترقية',
  heading: 'مشاركة بلا حدود',
  lead: ({ expiryDays }) =>
    `مشاركات غير محدودة، وروابط صالحة لمدة تصل إلى ${daysOf(expiryDays.proforever.max)}، ودعم خلال 24 ساعة.`,
  back: 'العودة إلى لوحة التحكم',
  change: 'تغيير الخطة',
  planPicker: 'الخطط',
  plans: {
    pro: {
      name: 'Pro',
      price: ({ prices }) => dollars(prices.proWeeklyUsd),
      per: '/أسبوع',
      note: () => 'يمكن الإلغاء في أي وقت',
      choose: 'اختيار Pro',
      points: ({ expiryDays }) => [
        'مشاركات غير محدودة كل شهر',
        `روابط صالحة ${lasting(expiryDays.active)}`,
        'مركز المساعدة ودعم ذو أولوية خلال 24 ساعة',
        'سجل التدقيق والتحليلات',
      ],
    },
    proforever: {
      name: 'ProForever',
      price: ({ prices }) => dollars(prices.proForeverUsd),
      per: 'مدى الحياة',
      note: ({ prices }) => `دفعة واحدة. تسترد قيمتها بعد نحو ${weeksOf(weeksOfPro(prices))}`,
      choose: 'اختيار ProForever',
      points: ({ expiryDays }) => [
        'كل ما في Pro',
        `روابط صالحة ${lasting(expiryDays.proforever)}`,
        'صالحة ما دامت الخدمة قائمة',
        'بلا أي تجديد',
      ],
    },
  },
  bestValue: 'أفضل قيمة',
  yours: 'خطتك',
  covered: 'مضمّنة في خطتك',
  refund: 'يمكن استرداد مبلغ اشتراكات Pro الجديدة خلال 14 يومًا.',
  payTitle: (plan) => `الدفع مقابل ${plan}`,
  included: 'ما تحصل عليه',
  preparing: 'جارٍ إعداد الدفع…',
  pay: {
    pro: ({ prices }) => `دفع ${dollars(prices.proWeeklyUsd)} أسبوعيًا`,
    proforever: ({ prices }) => `دفع ${dollars(prices.proForeverUsd)} مرة واحدة`,
  },
  paying: 'جارٍ المعالجة…',
  secure: 'تصل بيانات بطاقتك إلى مزوّد الدفع ولا تمر بخوادمنا أبدًا.',
  loginRequired: {
    title: 'تسجيل الدخول مطلوب',
    description: 'يُرجى تسجيل الدخول للاشتراك في Pro.',
  },
  initFailed: {
    title: 'خطأ',
    api: (status, body) => `خطأ من واجهة API: ${status} – ${isolate(body)}`,
    fallback: 'تعذّر إعداد الاشتراك. يُرجى إعادة المحاولة.',
  },
  planNotLoaded: 'تعذّر تحميل خطتك.',
  alreadySubscribed: { title: 'أنت مشترك بالفعل', description: 'لديك اشتراك Pro نشط بالفعل!' },
  paid: {
    title: 'تم الدفع بنجاح',
    description: (brand, plan) => `مرحبًا بك في ${isolate(`${brand} ${plan}`)}!`,
  },
  paymentFailed: {
    title: 'فشل الدفع',
    fallback: 'تعذّر إتمام الدفع.',
    atBank:
      'لم يؤكد مصرفك عملية الدفع، ولم يُخصم أي مبلغ. اختر خطة للمحاولة مرة أخرى أو للدفع ببطاقة أخرى.',
  },
  local: {
    note: `وضع الاختبار: لا يُخصم من أي بطاقة. استخدم ${ltr('4242 4242 4242 4242')} (ناجحة) أو ${ltr('4000 0000 0000 0002')} (مرفوضة) أو ${ltr('4000 0025 0000 3155')} (تتطلب المصادقة).`,
    number: 'رقم البطاقة',
    expiry: 'تاريخ الانتهاء (MM/YY)',
    expiryHint: 'MM/YY',
    cvc: 'رمز الأمان',
    cvcHint: 'CVC',
    invalidNumber: 'رقم بطاقتك غير مكتمل.',
    invalidExpiry: 'تاريخ انتهاء بطاقتك غير مكتمل.',
    invalidCvc: 'رمز أمان بطاقتك غير مكتمل.',
    stepTitle: 'يطلب مصرفك التأكيد',
    stepText: 'في التشغيل الفعلي يعرض مصرفك صفحته هنا. اختر النتيجة:',
    approve: 'إتمام المصادقة',
    refuse: 'إفشال المصادقة',
    refused: 'تعذّرت المصادقة على وسيلة الدفع.',
  },
};

export const paymentPending: AppCatalogues['payment-pending'] = {
  title: 'الدفع قيد المعالجة',
  description: 'ما زال مصرفك يعالج الدفع. تتغير خطتك عند اكتماله.',
};
