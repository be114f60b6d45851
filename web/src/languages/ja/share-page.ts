import type { RecipientCatalogues } from '../catalogues.js';
import { files } from './intl.js';

const nameOf = (sender: string): string => (sender === '' ? '送信者' : `${sender}さん`);

export const sharePage: RecipientCatalogues['share-page'] = {
  steps: {
    label: '手順',
    password: 'パスワード',
    details: '受信者情報',
    download: 'ダウンロード',
    send: '送信',
  },
  password: {
    title: 'パスワードで保護されたファイル',
    intro:
      '送信者から受け取ったパスワードを入力してください。お持ちでない場合は、送信者にお問い合わせください。',
    label: 'パスワード',
    show: 'パスワードを表示',
    hide: 'パスワードを非表示',
    submit: 'ファイルを開く',
    submitting: '確認中…',
    own: 'ログイン中です。ご自身の共有の場合は、まもなく送信ページが開きます。',
    missing: {
      title: 'パスワードが必要です',
      description: 'このファイルのパスワードを入力してください。',
    },
    deniedTitle: 'アクセスが拒否されました',
    deniedFallback: 'パスワードが正しくないか、リンクの有効期限が切れています。',
    offlineTitle: '接続エラー',
  },
  damaged: {
    title: 'リンクが不完全です',
    text: '送信者のメッセージにあるリンク全体を開いてください。このページが再び表示される場合は、送信者に新しいリンクを依頼してください。',
  },
  otherKey: {
    title: '以前と異なるリンクです',
    text: '共有のリンクが変わることはありませんが、このブラウザーは以前、この共有を別のリンクで開いています。送信者のメッセージにあるリンクを開いてください。このページが再び表示される場合は、先に進まず、送信者に新しい共有を依頼してください。',
  },
  details: {
    title: 'ダウンロードに必要な情報',
    intro:
      '送信者は、ファイルの受信者を確認できます。お名前とメールアドレスは、送信者の監査ログに記録されます。',
    name: '氏名',
    email: 'メールアドレス',
    submit: 'ダウンロードへ進む',
    missing: {
      title: '入力が必要です',
      description: '氏名とメールアドレスの両方を入力してください。',
    },
    badEmail: {
      title: 'メールアドレスが無効です',
      description: '有効なメールアドレスを入力してください。',
    },
    received: {
      title: '情報を受け付けました',
      description: 'ありがとうございます。ファイルをダウンロードできます。',
    },
  },
  file: {
    unknownType: '不明',
    size: 'サイズ',
    type: '種類',
    from: (name) => `送信者：${name}`,
  },
  progress: {
    label: '転送の進行状況',
    of: (done, total) => `${done} / ${total}`,
    left: (time) => `残り${time}`,
    done: (percent) => `${percent}パーセント完了`,
  },
  connection: {
    direct: 'ネットワーク内で直接転送。',
    stun: 'インターネット経由で直接転送。',
    turn: '中継サーバー経由で転送（暗号化）。',
    unknown: '',
  },
  common: {
    connectionError: '接続エラー',
    failedToConnect: { title: 'エラー', description: '接続できませんでした' },
    transferFailed: '転送できませんでした',
    reconnecting: (n, max) => ({
      title: '再接続しています…',
      description: `接続を試みています（${n}/${max}回目）`,
    }),
    authenticationError: {
      title: '認証エラー',
      description: '認証できませんでした。もう一度ログインしてください。',
    },
  },
  invitation: {
    title: 'アカウントを作成して、ファイルを送ってみませんか',
    going: (isSold) => `${isSold ? '無料です。' : ''}登録ページへ移動しています…`,
    stayed: (isSold) => `${isSold ? '無料です。' : ''}お名前とメールアドレスは入力済みです。`,
    stay: 'このページにとどまる',
    go: 'アカウントを作成',
  },
  page: {
    title: (brand) => `ファイルを受信 – ${brand}`,
    senderTitle: (brand) => `ファイルを送信 – ${brand}`,
    receiveTitle: 'ダウンロード',
    sendTitle: 'このファイルを送信',
    viewReceipt: '受領証を表示',
    promise: 'ブラウザーからブラウザーへ。サーバーには保存されません。',
    terms: '利用規約',
    privacy: 'プライバシー',
  },
};

