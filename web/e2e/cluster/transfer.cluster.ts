import { expect, test, type Browser } from '@playwright/test';
import { launchBrowserProcess } from '../support/browsers.js';
import {
  createShare,
  download,
  expectVerified,
  openShare,
  randomFile,
  recipientPage,
  sha256OfDownload,
  signUp,
} from '../support/people.js';

const mebibyte = 1024 * 1024;
const { CLUSTER_URL: url = '' } = process.env;

const opened: Browser[] = [];
const openBrowser = async () => {
  const browser = await launchBrowserProcess();
  opened.push(browser);
  return browser;
};
test.afterEach(() => Promise.all(opened.map((browser) => browser.close())));

// The suite's own `test` has the address of its stack.
test('a file of 16 MiB crosses between two browsers, identical', async () => {
  expect(url).not.toBe('');
  const file = await randomFile(16 * mebibyte);
  const sender = await (await openBrowser()).newPage();
  const recipient = await recipientPage(await openBrowser());
  await signUp(sender, url);
  const share = await createShare(sender, file.path);
  await openShare(recipient, share);
  const [saved] = await Promise.all([download(recipient), expectVerified(recipient)]);
  expect(await sha256OfDownload(saved)).toBe(file.sha256);
  await file.remove();
});
