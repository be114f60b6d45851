import type { RecipientCatalogues } from '../catalogues.js';
import { connection, receipt } from './connection.js';
import { failures } from './failures.js';
import { formats, transfers } from './intl.js';
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
  skip: '本文へ移動',
  nav: {
    label: 'メインナビゲーション',
    dashboard: 'ダッシュボード',
    upgrade: 'アップグレード',
    audit: '監査ログ',
    settings: '設定',
    help: 'ヘルプ',
    admin: '管理',
    running: (count) => `${transfers(count)}を実行中`,
  },
  plan: { pro: 'Proプラン', free: '無料プラン' },
  logout: 'ログアウト',
  sessionEnded: {
    title: 'セッション終了',
    description: 'ログアウトされました。もう一度ログインしてください。',
  },
  installed: {
    title: 'アプリをインストールしました',
    description: 'ほかのアプリと同じように開けます。',
  },
  theme: { label: '外観', light: 'ライトモードに切り替え', dark: 'ダークモードに切り替え' },
  notFound: {
    title: 'ページが見つかりません',
    text: 'このページは存在しないか、移動しました。',
    home: 'トップページへ',
  },
  unreachable: {
    title: 'サーバーに接続できません',
    signedIn: 'ログイン状態は維持されています。',
    text: 'サーバーが復旧すると、このページは自動的に読み込まれます。',
    retry: '再試行',
  },
  newTab: {
    title: 'このページを新しいタブで開いてください',
    text: '現在のページと置き換わると、ここから送信中のファイルが中断されます。',
    chosen: '現在のページと置き換わると、ファイルを選び直す必要があります。',
    open: '新しいタブで開く',
    back: '戻る',
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
    loading: '読み込み中…',
    toasts: { area: '通知（F8）', close: '通知を閉じる' },
    crash: {
      title: '問題が発生しました',
      text: 'ページが動作しなくなりました。共有の内容は失われていません。続けるには再読み込みしてください。',
      reload: '再読み込み',
    },
    partNotLoaded: {
      title: 'このページを読み込めませんでした',
      partTitle: 'ページのこの部分を読み込めませんでした',
      text: 'インターネット接続を確認して、もう一度お試しください。',
      retry: '再試行',
      toast: {
        title: '開けませんでした',
        description: 'インターネット接続を確認して、もう一度お試しください。',
      },
    },
    runningTransfer: 'このタブの転送は続いています。再読み込みすると中断されます。',
  },
  files: {
    andMore: (first, count) => `${first}ほか${count}件`,
    altered: {
      title: '何も送信されませんでした',
      description: (shown, created) =>
        `サーバーはこの共有のファイルを「${shown}」と表示していますが、この端末では「${created}」用に作成されています。新しい共有を作成してください。`,
    },
    faultTitle: 'エラー',
    faults: {
      empty: (name) => (name === '' ? 'このフォルダーは空です。' : `「${name}」は空です。`),
      'too-many': (name) =>
        `「${name}」に含まれるファイルが1万個を超えています。先にZIPにまとめてください。`,
      unreadable: (name) =>
        `「${name}」を読み取れません。変更、移動、または削除されたか、アクセスが拒否されました。`,
    },
  },
  general: {
    operator: {
      imprint: '運営者情報',
      status: '稼働状況',
      source: 'ソースコード',
      securityContact: 'セキュリティ連絡先',
    },
    unnamedUser: 'ユーザー',
    networkError:
      'ネットワークエラー：サーバーに接続できません。インターネット接続をご確認ください。',
    answeredByNetwork:
      'ネットワークエラー：サーバーではなく、このネットワークが応答しました。ネットワークにログインするか、別のネットワークをご利用ください。',
    connectionError: {
      title: '接続エラー',
      description: 'サーバーに接続できません。インターネット接続をご確認ください。',
    },
  },
  language: {
    label: '言語',
    later: {
      title: '言語を保存しました',
      description: '次にこのページを開いたときに言語が切り替わります。',
    },
  },
  notices: {
    'sender-back': {
      title: '送信者がオンラインになりました',
      body: 'ページを開くと、ファイルをダウンロードできます。',
    },
    delivered: { title: '受け渡しが確認されました', body: '受信者がファイル全体を受信しました。' },
  },
  'share-page': sharePage,
  'share-page-away': sharePageAway,
  'share-page-receiver': sharePageReceiver,
  'share-page-recipient': sharePageRecipient,
  'share-page-saving': sharePageSaving,
  'share-page-sender': sharePageSender,
};

export default catalogues;
