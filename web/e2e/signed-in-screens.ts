import { expect, type Page } from '@playwright/test';

/** Every screen and state of the signed-in app, with the answers that bring it about. */
export interface Screen {
  name: string;
  path: string;
  /** Answers that replace the stack's own, by path under /api. */
  api?: Record<string, unknown>;
  /** What a person does before the picture. */
  act?: (page: Page) => Promise<void>;
  /** A text that is there when the screen is complete. */
  ready: string | RegExp;
}

const dayMs = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString();

const share = (part: object) => ({
  id: 'id',
  shareId: 'share',
  filename: 'board-pack.pdf',
  fileSize: '64.00 MB',
  fileType: 'application/pdf',
  password: 'kt7mqp2xr9w4',
  downloadCount: 3,
  expiresAt: inDays(6.5),
  isActive: true,
  ...part,
});

const longName =
  'x-ray series 2026-11-02 with an extraordinarily long file name that goes on and on.dcm.zip';
const shares = [
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

const record = (part: object = {}) => ({
  subscriptionStatus: 'free',
  sharesUsedThisMonth: 3,
  isAdmin: true,
  activeShares: 1,
  expiredShares: 1,
  currentPeriodEnd: null,
  ...part,
});
const pro = record({ subscriptionStatus: 'active', currentPeriodEnd: inDays(5) });

const events = ['share_created', 'access_attempt', 'download_completed', 'access_denied'];
const auditLogs = Array.from({ length: 24 }, (_, index) => ({
  id: `log-${String(index)}`,
  createdAt: inDays(-index / 5),
  eventType: events[index % 4],
  eventStatus: ['success', 'success', 'success', 'denied'][index % 4],
  filename: index % 3 === 0 ? 'wedding-raw-footage-4k.mov' : 'board-pack.pdf',
  fileSize: '64.00 MB',
  accessorEmail: index % 4 === 2 ? 'grace.hopper@example.com' : null,
  accessorName: null,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/120 Safari/537.36',
  city: 'Bern',
  region: null,
  country: 'Switzerland',
  ipAddress: '203.0.113.9',
}));

const gigabyte = 1024 ** 3;
const admin = {
  '/api/admin/turn-vs-stun-stats': [
    { connectionType: 'turn', count: 212, totalBytes: 380 * gigabyte },
    { connectionType: 'stun', count: 1840, totalBytes: 2700 * gigabyte },
    { connectionType: 'direct', count: 640, totalBytes: 1024 * gigabyte },
    { connectionType: 'unknown', count: 14, totalBytes: 3 * gigabyte },
  ],
  '/api/admin/user-analytics': {
    totalUsers: 12_480,
    activeUsers7d: 3121,
    subscriptionStats: [
      { status: 'free', count: 11_210 },
      { status: 'active', count: 930 },
      { status: 'proforever', count: 340 },
    ],
    topUsers: ['Ada Lovelace', 'Grace Hopper', 'Radia Perlman'].map((name, index) => ({
      userId: `u${String(index)}`,
      name,
      email: `${name.split(' ')[0]?.toLowerCase() ?? ''}@example.com`,
      sharesCount: 220 - index * 40,
    })),
  },
  '/api/admin/cost-insights': {
    totalTransfers: 2706,
    totalBytesTransferred: 4107 * gigabyte,
    turnTransfers: 212,
    turnBytes: 380 * gigabyte,
    turnPercentage: 7.8,
    stunTransfers: 1840,
    stunBytes: 2700 * gigabyte,
    stunPercentage: 68,
    estimatedTurnCost: 19,
    costNotes: [
      'Relayed traffic costs $0.05 per GB.',
      '92.2 % of transfers cost nothing to relay.',
    ],
  },
  '/api/admin/recent-transfers': Array.from({ length: 20 }, (_, index) => ({
    id: `t${String(index)}`,
    connectionType: ['turn', 'stun', 'direct', 'unknown'][index % 4],
    userEmail: index % 3 === 0 ? null : 'grace.hopper@example.com',
    bytesTransferred: 67_000_000 * (index + 1),
    transferDuration: 4200 * (index + 1),
    createdAt: inDays(-index / 10),
  })),
  '/api/admin/transfers-by-day': Array.from({ length: 30 }, (_, index) => ({
    day: inDays(index - 29).slice(0, 10),
    count: Math.round(60 + 30 * Math.sin(index / 3) + index),
    totalBytes: index * gigabyte,
  })),
  '/api/admin/users': Array.from({ length: 8 }, (_, index) => ({
    id: `u${String(index)}`,
    email: `person${String(index)}@example.com`,
    firstName: index % 3 === 0 ? null : 'Grace',
    lastName: index % 2 === 0 ? null : 'Hopper',
    isAdmin: index === 1,
    createdAt: inDays(-index * 9),
    subscriptionStatus: ['free', 'active', 'proforever'][index % 3],
    sharesUsedThisMonth: index,
  })),
};

const chooseFile = (page: Page): Promise<void> =>
  page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'holiday.mov',
      mimeType: 'video/quicktime',
      buffer: Buffer.alloc(4096),
    });

