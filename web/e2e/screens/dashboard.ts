import type { Page } from '@playwright/test';
import { inDays, pro, record, share, signedIn } from './samples.js';
import { click, noAnswer, refusal, unreachable, type Screen } from './screen.js';

const chooseFile = (page: Page): Promise<void> =>
  page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'holiday.mov',
      mimeType: 'video/quicktime',
      buffer: Buffer.alloc(4096),
    });

/** Chooses two files and stalls their reading after three eighths. */
const chooseSlowFiles = async (page: Page): Promise<void> => {
  await page.evaluate(() => {
    File.prototype.stream = () =>
      new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(3072)) });
  });
  const file = { mimeType: 'video/quicktime', buffer: Buffer.alloc(4096) };
  const files = ['holiday-1.mov', 'holiday-2.mov'].map((name) => ({ ...file, name }));
  await page.locator('input[type=file]').first().setInputFiles(files);
};

const createShare = async (page: Page): Promise<void> => {
  await chooseFile(page);
  await click('Create Share')(page);
};

/** @param shareId another one each time: the page refuses a share with the ID of an earlier one. */
const created = (shareId: string) =>
  share({ shareId, filename: 'holiday.mov', fileSize: '4.00 KB' });

export const dashboardScreens: Screen[] = [
  {
    name: 'dashboard-empty',
    path: '/',
    api: {
      '/api/user': record({ sharesUsedThisMonth: 0, activeShares: 0, expiredShares: 0 }),
      '/api/file-shares': [],
    },
    ready: 'No file shares yet. Upload your first file to get started!',
  },
  { name: 'dashboard', path: '/', api: signedIn, ready: 'wedding-raw-footage-4k.mov' },
  {
    name: 'dashboard-loading',
    path: '/',
    api: { '/api/user': record(), '/api/file-shares': noAnswer },
    ready: 'Loading shares...',
  },
  {
    name: 'dashboard-failed',
    path: '/',
    api: { '/api/user': unreachable, '/api/file-shares': unreachable },
    ready: 'Your shares could not be loaded.',
  },
  {
    name: 'dashboard-banner',
    path: '/',
    api: { ...signedIn, '/api/user': record({ sharesUsedThisMonth: 9 }) },
    ready: 'Upgrade to Pro for unlimited shares',
    isWindow: true,
  },
  {
    name: 'dashboard-many',
    path: '/',
    api: {
      '/api/user': pro,
      '/api/file-shares': Array.from({ length: 60 }, (_, index) =>
        share({
          shareId: `s${String(index)}`,
          filename: `scan-${String(index)}.tiff`,
          isActive: index % 3 !== 0,
          expiresAt: inDays(index % 4 === 3 ? -1 : 3),
        }),
      ),
    },
    ready: 'scan-0.tiff',
    isWindow: true,
  },
  { name: 'upload-file-chosen', path: '/', api: signedIn, act: chooseFile, ready: 'Create Share' },
  {
    name: 'upload-file-chosen-pro',
    path: '/',
    api: { ...signedIn, '/api/user': pro },
    act: chooseFile,
    ready: 'Link valid for',
  },
  {
    name: 'upload-packing',
    path: '/',
    api: signedIn,
    act: chooseSlowFiles,
    ready: 'Packing 2 files into one ZIP…',
  },
  {
    name: 'upload-creating',
    path: '/',
    api: { ...signedIn, 'POST /api/file-shares': noAnswer },
    act: createShare,
    ready: 'Creating share...',
  },
  {
    name: 'upload-limit-reached',
    path: '/',
    api: {
      ...signedIn,
      '/api/user': record({ sharesUsedThisMonth: 10 }),
      'POST /api/file-shares': refusal(403, 'Monthly share limit reached'),
    },
    act: createShare,
    ready: 'Upgrade to Pro',
    isWindow: true,
  },
  {
    name: 'upload-error',
    path: '/',
    api: { ...signedIn, 'POST /api/file-shares': unreachable },
    act: createShare,
    ready: 'Try Again',
    isWindow: true,
  },
  {
    name: 'upload-created',
    path: '/',
    api: { ...signedIn, 'POST /api/file-shares': created('new') },
    socket: 'silent',
    act: createShare,
    ready: 'Share File: holiday.mov',
    isWindow: true,
  },
  {
    name: 'upload-retrying',
    path: '/',
    api: { ...signedIn, 'POST /api/file-shares': created('newer') },
    socket: 'dropped',
    act: async (page) => {
      await createShare(page);
      await click('Cancel')(page);
    },
    ready: 'Reconnecting',
  },
  {
    name: 'dashboard-share-details',
    path: '/',
    api: signedIn,
    act: async (page) => {
      await page.getByRole('button', { name: /^Details of Quarterly/ }).click();
    },
    ready: 'Expires in 7 days',
    isWindow: true,
  },
  {
    name: 'dashboard-share-code',
    path: '/',
    api: signedIn,
    act: async (page) => {
      await page.getByRole('button', { name: /^Details of Quarterly/ }).click();
      await click('Show QR code')(page);
      await page.getByRole('img', { name: 'QR code of the shareable link' }).waitFor();
    },
    ready: 'Hide QR code',
    isWindow: true,
  },
  {
    name: 'dashboard-how-to-install',
    path: '/',
    api: signedIn,
    act: click('How to Install'),
    ready: 'Confirm with Install.',
    isWindow: true,
  },
  {
    name: 'toast-success',
    path: '/',
    api: { ...signedIn, 'POST /api/file-shares/a/stop': {} },
    act: async (page) => {
      await page.getByRole('button', { name: /^Stop Quarterly/ }).click();
    },
    ready: 'Share Stopped',
    isWindow: true,
  },
  {
    name: 'toast-failure',
    path: '/',
    api: { ...signedIn, 'POST /api/file-shares/a/stop': unreachable },
    act: async (page) => {
      await page.getByRole('button', { name: /^Stop Quarterly/ }).click();
    },
    ready: 'Failed to Stop Share',
    isWindow: true,
  },
];
