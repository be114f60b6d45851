import type { RecipientCatalogues } from '../catalogues.js';
import { count, isolate } from './intl.js';

const theSender = (name: string): string => (name === '' ? 'المرسِل' : isolate(name));

export const sharePage: RecipientCatalogues['share-page'] = {
  steps: {
    label: 'الخطوات',
    password: 'كلمة المرور',
    details: 'بياناتك',
    download: 'التنزيل',
    send: 'الإرسال',
  },
  password: {
    title: 'ملف محمي بكلمة مرور',
    intro: 'أدخل كلمة المرور التي أرسلها إليك المرسِل. ليست لديك؟ اطلبها منه.',
    label: 'كلمة المرور',
    show: 'إظهار كلمة المرور',
    hide: 'إخفاء كلمة المرور',
    submit: 'فتح الملف',
    submitting: 'جارٍ التحقق…',
    missing: {
      title: 'كلمة المرور مطلوبة',
      description: 'يُرجى إدخال كلمة المرور لفتح هذا الملف.',
    },
    deniedTitle: 'رُفض الوصول',
    deniedFallback: 'كلمة المرور غير صحيحة أو انتهت صلاحية الرابط.',
    offlineTitle: 'خطأ في الاتصال',
  },
  damaged: {
    title: 'هذا الرابط غير مكتمل',
    text: 'افتح الرابط كاملًا من رسالة المرسِل. إذا ظهرت هذه الصفحة مجددًا، فاطلب من المرسِل رابطًا جديدًا.',
  },
  details: {
    title: 'بيانات مطلوبة للتنزيل',
    intro: 'يرى المرسِل من استلم الملف. يظهر اسمك وبريدك الإلكتروني في سجل التدقيق لديه.',
    name: 'الاسم الكامل',
    email: 'البريد الإلكتروني',
    submit: 'المتابعة إلى التنزيل',
    missing: {
      title: 'بيانات مطلوبة',
      description: 'يُرجى إدخال اسمك وبريدك الإلكتروني.',
    },
    badEmail: {
      title: 'بريد إلكتروني غير صالح',
      description: 'يُرجى إدخال عنوان بريد إلكتروني صالح.',
    },
    received: {
      title: 'تم استلام البيانات',
      description: 'شكرًا لك. يمكنك الآن تنزيل الملف.',
    },
  },
  file: {
    unknownType: 'غير معروف',
    size: 'الحجم',
    type: 'النوع',
    from: (name) => `من ${isolate(name)}`,
  },
  progress: {
    label: 'تقدّم النقل',
    of: (done, total) => `${done} من ${total}`,
    left: (time) => `يتبقى ${time}`,
    done: (percent) => `اكتمل ${percent} بالمئة`,
  },
  connection: {
    direct: 'أُرسل مباشرةً عبر شبكتك',
    stun: 'أُرسل مباشرةً عبر الإنترنت',
    turn: 'أُرسل عبر خادم ترحيل مشفّر',
    unknown: '',
  },
  receiver: {
    title: 'التنزيل',
    badges: {
      ready: 'جاهز',
      connecting: 'جارٍ الاتصال',
      waiting: 'في الانتظار',
      receiving: 'جارٍ الاستلام',
      saving: 'جارٍ الحفظ',
      paused: 'متوقف مؤقتًا',
      completed: 'مكتمل',
      retrying: 'إعادة المحاولة',
      error: 'خطأ',
    },
    ready: 'جاهز للتنزيل',
    connecting: 'جارٍ الاتصال بالمرسِل…',
    waiting: 'تم الاتصال. في انتظار أن يبدأ المرسِل…',
    receiving: 'جارٍ استلام الملف…',
    stalled: (sender) => `في انتظار ${theSender(sender)}…`,
    saving: 'وصل الملف كاملًا. جارٍ التحقق والحفظ…',
    silent: {
      server: 'الخادم لا يستجيب. تحقق من شبكتك أو أعد المحاولة.',
      sender:
        'لم يصل شيء من المرسِل منذ 15 ثانية. يُستأنف التنزيل عند عودة المرسِل، ويمكنك أيضًا إعادة المحاولة.',
      receiver: 'ما زال هذا الجهاز يحفظ ما وصل. يُستأنف التنزيل بعد ذلك.',
    },
    paused: 'متوقف مؤقتًا. تم حفظ ما نُقل حتى الآن.',
    pausedThere: (sender) =>
      `أوقف ${theSender(sender)} النقل مؤقتًا. يُستأنف التنزيل عندما يستأنف الإرسال.`,
    awaitingApproval: (sender) => `في انتظار أن يسمح ${theSender(sender)} بهذا التنزيل.`,
    pausedBoth: (sender) => `أوقفتَ أنت و${theSender(sender)} النقل مؤقتًا.`,
    completed: 'اكتمل النقل',
    retrying: (n, max) => `جارٍ إعادة الاتصال… المحاولة ${n} من ${max}`,
    failed: 'فشل الاتصال',
    download: 'تنزيل الملف',
    starting: 'جارٍ البدء…',
    pause: 'إيقاف مؤقت',
    resume: 'استئناف',
    tryAgain: 'إعادة المحاولة',
    newPassword: 'إدخال كلمة المرور الجديدة',
    saveAgain: 'حفظ مرة أخرى',
    verified: 'تم التحقق، والملف مطابق لنسخة المرسِل',
    intact: 'مكتمل. مجموعه الاختباري هو نفسه الذي أرسله الطرف الآخر.',
    saved: (size) => `حُفظ على هذا الجهاز (${size}).`,
    keepOpen: 'أبقِ علامة التبويب هذه مفتوحة وظاهرة حتى ينتهي التنزيل.',
    wasHidden: 'كانت علامة التبويب هذه في الخلفية، حيث تبطئها المتصفحات. أبقِها ظاهرة.',
    you: 'أنت',
    other: 'المرسِل',
    toasts: {
      started: { title: 'بدأ التنزيل', description: 'في انتظار المرسِل.' },
      gone: {
        title: 'الملف لم يعد هنا',
        description: 'لم يعد الملف موجودًا في هذا المتصفح. نزّله مرة أخرى.',
      },
      startFailed: {
        title: 'فشل التنزيل',
        description: 'تعذّر بدء التنزيل. يُرجى إعادة المحاولة.',
      },
      connected: { title: 'تم الاتصال', description: 'أنت متصل بالمرسِل.' },
      received: (name) => ({
        title: 'تم استلام الملف',
        description: `تم حفظ ${isolate(name)} على هذا الجهاز.`,
      }),
      theFile: 'الملف',
    },
  },
  common: {
    connectionError: 'خطأ في الاتصال',
    failedToConnect: { title: 'خطأ', description: 'تعذّر الاتصال' },
    transferFailed: 'فشل النقل',
    reconnecting: (n, max) => ({
      title: 'جارٍ إعادة الاتصال…',
      description: `محاولة الاتصال ${n} من ${max}`,
    }),
    authenticationError: {
      title: 'خطأ في المصادقة',
      description: 'تعذّر التحقق من تسجيل دخولك. يُرجى تسجيل الدخول مرة أخرى.',
    },
  },
  invitation: {
    title: 'أنشئ حسابًا لترسل الملفات بنفسك',
    going: (isSold) => `${isSold ? 'إنه مجاني. ' : ''}جارٍ نقلك إلى صفحة إنشاء الحساب…`,
    stayed: (isSold) =>
      isSold
        ? 'إنه مجاني، وقد أُدخل اسمك وبريدك الإلكتروني مسبقًا.'
        : 'أُدخل اسمك وبريدك الإلكتروني مسبقًا.',
    stay: 'البقاء في هذه الصفحة',
    go: 'إنشاء حساب',
  },
  page: {
    title: (brand) => `استلام ملف – ${brand}`,
    sendTitle: 'إرسال هذا الملف',
    saveReceipt: 'حفظ الإيصال',
    promise: 'من متصفح إلى متصفح. لا يُخزَّن على أي خادم.',
    terms: 'الشروط',
    privacy: 'الخصوصية',
  },
};

