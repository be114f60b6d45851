import { apart, breaks } from '../breakage.mjs';

/** @type {typeof breaks} */
const local = (file, rows) => apart(breaks(file, rows));

const features = 'web/src/features';
const http = 'web/src/lib/http';
const transferApi = 'web/src/lib/transfer-api';
const account = 'web/src/lib/account';
const routes = 'gateway/src/routes';

/**
 * The call goes to another address, and the gateway has no such call.
 * @param {string} numbers @param {string} file @param {string} find @param {string} replace
 */
const otherAddress = (numbers, file, find, replace) =>
  local(file, [[numbers, `another address in ${file}`, find, replace]]);

const everyCall = [
  ...breaks(`${http}/http.ts`, [
    ['7.1', 'no credentials', "credentials: 'include',", ''],
    ['7.1', 'a body without its type', "{ 'content-type': 'application/json' }", '{}'],
    ['7.1', 'a body that is no JSON', '{ body: JSON.stringify(body) }', '{ body: String(body) }'],
    ['7.40', 'no parameters', '`?${text}`', "''"],
    [
      '7.40',
      'another method',
      '      ...init,\n',
      "      ...init,\n      method: init.method ?? 'POST',\n",
    ],
  ]),
  ...breaks(`${http}/base-api.ts`, [
    ['7.4, 7.6, 7.25', 'every 29 s', 'pollingIntervalMs = 30_000', 'pollingIntervalMs = 28_500'],
    ['7.4, 7.6, 7.25', 'every 31 s', 'pollingIntervalMs = 30_000', 'pollingIntervalMs = 31_000'],
    ['7.40', 'the text instead of the JSON', 'return JSON.parse(body) as unknown;', 'return body;'],
  ]),
  ...breaks('web/src/lib/paths.ts', [
    [
      '7.45',
      'an API on another origin by default',
      "buildEnv['VITE_API_ORIGIN'] : ''",
      "buildEnv['VITE_API_ORIGIN'] : 'https://elsewhere.example'",
    ],
    ['7.40', 'another address', '`${apiOrigin}/api${path}`', '`${apiOrigin}/data${path}`'],
  ]),
];

