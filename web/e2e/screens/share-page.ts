import type { Page } from '@playwright/test';
import { inDays, longName } from './samples.js';
import { click, noAnswer, refusal, unreachable, type Screen } from './screen.js';

const id = 'AAAAAAAAAAAAAAAAAAAAAA';
const path = `/share/${id}`;
const access = `/api/shares/${id}/access`;

const opened = (part: object = {}) => ({
  shareId: id,
  filename: 'wedding-raw-footage-4k.mov',
  fileSize: '1.86 GB',
  fileType: 'video/quicktime',
  isOwner: false,
  senderName: 'Ada Lovelace',
  asksFirst: false,
  note: 'The final cut. Please check the titles.',
  grant: 'grant',
  grantExpiresAt: inDays(1),
  ...part,
});

const enterPassword = async (page: Page): Promise<void> => {
  await page.getByLabel('Password', { exact: true }).fill('kt7mqp2xr9w4');
  await click('Access File')(page);
};

const giveDetails = async (page: Page, email = 'grace@example.com'): Promise<void> => {
  await enterPassword(page);
  await page.getByLabel('Full Name').fill('Grace Recipient');
  await page.getByLabel('Email Address').fill(email);
  await click('Continue to Download')(page);
};

const startDownload = async (page: Page): Promise<void> => {
  await giveDetails(page);
  await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  await click('Download File')(page);
};

const chooseFile = async (page: Page, name: string): Promise<void> => {
  await enterPassword(page);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name, mimeType: 'video/quicktime', buffer: Buffer.alloc(2048) });
};

const isOwner = opened({ isOwner: true, fileSize: '2.00 KB' });

const passwordScreens: Screen[] = [
  { name: 'share-password', path, ready: 'Password Protected File' },
  {
    name: 'share-password-required',
    path,
    act: click('Access File'),
    ready: 'Password Required',
    isWindow: true,
  },
  {
    name: 'share-verifying',
    path,
    api: { [access]: noAnswer },
    act: enterPassword,
    ready: 'Verifying...',
  },
  {
    name: 'share-denied',
    path,
    api: { [access]: refusal(403, 'Invalid password or expired link.') },
    act: enterPassword,
    ready: 'Access Denied',
    isWindow: true,
  },
  {
    name: 'share-offline',
    path,
    api: { [access]: unreachable },
    act: enterPassword,
    ready: 'Connection Error',
    isWindow: true,
  },
];

const detailsScreens: Screen[] = [
  {
    name: 'share-details',
    path,
    api: { [access]: opened() },
    act: enterPassword,
    ready: 'Download Information Required',
  },
  {
    name: 'share-details-long-name',
    path,
    api: { [access]: opened({ filename: longName, fileType: '' }) },
    act: enterPassword,
    ready: 'Unknown',
  },
  {
    name: 'share-details-missing',
    path,
    api: { [access]: opened() },
    act: async (page) => {
      await enterPassword(page);
      await click('Continue to Download')(page);
    },
    ready: 'Information Required',
    isWindow: true,
  },
  {
    name: 'share-details-bad-email',
    path,
    api: { [access]: opened() },
    act: (page) => giveDetails(page, 'grace'),
    ready: 'Invalid Email',
    isWindow: true,
  },
];

const receiverScreens: Screen[] = [
  {
    name: 'share-ready',
    path,
    api: { [access]: opened() },
    act: (page) => giveDetails(page),
    ready: 'Ready to download',
  },
  {
    name: 'share-connecting',
    path,
    api: { [access]: opened() },
    socket: 'silent',
    act: startDownload,
    ready: /Connecting to the sender/,
  },
  {
    name: 'share-still-alone',
    path,
    api: { [access]: opened() },
    socket: 'alone',
    act: startDownload,
    ready: /The sender is not online yet/,
  },
  {
    name: 'share-retrying',
    path,
    api: { [access]: opened() },
    socket: 'dropped',
    act: startDownload,
    ready: /attempt 1 of 5/i,
  },
  {
    name: 'share-failed',
    path,
    api: { [access]: opened() },
    socket: 'refused',
    act: startDownload,
    ready: 'Connection failed',
    isWindow: true,
  },
];

const senderScreens: Screen[] = [
  {
    name: 'share-owner',
    path,
    api: { [access]: isOwner },
    act: enterPassword,
    ready: 'Choose the file to start sending',
  },
  {
    name: 'share-owner-other-file',
    path,
    api: { [access]: isOwner },
    act: (page) => chooseFile(page, 'another-film.mov'),
    ready: 'Send it anyway',
  },
  {
    name: 'share-owner-connecting',
    path,
    api: { [access]: isOwner },
    socket: 'silent',
    act: (page) => chooseFile(page, isOwner.filename),
    ready: 'Connecting to signaling server',
  },
  {
    name: 'share-owner-failed',
    path,
    api: { [access]: isOwner },
    socket: 'refused',
    act: (page) => chooseFile(page, isOwner.filename),
    ready: 'Reset Connection',
    isWindow: true,
  },
];

export const sharePageScreens: Screen[] = [
  ...passwordScreens,
  ...detailsScreens,
  ...receiverScreens,
  ...senderScreens,
];