export const sharePageReceiver: RecipientCatalogues['share-page-receiver'] = {
  badges: {
    ready: '準備完了',
    connecting: '接続中',
    waiting: '待機中',
    receiving: '受信中',
    saving: '保存中',
    paused: '一時停止中',
    completed: '完了',
    retrying: '再試行中',
    error: 'エラー',
  },
  ready: 'ダウンロードできます',
  connecting: '送信者に接続しています…',
  waiting: '接続しました。送信の開始を待っています…',
  receiving: 'ファイルを受信しています…',
  stalled: (sender) => `${nameOf(sender)}を待っています…`,
  saving: '受信が完了しました。確認して保存しています…',
  silent: {
    server: 'サーバーから応答がありません。ネットワークを確認するか、もう一度お試しください。',
    sender:
      '送信者からのデータが15秒間届いていません。送信者が戻ると、ダウンロードが再開します。もう一度試すこともできます。',
    receiver:
      '受信済みのデータを、この端末に保存しています。保存が終わると、ダウンロードが再開します。',
  },
  paused: '一時停止中です。進行状況は保存されています。',
  pausedOpen:
    '一時停止中です。このページを開いたままにしてください。閉じると、これまでに届いたデータは失われます。',
  failedOpen:
    'このページを開いたままにしてください。閉じたり再読み込みしたりすると、これまでに届いたデータは失われます。',
  pausedThere: (sender) =>
    `${nameOf(sender)}が一時停止しました。送信が再開されると、ダウンロードが続きます。`,
  awaitingApproval: (sender) => `${nameOf(sender)}によるダウンロードの許可を待っています。`,
  pausedBoth: (sender) =>
    `こちらと${nameOf(sender)}の両方が一時停止しています。双方が再開すると、ダウンロードが続きます。`,
  completed: '転送が完了しました',
  retrying: (n, max) => `再接続しています…（${n}/${max}回目）`,
  failed: '接続できませんでした',
  unsaved: '受信済み・未保存',
  download: 'ファイルをダウンロード',
  starting: '開始しています…',
  pause: '一時停止',
  resume: '再開',
  tryAgain: '再試行',
  otherPlace: '別の場所を選択',
  newPassword: '新しいパスワードを入力',
  passwordAgain: 'パスワードをもう一度入力',
  saveAgain: 'もう一度保存',
  verified: '検証済み。送信者のファイルと同一です',
  intact: '完了しました。チェックサムは、相手側から送られたものと一致しています。',
  saved: (size) => `この端末に保存しました（${size}）。`,
  savedAs: (name, size) => `この端末に「${name}」として保存しました（${size}）。`,
  offered: (size) =>
    `完了しました（${size}）。ブラウザーがダウンロードフォルダーに保存します。確認が表示されたら許可してください。`,
  notOffered:
    '見つからない場合は、もう一度保存するか、このリンクを別のブラウザーで開いてください。',
  streamed: (size) =>
    `完了しました（${size}）。ブラウザーが保存します。保存先を確認する画面が表示されたら、場所を選択してください。`,
  notStreamed: '見つからない場合は、このリンクを開き直して、もう一度ダウンロードしてください。',
  clocksDiffer: '2台の端末の時計が10分を超えてずれているため、受領証はありません。',
  keepOpen: 'ダウンロードが終わるまで、このタブを開いて表示したままにしてください。',
  wasHidden:
    'このタブがバックグラウンドにあったため、ブラウザーの動作が制限されていました。タブを表示したままにしてください。',
  you: '自分',
  other: '送信者',
  toasts: {
    started: { title: 'ダウンロードを開始しました', description: '送信者を待っています。' },
    notCreated: '選択した場所にファイルを作成できませんでした。別の場所を選択してください。',
    gone: {
      title: 'ファイルはもうありません',
      description: 'このブラウザーにはもうファイルがありません。もう一度ダウンロードしてください。',
    },
    startFailed: {
      title: 'ダウンロードできませんでした',
      description: 'ダウンロードを開始できませんでした。もう一度お試しください。',
    },
    connected: { title: '接続しました', description: '送信者に接続しました。' },
    received: (name) => ({
      title: 'ファイルを受信しました',
      description: `${name}をこの端末に保存しました。`,
    }),
    offered: (name) => `${name}の受信が完了しました。ブラウザーが保存します。`,
    theFile: 'ファイル',
  },
};