const shares = [
  ...otherAddress(
    '7.2',
    `${features}/dashboard/api.ts`,
    "url: '/file-shares', method: 'POST'",
    "url: '/shares', method: 'POST'",
  ),
  ...otherAddress(
    '7.3',
    `${features}/dashboard/api.ts`,
    "url: '/file-shares',\n        params",
    "url: '/shares',\n        params",
  ),
  ...otherAddress('7.8', `${features}/dashboard/api.ts`, '}/stop`', '}/end`'),
  ...otherAddress('7.9', `${features}/dashboard/api.ts`, '}/restart`', '}/start`'),
  ...otherAddress(
    '7.10',
    `${features}/dashboard/api.ts`,
    "}`,\n        method: 'DELETE'",
    "}/delete`,\n        method: 'DELETE'",
  ),
  ...breaks(`${features}/dashboard/api.ts`, [
    [
      '7.2',
      'no body',
      "url: '/file-shares', method: 'POST', ...call })",
      "url: '/file-shares', method: 'POST' })",
    ],
    [
      '7.3',
      'no userId',
      'userId: uid,\n  limit: maxRows.shares',
      "userId: '',\n  limit: maxRows.shares",
    ],
    ['7.4', 'no polling', ', ...useRefresh(state) }', ' }'],
    [
      '7.8',
      'no idToken',
      "/stop`,\n        method: 'POST',\n        body,",
      "/stop`,\n        method: 'POST',",
    ],
    [
      '7.9',
      'no idToken',
      "/restart`,\n        method: 'POST',\n        body,",
      "/restart`,\n        method: 'POST',",
    ],
  ]),
  ...breaks(`${features}/dashboard/upload/create-share.ts`, [
    ['7.2', 'no filename', 'filename: file.name,', "filename: '',"],
    ['7.2', 'no fileSize', 'fileSize: formatBytes(file.size),', "fileSize: '',"],
    [
      '7.2',
      'no fileType',
      "fileType: file.type === '' ? unknownFileType : file.type,",
      "fileType: '',",
    ],
    ['7.2', 'no firebaseUser', 'firebaseUser: user,', 'firebaseUser: null,'],
  ]),
  ...local(`${features}/dashboard/recent/use-share-actions.ts`, [
    ['7.8', 'no toast', "toast({ variant: 'success', ...actions.stopped });", ''],
    [
      '7.9',
      'no toast',
      'const { title, description } = actions.restarted;',
      "const [title, description] = ['', ''];",
    ],
    ['7.10', 'no toast', "toast({ variant: 'success', ...actions.deleted });", ''],
  ]),
  ...local(`${features}/dashboard/texts.ts`, [
    ['7.8', 'another text', "'Share Stopped'", "'Something else'"],
    ['7.9', 'another text', "'Share Restarted'", "'Something else'"],
    ['7.10', 'another text', "'Share Deleted'", "'Something else'"],
  ]),
  ...local(`${routes}/file-shares.ts`, [
    [
      '7.2',
      'no such call',
      "method: 'post',\n    path: '/api/file-shares',",
      "method: 'post',\n    path: '/api/shared-files',",
    ],
    ['7.2', 'the filename is dropped', 'filename: body.filename,', "filename: '',"],
    ['7.2', 'the fileSize is dropped', 'fileSize: body.fileSize,', "fileSize: '',"],
    [
      '7.2',
      'the fileType is dropped',
      'fileType: body.fileType ?? defaultFileType,',
      'fileType: defaultFileType,',
    ],
    [
      '7.2',
      'the share belongs to no user',
      "?? '',\n          },\n          onBehalfOf(caller)",
      "?? '',\n          },\n          onBehalfOf(undefined)",
    ],
    [
      '7.3',
      'no such call',
      "method: 'get',\n    path: '/api/file-shares',",
      "method: 'get',\n    path: '/api/shared-files',",
    ],
    ['7.3', 'no list', 'return reply.shares.map(present);', 'return [];'],
    [
      '7.3',
      'the shares of another user',
      '          ownerUid,\n          limit',
      "          ownerUid: '',\n          limit",
    ],
    [
      '7.8',
      'no such call',
      "path: '/api/file-shares/:shareId/stop'",
      "path: '/api/file-shares/:shareId/end'",
    ],
    [
      '7.8',
      'nothing is stopped',
      'present(await shares.stopShare({ shareId: params.shareId }, onBehalfOf(caller)))',
      'present(await shares.restartShare({ shareId: params.shareId }, onBehalfOf(caller)))',
    ],
    [
      '7.9',
      'no such call',
      "path: '/api/file-shares/:shareId/restart'",
      "path: '/api/file-shares/:shareId/start'",
    ],
    [
      '7.9',
      'nothing is restarted',
      'present(await shares.restartShare({ shareId: params.shareId }, onBehalfOf(caller)))',
      'present(await shares.stopShare({ shareId: params.shareId }, onBehalfOf(caller)))',
    ],
    [
      '7.10',
      'no such call',
      "method: 'delete',\n    path: '/api/file-shares/:shareId',",
      "method: 'delete',\n    path: '/api/file-shares/:shareId/delete',",
    ],
    [
      '7.10',
      'nothing is deleted',
      'await shares.deleteShare({ shareId: params.shareId }, onBehalfOf(caller));',
      'void params;',
    ],
  ]),
  ...breaks('gateway/src/auth.ts', [
    [
      '7.8, 7.9',
      'the idToken is ignored',
      'bearerOf(request) ?? tokenInBody(request)',
      'bearerOf(request)',
    ],
  ]),
];

