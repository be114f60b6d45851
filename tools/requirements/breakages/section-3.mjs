import { breaks } from '../breakage.mjs';

/** @typedef {[numbers: string, field: string, find: string, replace?: string]} Field */

/** Each field is left out where it is produced. @param {string} producer @param {string} file @param {Field[]} fields */
const without = (producer, file, fields) =>
  breaks(
    file,
    fields.map(([numbers, field, find, replace = '']) => [
      numbers,
      `no ${field} from the ${producer}`,
      find,
      replace,
    ]),
  );

const engine = 'web/src/transfer';
const sharePage = 'web/src/features/share-page';
const gatewayRoutes = 'gateway/src/routes';

const fileShare = [
  ...without('gateway', `${gatewayRoutes}/file-shares.ts`, [
    ['3.1', 'id', '  id: share.id,'],
    ['3.2', 'shareId', 'shareId: share.shareId,'],
    ['3.3', 'filename', 'filename: share.filename,'],
    ['3.4', 'fileSize', 'fileSize: share.fileSize,'],
    ['3.5', 'fileType', 'fileType: share.fileType,'],
    ['3.6', 'downloadCount', 'downloadCount: share.downloadCount,'],
    ['3.7', 'expiresAt', 'expiresAt: iso(share.expiresAt),'],
    ['3.8', 'isActive', 'isActive: share.isActive,'],
    ['3.9', 'password', 'password: share.password,'],
  ]),
  ...without('service', 'services/shares/src/shares.rpc.ts', [
    ['3.1', 'id', '    id: share.shareId,'],
    ['3.2', 'shareId', '    shareId: share.shareId,'],
    ['3.3', 'filename', 'filename: share.filename,'],
    ['3.4', 'fileSize', 'fileSize: share.fileSize,'],
    ['3.5', 'fileType', 'fileType: share.fileType,'],
    ['3.6', 'downloadCount', 'downloadCount: share.downloadCount,'],
    ['3.7', 'expiresAt', 'expiresAt: share.expiresAt,\n    isActive', 'isActive'],
    ['3.8', 'isActive', "isActive: state.kind === 'active',"],
    ['3.9', 'password', "context.vault.open(share.shareId, share.password) ?? ''", "''"],
  ]),
];

const lookup = [
  ...without('gateway', `${gatewayRoutes}/shares.ts`, [
    ['3.10', 'shareId', 'shareId: result.shareId,'],
    ['3.11', 'filename', 'filename: result.filename,'],
    ['3.12', 'fileSize', 'fileSize: result.fileSize,'],
    ['3.13', 'isOwner', 'isOwner: result.isOwner,'],
    ['3.14', 'fileType', 'fileType: result.fileType,'],
  ]),
  ...without('service', 'services/shares/src/shares.rpc.ts', [
    [
      '3.10',
      'shareId',
      'const file = { shareId, filename, fileSize, fileType }',
      'const file = { filename, fileSize, fileType }',
    ],
    [
      '3.11',
      'filename',
      'const file = { shareId, filename, fileSize, fileType }',
      'const file = { shareId, fileSize, fileType }',
    ],
    [
      '3.12',
      'fileSize',
      'const file = { shareId, filename, fileSize, fileType }',
      'const file = { shareId, filename, fileType }',
    ],
    ['3.13', 'isOwner', '...file, isOwner, grant', '...file, grant'],
    [
      '3.14',
      'fileType',
      'const file = { shareId, filename, fileSize, fileType }',
      'const file = { shareId, filename, fileSize }',
    ],
  ]),
  ...breaks(`${sharePage}/panel/file-ticket.tsx`, [
    [
      '3.14',
      'an empty type stays empty on the page',
      "share.fileType === '' ? texts.file.unknownType : share.fileType",
      'share.fileType',
    ],
  ]),
];