export const sharePageSaving: RecipientCatalogues['share-page-saving'] = {
  title: 'قبل التنزيل',
  where: {
    picker: 'تختار أنت مكان حفظ الملف.',
    opfs: 'يُحفظ الملف في مجلد التنزيلات. وحتى يكتمل، يحتفظ به هذا المتصفح في مساحة تخزينه الخاصة، فيُستأنف التنزيل من حيث توقف بعد إعادة تحميل الصفحة.',
    stream: 'يُحفظ الملف في مجلد التنزيلات أثناء وصوله.',
    memory:
      'يجب أن يحتفظ هذا المتصفح بالملف كله في الذاكرة حتى يكتمل. أبقِ هذه الصفحة مفتوحة، فإعادة تحميلها تبدأ التنزيل من جديد.',
  },
  bothOnline: 'يبدأ التنزيل فور اتصال المرسِل بالإنترنت.',
  check: {
    start: 'فحص الاتصال',
    running: 'جارٍ فحص الاتصال…',
    direct: (roundTrip: string) => `المرسِل متصل بالإنترنت، والاتصال المباشر ممكن${roundTrip}.`,
    relayed: (roundTrip: string) =>
      `المرسِل متصل بالإنترنت. لا تسمح الشبكات بينكما باتصال مباشر، لذلك يمر الملف عبر خادم ترحيل${roundTrip}: مشفّرًا كالعادة، لكنه أبطأ غالبًا. قد يكون الاتصال المباشر ممكنًا من دون VPN أو على شبكة أخرى.`,
    connected: (roundTrip: string) => `المرسِل متصل بالإنترنت، والاتصال ممكن${roundTrip}.`,
    roundTrip: (milliseconds: string) => ` (زمن الذهاب والإياب ${milliseconds})`,
    absent: 'المرسِل غير متصل بالإنترنت الآن. اطلب منه فتح المشاركة وإبقاء الصفحة مفتوحة.',
    unreachable:
      'المرسِل متصل بالإنترنت، لكن الشبكات بينكما لا تسمح بأي اتصال. أوقف VPN أو جرّب شبكة أخرى، مثل نقطة اتصال الهاتف.',
    failed: 'تعذّر فحص الاتصال. تحقق من اتصالك وحاول مرة أخرى.',
  },
  protectedLink: 'رابط محمي: لا يُستلم شيء قبل أن يثبت المرسِل أن الرابط له.',
  plainLink:
    'رابط عادي: الاتصال مشفّر، لكن لا شيء يثبت هوية الطرف الآخر. اطلب رابطًا محميًا من المرسِل إن كان ذلك مهمًا لك.',
  arrived: (here, size, missing) =>
    `وصل ${here} من ${size}. بقي ${missing}، ويستمر التنزيل من هناك.`,
  room: {
    enough: (size, free) => `المساحة كافية: يحتاج الملف إلى ${size}، والمتاح ${free}.`,
    unknown: (size) => `تأكد من توفر ${size} هناك، فهذا المتصفح لا يعرض المساحة المتاحة.`,
  },
  shortage: (size, free) =>
    `حجم هذا الملف ${size}، لكن هذا المتصفح لا يستطيع تخزين أكثر من ${free}. أفرغ مساحة على هذا الجهاز، أو استخدم متصفحًا يتيح لك اختيار مكان الحفظ.`,
  remedies: [
    'يتيح Chrome وEdge على الكمبيوتر اختيار أي قرص.',
    'تخزّن نافذة التصفح الخاص أقل مما تخزّنه النافذة العادية.',
    'احذف بيانات المواقع التي لا تحتاج إليها من إعدادات هذا المتصفح.',
  ],
};