const ownRecord = [
  ...otherAddress('7.5', `${account}/user-api.ts`, "url: '/user'", "url: '/account'"),
  ...breaks(`${account}/user-api.ts`, [
    ['7.5', 'no userId', 'userId: uid };', "userId: '' };"],
    ['7.6', 'no polling', '    ...useRefresh(state),\n', ''],
    [
      '7.7',
      'one cache for all users',
      "providesTags: ['User'],",
      "providesTags: ['User'], serializeQueryArgs: () => 'user',",
    ],
    [
      '7.7',
      'no cache',
      "providesTags: ['User'],",
      "providesTags: ['User'], forceRefetch: () => true,",
    ],
  ]),
  ...local(`${routes}/user.ts`, [
    [
      '7.5',
      'no such call',
      "method: 'get',\n    path: '/api/user',",
      "method: 'get',\n    path: '/api/account',",
    ],
    [
      '7.5',
      'no subscriptionStatus',
      'subscriptionStatus: plan.subscriptionStatus as SubscriptionStatus,',
      '',
    ],
    ['7.5', 'no sharesUsedThisMonth', 'sharesUsedThisMonth: usage.sharesUsedThisMonth,', ''],
  ]),
];

const recipients = [
  ...otherAddress('7.11', `${transferApi}/ice-servers.ts`, "'/turn-credentials'", "'/turn'"),
  ...breaks(`${transferApi}/ice-servers.ts`, [
    [
      '7.11',
      'relays first',
      '[...stun.map((urls) => ({ urls })), ...extra]',
      '[...extra, ...stun.map((urls) => ({ urls }))]',
    ],
    [
      '7.11',
      'no relays',
      '[...stun.map((urls) => ({ urls })), ...extra]',
      'stun.map((urls) => ({ urls }))',
    ],
    ['7.11', 'one STUN server', 'stunServers.slice(0, 2)', 'stunServers.slice(0, 1)'],
    ['7.11', 'three STUN servers', 'stunServers.slice(0, 2)', 'stunServers.slice(0, 3)'],
    ['7.12', 'a failure fails the connection', '.catch(() => fallback)\n', '\n'],
    [
      '7.12',
      'nothing on failure',
      'const extra = relays',
      'if (relays.length === 0) return [];\n  const extra = relays',
    ],
  ]),
  ...breaks('proto/browser/policy.ts', [
    ['7.11', 'no public STUN server', "  'stun:stun.l.google.com:19302',\n", ''],
  ]),
  ...breaks(`${http}/config.ts`, [
    [
      '7.36',
      'another address',
      '}://${window.location.host}/ws`',
      '}://${window.location.host}/socket`',
    ],
    [
      '7.36',
      'never wss',
      "window.location.protocol === 'https:' ? 'wss' : 'ws'",
      "window.location.protocol === 'https:' ? 'ws' : 'ws'",
    ],
    [
      '7.36',
      'always wss',
      "window.location.protocol === 'https:' ? 'wss' : 'ws'",
      "window.location.protocol === 'https:' ? 'wss' : 'wss'",
    ],
  ]),
  ...local(`${routes}/turn.ts`, [
    ['7.11', 'no such call', "path: '/api/turn-credentials'", "path: '/api/turn'"],
    [
      '7.11',
      'no relays from the gateway',
      'iceServers: iceServers.map(',
      'iceServers: iceServers.slice(0, 1).map(',
    ],
    ['7.11', 'no credentials', '          credential,\n', ''],
  ]),
  ...otherAddress(
    '7.13',
    `${transferApi}/transfer-report.ts`,
    "'/transfer-analytics'",
    "'/analytics'",
  ),
  ...local(`${transferApi}/transfer-report.ts`, [
    ['7.13', 'no payload', 'body: report,', ''],
    [
      '7.14',
      'a failure is not logged',
      "console.warn('transfer analytics could not be sent', error);",
      'void error;',
    ],
    [
      '7.14',
      'a failure is thrown',
      "console.warn('transfer analytics could not be sent', error);",
      "console.warn('transfer analytics could not be sent', error);\n    throw error;",
    ],
  ]),
  ...local(`${routes}/analytics.ts`, [
    ['7.13', 'no such call', "path: '/api/transfer-analytics'", "path: '/api/analytics'"],
    ['7.13', 'visitors are refused', "access: 'optional'", "access: 'user'"],
  ]),
  ...local(`${routes}/shares.ts`, [
    [
      '7.15',
      'no such call',
      "method: 'get',\n      path: '/api/shares/:id',",
      "method: 'get',\n      path: '/api/share/:id',",
    ],
    [
      '7.15',
      'the password of the query is ignored',
      'access(input.params.id, input.query.password, input)',
      "access(input.params.id, 'x', input)",
    ],
    ['7.15', 'no shareId', 'shareId: result.shareId,', ''],
    ['7.15', 'no filename', 'filename: result.filename,', ''],
    ['7.15', 'no fileSize', 'fileSize: result.fileSize,', ''],
    ['7.15', 'no fileType', 'fileType: result.fileType,', ''],
    ['7.15', 'no isOwner', 'isOwner: result.isOwner,', ''],
    [
      '7.16',
      'no such call',
      "path: '/api/shares/:id/download'",
      "path: '/api/shares/:id/downloads'",
    ],
    ['7.16', 'the password is dropped', "requirePassword(body.password ?? '')", "''"],
    [
      '7.16',
      'the grant is dropped',
      "const proof = body.grant ?? grantOf(request) ?? '';",
      "const proof = '';",
    ],
    [
      '7.16',
      'no downloaderInfo',
      '...requireDownloader(body.downloaderInfo),',
      "name: '', email: '',",
    ],
  ]),
  ...breaks('services/shares/src/access/download.ts', [
    [
      '7.16',
      'no download is recorded',
      'return recordReport(context, share, report);',
      'void share; void report; return false;',
    ],
    [
      '7.16',
      'a failure counts as completed',
      "mark: isFailure ? null : { recipient: 'completed' },",
      "mark: { recipient: 'completed' },",
    ],
  ]),
  ...otherAddress(
    '7.16',
    `${features}/share-page/session/share-api.ts`,
    "sharePath(shareId, 'download')",
    "sharePath(shareId, 'downloads')",
  ),
  ...breaks(`${features}/share-page/session/share-api.ts`, [
    [
      '7.16',
      'no password',
      '=> record(shareId, { ...proof, downloaderInfo, ...details }, pausesMs);',
      "=> record(shareId, { password: '', downloaderInfo }, pausesMs);",
    ],
    [
      '7.16',
      'no details',
      '=> record(shareId, { ...proof, downloaderInfo, ...details }, pausesMs);',
      "=> record(shareId, { ...proof, downloaderInfo: { name: '', email: '' } }, pausesMs);",
    ],
  ]),
  ...local(`${features}/share-page/receive/session/record-outcome.ts`, [
    [
      '7.16',
      'recorded before the end',
      "if (state === 'completed') return 'completed';",
      "if (state === 'receiving') return 'completed';",
    ],
    [
      '7.18',
      'a failure is not logged',
      "console.warn('could not record the download', error),",
      'void error,',
    ],
    [
      '7.18',
      'a failure shows a toast',
      "console.warn('could not record the download', error),",
      "import('../../../../components/toast/index.js').then(({ toast }) => [\n          console.warn('could not record the download', error),\n          toast({ title: 'Error' }),\n        ]),",
    ],
  ]),
  ...breaks(`${features}/dashboard/sending/connect-transfers.ts`, [
    [
      '7.17',
      'the shares are not read again',
      "invalidateTags(['Share', 'AuditLog'])",
      "invalidateTags(['AuditLog'])",
    ],
    [
      '7.17',
      'the audit log is not read again',
      "invalidateTags(['Share', 'AuditLog'])",
      "invalidateTags(['Share'])",
    ],
    ['7.17', 'only read before the record exists', 'setTimeout(refresh, recordedAfterMs);', ''],
  ]),
];