export const sharePageSaving: RecipientCatalogues['share-page-saving'] = {
  insideApp:
    'このページは別のアプリの中で開かれており、ファイルを保存できないことがあります。ChromeやSafariなどのブラウザーでリンクを開いてください。',
  notChosen:
    '保存先が選択されていません。選択した場合、その場所には書き込めないため、別の場所を選択してください。選択画面が表示されなかった場合は、このリンクを別のブラウザーで開いてください。',
  title: 'ダウンロードの前に',
  plan: {
    savedTo: '保存先',
    chosenPlace:
      'これから選択する場所。ダウンロードが完了するまで、そこにあるファイルは空のままです。',
    downloads: 'ダウンロードフォルダー',
    spaceNeeded: '必要な空き容量',
    memoryNeeded: '必要なメモリー',
    twice: (needed) => `${needed}（保存中はファイルの2倍の容量を使用するため）`,
    twoPlaces: (there, here) => `保存先に${there}、このブラウザーのストレージに${here}`,
    afterReload: '再読み込みした場合',
    continues: '中断したところから再開します',
    startsAgain: '最初からやり直しになります',
    temporaryCopy: '一時的なコピー',
    keptAfterwards:
      'このブラウザーに保持されます。ダウンロードの完了をご覧になってから約1時間後、またはその後にこのサイトを開いたときに削除されます。',
    keptUntilSaved: 'ファイルが保存されるまで、このブラウザーに保持されます。',
    unfinished: '未完了のダウンロードは1週間保持されます。',
  },
  bothOnline: '送信者がオンラインになると、ダウンロードが始まります。',
  check: {
    start: '接続を確認',
    running: '接続を確認しています…',
    direct: (roundTrip: string) => `送信者はオンラインで、直接接続できます${roundTrip}。`,
    relayed: (roundTrip: string) =>
      `送信者はオンラインです。両者の間のネットワークでは直接接続できないため、ファイルは中継サーバーを経由します${roundTrip}。暗号化は変わりませんが、遅くなることがあります。VPNを使わない場合や別のネットワークでは、直接接続できる可能性があります。`,
    connected: (roundTrip: string) => `送信者はオンラインで、接続できます${roundTrip}。`,
    roundTrip: (milliseconds: string) => `（往復${milliseconds}）`,
    absent:
      '送信者は現在オンラインではありません。共有を開き、ページを開いたままにするよう伝えてください。',
    silent:
      '送信者はオンラインですが、送信者のページが現在応答していません。1分ほどしてから、もう一度お試しください。',
    unreachable:
      '送信者はオンラインですが、両者の間のネットワークが接続を遮断しています。VPNを切るか、スマートフォンのテザリングなど別のネットワークをお試しください。',
    failed: '接続を確認できませんでした。ご自身の接続を確認して、もう一度お試しください。',
  },
  protectedLink: '保護リンク：リンクが送信者本人のものであることを確認するまで、何も受信しません。',
  linkEnd: (end) =>
    `開いたリンクの末尾は「…${end}」です。送信者のメッセージにあるリンクの末尾と異なる場合は、先に進まないでください。`,
  plainLink:
    '通常リンク：接続は暗号化されていますが、相手が誰であるかは証明されません。確認が必要な場合は、送信者に保護リンクを依頼してください。',
  unfinished: (here, size) =>
    `${size}のうち${here}はダウンロード済みです。続けるにはパスワードを入力してください。`,
  arrived: (here, size) =>
    `${size}のうち${here}はダウンロード済みです。続きからダウンロードします。`,
  allArrived: (size) =>
    `ファイル全体（${size}）はすでにこの端末にあります。送信者のファイルと照合して保存します。再送はされません。`,
  shortage: (size, free) =>
    `ファイルのサイズは${size}ですが、このブラウザーで保存できるのは${free}までです。この端末の空き容量を増やすか、保存先を選択できるブラウザーをお使いください。`,
  remedies: [
    'パソコンのChromeとEdgeでは、任意のディスクを保存先に選べます。',
    'プライベートウィンドウでは、通常のウィンドウより保存できる容量が少なくなります。',
    'ブラウザーの設定で、不要なサイトのデータを削除してください。',
  ],
};

