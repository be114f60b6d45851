import { advertisedSizes, describeSize, weeksOfPro } from '../../lib/texts/figures.js';
import type { AppCatalogues } from '../catalogues.js';
import { daysRange, dollars } from './intl.js';

export const site: AppCatalogues['site'] = {
  skip: '本文へ移動',
  menu: 'サイト',
  how: '使い方',
  pricing: '料金',
  questions: 'よくある質問',
  action: 'ダッシュボードへ',
  promise: 'ファイルはブラウザーからブラウザーへ。当社が保存することはありません。',
  company: '会社情報',
  terms: '利用規約',
  privacy: 'プライバシーポリシー',
  support: 'サポート',
  release: (id) => `リリース${id}`,
  signIn: 'ログイン',
  language: '言語',
  englishOnly: 'このページは英語のみです。',
  groups: { compare: '比較', send: '送信', understand: '仕組み' },
  pages: {
    versus: (name) => `${name}とWeTransferの比較`,
    wetransferAlternative: 'WeTransferの代わりに',
    dropboxAlternative: 'Dropboxの代わりに',
    gmail: 'Gmailで送れないファイル',
    large: '大きなファイルを送る',
    tenGigabytes: '10\u00a0GBのファイルを送る',
    video: '動画ファイルを送る',
    p2p: 'P2Pファイル転送',
    hipaa: 'HIPAAとファイル共有',
    trust: '当社に見えるもの、見えないもの',
  },
};

type Landing = AppCatalogues['marketing']['landingContent'];
type Facts = Parameters<Landing>[0];

const months = (n: number): string => (n >= 24 && n % 12 === 0 ? `${n / 12}年間` : `${n}か月間`);

const plans = (facts: Facts): ReturnType<Landing>['plans'] => [
  {
    name: '無料',
    usd: 0,
    price: dollars(0),
    rhythm: '期間の制限なし',
    points: [
      facts.freeSharesPerMonth === null
        ? '共有は無制限'
        : `共有は毎月${facts.freeSharesPerMonth}件まで`,
      `リンクの有効期間は${daysRange(facts.expiryDays.free)}`,
      `1回の転送は${advertisedSizes(facts).free}まで`,
      'すべての共有にパスワードと監査ログ',
    ],
    action: '無料で始める',
    isMarked: false,
  },
  {
    name: 'Pro',
    usd: facts.prices.proWeeklyUsd,
    price: dollars(facts.prices.proWeeklyUsd),
    rhythm: '1週間あたり、いつでも解約可能',
    points: [
      '共有は無制限',
      `リンクの有効期間は${daysRange(facts.expiryDays.active)}`,
      `1回の転送は${advertisedSizes(facts).pro}まで`,
      'ヘルプセンターと、24時間以内のサポート',
      '新規のサブスクリプションは14日以内なら返金可能',
    ],
    action: 'Proを始める',
    isMarked: true,
  },
  {
    name: 'ProForever',
    usd: facts.prices.proForeverUsd,
    price: dollars(facts.prices.proForeverUsd),
    rhythm: `お支払いは1回だけ、Proの約${weeksOfPro(facts.prices)}週間分`,
    points: [
      'Proのすべての機能',
      `リンクの有効期間は${daysRange(facts.expiryDays.proforever)}`,
      '更新は不要、サービスの提供が続く限り有効',
    ],
    action: 'ProForeverを購入',
    isMarked: false,
  },
];

const saving =
  'ChromeやEdgeなど、ディスクに直接保存できるブラウザーでは、特に大きなファイルを扱えます。';

const sizeAnswer = (facts: Facts): string => {
  const { free, active } = facts.maxFileBytes;
  if (!facts.hasPayments)
    return free === null
      ? `転送そのものに上限はなく、ディスクの空き容量と時間だけが制約になります。${saving}`
      : `1ファイルあたり${describeSize(free)}までです。${saving}`;
  const unlimited =
    free === null && active === null
      ? '転送そのものに上限はなく、これを超えるサイズでは、ディスクの空き容量と時間だけが制約になります。'
      : '';
  return `最新のブラウザーであれば、1ファイルあたり${advertisedSizes(facts).everywhere}が目安です。ChromeやEdgeなど、ディスクに直接保存できるブラウザーでは、無料プランで${advertisedSizes(facts).free}、Proで${advertisedSizes(facts).pro}まで扱えます。${unlimited}`;
};

const wrongPasswords = ({ wrongPasswordLimit }: Facts): string =>
  wrongPasswordLimit > 0
    ? `1時間以内に複数のネットワークから誤ったパスワードが${wrongPasswordLimit}回入力されると、共有は自動的に停止し、ワンクリックで再開できます`
    : 'パスワードを誤るたびに、次に試せるまでの時間が長くなります';