const plans = [
  ...otherAddress(
    '7.19, 7.20, 7.21',
    `${features}/billing/api.ts`,
    "url: '/create-subscription'",
    "url: '/subscription'",
  ),
  ...local(`${features}/billing/use-subscription.ts`, [
    ['7.19', 'another plan', 'planType: plan })', "planType: 'pro' })"],
    ['7.19', 'no idToken', 'createSubscription({ idToken,', "createSubscription({ idToken: '',"],
    ['7.19', 'the clientSecret is not used', "send({ type: 'secret', plan, ...answer });", ''],
    ['7.20', 'no toast', 'toast(texts.alreadySubscribed);', ''],
    [
      '7.20',
      'the page stays',
      'toast(texts.alreadySubscribed);\n        void navigate(paths.home);',
      'toast(texts.alreadySubscribed);',
    ],
    [
      '7.21',
      'called without a login',
      'const idToken = await getIdToken();',
      "const idToken = await getIdToken().catch(() => '');",
    ],
  ]),
  ...local(`${routes}/billing.ts`, [
    ['7.19', 'no such call', "path: '/api/create-subscription'", "path: '/api/subscription'"],
    ['7.19', 'every plan is Pro', 'planType: body.planType }', "planType: 'pro' }"],
    ['7.19', 'no clientSecret', ': { clientSecret, ...charge };', ': { status } as never;'],
    [
      '7.20',
      'no status',
      "status === 'active' ? { status } :",
      "status === 'active' ? { clientSecret } :",
    ],
    ['7.22', 'no such call', "path: '/api/cancel-subscription'", "path: '/api/cancel'"],
    [
      '7.22',
      'nothing is cancelled',
      "await billing.cancelSubscription(\n        { shownStatus: query.shownPlan ?? '' },\n        onBehalfOf(caller),\n      )",
      "await Promise.resolve({ subscriptionStatus: 'free' })",
    ],
    ['7.22', 'no success', 'success: true,', 'success: false as true,'],
  ]),
  ...breaks('services/billing/src/purchasing.ts', [
    [
      '7.19',
      'no clientSecret from the service',
      "return { clientSecret, status: 'incomplete', amountCents",
      "return { clientSecret: '', status: 'incomplete', amountCents",
    ],
    [
      '7.19',
      'the service sells only Pro',
      "planType === 'pro'\n          ? payments.beginSubscription",
      'planType !== undefined\n          ? payments.beginSubscription',
    ],
    [
      '7.20',
      'a second subscription is sold',
      'if (hasAlready(status, planType)) return',
      "if (hasAlready(status, planType) && buyer.uid === '') return",
    ],
    [
      '7.20',
      'incomplete instead of active',
      '// The row may not yet reflect a payment that was just made.\n',
      "if (purchases.subscriptions.length > 0) return { clientSecret: '', status: 'incomplete' };\n",
    ],
  ]),
  ...otherAddress(
    '7.22',
    `${features}/settings/api.ts`,
    "url: '/cancel-subscription'",
    "url: '/cancel'",
  ),
  ...local(`${features}/settings/use-cancel-subscription.ts`, [
    [
      '7.22',
      'no idToken',
      'request({ idToken: await getIdToken(), shownPlan })',
      "request({ idToken: '', shownPlan })",
    ],
  ]),
  ...breaks(`${features}/settings/api.ts`, [
    [
      '7.23',
      'the user data is not refreshed',
      "error.reason === 'plan-changed' ? ['User'] : []",
      "error.reason === 'plan-changed' ? [] : []",
    ],
  ]),
];