const createShare = breaks('web/src/features/dashboard/upload/create-share.ts', [
  ['3.16', 'no filename in the payload', 'filename: file.name,', ''],
  ['3.17', 'the size goes as a number', 'fileSize: formatBytes(file.size)', 'fileSize: file.size'],
  [
    '3.18',
    'no type when the browser knows none',
    "file.type === '' ? unknownFileType : file.type",
    'file.type',
  ],
  [
    '3.18',
    'never the type that the browser knows',
    "file.type === '' ? unknownFileType : file.type",
    'unknownFileType',
  ],
  [
    '3.19, 3.33',
    'firebaseUser without uid',
    'firebaseUser: user,',
    'firebaseUser: user && { ...user, uid: undefined },',
  ],
  [
    '3.20, 3.34',
    'firebaseUser without email',
    'firebaseUser: user,',
    'firebaseUser: user && { ...user, email: undefined },',
  ],
  [
    '3.21, 3.35',
    'firebaseUser without displayName',
    'firebaseUser: user,',
    'firebaseUser: user && { ...user, displayName: undefined },',
  ],
  [
    '3.22, 3.36',
    'firebaseUser without photoURL',
    'firebaseUser: user,',
    'firebaseUser: user && { ...user, photoURL: undefined },',
  ],
  [
    '3.23',
    'firebaseUser is left out for visitors',
    'firebaseUser: user,',
    'firebaseUser: user ?? undefined,',
  ],
]);

const users = [
  ...without('gateway', `${gatewayRoutes}/user.ts`, [
    [
      '3.24',
      'subscriptionStatus',
      'subscriptionStatus: plan.subscriptionStatus as SubscriptionStatus,',
    ],
    ['3.25', 'sharesUsedThisMonth', 'sharesUsedThisMonth: usage.sharesUsedThisMonth,'],
  ]),
  ...without('gateway', `${gatewayRoutes}/admin/users.ts`, [
    ['3.27', 'id', 'id: user.uid,'],
    ['3.28', 'email', 'email: user.email,\n    firstName', 'firstName'],
    ['3.29', 'firstName', 'firstName: user.firstName,'],
    ['3.30', 'lastName', 'lastName: user.lastName,'],
    ['3.31', 'isAdmin', 'isAdmin: user.isAdmin,'],
    ['3.32', 'createdAt', 'createdAt: iso(user.createdAt),'],
  ]),
  ...without('service', 'services/identity/src/identity.rpc.ts', [
    ['3.27', 'uid', '  uid: user.uid,'],
    ['3.28', 'email', 'email: user.email,'],
    ['3.29', 'firstName', 'firstName: user.firstName,'],
    ['3.30', 'lastName', 'lastName: user.lastName,'],
    ['3.31', 'isAdmin', 'isAdmin: user.isAdmin,'],
    ['3.32', 'createdAt', 'createdAt: user.createdAt,'],
  ]),
  ...breaks('web/src/features/admin/users/user-name.ts', [
    ['3.37', 'the last name is left out', '`${first} ${last}`', 'first'],
    ['3.37', 'the first name is left out', '`${first} ${last}`', 'last'],
  ]),
];

