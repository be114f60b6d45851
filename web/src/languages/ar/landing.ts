import { advertisedSizes, describeSize, weeksOfPro } from '../../lib/texts/figures.js';
import type { AppCatalogues } from '../catalogues.js';
import { count, dollars, lasting, sharesOf, weeksOf } from './intl.js';

export const site: AppCatalogues['site'] = {
  skip: 'التخطي إلى المحتوى',
  menu: 'الموقع',
  how: 'طريقة العمل',
  pricing: 'الأسعار',
  questions: 'الأسئلة',
  action: 'لوحة التحكم',
  promise: 'تنتقل الملفات من متصفح إلى متصفح. لا نخزّنها أبدًا.',
  company: 'الشركة',
  terms: 'شروط الخدمة',
  privacy: 'سياسة الخصوصية',
  support: 'الدعم',
  release: (id) => `الإصدار ${id}`,
  signIn: 'تسجيل الدخول',
  language: 'اللغة',
  englishOnly: 'هذه الصفحة متاحة بالإنجليزية فقط.',
  groups: { compare: 'المقارنة', send: 'الإرسال', understand: 'التعرّف' },
  pages: {
    versus: (name) => `مقارنة بين ${name} وWeTransfer`,
    wetransferAlternative: 'بديل WeTransfer',
    dropboxAlternative: 'بديل Dropbox',
    gmail: 'ملف أكبر من حد Gmail',
    large: 'إرسال الملفات الكبيرة',
    tenGigabytes: 'إرسال ملف بحجم 10 غيغابايت',
    video: 'إرسال ملفات الفيديو',
    p2p: 'نقل الملفات من جهاز إلى جهاز',
    hipaa: 'HIPAA ومشاركة الملفات',
    trust: 'ما نستطيع رؤيته وما لا نستطيع',
  },
};

type Landing = AppCatalogues['marketing']['landingContent'];
type Facts = Parameters<Landing>[0];

const yearsOf = (n: number): string =>
  count(n, { two: 'سنتين', few: '# سنوات', many: '# سنة', other: '# سنة' });
const monthsOf = (n: number): string =>
  n >= 24 && n % 12 === 0
    ? yearsOf(n / 12)
    : count(n, {
        one: 'شهر واحد',
        two: 'شهرين',
        few: '# أشهر',
        many: '# شهرًا',
        other: '# شهر',
      });
const wrongPasswordsOf = (n: number): string =>
  count(n, {
    one: 'كلمة مرور خاطئة واحدة',
    two: 'كلمتَي مرور خاطئتين',
    few: '# كلمات مرور خاطئة',
    many: '# كلمة مرور خاطئة',
    other: '# كلمة مرور خاطئة',
  });

const plans = (facts: Facts): ReturnType<Landing>['plans'] => [
  {
    name: 'مجانية',
    usd: 0,
    price: dollars(0),
    rhythm: 'بلا حد زمني',
    points: [
      facts.freeSharesPerMonth === null
        ? 'مشاركات غير محدودة شهريًا'
        : `ما يصل إلى ${sharesOf(facts.freeSharesPerMonth)} شهريًا`,
      `روابط صالحة ${lasting(facts.expiryDays.free)}`,
      `حتى ${advertisedSizes(facts).free} لكل عملية نقل`,
      'كلمة مرور وسجل تدقيق لكل مشاركة',
    ],
    action: 'البدء مجانًا',
    isMarked: false,
  },
  {
    name: 'Pro',
    usd: facts.prices.proWeeklyUsd,
    price: dollars(facts.prices.proWeeklyUsd),
    rhythm: 'أسبوعيًا، ويمكن الإلغاء في أي وقت',
    points: [
      'مشاركات غير محدودة',
      `روابط صالحة ${lasting(facts.expiryDays.active)}`,
      `حتى ${advertisedSizes(facts).pro} لكل عملية نقل`,
      'مركز المساعدة ودعم خلال 24 ساعة',
      'استرداد خلال 14 يومًا للاشتراكات الجديدة',
    ],
    action: 'البدء مع Pro',
    isMarked: true,
  },
  {
    name: 'ProForever',
    usd: facts.prices.proForeverUsd,
    price: dollars(facts.prices.proForeverUsd),
    rhythm: `مرة واحدة، بما يعادل نحو ${weeksOf(weeksOfPro(facts.prices))} من Pro`,
    points: [
      'كل ما في Pro',
      `روابط صالحة ${lasting(facts.expiryDays.proforever)}`,
      'بلا تجديد، وصالحة ما دامت الخدمة قائمة',
    ],
    action: 'الحصول على ProForever',
    isMarked: false,
  },
];

