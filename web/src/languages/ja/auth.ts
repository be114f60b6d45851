import type { AppCatalogues } from '../catalogues.js';

export const auth: AppCatalogues['auth'] = {
  title: 'おかえりなさい',
  titleSignUp: 'アカウントを作成',
  lead: '前回の続きから始めましょう。',
  leadSignUp: ({ freeSharesPerMonth }) =>
    `最初のファイルを1分で送れます。${freeSharesPerMonth === null ? '共有は無制限で無料です。' : `毎月${freeSharesPerMonth}件まで無料で共有できます。`}`,
  leadSignUpWithoutPayments: '最初のファイルを1分で送れます。',
  panelTitle: '二人を結ぶ、一本の線。間には何もありません。',
  panelPoints: [
    'ファイルは、お使いのブラウザーから相手のブラウザーへ直接届きます',
    '共有ごとに専用のパスワードがあります',
    '誰がいつ開いたかを確認できます',
  ],
  signInTab: 'ログイン',
  signUpTab: '新規登録',
  email: 'メールアドレス',
  emailPlaceholder: 'you@example.com',
  password: 'パスワード',
  displayName: '表示名（任意）',
  displayNamePlaceholder: '受信者に表示される名前',
  confirmPassword: 'パスワード（確認）',
  showPassword: 'パスワードを表示',
  hidePassword: 'パスワードを非表示',
  signIn: 'ログイン',
  signingIn: 'ログインしています…',
  signUp: 'アカウントを作成',
  signingUp: 'アカウントを作成しています…',
  or: 'または',
  googleSignIn: 'Googleでログイン',
  googleSignUp: 'Googleで登録',
  agreement: '続行すると、',
  terms: '利用規約',
  and: 'と',
  privacy: 'プライバシーポリシー',
  agreementEnd: 'に同意したことになります。',
  passwordHint: '6文字以上',
  required: 'この項目を入力してください。',
  mismatch: {
    title: 'パスワードの不一致',
    message: 'パスワードが一致しません。もう一度お試しください。',
  },
  common: {
    title: 'よく使われるパスワード',
    message: 'このパスワードは広く使われています。別のパスワードをお選びください。',
  },
  forgotLink: 'パスワードをお忘れですか？',
  forgot: {
    title: 'パスワードの再設定',
    lead: '新しいパスワードを設定するためのリンクをお送りします。',
    send: '再設定リンクを送信',
    sent: 'このメールアドレスのアカウントがある場合は、新しいパスワードを設定するためのリンクをお送りしました。受信トレイをご確認ください。',
    back: 'ログインに戻る',
    failed: 'リンクを送信できませんでした。もう一度お試しください。',
  },
  link: {
    titles: {
      resetPassword: '新しいパスワードの設定',
      verifyEmail: 'メールアドレスの確認',
      recoverEmail: 'メールアドレスの変更の取り消し',
      revertSecondFactorAddition: '二要素認証の解除',
      unknown: 'メールに記載のリンク',
    },
    account: (email) => `対象のアカウント：${email}。すべてのブラウザーでログアウトされます。`,
    password: '新しいパスワード',
    save: 'パスワードを保存',
    changed: 'パスワードを変更しました。新しいパスワードでログインしてください。',
    verified: 'メールアドレスを確認しました。',
    invalid: 'このリンクは使用済みか、有効期限が切れています。新しいリンクを申請してください。',
    failed: 'リンクを使用できませんでした。もう一度お試しください。',
    undo: {
      recoverEmail: {
        lead: 'アカウントのメールアドレスが変更されました。心当たりがない場合は、変更を取り消してください。アカウントのメールアドレスは、このリンクを受け取ったアドレスに戻ります。',
        button: '変更を取り消す',
        done: 'アカウントのメールアドレスを元に戻しました。変更に心当たりがない場合は、ログイン画面の「パスワードをお忘れですか？」から新しいパスワードを設定してください。',
      },
      revertSecondFactorAddition: {
        lead: 'アカウントの二要素認証が有効になりました。ログインのたびに認証アプリのコードが必要です。心当たりがない場合は、解除してください。',
        button: '二要素認証を解除',
        done: '二要素認証を解除しました。設定に心当たりがない場合は、ログイン画面の「パスワードをお忘れですか？」から新しいパスワードを設定してください。',
      },
    },
    unknown: 'このリンクはここでは使用できません。',
    toSignIn: 'ログインへ',
    toDashboard: 'ダッシュボードへ',
  },
  weak: {
    title: '弱いパスワード',
    message: 'パスワードは6文字以上で入力してください。',
  },
  personal: {
    title: '別のパスワードをお選びください',
    message:
      'ご自身の名前やメールアドレス、それらの一部、この製品の名前は、パスワードに使用できません。',
  },
  welcome: { title: 'ようこそ', message: 'Googleでログインしました。' },
  welcomeBack: { title: 'おかえりなさい', message: 'ログインしました。' },
  created: {
    title: 'アカウントを作成しました',
    message: 'アカウントの準備ができました。最初のファイルを共有しましょう。',
  },
  signInFailed: 'ログインできませんでした',
  signUpFailed: '登録できませんでした',
  googleFailed: 'ログインエラー',
  confirmation: {
    title: '本人確認',
    text: '続けるにはパスワードを入力してください。入力済みの内容は保持されます。',
    withoutPassword:
      'この操作には最近のログインが必要ですが、お使いのアカウントにはパスワードがありません。ログアウトしてGoogleでログインし直し、15分以内に操作をやり直してください。',
    confirm: '確認',
    signOut: 'ログアウト',
    cancel: 'キャンセル',
  },
  code: {
    title: 'コードを入力してください',
    text: 'このアカウントは二要素認証で保護されています。認証アプリを開き、このアカウントのコードを入力してください。',
    label: '6桁のコード',
    invalid: '6桁の数字を入力してください。',
    wrong: 'コードが正しくないか、期限が切れています。現在のコードを入力してください。',
    changed:
      'パスワードを変更しました。このブラウザーでログインしたままにするには、アプリに次のコードが表示されるのを待って入力してください。',
    lost: (email) =>
      `アプリを使えない場合は、保管しているキーを別のアプリに追加するか、${email}までご連絡ください。`,
    confirm: '続ける',
  },
  errors: {
    signInExpired: 'ログインの有効期限が切れました。もう一度ログインしてください。',
    tooManyRequests: '試行回数が多すぎます。しばらくお待ちください。',
    cookiesBlocked:
      'このブラウザーはこのサイトの Cookie とデータをブロックしています。許可してから、もう一度お試しください。',
    storageFull:
      'このブラウザーはログイン状態を保存できません。保存領域がいっぱいか、無効になっています。この端末の空き容量を増やすか、このサイトにデータの保存を許可してから、ページを再読み込みしてください。',
    emailInUse: 'このメールアドレスのアカウントはすでに存在します。ログインをお試しください。',
    weakPassword: 'パスワードは6文字以上で入力してください。',
    invalidEmail: '有効なメールアドレスを入力してください。',
    signUpOther: 'アカウントを作成できませんでした。もう一度お試しください。',
    createdOnly: 'アカウントを作成しました。ログインしてください。',
    userNotFound: 'このメールアドレスのアカウントは見つかりません。',
    wrongPassword: 'パスワードが正しくありません。もう一度お試しください。',
    userDisabled: 'このアカウントは無効になっています。',
    signInOther: 'ログインできませんでした。入力内容をご確認ください。',
    signInUnknown: 'ログインできませんでした。もう一度お試しください。',
    popupClosed: 'ログインがキャンセルされました。もう一度お試しください。',
    popupBlocked:
      'ブラウザーによってポップアップがブロックされました。ポップアップを許可して、もう一度お試しください。',
    googleOther: 'Googleでログインできませんでした。もう一度お試しください。',
  },
};

export const expiredSession: AppCatalogues['expired-session'] = {
  banner:
    'ログインの有効期限が切れました。進行中の転送は続いています。受け渡しを確認できるように、早めにもう一度ログインしてください。',
  title: 'もう一度ログインしてください',
  text: 'ログインの有効期限が切れました。進行中の転送は続いています。続けるには、パスワードを入力してください。',
  withoutPassword:
    'ログインの有効期限が切れました。進行中の転送は続いています。別のタブでGoogleでもう一度ログインすると、このページは自動的に再開します。',
  elsewhere:
    'Googleでログインしている場合は、別のタブでログインしてください。その後、このページは自動的に再開します。',
  open: 'ログインを開く',
};