const auditEntry = [
  ...without('gateway', `${gatewayRoutes}/audit.ts`, [
    ['3.41', 'id', '  id: entry.id,'],
    ['3.42', 'createdAt', 'createdAt: iso(entry.createdAt),'],
    ['3.43', 'eventType', 'eventType: entry.eventType as AuditEventType,'],
    ['3.44', 'eventStatus', 'eventStatus: entry.eventStatus as AuditEventStatus,'],
    ['3.45', 'filename', 'filename: entry.filename,'],
    ['3.46', 'fileSize', 'fileSize: entry.fileSize,'],
    ['3.47', 'accessorEmail', 'accessorEmail: orNull(entry.accessorEmail),'],
    ['3.48', 'accessorName', 'accessorName: orNull(entry.accessorName),'],
    ['3.49', 'userAgent', 'userAgent: orNull(entry.userAgent),'],
    ['3.50', 'city', 'city: orNull(entry.city),'],
    ['3.51', 'region', 'region: orNull(entry.region),'],
    ['3.52', 'country', 'country: orNull(entry.country),'],
    ['3.53', 'ipAddress', 'ipAddress: orNull(entry.ipAddress),'],
  ]),
  ...without('service', 'services/audit/src/audit.rpc.ts', [
    ['3.41', 'id', '  id: entry.id,'],
    ['3.42', 'createdAt', 'createdAt: entry.createdAt,'],
    ['3.43', 'eventType', 'eventType: entry.eventType,'],
    ['3.44', 'eventStatus', 'eventStatus: entry.eventStatus,'],
    ['3.45', 'filename', 'filename: entry.filename,'],
    ['3.46', 'fileSize', 'fileSize: entry.fileSize,'],
  ]),
  ...without('event', 'services/audit/src/audit.events.ts', [
    ['3.47', 'accessorEmail', 'accessorEmail: orNull(accessor.email),', 'accessorEmail: null,'],
    ['3.48', 'accessorName', 'accessorName: orNull(accessor.name),', 'accessorName: null,'],
    ['3.49', 'userAgent', "userAgent: orNull(origin?.userAgent ?? ''),", 'userAgent: null,'],
    ['3.50', 'city', '...findLocation(ipAddress),', '...findLocation(ipAddress), city: null,'],
    ['3.51', 'region', '...findLocation(ipAddress),', '...findLocation(ipAddress), region: null,'],
    [
      '3.52',
      'country',
      '...findLocation(ipAddress),',
      '...findLocation(ipAddress), country: null,',
    ],
    ['3.53', 'ipAddress', 'ipAddress: orNull(ipAddress),', 'ipAddress: null,'],
    ['3.105', 'entry of a new share', "eventType: 'share_created'", "eventType: 'access_attempt'"],
    ['3.106', 'entry of an attempt', "eventType: 'access_attempt'", "eventType: 'share_created'"],
    [
      '3.107',
      'entry of a download',
      "eventType: 'download_completed',\n        eventStatus: 'success'",
      "eventType: 'access_attempt',\n        eventStatus: 'success'",
    ],
    ['3.108', 'entry of a denial', "eventType: 'access_denied'", "eventType: 'access_attempt'"],
    [
      '3.109',
      'success',
      "eventType: 'download_completed',\n        eventStatus: 'success'",
      "eventType: 'download_completed',\n        eventStatus: 'failure'",
    ],
    ['3.110', 'denied', "eventStatus: 'denied'", "eventStatus: 'failure'"],
    ['3.111', 'failure', "eventStatus: 'failure'", "eventStatus: 'success'"],
  ]),
];