export const sharePageSender: RecipientCatalogues['share-page-sender'] = {
  badges: {
    idle: 'جاهز',
    connecting: 'جارٍ الاتصال',
    waiting: 'في الانتظار',
    sending: 'جارٍ الإرسال',
    completed: 'مكتمل',
    error: 'خطأ',
    retrying: 'إعادة المحاولة',
  },
  idle: 'اختر الملف لبدء الإرسال',
  connecting: 'جارٍ الاتصال بخادم الإشارة',
  alone: 'في انتظار أن يفتح المستلم الرابط…',
  connected: (n) =>
    count(n, {
      zero: 'لا مستلمين متصلين',
      one: 'مستلم واحد متصل',
      two: 'مستلمان متصلان',
      few: '# مستلمين متصلين',
      many: '# مستلمًا متصلًا',
      other: '# مستلم متصل',
    }),
  sendingOne: 'جارٍ إرسال الملف…',
  sendingMany: (n) =>
    `جارٍ الإرسال إلى ${count(n, {
      one: 'مستلم واحد',
      two: 'مستلمَين اثنين',
      few: '# مستلمين',
      many: '# مستلمًا',
      other: '# مستلم',
    })}`,
  completed: 'تم إرسال الملف بنجاح!',
  retrying: (n, max) => `جارٍ إعادة الاتصال… ${n} من ${max}`,
  failed: 'فشل الاتصال',
  choose: 'اختيار ملف',
  chooseFolder: 'اختيار مجلد',
  reading: 'جارٍ القراءة…',
  intro: 'هذه مشاركتك. اختر الملف وأبقِ علامة التبويب هذه مفتوحة حتى يكتمل النقل.',
  mismatch: (chosen, expected) =>
    `اخترت «${isolate(chosen)}»، لكن هذه المشاركة أُنشئت للملف «${isolate(expected)}».`,
  useAnyway: 'إرساله على أي حال',
  chooseOther: 'اختيار ملف آخر',
  unproven: {
    question: 'لا يستطيع هذا الجهاز إثبات أن لديه رابطك. هل تريد الإرسال على أي حال؟',
    refuse: 'عدم الإرسال',
    allow: 'الإرسال على أي حال',
  },
  protectedLink: 'رابط محمي: يجب أن يثبت المستلمون أن لديهم الرابط قبل إرسال أي شيء.',
  plainLink:
    'لا يستطيع هذا الجهاز إنشاء الرابط المحمي لهذه المشاركة، لذلك لا شيء يثبت هوية من يستلم الملف. أرسل من الجهاز والمتصفح اللذين أنشأت عليهما المشاركة، أو أنشئ مشاركة جديدة هنا.',
  unverified: 'تم الإرسال. لم يثبت جهاز المستلم أن لديه الملف كاملًا.',
  reset: 'إعادة ضبط الاتصال',
  copyLink: 'نسخ الرابط',
  recipients: 'المستلمون',
  recipient: (n) => `المستلم ${n}`,
  keepOpen: 'أبقِ علامة التبويب هذه مفتوحة حتى يكتمل النقل.',
  you: 'أنت',
  other: 'المستلم',
  toasts: {
    recipient: { title: 'اتصل المستلم', description: 'يوجد مستلم متصل.' },
    ready: {
      title: 'جاهز للإرسال',
      description: 'يبدأ النقل فور اتصال أحد المستلمين.',
    },
    complete: { title: 'اكتمل النقل', description: 'تم إرسال الملف بنجاح!' },
    failedToStart: { title: 'تعذّر البدء', description: 'تعذّر فتح الملف.' },
    copied: { title: 'تم نسخ الرابط', description: 'الرابط في الحافظة.' },
    copyFailed: { title: 'فشل النسخ', description: 'يُرجى نسخ عنوان هذه الصفحة.' },
  },
};