const landingContent: Landing = (facts) => ({
  title: `${facts.brand.name} – ブラウザーから相手のブラウザーへ、ファイルを直接送信`,
  description:
    'ブラウザーから別のブラウザーへ、ファイルを直接共有できます。通信は暗号化され、サーバーには保存されません。すべての共有にパスワードと監査ログが付きます。' +
    (facts.hasPayments ? '無料で始められます。' : ''),
  how: {
    kind: 'steps',
    heading: '使い方',
    steps: [
      {
        title: 'ファイルを選択',
        text: 'ログインしてファイルを選択します。ファイルは端末に残り、アップロードは行われません。',
      },
      {
        title: 'リンクとパスワードを送る',
        text: 'リンクとパスワードは1秒以内に用意されます。できれば別々の手段で、受信者に送ってください。',
      },
      {
        title: '接続',
        text: '受信者がリンクを開くと、2つのブラウザーが直接つながります。',
      },
      {
        title: '到着時に検証',
        text: 'ファイルは転送と同時に保存され、双方でチェックサムによって検証されます。',
      },
    ],
  },
  faq: [
    { question: 'ファイルの大きさに上限はありますか？', answer: sizeAnswer(facts) },
    {
      question: 'どの端末とブラウザーで使えますか？',
      answer:
        'パソコン、タブレット、スマートフォンの、Chrome、Edge、Firefox、Safariの最新版で使えます。インストールは不要ですが、ページをアプリとしてインストールすることもできます。スマートフォンでは、転送中はページを開いて表示したままにしてください。',
    },
    {
      question: '転送はどのように保護されますか？',
      answer: `2つのブラウザー間の接続は、直接の場合も中継サーバー経由の場合も暗号化されます。パスワードは共有ごとに生成されます。${wrongPasswords(facts)}。ファイルはサーバーに保存されないため、盗まれるコピーもありません。保護リンクを使うと、間に入り込んだサーバーを双方のブラウザーが検出できます。`,
    },
    {
      question: '双方がオンラインである必要がありますか？',
      answer:
        'はい。受信が終わるまで、同時にオンラインである必要があります。後からダウンロードするためのコピーは、どのサーバーにも保存されません。時差がある場合は、時間を決めておくか、ファイルを保存するサービスをご利用ください。',
    },
    {
      question: '誰がダウンロードしたかを確認できますか？',
      answer: `はい。受信者は、ダウンロードの前に名前とメールアドレスを入力します。その内容は、アクセスの日時、IPアドレス、結果とともに監査ログに記録されます。監査ログは${months(facts.auditRetentionMonths)}保存され、CSVでエクスポートできます。名前とメールアドレスの真正性は確認していません。`,
    },
    {
      question: '接続が切れるとどうなりますか？',
      answer:
        '双方のブラウザーが自動的に再接続し、最後に届いた部分の続きから転送を再開します。再接続できない場合は、「再試行」をクリックしてください。',
    },
  ],
  plans: facts.hasPayments ? plans(facts) : [],
  action: facts.hasPayments ? '無料で始める' : '今すぐ始める',
});

export const marketing: AppCatalogues['marketing'] = {
  marks: { yes: 'はい', no: 'いいえ', partly: '一部' },
  units: {
    speed: (megabits) => `${megabits}\u00a0Mbps`,
    size: (gigabytes) => `${gigabytes}\u00a0GB`,
    seconds: (n) => `${n}秒`,
    minutes: (n) => `${n}分`,
    hours: (n) => `${n}時間`,
  },
  operatingSystems: '最新のブラウザーが動作するすべてのOS',
  drawing: {
    caption:
      '図：ファイルは、送信者のブラウザーから受信者のブラウザーへ一直線に移動します。上にあるサーバーは、両者の接続を助けるだけです。',
    you: '自分のブラウザー',
    them: '相手のブラウザー',
    server: '接続だけをサポート',
  },
  landing: {
    heading: ['この画面から、相手の画面へ。', 'どこにも残さずに。'],
    lead: '双方がオンラインなら、クラウドは不要です。相手のブラウザーへ直接送れます。',
    more: '詳しく見る',
    preview: {
      heading: '双方に見える画面',
      sender: {
        caption: 'あなたのダッシュボード：誰がダウンロード中で、どれだけ相手のディスクに届いたか。',
        alt: '送信者のダッシュボード。Grace Hopperがwedding-final-cut.movを直接接続でダウンロード中で、進捗、速度、残り時間が表示されている。',
      },
      recipient: {
        caption: '受信者のページ。最新のブラウザーならどれでも使えます。',
        alt: 'スマートフォンで開いた受信者のページ。Ada Lovelaceからの同じファイルを受信中。',
      },
    },
    why: '直接送る理由',
    time: {
      title: '待ち時間は1回だけ',
      text: 'アップロード型のサービスでは、まず自分がアップロードを待ち、次に受信者がダウンロードを待ちます。ここでは、その両方が同時に進みます。',
      ours: '送信と受信',
      up: 'アップロード',
      down: 'ダウンロード',
    },
    empty: {
      title: '漏れるものがない',
      text: '当社のサーバーには、一瞬たりともコピーが置かれません。保存されていないものは、漏えいも、売却も、開示請求もされません。',
      figure: '0',
      unit: 'バイト（当社のディスクに保存されるファイルの量）',
    },
    proof: {
      title: '誰に届いたかがわかる',
      text: '監査ログには、アクセスとダウンロードについて、申告された名前、日時、IPアドレス、結果が表示されます。受信者のコピーが元のファイルと同一であることは、チェックサムで検証されます。',
      sender: '自分',
      recipient: '相手',
      equal: '同一',
    },
    voices: '利用者の声',
    questions: 'よくある質問',
    pricing: '料金',
    pricingIntro: '数えるのは共有の件数だけ。ファイルを保存しないので、容量は数えません。',
    closing: '双方がオンラインなら、すぐに送れます。',
  },
  landingContent,
};