const analytics = [
  ...without('gateway', `${gatewayRoutes}/admin/stats.ts`, [
    ['3.54', 'connectionType', 'connectionType: stat.connectionType as ConnectionType,'],
    ['3.55', 'count', 'count: stat.count,'],
    ['3.56', 'totalBytes', 'totalBytes: stat.totalBytes,'],
    ['3.57', 'totalUsers', 'totalUsers: reply.totalUsers,'],
    ['3.58', 'activeUsers7d', 'activeUsers7d: reply.activeUsers7d,'],
    [
      '3.59',
      'subscriptionStats',
      'subscriptionStats: reply.subscriptionStats.map(({ status, count }) => ({ status, count })),',
    ],
    ['3.60', 'topUsers', 'topUsers: reply.topUsers.map(presentTopUser(users)),'],
    ['3.61', 'totalTransfers', 'totalTransfers: reply.totalTransfers,'],
    ['3.62', 'totalBytesTransferred', 'totalBytesTransferred: reply.totalBytesTransferred,'],
    ['3.63', 'turnTransfers', 'turnTransfers: reply.turnTransfers,'],
    ['3.64', 'turnBytes', 'turnBytes: reply.turnBytes,'],
    ['3.65', 'turnPercentage', 'turnPercentage: reply.turnPercentage,'],
    ['3.66', 'stunTransfers', 'stunTransfers: reply.stunTransfers,'],
    ['3.67', 'stunBytes', 'stunBytes: reply.stunBytes,'],
    ['3.68', 'stunPercentage', 'stunPercentage: reply.stunPercentage,'],
    ['3.69', 'estimatedTurnCost', 'estimatedTurnCost: reply.estimatedTurnCost,'],
    ['3.70', 'costNotes', 'costNotes: reply.costNotes,'],
    ['3.71', 'id', 'id: transfer.id,'],
    ['3.72', 'connectionType', 'connectionType: transfer.connectionType as ConnectionType,'],
    ['3.73', 'userEmail', 'userEmail: transfer.userEmail || null,'],
    ['3.74', 'bytesTransferred', 'bytesTransferred: transfer.bytesTransferred,'],
    ['3.75', 'transferDuration', 'transferDuration: transfer.transferDurationMs,'],
    ['3.76', 'createdAt', 'createdAt: iso(transfer.createdAt),'],
  ]),
  ...without('service', 'services/analytics/src/analytics.rpc.ts', [
    ['3.54', 'connectionType', 'connectionType: type, ...byType[type]', '...byType[type]'],
    [
      '3.55',
      'count',
      'connectionType: type, ...byType[type]',
      'connectionType: type, ...byType[type], count: 0',
    ],
    [
      '3.56',
      'totalBytes',
      'connectionType: type, ...byType[type]',
      'connectionType: type, ...byType[type], totalBytes: 0',
    ],
  ]),
  ...without('service', 'services/analytics/src/rollup/user.store.ts', [
    ['3.57', 'totalUsers', '        totalUsers,\n        activeUsers7d', '        activeUsers7d'],
    [
      '3.58',
      'activeUsers7d',
      '        activeUsers7d,\n        subscriptionStats',
      '        subscriptionStats',
    ],
    ['3.59', 'count of free users', "[{ status: 'free', count: free }, ...paid]", 'paid'],
    [
      '3.59',
      'count of paying users',
      "[{ status: 'free', count: free }, ...paid]",
      "[{ status: 'free', count: free }]",
    ],
    ['3.60', 'userId of top users', 'userId: _id,'],
    ['3.60', 'name of top users', "name: name ?? '',"],
    ['3.60', 'email of top users', "email: email ?? '',"],
    ['3.60', 'sharesCount of top users', 'sharesCount: sharesCount ?? 0,'],
  ]),
  ...without('service', 'services/analytics/src/transfer/insights.ts', [
    ['3.61', 'totalTransfers', 'totalTransfers: total.count,'],
    ['3.62', 'totalBytesTransferred', 'totalBytesTransferred: total.totalBytes,'],
    ['3.63', 'turnTransfers', 'turnTransfers: turn.count,'],
    [
      '3.64',
      'turnBytes',
      'turnBytes: turn.totalBytes,\n    turnPercentage,\n    stun',
      'turnPercentage,\n    stun',
    ],
    ['3.65', 'turnPercentage', 'turnPercentage,\n    stunTransfers', 'stunTransfers'],
    ['3.66', 'stunTransfers', 'stunTransfers: stun.count,'],
    ['3.67', 'stunBytes', 'stunBytes: stun.totalBytes,'],
    ['3.68', 'stunPercentage', 'stunPercentage: percent(stun.count, total.count),'],
    ['3.69', 'estimatedTurnCost', 'estimatedTurnCost: cost,'],
    [
      '3.70',
      'costNotes',
      'costNotes: notes.map(([, sentence]) => sentence),',
      "costNotes: ['none'],",
    ],
  ]),
  ...without('service', 'services/analytics/src/rollup/rollup.ts', [
    ['3.71', 'id', 'id: transfer.id,'],
    ['3.72', 'connectionType', 'connectionType: transfer.connectionType,'],
    ['3.73', 'userEmail', 'userEmail: transfer.callerEmail,'],
    ['3.74', 'bytesTransferred', 'bytesTransferred: transfer.bytesTransferred,'],
    ['3.75', 'transferDurationMs', 'transferDurationMs: transfer.transferDurationMs,'],
    ['3.76', 'createdAt', 'createdAt: transfer.createdAt,', 'createdAt: new Date(0),'],
  ]),
];