export const sharePageSender: RecipientCatalogues['share-page-sender'] = {
  badges: {
    idle: '準備完了',
    connecting: '接続中',
    waiting: '待機中',
    sending: '送信中',
    completed: '完了',
    error: 'エラー',
    retrying: '再試行中',
  },
  idle: 'ファイルを選択すると、送信を始められます',
  connecting: 'シグナリングサーバーに接続しています',
  question: {
    badge: '回答待ち',
    status: '受信者があなたの回答を待っています。',
  },
  alone: '受信者がリンクを開くのを待っています…',
  connected: (n) => `受信者${n}人が接続中`,
  sendingOne: 'ファイルを送信しています…',
  sendingMany: (n) => `受信者${n}人に送信しています`,
  completed: 'ファイルを送信しました。',
  retrying: (n, max) => `再接続しています…（${n}/${max}回目）`,
  failed: '接続できませんでした',
  choose: 'ファイルを選択',
  chooseFolder: 'フォルダーを選択',
  reading: '読み取り中…',
  intro:
    'これはご自身の共有です。ファイルを選択し、転送が完了するまでこのタブを開いたままにしてください。',
  mismatch: (chosen, expected) =>
    `「${chosen}」が選択されましたが、この共有は「${expected}」用に作成されています。`,
  sentAs: (filename) => `「${filename}」として送信されます。`,
  otherSize:
    'サイズが異なるため、受信側で拒否されます。このファイルを送信するには、新しい共有を作成してください。',
  useAnyway: 'このまま送信',
  chooseOther: '別のファイルを選択',
  packing: (n) => `${files(n)}をZIPにまとめています…`,
  packingLabel: 'ZIP作成の進行状況',
  cancelPacking: 'キャンセル',
  drop: 'ファイルやフォルダーをここにドロップすることもできます。',
  takeOver: 'ここから送信すると、もう一方のタブでの送信は停止します。',
  sendHere: 'このタブから送信',
  unproven: {
    question: (name) => `${name}がリンクを持っていることを確認できません。それでも送信しますか？`,
    name: '名前は確認されていません。誰でも入力できます。',
    refuse: '送信しない',
    allow: '送信する',
  },
  protectedLink: '保護リンク：受信者がリンクを持っていることを確認するまで、何も送信しません。',
  plainLink:
    'この端末では、この共有の保護リンクを作成できないため、誰がファイルを受け取るかを確認できません。共有を作成した端末とブラウザーから送信するか、ここで新しい共有を作成してください。',
  linkEnd: (end) =>
    `このページを開いたリンクの末尾は「…${end}」です。受信者に渡したリンクの末尾と異なる場合は、ここから送信しないでください。`,
  otherKey:
    'このページは、この共有のためにこの端末で作成したものではないリンクで開かれました。そのリンクは使用されません。受信者には、ここでコピーしたリンクだけを渡してください。',
  unverified: '送信しました。受信者の端末がファイル全体を受け取ったことは確認できていません。',
  dashboard: 'ダッシュボードへ',
  restart: '停止した共有は、ダッシュボードで再開できます。',
  reset: '接続をリセット',
  copyLink: 'リンクをコピー',
  link: '共有リンク',
  recipients: '受信者',
  recipient: (n) => `受信者${n}`,
  keepOpen: '転送が完了するまで、このタブを開いたままにしてください。',
  you: '自分',
  other: '受信者',
  toasts: {
    recipient: { title: '受信者が接続しました', description: '受信者が接続しています。' },
    ready: {
      title: '送信の準備ができました',
      description: '受信者が接続すると、転送が始まります。',
    },
    complete: { title: '転送が完了しました', description: 'ファイルを送信しました。' },
    failedToStart: {
      title: '開始できませんでした',
      description: 'ファイルを開けませんでした。',
    },
    copied: {
      title: 'リンクをコピーしました',
      description: 'リンクをクリップボードにコピーしました。',
    },
    copyFailed: {
      title: 'コピーできませんでした',
      description:
        'リンクをコピーできませんでした。ボタンの下に表示されたリンクを選択して、手動でコピーしてください。',
    },
  },
};

export const sharePageRecipient: RecipientCatalogues['share-page-recipient'] = {
  person: (name, email) => `${name}（${email}）`,
  pausedThere: '受信者が一時停止中',
  stalled: '受信者の端末を待っています',
  wants: (name) => `${name}がこのファイルのダウンロードを求めています。`,
  since: (time) => `${time}に参加しました。`,
  approve: '許可',
  decline: '拒否',
  declined: '拒否しました',
};

export const sharePageAway: RecipientCatalogues['share-page-away'] = {
  stillAlone:
    '送信者はまだオンラインではありません。このページを開いたままお待ちください。送信者がページを開くと、ダウンロードが始まります。',
  notOnline: '送信者はまだオンラインではありません。',
  left: (here, missing) =>
    `送信者がオフラインになりました。${here}は受信済み、残りは${missing}です。送信者が戻るとダウンロードが再開します。`,
  leftOpen: (here, missing) =>
    `送信者がオフラインになりました。${here}は受信済み、残りは${missing}です。このページを開いたままにしてください。閉じると、これまでに届いたデータは失われます。送信者が戻るとダウンロードが再開します。`,
  tellMe: '送信者がオンラインになったら通知する',
  stop: '通知しない',
  reach: {
    page: 'このタブを開いたままにしてください。送信者がオンラインになるとタイトルに点が表示されます。',
    notification: 'このタブを開いたままにしてください。送信者がオンラインになると通知されます。',
    push: 'このタブを閉じても、送信者がオンラインになると通知されます。',
  },
  pushOpen:
    '送信者が戻ると通知されます。このタブを開いたままにしてください。閉じると、これまでに届いたデータは失われます。',
  openAgain: '閉じた後は、送信者のメッセージのリンクをもう一度開いてください。',
  back: (sender) => `${nameOf(sender)}がオンラインになりました。`,
  notice: {
    title: '送信者がオンラインになりました',
    body: 'ファイルをダウンロードするには、ページを開いたままにしてください。',
  },
};
