import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page, Route } from '@playwright/test';
import { compareSite, manifestSchema } from '../../../tools/verify-site/site.js';
import {
  createShare,
  openDashboard,
  openShare,
  randomFile,
  receiveVerified,
  recipientPage,
} from '../support/people.js';
import { stackInfo } from '../support/stack.js';
import { expect, test } from '../support/test.js';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
const root = fileURLToPath(new URL('../../..', import.meta.url));
const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(dist, 'release.json'), 'utf8')));

test('the site delivers exactly the files of its manifest', async () => {
  expect(Object.keys(manifest.files).length).toBeGreaterThan(50);
  expect(await compareSite(manifest, { site: stackInfo().url })).toEqual([]);
});

test('no delivered file contains the folder or the time of the build', () => {
  const today = new Date().toISOString().slice(0, 10);
  const found = readdirSync(dist, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(js|css|html|json|txt|xml)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const text = readFileSync(path, 'utf8');
      return text.includes(root) || text.includes(today);
    });
  expect(found).toEqual([]);
});

test('public pages show the release', async ({ page }) => {
  await page.goto('/trust');
  await expect(page.getByRole('contentinfo')).toContainText(`Release ${manifest.release}`);
});

test.describe('subresource integrity', () => {
  // The worker's requests would bypass the changed answer.
  test.use({ serviceWorkers: 'block' });

  test('covers every script and stylesheet of a page', async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
    const unprotected = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLScriptElement | HTMLLinkElement>('script, link')]
        .filter((element) =>
          /\.(js|css)$/.test(element.getAttribute('href') ?? element.getAttribute('src') ?? ''),
        )
        // Of the Auth emulator: the page loads it when it is idle.
        .filter((element) => !element.outerHTML.includes('/gapi-shim.js'))
        .filter((element) => element.integrity === '')
        .map((element) => element.outerHTML),
    );
    expect(unprotected).toEqual([]);
  });

  test('makes the browser refuse a changed chunk that is imported dynamically', async ({
    page,
  }) => {
    await page.route(/\/assets\/share-page-[^/]+\.js$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${await response.text()}\nwindow.changed = true;` });
    });
    await page.goto('/share/AAAAAAAAAAAAAAAAAAAAAA');
    await expect(
      page.getByRole('heading', { name: 'This page could not be loaded' }),
    ).toBeVisible();
    expect(await page.evaluate(() => 'changed' in window)).toBe(false);
  });
});

test.describe('a file of the app that does not arrive', () => {
  // The worker's requests would bypass the withheld answers.
  test.use({ serviceWorkers: 'block' });

  const settings = /\/assets\/settings-page-[^/]+\.js$/;
  const notFound = (route: Route) => route.fulfill({ status: 404 });
  const failed = (page: Page) =>
    page.getByRole('heading', { name: 'This page could not be loaded' });
  const openSettings = (page: Page) =>
    page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();

  test('costs only the page that needs it, which loads on request', async ({ page }) => {
    await page.route(settings, notFound);
    await openDashboard(page);
    await openSettings(page);
    await expect(failed(page)).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Recent Shares' })).toBeVisible();
    await openSettings(page);
    await expect(failed(page)).toBeVisible();
    await page.unroute(settings);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  });

  test('does not interrupt a transfer of the tab', async ({ openBrowser }) => {
    const file = await randomFile(4 * 1024 * 1024);
    const sender = await (await openBrowser()).newPage();
    await sender.route(settings, notFound);
    const recipient = await recipientPage(await openBrowser());
    await openDashboard(sender);
    const share = await createShare(sender, file.path);
    await openSettings(sender);
    await expect(failed(sender)).toBeVisible();
    await sender.getByRole('button', { name: 'Try Again' }).click();
    await expect(failed(sender)).toBeVisible();
    await openShare(recipient, share);
    expect(await receiveVerified(recipient)).toBe(file.sha256);
    await file.remove();
  });

  test('delays only the receipt, until it arrives', async ({ openBrowser }) => {
    const dialog = /\/assets\/receipt-dialog-[^/]+\.js$/;
    const file = await randomFile(1024 * 1024);
    const sender = await (await openBrowser()).newPage();
    const recipient = await recipientPage(await openBrowser());
    await recipient.route(dialog, notFound);
    await openDashboard(sender);
    await openShare(recipient, await createShare(sender, file.path));
    expect(await receiveVerified(recipient)).toBe(file.sha256);
    const save = recipient.getByRole('button', { name: 'View Receipt' });
    await save.click();
    await expect(recipient.getByText('Could Not Open')).toBeVisible();
    await recipient.unroute(dialog);
    await save.click();
    await expect(recipient.getByRole('dialog')).toBeVisible();
    await file.remove();
  });
});