const click = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).click();

const signedIn = { '/api/user': record(), '/api/file-shares': shares };

export const signedInScreens: Screen[] = [
  {
    name: 'dashboard-empty',
    path: '/',
    api: { '/api/user': record({ sharesUsedThisMonth: 0 }), '/api/file-shares': [] },
    ready: 'No file shares yet. Upload your first file to get started!',
  },
  { name: 'dashboard', path: '/', api: signedIn, ready: 'wedding-raw-footage-4k.mov' },
  {
    name: 'dashboard-banner',
    path: '/',
    api: { ...signedIn, '/api/user': record({ sharesUsedThisMonth: 9 }) },
    ready: 'Upgrade to Pro for unlimited shares',
  },
  {
    name: 'dashboard-file-chosen-pro',
    path: '/',
    api: { ...signedIn, '/api/user': pro },
    act: chooseFile,
    ready: 'Link valid for',
  },
  {
    name: 'dashboard-share-details',
    path: '/',
    api: signedIn,
    act: async (page) => {
      await page.getByRole('button', { name: /^Options of Quarterly/ }).click();
    },
    ready: 'Expires in 7 days',
  },
  {
    name: 'dashboard-how-to-install',
    path: '/',
    api: signedIn,
    act: click('How to Install'),
    ready: 'Confirm with Install.',
  },
  { name: 'settings-free', path: '/settings', api: signedIn, ready: '3 / 10' },
  { name: 'settings-pro', path: '/settings', api: { '/api/user': pro }, ready: '∞' },
  {
    name: 'settings-cancel',
    path: '/settings',
    api: { '/api/user': pro },
    act: click('Cancel Subscription'),
    ready: 'Keep Subscription',
  },
  { name: 'subscribe', path: '/subscribe', api: signedIn, ready: 'Choose ProForever' },
  {
    name: 'subscribe-payment',
    path: '/subscribe',
    api: { ...signedIn, '/api/create-subscription': { clientSecret: 'pi_1_secret_2' } },
    act: click('Choose Pro'),
    ready: 'Change Plan',
  },
  {
    name: 'audit-logs',
    path: '/audit-logs',
    api: { ...signedIn, '/api/audit-logs': auditLogs },
    ready: 'Audit Records (24)',
  },
  {
    name: 'audit-logs-empty',
    path: '/audit-logs',
    api: { ...signedIn, '/api/audit-logs': [] },
    ready: 'No audit logs found matching your criteria.',
  },
  {
    name: 'help',
    path: '/help',
    api: { '/api/user': pro },
    act: async (page) => {
      await page.getByRole('button', { name: 'How do I share a file?' }).click();
    },
    ready: /Choose the file on the dashboard/,
  },
  {
    name: 'admin-dashboard',
    path: '/admin/dashboard',
    api: { '/api/user': pro, ...admin },
    ready: '12,480',
  },
  {
    name: 'admin-users',
    path: '/admin/subscription-management',
    api: { '/api/user': pro, ...admin },
    ready: 'person7@example.com',
  },
  { name: 'not-found', path: '/no/such/page', api: signedIn, ready: 'Page Not Found' },
];

/** Opens a screen in its state; the page belongs to somebody who is signed in. */
export const showScreen = async (page: Page, screen: Screen): Promise<void> => {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const [path, json] of Object.entries(screen.api ?? {})) {
    await page.route(
      (url) => url.pathname === path,
      (route) => route.fulfill({ json }),
    );
  }
  await page.goto(screen.path);
  await screen.act?.(page);
  await expect(page.getByText(screen.ready).first()).toBeVisible();
};