const transfer = [
  ...breaks(`${sharePage}/panel/progress-meter.tsx`, [
    ['3.77', 'no percent', '<strong>{percent}</strong>', ''],
    ['3.78', 'no speed', "{speed !== '' && <span>{speed}</span>}", ''],
    ['3.79', 'no remaining time', "{eta !== '' && <span>{eta}</span>}", ''],
    [
      '3.80',
      'no transferred bytes',
      'words.of(formatBytes(stats.bytesTransferred),',
      "words.of('',",
    ],
    ['3.81', 'no total', ', formatBytes(stats.totalBytes))', ", '')"],
  ]),
  ...without('sender', `${engine}/send/upload/offer/announcement.ts`, [
    [
      '3.82',
      'filename',
      "type: 'file-metadata',\n    filename,",
      "type: 'file-metadata', filename: '',",
    ],
    ['3.83', 'fileSize', 'fileSize: totalBytes,'],
    ['3.84', 'fileType', 'fileType,\n    chunks', "fileType: '',\n      chunks"],
    [
      '3.85',
      'number of chunks',
      'chunks: chunkCountV1(totalBytes, pacingV1(isIos).chunkBytes)',
      'chunks: 0',
    ],
  ]),
  ...without('encoder', `${engine}/wire/chunk-frames.ts`, [
    ['3.86', 'type', '`{"type":"file-chunk","chunkIndex"', '`{"chunkIndex"'],
    ['3.86', 'chunkIndex', '"chunkIndex":${chunkIndex},"totalChunks"', '"totalChunks"'],
    ['3.86', 'totalChunks', ',"totalChunks":${totalChunks}}', '}'],
    ['3.86', 'newline', '}\\n`', '}`'],
    ['3.86', 'payload', 'scratch.set(payload, header.length);'],
  ]),
  ...without('receiver', `${engine}/receive/download/download-loop.ts`, [
    ['3.87', 'transfer-complete (version 1)', "send({ type: 'transfer-complete', sha256: null });"],
    ['3.87', 'transfer-complete (version 2)', "send({ type: 'transfer-complete', sha256 });"],
  ]),
];

const report = [
  ...without('gateway', `${gatewayRoutes}/analytics.ts`, [
    ['3.88', 'shareId', 'shareId: body.shareId,'],
    ['3.89', 'connectionType', 'connectionType: body.connectionType,'],
    ['3.90', 'stunServersUsed', 'stunServersUsed: body.stunServersUsed,'],
    ['3.91', 'turnServersUsed', 'turnServersUsed: body.turnServersUsed,'],
    ['3.92', 'localCandidateType', 'localCandidateType: body.localCandidateType,'],
    ['3.93', 'remoteCandidateType', 'remoteCandidateType: body.remoteCandidateType,'],
    ['3.94', 'bytesTransferred', 'bytesTransferred: body.bytesTransferred,'],
    ['3.95', 'transferDurationMs', 'transferDurationMs: Math.round(body.transferDuration),'],
    ['3.96', 'averageSpeed', 'averageSpeed: body.averageSpeed,'],
    ['3.97', 'rttMs', 'rttMs: body.rttMs ?? undefined,'],
    ['3.98', 'packetsLost', 'packetsLost: body.packetsLost,'],
    ['3.99', 'userAgent', 'userAgent: body.userAgent,'],
    ['3.100', 'isMobile', 'isMobile: body.isMobile,'],
    ['3.101', 'transferStartedAt', 'transferStartedAt: body.transferStartedAt,'],
    ['3.102', 'transferCompletedAt', 'transferCompletedAt: body.transferCompletedAt,'],
    [
      '3.103',
      'selectedCandidatePair',
      'selectedCandidatePair: pairOf(body.selectedCandidatePair),',
    ],
    ['3.104', 'browserType', 'browserType: body.browserType,'],
  ]),
  ...without('browser', `${engine}/progress/transfer-report.ts`, [
    ['3.88', 'shareId', '    shareId,\n    connectionType', '    connectionType'],
    ['3.89', 'connectionType', 'connectionType: connection.connectionType,'],
    [
      '3.90',
      'stunServersUsed',
      'stunServersUsed: connection.stunServersUsed,',
      'stunServersUsed: [],',
    ],
    [
      '3.91',
      'turnServersUsed',
      'turnServersUsed: connection.turnServersUsed,',
      'turnServersUsed: [],',
    ],
    [
      '3.92',
      'localCandidateType',
      'localCandidateType: connection.localCandidateType,',
      "localCandidateType: 'unknown',",
    ],
    [
      '3.93',
      'remoteCandidateType',
      'remoteCandidateType: connection.remoteCandidateType,',
      "remoteCandidateType: 'unknown',",
    ],
    ['3.94', 'bytesTransferred as a string', 'String(bytesTransferred)', 'bytesTransferred'],
    ['3.95', 'transferDuration', 'transferDuration: durationMs,'],
    ['3.96', 'averageSpeed as a string', 'String(bytesPerSecond)', 'bytesPerSecond'],
    ['3.97', 'rttMs', 'rttMs: connection.rttMs,', 'rttMs: null,'],
    ['3.98', 'packetsLost', 'packetsLost: connection.packetsLost,', 'packetsLost: 0,'],
    ['3.99', 'userAgent', 'userAgent: device.userAgent,'],
    ['3.100', 'isMobile', 'isMobile: device.isMobile,'],
    ['3.101', 'transferStartedAt', 'transferStartedAt: startedAt.toISOString(),'],
    ['3.102', 'transferCompletedAt', 'transferCompletedAt: completedAt.toISOString(),'],
    [
      '3.103',
      'selectedCandidatePair',
      'selectedCandidatePair: connection.selectedCandidatePair,',
      'selectedCandidatePair: null,',
    ],
    [
      '3.104',
      'difference between Safari and iOS Safari',
      "device.isIos ? 'iOS Safari' : 'Safari'",
      "'Safari'",
    ],
    ['3.104', 'Other', "return 'Other'", "return 'Safari'"],
  ]),
  ...without('browser', `${engine}/connection/stats.ts`, [
    ['3.89', 'relayed connection', "if (types.includes('relay')) return 'turn';"],
    [
      '3.90',
      'STUN servers',
      'stunServersUsed: serversUsed(entries, /^stuns?:/),',
      'stunServersUsed: [],',
    ],
    [
      '3.91',
      'TURN servers',
      'turnServersUsed: serversUsed(entries, /^turns?:/),',
      'turnServersUsed: [],',
    ],
    [
      '3.92',
      'local candidate type',
      'localCandidateType: localType,',
      "localCandidateType: 'unknown',",
    ],
    [
      '3.93',
      'remote candidate type',
      'remoteCandidateType: remoteType,',
      "remoteCandidateType: 'unknown',",
    ],
    [
      '3.97',
      'round trip time',
      'rttMs: rttSeconds === null ? null : Math.round(rttSeconds * 10_000) / 10,',
      'rttMs: null,',
    ],
    [
      '3.98',
      'lost packets',
      "packetsLost: number(pair, 'packetsDiscardedOnSend') ?? 0,",
      'packetsLost: 0,',
    ],
    ['3.103', 'local address', 'localAddress: address(local),'],
    ['3.103', 'remote address', 'remoteAddress: address(remote),'],
    [
      '3.103',
      'priority',
      "priority: number(pair, 'priority') ?? number(local, 'priority') ?? 0,",
      'priority: 0,',
    ],
    ['3.103', 'state', "state: text(pair, 'state') || 'unknown',", "state: 'unknown',"],
  ]),
];

