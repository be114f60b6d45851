import type { AppCatalogues } from '../catalogues.js';

export const audit: AppCatalogues['audit'] = {
  title: '監査ログ',
  lead: '誰が共有を作成、閲覧、ダウンロードし、誰が拒否されたかを確認できます。',
  back: 'ダッシュボードに戻る',
  search: '検索',
  searchPlaceholder: 'ファイル名、メールアドレス、IPアドレス',
  eventFilter: 'イベントの種類',
  statusFilter: 'ステータス',
  events: {
    all: 'すべてのイベント',
    share_created: '共有の作成',
    access_attempt: 'アクセスの試行',
    download_completed: 'ダウンロードの完了',
    access_denied: 'アクセスの拒否',
  },
  downloadFailed: 'ダウンロードの失敗',
  statuses: {
    all: 'すべてのステータス',
    success: '成功',
    failure: '失敗',
    denied: '拒否',
  },
  standings: {
    confirmed: '双方が確認済み',
    claimed: {
      recipient: '受信者のみが報告',
      sender: 'お使いのブラウザーのみが報告',
    },
    partial: (size) => `${size}で中断`,
    refused: {
      recipient: '受信者のブラウザーが中止',
      sender: 'お使いのブラウザーが中止',
    },
    failed: '受け渡し未完了',
  },
  export: 'CSVをエクスポート',
  exporting: 'エクスポートしています…',
  exported: { title: 'エクスポートが完了しました', description: '監査ログを保存しました。' },
  exportFault: {
    title: '監査ログが破損しています',
    description:
      'エクスポートした監査ログは、このブラウザーに記録されている内容の続きになっていません。証拠としてファイルを保管してください。',
  },
  exportFailed: {
    title: 'エクスポートできませんでした',
    description: '監査ログをエクスポートできませんでした。もう一度お試しください。',
  },
  verify: '完全性を検証',
  verifying: '検証しています…',
  intact: {
    title: '監査ログは改ざんされていません',
    description: (n) => `${n}件の記録を確認しました。欠落や、履歴に残らない変更はありません。`,
    joined: '一覧では、1件のダウンロードに関する記録を1行にまとめて表示しています。',
  },
  broken: {
    title: '監査ログが改ざんされています',
    description: (position) => `${position}件目の記録が、変更または削除されています。`,
  },
  dismiss: '閉じる',
  verifyFailed: { title: 'エラー', fallback: '監査ログを検証できませんでした。' },
  head: {
    first: (at) =>
      `このブラウザーは、${at}時点の監査ログの署名済みの状態を保存しました。次回以降の表示時に、監査ログがその状態の続きになっていない場合は警告します。`,
    consistent: (since) =>
      `監査ログは、このブラウザーが${since}に保存した署名済みの状態の続きです。`,
    signed: '監査ログの署名値',
    purpose:
      '監査ログ全体のフィンガープリントにサーバーが署名したものです。保存しておくと、監査ログが改ざんされていないことを後で証明できます。',
    head: (size) => `全アカウントの記録${size}件の署名値：`,
    save: '署名値を保存',
    headFile: '監査ログ-署名値.json',
    unknown: '監査ログの署名は、現在取得できません。',
    alarm: '監査ログが改ざんされています',
    faults: {
      'rolled-back': (since) =>
        `監査ログが、このブラウザーで最後に確認した${since}の時点より短くなっています。記録が削除されています。`,
      rewritten: (since) =>
        `監査ログの内容が、このブラウザーで最後に確認した${since}の時点から失われています。`,
      'entry-removed': (since, position) =>
        `監査ログの${position}件目の記録がありません。${since}には存在し、保存期間も終わっていません。`,
      'entry-changed': (since, position) =>
        `監査ログの${position}件目の記録が、${since}の時点のものと異なります。`,
      invalid: () => '監査ログに対するサーバーの署名または証明が無効です。',
      refused: () => '以前に署名した内容と整合しないため、サーバーが監査ログに署名していません。',
    },
    advice:
      '証拠を保存し、運営者に送ってください。証拠には、このブラウザーに記録されている署名付きの状態と、現在の状態が含まれます。',
    saveEvidence: '証拠を保存',
    evidenceFile: '監査ログ-証拠.json',
    accept: 'この監査ログを信頼する',
  },
  entries: {
    checking: 'サーバーが記録を検証しています…',
    checked: (at) => `サーバーが${at}に監査ログを検証しました。`,
    failed: '現在、記録を検証できません。',
  },
  heading: (n) => `監査ログの記録（${n}件）`,
  unverified: '受信者の名前とメールアドレスは本人の申告によるもので、確認されていません。',
  times: (zone) => `時刻は${zone}のタイムゾーンで表示しています。CSVファイルではUTCを使用します。`,
  earlier: {
    loaded: (n, since) =>
      `${since}以降の最新${n}件を読み込んでいます。検索と絞り込みは、監査ログ全体が対象です。`,
    load: '以前の記録を読み込む',
    whole: '監査ログ全体を読み込みました。',
    searching: '監査ログ全体を検索しています…',
    searched: '監査ログ全体を検索しました。',
    searchFailed:
      '以前の記録を検索できませんでした。読み込み済みの記録のうち、一致するものだけを表示しています。',
    cut: (n) => `一致する記録が多いため、最新の${n}件だけを表示しています。`,
    failedToast: {
      title: 'エラー',
      fallback: '以前の記録を読み込めませんでした。',
    },
  },
  printed: (shown, all) =>
    `全${all}件のうち、最新の${shown}件のみが印刷されます。CSVエクスポートにはすべて含まれます。`,
  empty: '条件に一致する監査ログはありません。',
  loading: '監査ログを読み込んでいます…',
  failed: '監査ログを読み込めませんでした。',
  activity: {
    title: '分析',
    lead: (n) => `過去${n}日間の共有の利用状況です。`,
    part: (n, since) => `${since}以降の最新${n}件だけを集計しています。`,
    downloads: '完了したダウンロード',
    recipients: '受信者数（重複なし）',
    attempts: 'アクセスの試行',
    denied: '拒否',
    chart: (n) => `1日あたりのダウンロード数（過去${n}日間）`,
    day: (day, n) => `${day}：ダウンロード${n}回`,
  },
  columns: {
    date: '日時',
    event: 'イベント',
    status: 'ステータス',
    file: 'ファイル',
    accessor: 'アクセス者',
    location: '場所',
    ip: 'IPアドレス',
  },
  anonymous: '匿名の受信者',
  browsers: {
    mobile: 'モバイル端末',
    chrome: 'Chrome',
    firefox: 'Firefox',
    safari: 'Safari',
    unknown: '不明なブラウザー',
    device: '不明な端末',
  },
};
