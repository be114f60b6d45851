/** Sample data for the screens, of realistic shape and length. */

const dayMs = 86_400_000;
const gigabyte = 1024 ** 3;

export const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString();

export const share = (part: object) => ({
  id: 'id',
  shareId: 'share',
  filename: 'board-pack.pdf',
  fileSize: '64.00 MB',
  fileType: 'application/pdf',
  password: 'kt7mqp2xr9w4',
  downloadCount: 3,
  createdAt: inDays(-0.5),
  expiresAt: inDays(6.5),
  isActive: true,
  ...part,
});

export const longName =
  'x-ray series 2026-11-02 with an extraordinarily long file name that goes on and on.dcm.zip';

export const shares = [
  share({ shareId: 'a', filename: 'Quarterly board pack – final, signed (2).pdf' }),
  share({ shareId: 'b', filename: 'wedding-raw-footage-4k.mov', isActive: false }),
  share({ shareId: 'c', filename: longName, expiresAt: inDays(-1) }),
  share({
    shareId: 'd',
    filename: 'tax-return.zip',
    isActive: false,
    stopReason: 'wrong-passwords',
  }),
];

export const record = (part: object = {}) => ({
  subscriptionStatus: 'free',
  sharesUsedThisMonth: 3,
  monthlyLimit: 10,
  isAdmin: true,
  activeShares: 1,
  expiredShares: 1,
  currentPeriodEnd: null,
  isPastDue: false,
  invoiceUrl: null,
  isPaymentProcessing: false,
  ...part,
});

export const pro = record({ subscriptionStatus: 'active', currentPeriodEnd: inDays(5) });
export const pastDue = record({
  subscriptionStatus: 'active',
  isPastDue: true,
  invoiceUrl: 'https://invoice.example/1',
});

/** Responses for a user with a few shares. */
export const signedIn = { '/api/user': record(), '/api/file-shares': shares };

const agents = [
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
  'Mozilla/5.0 (Windows NT 10.0; rv:153.0) Gecko/20100101 Firefox/153.0',
];
const places = [
  { city: 'Bern', region: null, country: 'Switzerland' },
  { city: 'Thessaloniki', region: 'Central Macedonia', country: 'Greece' },
  { city: null, region: null, country: null },
];
const events = ['share_created', 'access_attempt', 'download_completed', 'access_denied'];

const auditLog = (index: number) => ({
  id: `log-${String(index)}`,
  createdAt: inDays(-index / 5),
  eventType: events[index % 4],
  eventStatus: ['success', 'success', 'success', 'denied'][index % 4],
  filename: index % 3 === 0 ? 'wedding-raw-footage-4k.mov' : 'board-pack.pdf',
  fileSize: '64.00 MB',
  accessorEmail: index % 4 === 2 ? 'grace.hopper@example.com' : null,
  accessorName: index % 4 === 1 ? 'Radia Perlman' : null,
  userAgent: agents[index % 3],
  ...places[index % 3],
  ipAddress: index % 3 === 1 ? '2001:db8:85a3::8a2e:370:7334' : '203.0.113.9',
});

export const auditLogs = (count: number) =>
  Array.from({ length: count }, (_, index) => auditLog(index));

const person = (index: number) => ({
  id: `u${String(index)}`,
  email: `person${String(index)}@example.com`,
  firstName: index % 3 === 0 ? null : 'Grace',
  lastName: index % 2 === 0 ? null : 'Hopper',
  isAdmin: index === 1,
  createdAt: inDays(-index * 9),
  subscriptionStatus: ['free', 'active', 'proforever'][index % 3],
  sharesUsedThisMonth: index,
});

const transfer = (index: number) => ({
  id: `t${String(index)}`,
  connectionType: ['turn', 'stun', 'direct', 'unknown'][index % 4],
  userEmail: index % 3 === 0 ? null : 'grace.hopper@example.com',
  bytesTransferred: 67_000_000 * (index + 1),
  transferDuration: 4200 * (index + 1),
  createdAt: inDays(-index / 10),
});

const topUser = (name: string, index: number) => ({
  userId: `u${String(index)}`,
  name,
  email: `${name.split(' ')[0]?.toLowerCase() ?? ''}@example.com`,
  sharesCount: 220 - index * 40,
});