const directToDisk = 'المتصفحات التي تحفظ على القرص مباشرةً، مثل Chrome وEdge،';

const sizeAnswer = (facts: Facts): string => {
  const { free, active } = facts.maxFileBytes;
  if (!facts.hasPayments)
    return free === null
      ? `لا حد في عملية النقل نفسها: لا تحدّك إلا مساحة القرص والوقت. ${directToDisk} تتعامل مع أكبر الملفات.`
      : `حتى ${describeSize(free)} لكل ملف. ${directToDisk} تتعامل مع أكبر الملفات.`;
  const unlimited =
    free === null && active === null
      ? ' ولا حد في عملية النقل نفسها: ما زاد على هذه الأحجام لا تحدّه إلا مساحة القرص والوقت.'
      : '';
  return `يمكنك الاعتماد على ${advertisedSizes(facts).everywhere} لكل ملف في أي متصفح حديث. ${directToDisk} تتعامل مع ملفات حتى ${advertisedSizes(facts).free} في الخطة المجانية وحتى ${advertisedSizes(facts).pro} في Pro.${unlimited}`;
};

const wrongPasswords = ({ wrongPasswordLimit }: Facts): string =>
  wrongPasswordLimit > 0
    ? `تتوقف المشاركة تلقائيًا بعد إدخال ${wrongPasswordsOf(wrongPasswordLimit)} من عدة شبكات خلال ساعة، ويمكنك إعادة تشغيلها بنقرة واحدة`
    : 'كل كلمة مرور خاطئة تبطئ المحاولة التالية';

const landingContent: Landing = (facts) => ({
  title: `${facts.brand.name} – إرسال الملفات من متصفح إلى متصفح مباشرةً`,
  description:
    'شارك ملفًا من متصفح إلى آخر مباشرةً. مشفّر أثناء النقل، ولا يُخزَّن على أي خادم، مع كلمة مرور وسجل تدقيق لكل مشاركة.' +
    (facts.hasPayments ? ' ابدأ مجانًا.' : ''),
  how: {
    kind: 'steps',
    heading: 'طريقة العمل',
    steps: [
      {
        title: 'اختر ملفًا',
        text: 'سجّل الدخول واختر ملفًا. يبقى الملف على جهازك ولا يُرفع شيء إلى الخادم.',
      },
      {
        title: 'شارك الرابط وكلمة المرور',
        text: 'تحصل عليهما خلال ثانية. أرسلهما إلى المستلم، ويُفضّل بوسيلتين مختلفتين.',
      },
      {
        title: 'اتصال مباشر',
        text: 'يفتح المستلم الرابط، فيتصل المتصفحان مباشرةً.',
      },
      {
        title: 'تحقق عند الوصول',
        text: 'يُنقل الملف ويُحفظ ويتحقق الجانبان منه بمجموع اختباري.',
      },
    ],
  },
  faq: [
    { question: 'ما أكبر حجم للملف؟', answer: sizeAnswer(facts) },
    {
      question: 'ما الأجهزة والمتصفحات المدعومة؟',
      answer:
        'الإصدارات الحديثة من Chrome وEdge وFirefox وSafari على أجهزة الكمبيوتر والأجهزة اللوحية والهواتف. لا حاجة إلى تثبيت شيء، لكن يمكنك تثبيت الصفحة كتطبيق. على الهاتف، أبقِ الصفحة مفتوحة وظاهرة أثناء النقل.',
    },
    {
      question: 'كيف تُحمى عملية النقل؟',
      answer: `الاتصال بين المتصفحين مشفّر، سواء أكان مباشرًا أم عبر خادم ترحيل. لكل مشاركة كلمة مرور تُنشأ تلقائيًا، و${wrongPasswords(facts)}. لا يُخزَّن الملف على أي خادم، فلا توجد نسخة يمكن سرقتها. ومع الرابط المحمي يكتشف المتصفحان أيضًا أي خادم يتوسط بينهما.`,
    },
    {
      question: 'هل يجب أن نكون متصلين معًا؟',
      answer:
        'نعم، في الوقت نفسه، حتى يصل الملف. لا يحتفظ أي خادم بنسخة لتنزيلها لاحقًا. هل أنتما في منطقتين زمنيتين مختلفتين؟ اتفقا على موعد، أو استخدما خدمة تخزّن الملفات.',
    },
    {
      question: 'هل أعرف من نزّل ملفي؟',
      answer: `نعم. يُدخل المستلمون اسمًا وبريدًا إلكترونيًا قبل التنزيل. ويحفظهما سجل التدقيق لديك مع الوقت وعنوان IP ونتيجة الوصول. يُحتفظ بالسجل لمدة ${monthsOf(facts.auditRetentionMonths)}، ويمكنك تصديره بتنسيق CSV. لا نتحقق من الأسماء وعناوين البريد الإلكتروني.`,
    },
    {
      question: 'ماذا يحدث إذا انقطع الاتصال؟',
      answer:
        'يعيد المتصفحان الاتصال تلقائيًا، ويُستأنف النقل بعد آخر جزء وصل. وإذا تعذّر ذلك، فانقر على «إعادة المحاولة».',
    },
  ],
  plans: facts.hasPayments ? plans(facts) : [],
  action: facts.hasPayments ? 'البدء مجانًا' : 'ابدأ الآن',
});