export const sharePageRecipient: RecipientCatalogues['share-page-recipient'] = {
  person: (name, email) => `${isolate(name)} (${isolate(email)})`,
  pausedThere: 'أوقفه المستلم مؤقتًا',
  stalled: 'في انتظار جهاز المستلم',
  wants: (name) => `يريد ${isolate(name)} تنزيل هذا الملف.`,
  approve: 'سماح',
  decline: 'رفض',
};

export const sharePageAway: RecipientCatalogues['share-page-away'] = {
  stillAlone: 'المرسِل غير متصل بعد. أبقِ هذه الصفحة مفتوحة، ويبدأ التنزيل عندما يفتح المرسِل صفحته.',
  left: (here, missing) =>
    `انقطع اتصال المرسِل. حُفظ ${here} وبقي ${missing}، ويُستأنف التنزيل عند عودته.`,
  tellMe: 'أخطرني عند عودته',
  stop: 'لا تخطرني',
  reach: {
    page: 'أبقِ علامة التبويب هذه مفتوحة. تظهر نقطة في عنوانها عند عودة المرسِل.',
    notification: 'أبقِ علامة التبويب هذه مفتوحة. سيصلك إشعار عند عودة المرسِل.',
    push: 'سيصلك إشعار عند عودة المرسِل، حتى إذا أغلقت علامة التبويب هذه.',
  },
  openAgain: 'بعد إغلاقها، افتح الرابط من رسالة المرسِل مرة أخرى.',
  back: (sender) => `عاد ${sender || 'المرسِل'}.`,
  notice: { title: 'عاد المرسِل', body: 'يستمر التنزيل ما دامت الصفحة مفتوحة.' },
};