const costs = {
  totalTransfers: 2706,
  totalBytesTransferred: 4107 * gigabyte,
  turnTransfers: 212,
  turnBytes: 380 * gigabyte,
  turnPercentage: 7.8,
  stunTransfers: 1840,
  stunBytes: 2700 * gigabyte,
  stunPercentage: 68,
  estimatedTurnCost: 19,
  costNotes: ['Relayed traffic costs $0.05 per GB.', '92.2 % of transfers cost nothing to relay.'],
};

const userCounts = {
  totalUsers: 12_480,
  activeUsers7d: 3121,
  subscriptionStats: [
    { status: 'free', count: 11_210 },
    { status: 'active', count: 930 },
    { status: 'proforever', count: 340 },
  ],
};

export const admin = {
  '/api/admin/turn-vs-stun-stats': [
    { connectionType: 'turn', count: 212, totalBytes: 380 * gigabyte },
    { connectionType: 'stun', count: 1840, totalBytes: 2700 * gigabyte },
    { connectionType: 'direct', count: 640, totalBytes: 1024 * gigabyte },
    { connectionType: 'unknown', count: 14, totalBytes: 3 * gigabyte },
  ],
  '/api/admin/user-counts': userCounts,
  '/api/admin/user-analytics': {
    ...userCounts,
    topUsers: ['Ada Lovelace', 'Grace Hopper', 'Radia Perlman', 'Katherine Johnson'].map(topUser),
  },
  '/api/admin/cost-insights': costs,
  '/api/admin/recent-transfers': Array.from({ length: 20 }, (_, index) => transfer(index)),
  '/api/admin/transfers-by-day': Array.from({ length: 30 }, (_, index) => ({
    day: inDays(index - 29).slice(0, 10),
    count: Math.round(60 + 30 * Math.sin(index / 3) + index),
    totalBytes: index * gigabyte,
  })),
  '/api/admin/users': Array.from({ length: 8 }, (_, index) => person(index)),
  '/api/admin/log': [
    { id: 'a', at: inDays(-1), actorId: 'kR2mVq7', action: 'shares-viewed', subjectIds: ['u1'] },
    {
      id: 'b',
      at: inDays(-2),
      actorId: 'kR2mVq7',
      action: 'users-listed',
      subjectIds: ['u1', 'u2', 'u3', 'u4', 'u5'],
    },
    { id: 'c', at: inDays(-3), actorId: null, action: 'admin-rights-granted', subjectIds: ['u1'] },
  ],
};

const firstCounts = {
  totalUsers: 1,
  activeUsers7d: 1,
  subscriptionStats: [{ status: 'free', count: 1 }],
};

/** The same responses for a new installation. */
export const quietAdmin = {
  '/api/admin/turn-vs-stun-stats': [],
  '/api/admin/user-counts': firstCounts,
  '/api/admin/user-analytics': { ...firstCounts, topUsers: [] },
  '/api/admin/cost-insights': {
    ...costs,
    totalTransfers: 0,
    totalBytesTransferred: 0,
    turnTransfers: 0,
    turnBytes: 0,
    turnPercentage: 0,
    stunTransfers: 0,
    stunBytes: 0,
    stunPercentage: 0,
    estimatedTurnCost: 0,
    costNotes: [],
  },
  '/api/admin/recent-transfers': [],
  '/api/admin/transfers-by-day': [],
  '/api/admin/users': [],
  '/api/admin/log': [],
};

const openSession = (part: object) => ({
  id: 'here',
  device: 'Firefox on Linux',
  createdAt: inDays(-12),
  lastUsedAt: inDays(-0.01),
  isCurrent: false,
  isSameNetwork: true,
  ...part,
});

export const openSessions = [
  openSession({ isCurrent: true }),
  openSession({ id: 'phone', device: 'Safari on iPhone', lastUsedAt: inDays(-0.2) }),
  openSession({ id: 'work', device: 'Edge on Windows', isSameNetwork: false }),
  openSession({ id: 'old', device: 'Samsung Internet on Android', lastUsedAt: inDays(-4) }),
];

export const adminActions = [
  { id: 'a', at: inDays(-1), action: 'audit-log-viewed' },
  { id: 'b', at: inDays(-2), action: 'users-listed' },
  { id: 'c', at: inDays(-20), action: 'plan-changed' },
];