const audit = [
  ...otherAddress('7.24', `${features}/audit/api.ts`, "url: '/audit-logs'", "url: '/logs'"),
  ...otherAddress(
    '7.27',
    `${features}/audit/export-csv.ts`,
    "'/audit-logs/export'",
    "'/audit-logs/csv'",
  ),
  ...breaks(`${features}/audit/api.ts`, [
    [
      '7.24',
      'no userId',
      'userId: uid, limit: maxRows.auditLog',
      "userId: '', limit: maxRows.auditLog",
    ],
    ['7.25', 'no polling', '    ...useRefresh(state),\n', ''],
    [
      '7.26',
      'called without a uid',
      '    skip: uid === undefined,\n    ...useRefresh(',
      '    ...useRefresh(',
    ],
  ]),
  ...breaks(`${features}/audit/export-csv.ts`, [
    ['7.27', 'no userId', 'userId: uid,', "userId: '',"],
    ['7.27, 7.28', 'nothing is saved', '  saveFile(csv, exportFilename(new Date()));\n', ''],
    ['7.28', 'another name', '`audit-logs-${timestamp(now)}.csv`', '`log-${timestamp(now)}.csv`'],
    ['7.28', 'no timestamp', '`audit-logs-${timestamp(now)}.csv`', "'audit-logs.csv'"],
  ]),
  ...breaks('web/src/lib/browser/save-file.ts', [
    ['7.28', 'not under its name', 'link.download = filename;', "link.download = '';"],
  ]),
  ...local(`${routes}/audit.ts`, [
    ['7.24', 'no such call', "path: '/api/audit-logs',", "path: '/api/logs',"],
    ['7.24', 'no list', 'return entries.map(present);', 'return [];'],
    [
      '7.24',
      'the log of another user',
      '          ownerUid,\n          limit',
      "          ownerUid: '',\n          limit",
    ],
    ['7.27', 'no such call', "path: '/api/audit-logs/export'", "path: '/api/audit-logs/csv'"],
    [
      '7.27',
      'another type',
      ".type('text/csv').attachment(exportFilename(new Date()))",
      ".attachment(exportFilename(new Date())).type('text/plain')",
    ],
  ]),
  ...breaks('services/audit/src/audit.rpc.ts', [
    [
      '7.27',
      'no entries from the service',
      'yield { data };',
      'yield { data: data.subarray(0, 3) };',
    ],
  ]),
];

