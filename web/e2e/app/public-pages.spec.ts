import { gzipSync } from 'node:zlib';
import { answerSaveDialog } from '../support/disk.js';
import { createShare, expectVerified, openShare, openDashboard } from '../support/people.js';
import { expect, test } from '../support/test.js';

const publicPages = [
  '/landing',
  '/tandem-vs-wetransfer',
  '/wetransfer-alternative',
  '/dropbox-alternative',
  '/file-too-big-for-gmail',
  '/send-large-files',
  '/send-10gb-file',
  '/p2p-file-transfer',
  '/hipaa-compliant-file-sharing',
  '/send-video-files',
  '/terms',
  '/privacy',
  '/trust',
];

/** Compressed JavaScript that the recipient's page loads before it is usable. */
const recipientBudgetBytes = 105 * 1024;

test.describe('public pages', () => {
  test('render without JavaScript, each with its own title', async ({ browser, baseURL }) => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      ...(baseURL === undefined ? {} : { baseURL }),
    });
    const page = await context.newPage();
    const titles = new Set<string>();
    for (const path of publicPages) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      // Only the landing page has other languages to choose from.
      await expect(page.getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute(
        'href',
        path === '/landing' ? '/login?lang=en' : '/login',
      );
      titles.add(await page.title());
    }
    expect(titles.size).toBe(publicPages.length);
    await page.goto('/landing');
    await page.locator('summary').first().click();
    await expect(page.locator('details[open] p')).toBeVisible();
    const sitemap = await (await page.request.get('/sitemap.xml')).text();
    for (const path of publicPages) expect(sitemap).toContain(`${path}</loc>`);
    await context.close();
  });

  test('name what is missing where JavaScript is needed', async ({ browser, baseURL }) => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      ...(baseURL === undefined ? {} : { baseURL }),
    });
    const page = await context.newPage();
    for (const path of ['/share/AAAAAAAAAAAAAAAAAAAAAA', '/login']) {
      await page.goto(path);
      // Not by its text: Playwright does not look for text in <noscript>.
      const hint = page.getByRole('paragraph').first();
      await expect(hint).toBeVisible();
      expect(await hint.innerText()).toContain('This page needs JavaScript');
    }
    await context.close();
  });
});

test.describe('the recipient’s page', () => {
  test('is usable after at most 105 KB of JavaScript, without antd, store and identity SDK', async ({
    page,
  }) => {
    const sizes: Promise<number>[] = [];
    const names: string[] = [];
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (!pathname.endsWith('.js') || pathname === '/sw.js') return;
      names.push(pathname);
      sizes.push(response.body().then((body) => gzipSync(body).length));
    });
    await page.goto('/share/AAAAAAAAAAAAAAAAAAAAAA');
    await expect(page.getByRole('button', { name: 'Access File' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(names.length).toBeGreaterThan(1);
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(30_000);
    expect(bytes).toBeLessThanOrEqual(recipientBudgetBytes);
    expect(names.filter((name) => /antd|store|identity|base-api/.test(name))).toEqual([]);
  });

  test('shows toasts clear of the card', async ({ page }) => {
    for (const width of [1280, 1024, 768]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/share/AAAAAAAAAAAAAAAAAAAAAA');
      await page.getByRole('button', { name: 'Access File' }).click();
      const toast = await page.getByRole('alert').filter({ hasText: 'Required' }).boundingBox();
      const card = await page.getByRole('region', { name: 'Password Protected' }).boundingBox();
      if (toast === null || card === null) throw new Error('nothing to see');
      const isBeside = toast.x >= card.x + card.width;
      expect(isBeside || toast.y >= card.y + card.height).toBe(true);
    }
  });

  test('opens offline after the first visit and reports the missing connection [1.22]', async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
    const page = await context.newPage();
    await page.goto('/share/AAAAAAAAAAAAAAAAAAAAAA');
    await expect
      .poll(
        () =>
          page.evaluate(async () => {
            await navigator.serviceWorker.ready;
            const kept = await (await caches.open('assets-v1')).keys();
            return kept.some(({ url }) => url.includes('/assets/share-page'));
          }),
        { timeout: 15_000 },
      )
      .toBe(true);
    await context.setOffline(true);
    await page.reload();
    await page.getByLabel('Password', { exact: true }).fill('x');
    await page.getByRole('button', { name: 'Access File' }).click();
    await expect(page.getByText(/Unable to connect to server/).first()).toBeVisible();
    await context.close();
  });

  test('leads to the sign-up form after the download, with name and email address filled in [2.142]', async ({
    openBrowser,
  }) => {
    const sender = await (await openBrowser()).newPage();
    const recipient = await (await openBrowser()).newPage();
    // A file among the downloads would hold the redirect until the recipient has left the page and is back.
    await answerSaveDialog(recipient);
    await openDashboard(sender);
    const file = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') };
    const share = await createShare(sender, file);
    await openShare(recipient, share, { isLeaving: true });
    await recipient.getByRole('button', { name: 'Download File' }).click();
    await expectVerified(recipient);
    await recipient.waitForURL(/\/login\?/);
    expect(Object.fromEntries(new URL(recipient.url()).searchParams)).toEqual({
      email: 'grace@example.com',
      name: 'Grace Recipient',
      tab: 'signup',
    });
  });
});
