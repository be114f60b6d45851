import { weeksOfPro } from '../../lib/texts/figures.js';
import type { AppCatalogues } from '../catalogues.js';
import { days, daysRange, dollars } from './intl.js';

type Policy = Parameters<AppCatalogues['settings']['planNotes']['free']>[0];

const freePlan = ({ freeSharesPerMonth, expiryDays }: Policy): string =>
  `共有は${freeSharesPerMonth === null ? '無制限' : `毎月${freeSharesPerMonth}件まで`}、リンクの有効期間は${daysRange(expiryDays.free)}です。`;

const unlimited = (max: number): string => `共有は無制限、リンクの有効期間は最長${days(max)}`;

export const settings: AppCatalogues['settings'] = {
  title: '設定',
  lead: 'アカウントとプランを管理します。',
  account: 'アカウント',
  email: 'メールアドレス',
  displayName: '表示名',
  notSet: '未設定',
  name: {
    change: '名前を変更',
    hint: 'これから作成する共有の受信者に表示されます。',
    required: '名前を入力してください。',
    save: '名前を保存',
    cancel: '変更しない',
    saved: { title: '名前を変更しました', description: '新しい共有には新しい名前が表示されます。' },
    failed: '名前を変更できませんでした。もう一度お試しください。',
  },
  plan: 'プラン',
  plans: { free: '無料プラン', active: 'Proプラン', proforever: 'ProForever' },
  planNotes: {
    free: freePlan,
    active: ({ expiryDays }) => `${unlimited(expiryDays.active.max)}。優先サポート付きです。`,
    proforever: ({ expiryDays }) =>
      `${unlimited(expiryDays.proforever.max)}。優先サポート付きで、お支払いは1回だけです。`,
  },
  givenPlanNotes: {
    free: freePlan,
    active: ({ expiryDays }) => `${unlimited(expiryDays.active.max)}です。`,
    proforever: ({ expiryDays }) => `${unlimited(expiryDays.proforever.max)}です。`,
  },
  askForPlan: (email) => `上限の引き上げをご希望の場合は、${email}までご連絡ください。`,
  renews: (day) => `${day}まで支払い済み`,
  pastDue: {
    text: '今週分のお支払いに失敗しました。再度お支払いを試みますが、それでも失敗した場合、Proは終了します。',
    pay: '別のカードで支払う',
  },
  shares: '今月の共有',
  upgrade: '今すぐアップグレード',
  upgradeToForever: 'ProForeverにアップグレード',
  cancel: 'サブスクリプションを解約',
  cancelling: '解約しています…',
  dialog: {
    title: 'サブスクリプションを解約しますか？',
    text: (policy) =>
      `アカウントは直ちに無料プランに移行します。${freePlan(policy)}現在の期間の料金は返金されません。`,
    foreverText: (policy) =>
      `アカウントは直ちに無料プランに移行します。${freePlan(policy)}1回限りのお支払いは返金されず、ProForeverを再び利用するには再購入が必要です。`,
    keep: '解約しない',
    confirm: '解約する',
  },
  cancelled: {
    title: 'サブスクリプションを解約しました',
    description: 'サブスクリプションを解約し、無料プランに移行しました。',
  },
  failed: {
    title: '解約できませんでした',
    fallback: 'サブスクリプションを解約できませんでした。もう一度お試しください。',
    signIn: 'サブスクリプションを解約するにはログインが必要です',
  },
  verification: {
    verified: 'メールアドレス確認済み',
    unverified: 'メールアドレス未確認',
    send: '確認メールを送信',
    sent: {
      title: '確認メールを送信しました',
      description: 'メール内のリンクを開いてください。',
    },
    failed: {
      title: 'エラー',
      description: 'メールを送信できませんでした。時間をおいて、もう一度お試しください。',
    },
  },
  password: {
    title: 'パスワード',
    lead: '変更すると、ほかのすべてのブラウザーでログアウトされます。',
    current: '現在のパスワード',
    next: '新しいパスワード',
    confirm: '新しいパスワード（確認）',
    hint: '6文字以上',
    save: 'パスワードを変更',
    show: 'パスワードを表示',
    hide: 'パスワードを非表示',
    required: 'この項目を入力してください。',
    mismatch: 'パスワードが一致しません。もう一度お試しください。',
    tooShort: 'パスワードは6文字以上で入力してください。',
    personal:
      'ご自身の名前やメールアドレス、それらの一部、この製品の名前は、パスワードに使用できません。',
    common: 'このパスワードは広く使われています。別のパスワードをお選びください。',
    wrong: 'パスワードが正しくありません。もう一度お試しください。',
    failed: 'パスワードを変更できませんでした。もう一度お試しください。',
    changed: {
      title: 'パスワードを変更しました',
      description: 'ほかのすべてのブラウザーでログアウトされました。',
    },
    signInAgain: 'パスワードを変更しました。もう一度ログインしてください。',
  },
  sessions: {
    title: 'ログイン中の端末',
    lead: 'ログアウトするか、数日間使用しないと、セッションは終了します。',
    current: 'このブラウザー',
    lastUsed: (time) => `最終使用：${time}`,
    since: (day) => `${day}にログイン`,
    sameNetwork: 'このブラウザーと同じネットワーク',
    otherNetwork: '別のネットワーク',
    end: 'ログアウトさせる',
    endOf: (device) => `ログアウトさせる：${device}`,
    endOthers: 'ほかのすべての端末でログアウト',
    ended: 'ログアウトさせました',
    othersEnded: 'ほかのすべての端末でログアウトしました',
    failed: { title: 'エラー', fallback: 'セッションを終了できませんでした。' },
    loadFailed: 'セッションを読み込めませんでした。',
  },
  adminAccess: {
    title: '管理者によるアクセス',
    lead: 'お客様のデータの閲覧と変更をすべて記録しています。管理者が記録を削除することはできません。',
    none: 'データを閲覧した管理者はいません。',
    older: '以前の記録を表示',
    loadFailed: '記録を読み込めませんでした。',
    actions: {
      'users-listed': 'ユーザー一覧を表示：名前、メールアドレス、プラン、利用状況',
      'top-users-viewed': 'ユーザーの統計を表示：名前、メールアドレス、共有の件数',
      'transfers-listed': '最近の転送一覧を表示：メールアドレス、サイズ、所要時間',
      'record-viewed': 'お客様のプランと利用状況を表示',
      'shares-viewed': 'お客様の共有を表示（パスワードを除く）',
      'audit-log-viewed': 'お客様の監査ログを表示',
      'audit-log-exported': 'お客様の監査ログをエクスポート',
      'audit-log-verified': 'お客様の監査ログを検証',
      'admin-log-viewed': '管理者ログを表示',
      'plan-changed': 'お客様のプランを変更',
      'sessions-ended': 'お客様をすべてのブラウザーでログアウト',
      'account-deleted': 'お客様のアカウントを削除',
      'admin-rights-granted': 'お客様に管理者権限を付与',
      'admin-rights-removed': 'お客様の管理者権限を解除',
    },
  },
  secondFactor: {
    title: '二要素認証',
    lead: 'ログイン時に、パスワードに加えて、スマートフォンまたはパソコンの認証アプリのコードが必要になります。',
    on: (day) => `${day}から有効`,
    off: '無効',
    setUp: '設定する',
    remove: '無効にする',
    unverified: '先にメールアドレスを確認してください。',
    scan: '認証アプリでこのコードを読み取ってください。',
    codeLabel: '認証アプリ用のQRコード',
    type: '読み取れない場合は、次のキーを入力してください：',
    label: 'アプリの6桁のコード',
    invalid: '6桁の数字を入力してください。',
    wrong: 'コードが正しくないか、期限が切れています。現在のコードを入力してください。',
    confirm: '有効にする',
    cancel: 'キャンセル',
    lost: 'キーは安全な場所に保管してください。アプリもキーもないとログインできず、運営者にしか対応できません。',
    turnedOn: {
      title: '二要素認証を有効にしました',
      description: '今後のログインにはアプリのコードが必要です。',
    },
    turnedOff: {
      title: '二要素認証を無効にしました',
      description: 'パスワードだけでログインできます。',
    },
    failed: '二要素認証を変更できませんでした。もう一度お試しください。',
  },
  appearance: '外観',
  appearanceNote: 'このブラウザーに適用されます。',
  themes: { system: 'システム', light: 'ライト', dark: 'ダーク' },
  loadFailed: 'プランを読み込めませんでした。',
  danger: {
    title: 'アカウントの削除',
    text: 'アカウント、共有、監査ログ、プランを削除します。この操作は取り消せません。',
    action: 'アカウントを削除',
    dialogTitle: 'アカウントを完全に削除しますか？',
    dialogText: (email) => `確認のため、${email}と入力してください。`,
    field: 'メールアドレス',
    keep: '削除しない',
    confirm: 'すべて削除',
    done: { title: 'アカウントを削除しました', description: 'データを削除しています。' },
    failed: {
      title: '削除できませんでした',
      fallback: 'アカウントを削除できませんでした。',
    },
  },
};