const admin = [
  ...otherAddress(
    '7.29',
    `${features}/admin/api.ts`,
    "'/admin/turn-vs-stun-stats'",
    "'/admin/stats'",
  ),
  ...otherAddress(
    '7.30',
    `${features}/admin/api.ts`,
    "'/admin/user-analytics'",
    "'/admin/analytics'",
  ),
  ...otherAddress('7.31', `${features}/admin/api.ts`, "'/admin/cost-insights'", "'/admin/costs'"),
  ...otherAddress(
    '7.32',
    `${features}/admin/api.ts`,
    "'/admin/recent-transfers'",
    "'/admin/transfers'",
  ),
  ...otherAddress('7.33', `${features}/admin/api.ts`, "'/admin/users'", "'/admin/accounts'"),
  ...otherAddress('7.34', `${features}/admin/api.ts`, '}/subscription`', '}/plan`'),
  ...local(`${features}/admin/api.ts`, [
    [
      '7.29, 7.30, 7.31, 7.32, 7.33',
      'no bearer token',
      'query: () => ({ ...call, isBearer: true }),',
      'query: () => ({ ...call }),',
    ],
    ['7.32', 'another limit', 'recentTransfersLimit = 20', 'recentTransfersLimit = 50'],
    ['7.34', 'another method', "method: 'PUT'", "method: 'POST'"],
    ['7.34', 'no subscriptionStatus', '        body,\n        isBearer', '        isBearer'],
    ['7.34', 'no bearer token', 'body,\n        isBearer: true,', 'body,'],
    [
      '7.35',
      'the list is not refreshed',
      "['AdminUser', 'User', 'Analytics']",
      "['User', 'Analytics']",
    ],
  ]),
  ...local(`${features}/admin/users/user-columns.tsx`, [
    ['7.35', 'no toast', "toast({ variant: 'success', title: updated });", ''],
  ]),
  ...local(`${features}/admin/texts.ts`, [
    ['7.35', 'another text', "'Subscription updated successfully'", "'Something else'"],
  ]),
  ...local(`${routes}/admin/stats.ts`, [
    ['7.29', 'no such call', "path: '/api/admin/turn-vs-stun-stats'", "path: '/api/admin/stats'"],
    ['7.29', 'no connectionType', 'connectionType: stat.connectionType as ConnectionType,', ''],
    ['7.29', 'no count', 'count: stat.count,', ''],
    ['7.29', 'no totalBytes', 'totalBytes: stat.totalBytes,', ''],
    ['7.30', 'no such call', "path: '/api/admin/user-analytics'", "path: '/api/admin/analytics'"],
    ['7.30', 'no totalUsers', 'totalUsers: reply.totalUsers,', ''],
    ['7.30', 'no activeUsers7d', 'activeUsers7d: reply.activeUsers7d,', ''],
    [
      '7.30',
      'no subscriptionStats',
      'reply.subscriptionStats.map(({ status, count }) => ({ status, count }))',
      '[]',
    ],
    ['7.30', 'no topUsers', 'reply.topUsers.map(presentTopUser(users))', '[]'],
    ['7.31', 'no such call', "path: '/api/admin/cost-insights'", "path: '/api/admin/costs'"],
    ['7.31', 'no estimatedTurnCost', 'estimatedTurnCost: reply.estimatedTurnCost,', ''],
    ['7.32', 'no such call', "path: '/api/admin/recent-transfers'", "path: '/api/admin/transfers'"],
    ['7.32', 'the limit is ignored', 'query.limit ?? 20', '50'],
    [
      '7.32',
      'no rows',
      'return transfers.map((transfer)',
      'return transfers.slice(1).map((transfer)',
    ],
  ]),
  ...local(`${routes}/admin/users.ts`, [
    ['7.33', 'no such call', "path: '/api/admin/users',", "path: '/api/admin/accounts',"],
    [
      '7.33',
      'no users',
      'return presentUsers(services, users, caller);',
      'return presentUsers(services, [], caller);',
    ],
    [
      '7.34',
      'no such call',
      "path: '/api/admin/users/:userId/subscription'",
      "path: '/api/admin/users/:userId/plan'",
    ],
    [
      '7.34',
      'every plan becomes free',
      'subscriptionStatus: body.subscriptionStatus }',
      "subscriptionStatus: 'free' }",
    ],
    [
      '7.34',
      'the plan of the admin',
      'uid: params.userId, subscriptionStatus',
      'uid: caller.uid, subscriptionStatus',
    ],
  ]),
];