const rest = [
  ...without('gateway', 'gateway/src/http/http-errors.ts', [
    ['3.15', 'message of an error', '  message,\n  requestId', '  requestId'],
  ]),
  ...breaks('services/billing/src/customer.store.ts', [
    [
      '3.26',
      'users without a row are on Pro',
      "status: 'free', version: 0",
      "status: 'active', version: 0",
    ],
  ]),
  ...breaks('web/src/features/settings/use-cancel-subscription.ts', [
    ['3.38', 'no ID token in the call', 'idToken: await getIdToken()', "idToken: ''"],
  ]),
  ...breaks(`${sharePage}/session/share-api.ts`, [
    [
      '3.39',
      'no name of the downloader',
      'record(shareId, { ...proof, downloaderInfo, ...details }, pausesMs)',
      "record(shareId, { ...proof, downloaderInfo: { ...downloaderInfo, name: '' } }, pausesMs)",
    ],
    [
      '3.40',
      'no email of the downloader',
      'record(shareId, { ...proof, downloaderInfo, ...details }, pausesMs)',
      "record(shareId, { ...proof, downloaderInfo: { ...downloaderInfo, email: '' } }, pausesMs)",
    ],
  ]),
  ...without('contract', 'proto/browser/plans.ts', [
    ['3.112', 'plan pro', "planTypes = ['pro', 'proforever']", "planTypes = ['proforever']"],
    ['3.113', 'plan proforever', "planTypes = ['pro', 'proforever']", "planTypes = ['pro']"],
  ]),
];

export default [
  ...rest,
  ...fileShare,
  ...lookup,
  ...createShare,
  ...users,
  ...auditEntry,
  ...analytics,
  ...transfer,
  ...report,
];