export const billing: AppCatalogues['billing'] = {
  title: 'アップグレード',
  heading: '共有を無制限に',
  lead: ({ expiryDays }) =>
    `共有は無制限、リンクの有効期間は最長${days(expiryDays.proforever.max)}。サポートは24時間以内に対応します。`,
  back: 'ダッシュボードに戻る',
  change: 'プランを変更',
  planPicker: 'プラン',
  plans: {
    pro: {
      name: 'Pro',
      price: ({ prices }) => dollars(prices.proWeeklyUsd),
      per: '/週',
      note: () => 'いつでも解約可能',
      choose: 'Proを選択',
      points: ({ expiryDays }) => [
        '毎月、無制限に共有',
        `リンクの有効期間は${daysRange(expiryDays.active)}`,
        'ヘルプセンターと、24時間以内の優先サポート',
        '監査ログと分析',
      ],
    },
    proforever: {
      name: 'ProForever',
      price: ({ prices }) => dollars(prices.proForeverUsd),
      per: '買い切り',
      note: ({ prices }) => `お支払いは1回だけ。Proの約${weeksOfPro(prices)}週間分です`,
      choose: 'ProForeverを選択',
      points: ({ expiryDays }) => [
        'Proのすべての機能',
        `リンクの有効期間は${daysRange(expiryDays.proforever)}`,
        'サービスの提供が続く限り有効',
        '更新は不要',
      ],
    },
  },
  bestValue: 'いちばんお得',
  yours: '現在のプラン',
  covered: 'ご利用中のプランに含まれます',
  refund: '新規のProサブスクリプションは、14日以内であれば返金できます。',
  payTitle: (plan) => `${plan}のお支払い`,
  included: '含まれる内容',
  preparing: 'お支払いを準備しています…',
  pay: {
    pro: ({ prices }) => `週${dollars(prices.proWeeklyUsd)}で支払う`,
    proforever: ({ prices }) => `${dollars(prices.proForeverUsd)}を1回で支払う`,
  },
  paying: '処理中…',
  secure: 'カード情報は決済事業者に直接送られ、当社のサーバーを経由しません。',
  loginRequired: {
    title: 'ログインが必要です',
    description: 'Proに登録するにはログインしてください。',
  },
  initFailed: {
    title: 'エラー',
    api: (status, body) => `APIエラー：${status} – ${body}`,
    fallback: 'サブスクリプションの手続きを開始できませんでした。もう一度お試しください。',
  },
  planNotLoaded: 'プランを読み込めませんでした。',
  alreadySubscribed: {
    title: '登録済みです',
    description: '有効なProサブスクリプションがすでにあります。',
  },
  paid: {
    title: 'お支払いが完了しました',
    description: (brand, plan) => `${brand} ${plan}へようこそ。`,
  },
  paymentFailed: {
    title: 'お支払いできませんでした',
    fallback: 'お支払いを完了できませんでした。',
    atBank:
      '銀行がお支払いを承認しなかったため、請求は発生していません。プランを選んでもう一度お試しいただくか、別のカードでお支払いください。',
  },
  local: {
    note: 'テストモード：カードへの請求は行われません。4242 4242 4242 4242（成功）、4000 0000 0000 0002（拒否）、4000 0025 0000 3155（認証が必要）のいずれかを入力してください。',
    number: 'カード番号',
    expiry: '有効期限（月/年）',
    expiryHint: 'MM/YY',
    cvc: 'セキュリティコード',
    cvcHint: 'CVC',
    invalidNumber: 'カード番号を最後まで入力してください。',
    invalidExpiry: 'カードの有効期限を最後まで入力してください。',
    invalidCvc: 'カードのセキュリティコードを最後まで入力してください。',
    stepTitle: '銀行による確認が必要です',
    stepText: '本番環境では、ここに銀行のページが表示されます。結果を選択してください。',
    approve: '認証を完了する',
    refuse: '認証を失敗させる',
    refused: 'お支払い方法を認証できませんでした。',
  },
};

export const paymentPending: AppCatalogues['payment-pending'] = {
  title: 'お支払いの処理中です',
  description: '銀行がお支払いを処理しています。完了すると、プランが切り替わります。',
};