const engine = 'web/src/transfer';

const socket = [
  ...breaks(`${engine}/signalling/client.ts`, [
    [
      '7.37',
      'no shareId and peerId',
      'JSON.stringify({ shareId, peerId, ...frame })',
      'JSON.stringify(frame)',
    ],
    ['7.37', 'no join', "this.#transmit({ type: 'join', ...proof, traceparent });", ''],
    ['7.37', 'no password', 'return { password: credentials.password };', 'return {};'],
    [
      '7.38',
      'no shareId',
      'JSON.stringify({ shareId, peerId, ...frame })',
      'JSON.stringify({ peerId, ...frame })',
    ],
    [
      '7.38',
      'no peerId',
      'JSON.stringify({ shareId, peerId, ...frame })',
      'JSON.stringify({ shareId, ...frame })',
    ],
    [
      '7.39',
      'no ping',
      "this.#transmit({ type: 'ping' });\n      this.#startTimer('pong'",
      "this.#startTimer('pong'",
    ],
  ]),
  ...breaks(`${engine}/support/constants.ts`, [
    ['7.39', 'every 24 s', '= 25_000;', '= 24_000;'],
    ['7.39', 'every 26 s', '= 25_000;', '= 26_000;'],
  ]),
  ...local(`${features}/share-page/session/connection-options.ts`, [
    [
      '7.36',
      'another address without a configuration',
      '${location.host}/ws`',
      '${location.host}/socket`',
    ],
    [
      '7.36',
      'never wss without a configuration',
      "location.protocol === 'https:' ? 'wss' : 'ws'",
      "location.protocol === 'https:' ? 'ws' : 'ws'",
    ],
  ]),
  ...breaks('services/signalling/src/http/server.ts', [
    [
      '7.36',
      'another address of the server',
      ".ws<Connection>('/ws', {",
      ".ws<Connection>('/socket', {",
    ],
    ['7.36', 'any address', ".ws<Connection>('/ws', {", ".ws<Connection>('/*', {"],
  ]),
];

