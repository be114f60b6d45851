import { describeSize } from '../../lib/texts/figures.js';
import type { AppCatalogues } from '../catalogues.js';
import { daysRange } from './intl.js';

type Policy = Parameters<AppCatalogues['help']['faq']>[0];

const sizes = ({ maxFileBytes: { free, active, proforever } }: Policy): string => {
  if (free === null && active === null && proforever === null)
    return '5\u00a0GB（無料プランでは2\u00a0GB）までとご案内していますが、アプリに上限はありません。';
  const limit = (bytes: number | null): string =>
    bytes === null ? '上限なし' : `${describeSize(bytes)}まで`;
  return `無料プランは${limit(free)}、Proは${limit(active)}、ProForeverは${limit(proforever)}です。`;
};

const givenSizes = ({ maxFileBytes: { free } }: Policy): string =>
  free === null
    ? 'アプリに上限はありません。'
    : `管理者から別のプランが割り当てられている場合を除き、${describeSize(free)}までです。`;

const soldLifetimes = ({ expiryDays: { free, active, proforever } }: Policy): string =>
  `無料プランでは${daysRange(free)}です。共有を作成する前に、Proでは${daysRange(active)}、ProForeverでは${daysRange(proforever)}から選べます。`;

const givenLifetimes = ({ expiryDays: { free } }: Policy): string =>
  free.min === free.max
    ? `${daysRange(free)}です。`
    : `共有を作成する前に、${daysRange(free)}から選べます。`;

export const help: AppCatalogues['help'] = {
  title: 'ヘルプセンター',
  lead: 'よくある質問とお問い合わせ先です。',
  video: '動画で使い方を見る',
  videoNote: 'ファイルの共有方法を30秒で紹介します。',
  stepsTitle: '文章で読む使い方',
  steps: [
    'ダッシュボードでファイルを選びます。ファイルはお使いの端末に残ります。',
    '「Create Share」（共有を作成）をクリックし、リンクとパスワードを相手に送ります。',
    '受信者がリンクを開き、パスワードを入力します。',
    '名前とメールアドレスを入力し、ダウンロードを開始します。',
    'ファイルはお使いのブラウザーから相手のブラウザーへ直接届きます。誰がどこまで受信したかを確認できます。',
    '届くと、元のファイルと同一であることを、相手のブラウザーが検証します。',
    '結果は送信者の画面にも表示され、双方が受領証を保存できます。',
  ],
  faqTitle: 'よくある質問',
  contactTitle: '解決しない場合は',
  contactText:
    '有料プランには優先サポートが付いており、24時間以内に返信します。お使いのブラウザー、おおよそのファイルサイズ、発生した問題をお知らせください。共有のパスワードは、絶対に送らないでください。',
  contactTextWithoutPayments:
    'お使いのブラウザー、おおよそのファイルサイズ、発生した問題をお知らせください。共有のパスワードは、絶対に送らないでください。',
  contactAction: (email) => `${email}にメールを送る`,
  faq: (policy, hasPayments) => [
    {
      question: 'ファイルを共有するには？',
      answer:
        'ダッシュボードでファイルを選択し、「共有を作成」をクリックします。リンクとパスワードを受信者に送ってください。機密性の高いファイルの場合は、それぞれ別の手段で送ります。タブは開いたままにしてください。受信者が「ダウンロード」をクリックすると転送が始まり、進行状況をその場で確認できます。',
    },
    {
      question: '双方がオンラインである必要がありますか？',
      answer:
        'はい。ファイルはお使いのブラウザーから相手のブラウザーへ直接送られ、サーバーには保存されません。そのため、受信が終わるまで双方がオンラインである必要があります。接続が切れると転送は待機し、中断したところから自動的に再開します。',
    },
    {
      question: 'ファイルの大きさに上限はありますか？',
      answer: `${hasPayments ? sizes(policy) : givenSizes(policy)}ファイルは小さなブロックに分けて、ディスクからディスクへ転送されます。そのため、実際に制約となるのは、受信者の空き容量と、お使いの回線のアップロード速度です。1\u00a0GBの転送には、10\u00a0Mbpsで約15分かかります。`,
    },
    {
      question: 'リンクはいつまで使えますか？',
      answer: `${hasPayments ? soldLifetimes(policy) : givenLifetimes(policy)}リンクはいつでも停止でき、有効期限までは再開できます。`,
    },
    {
      question: '共有を開けるのは誰ですか？',
      answer:
        'リンクとパスワードの両方を持っている人だけです。パスワードは共有ごとに異なり、自分で決めなければ自動で生成されます。パスワードを間違えると次の試行までに時間がかかります。1時間以内に複数のネットワークから何度も間違えるとリンクが停止することがありますが、「最近の共有」から再開できます。受信者が入力した名前とメールアドレスは、監査ログで確認できます。',
    },
    {
      question: '転送が始まりません。どうすればよいですか？',
      answer:
        '双方のタブが開いていて、画面に表示されているか確認してください。スマートフォンでは、バックグラウンドのタブが停止します。次に、ページを再読み込みする、VPNをオフにする、別のネットワークを使うといった方法をお試しください。企業のファイアウォールによっては、直接接続が遮断されます。中継サーバーが利用できる場合は、ブラウザー間で暗号化されたまま、データが中継されます。',
    },
    {
      question: 'スマートフォンやノートパソコンのスリープを防ぐには？',
      answer:
        '対応するスマートフォンでは、ダッシュボードに「画面をオンのままにする」スイッチが表示されます。パソコンの場合は、大きなファイルの転送中は電源に接続し、スリープをオフにしてください。アプリをインストールするのも効果的です。インストールしたアプリは、ブラウザーに停止されにくくなります。',
    },
    hasPayments
      ? {
          question: 'プランを解約するには？',
          answer: `「設定」の「サブスクリプションを解約」から手続きできます。直ちに無料プランに移行し、現在の期間の料金は返金されません。新規のProサブスクリプションは、14日以内であれば返金できます。${
            policy.canCancelProForever
              ? 'ProForeverに更新はありません。解約するとプランは終了し、返金はありません。'
              : 'ProForeverはお支払いが1回だけで、解約はできません。'
          }`,
        }
      : {
          question: '上限が足りない場合は？',
          answer:
            '下記のアドレスまでご連絡ください。管理者が、お使いのアカウントに別のプランを割り当てることができます。',
        },
  ],
};