export const marketing: AppCatalogues['marketing'] = {
  marks: { yes: 'نعم', no: 'لا', partly: 'جزئيًا' },
  units: {
    speed: (megabits) => `${megabits} ميغابت/ث`,
    size: (gigabytes) => `${gigabytes} غيغابايت`,
    seconds: (n) => `${n} ث`,
    minutes: (n) => `${n} د`,
    hours: (n) => `${n} س`,
  },
  operatingSystems: 'أي نظام بمتصفح حديث',
  drawing: {
    caption:
      'رسم توضيحي: ينتقل الملف في خط مستقيم من متصفح المرسِل إلى متصفح المستلم. ويقتصر دور الخادم فوقهما على مساعدتهما على الاتصال.',
    you: 'متصفحك',
    them: 'متصفح المستلم',
    server: 'يساعد على الاتصال',
  },
  landing: {
    heading: ['من شاشتك إلى شاشة المستلم.', 'بلا وسيط.'],
    lead: 'كلاكما متصل الآن. تجاوز السحابة وأرسل الملف إلى المتصفح الآخر مباشرةً.',
    more: 'معرفة المزيد',
    preview: {
      heading: 'ما يراه كل منكما',
      sender: {
        caption: 'لوحتك: من ينزّل الملف وكم وصل منه إلى قرصه.',
        alt: 'لوحة المرسِل: تنزّل Grace Hopper الملف wedding-final-cut.mov عبر اتصال مباشر، مع التقدم والسرعة والوقت المتبقي.',
      },
      recipient: {
        caption: 'صفحة المستلم في أي متصفح حديث.',
        alt: 'صفحة المستلم على هاتف: يجري استلام الملف نفسه من Ada Lovelace.',
      },
    },
    why: 'لماذا الإرسال المباشر',
    time: {
      title: 'انتظار واحد بدلًا من اثنين',
      text: 'مع خدمات الرفع تنتظر اكتمال الرفع، ثم ينتظر المستلم اكتمال التنزيل. هنا يحدث الأمران معًا.',
      ours: 'الإرسال والاستلام',
      up: 'الرفع',
      down: 'التنزيل',
    },
    empty: {
      title: 'لا شيء يمكن تسريبه',
      text: 'لا توجد نسخة على خوادمنا، ولا لدقيقة واحدة. ما لا يُخزَّن لا يمكن تسريبه ولا بيعه ولا المطالبة به قضائيًا.',
      figure: '0',
      unit: 'بايت من ملفك على أقراصنا',
    },
    proof: {
      title: 'تعرف من لديه الملف',
      text: 'يعرض سجل التدقيق عمليات الوصول والتنزيل: الاسم المُدخل والوقت وعنوان IP والنتيجة. وتثبت المجاميع الاختبارية أن نسخة المستلم مطابقة لنسختك.',
      sender: 'نسختك',
      recipient: 'نسخة المستلم',
      equal: 'متطابقتان',
    },
    voices: 'بكلمات أشخاص مثلك',
    questions: 'الأسئلة الشائعة',
    pricing: 'الأسعار',
    pricingIntro: 'نحسب المشاركات لا البايتات، لأننا لا نخزّن أيًا منها.',
    closing: 'كلاكما متصل؟ أرسل الملف.',
  },
  landingContent,
};