const thirdParties = [
  ...local(`${features}/billing/payment/stripe-elements.ts`, [
    ['7.41', 'another key', 'loadStripe(options.publishableKey)', "loadStripe('')"],
    [
      '7.42',
      'no return address',
      'confirmParams: { return_url: returnUrl },',
      "confirmParams: { return_url: '' },",
    ],
  ]),
  ...local(`${features}/billing/payment/stripe-payment.tsx`, [
    ['7.42', 'the page instead of the origin', 'window.location.origin', 'window.location.href'],
  ]),
  ...local(`${features}/auth/sign-in.ts`, [
    [
      '7.47',
      'no sign-in at the provider',
      'signInWithEmailAndPassword(auth, email.trim(), password),\n',
      'Promise.resolve({ user: auth.currentUser as never }),\n',
    ],
    [
      '7.47',
      'no sign-up at the provider',
      'await createUserWithEmailAndPassword(\n      auth,\n      values.email.trim(),\n      values.password,\n    )',
      'await Promise.resolve({ user: { getIdToken: () => Promise.resolve() } as never })',
    ],
    [
      '7.47',
      'no popup',
      'new GoogleAuthProvider(), browserPopupRedirectResolver)',
      'new GoogleAuthProvider())',
    ],
    ['7.47', 'no fresh token after the name', 'await user.getIdToken(true);', ''],
  ]),
];

const tokenSync = [
  ...otherAddress(
    '7.43',
    `${account}/session-cookie.ts`,
    "callApi('/session', {\n      method: 'POST',",
    "callApi('/sessions', {\n      method: 'POST',",
  ),
  ...local(`${account}/session-cookie.ts`, [
    [
      '7.43',
      'no bearer token with POST',
      'authorization: `Bearer ${await freshToken(user)}`,',
      'authorization: await freshToken(user),',
    ],
    ['7.43', 'no DELETE', "method: 'DELETE'", "method: 'POST'"],
    [
      '7.43',
      'no bearer token with DELETE',
      'undefined : `Bearer ${token}`',
      'undefined : undefined',
    ],
    ['7.44', 'any age', 'ageMs < freshTokenMs ? token', 'ageMs >= 0 ? token'],
    ['7.45', 'another origin', ' && target.origin === expected', ''],
    ['7.46', 'outside a secure context', 'window.isSecureContext && ', ''],
  ]),
  ...breaks('proto/browser/limits.ts', [
    ['7.44', 'up to 4 minutes', 'freshTokenMs = 5 * 60_000', 'freshTokenMs = 4 * 60_000'],
    ['7.44', 'up to 6 minutes', 'freshTokenMs = 5 * 60_000', 'freshTokenMs = 6 * 60_000'],
  ]),
  ...breaks('services/identity/src/session/sessions.ts', [
    ['7.44', 'any age at the server', '> freshTokenMs + skewMs', '> 100 * freshTokenMs'],
    ['7.44', 'too strict a server', '> freshTokenMs + skewMs', '> skewMs'],
  ]),
  ...local(`${routes}/session.ts`, [
    [
      '7.43',
      'no POST',
      "method: 'post',\n      path: '/api/session',",
      "method: 'post',\n      path: '/api/sessions',",
    ],
    ['7.43', 'the bearer token is ignored', 'bearerOf(request) ?? body.idToken', 'body.idToken'],
    [
      '7.43',
      'no session is opened',
      'response.cookie(cookieName, cookie, sessionCookieOptions(config, expiresAt));',
      '',
    ],
    [
      '7.43',
      'no session is ended',
      'response.clearCookie(cookieName, sessionCookieOptions(config));',
      '',
    ],
  ]),
];

const worker = breaks('web/src/app/pwa/service-worker.ts', [
  ['7.48', 'another address', "'/sw.js'", "'/worker.js'"],
  ['7.48', 'another scope', "{ scope: '/' }", "{ scope: '/share/' }"],
  [
    '7.48',
    'before the page has loaded',
    "if (document.readyState === 'complete') void register();",
    "if (document.readyState !== 'interactive') void register();",
  ],
  [
    '7.48',
    'never after the page has loaded',
    "window.addEventListener('load', () => void register(), { once: true });",
    'void register;',
  ],
]);

/** @type {import('../breakage.mjs').Breakage[]} */
export default [
  ...everyCall,
  ...shares,
  ...ownRecord,
  ...recipients,
  ...plans,
  ...audit,
  ...admin,
  ...socket,
  ...thirdParties,
  ...tokenSync,
  ...worker,
];
