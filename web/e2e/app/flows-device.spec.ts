import type { BrowserContext, Page } from '@playwright/test';
import { answerForProvider } from '../support/accounts.js';
import { closeToast, openDashboard, signUp } from '../support/people.js';
import { stackInfo } from '../support/stack.js';
import { expect, test } from '../support/test.js';

/** Playwright cannot operate Chromium's install prompt. The page handles this event like a real one. */
const offerInstallation = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const event = new Event('beforeinstallprompt', { cancelable: true });
    Object.assign(event, {
      prompt: () => {
        window.dispatchEvent(new Event('appinstalled'));
        return Promise.resolve({ outcome: 'accepted' });
      },
      userChoice: Promise.resolve({ outcome: 'accepted', platform: 'web' }),
    });
    window.dispatchEvent(event);
  });

/** A screen wake lock that the test can release. */
const fakeWakeLock = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const locks: EventTarget[] = [];
    const request = () => {
      if (locks.length > 1) return Promise.reject(new Error('refused'));
      const lock = Object.assign(new EventTarget(), { release: () => Promise.resolve() });
      locks.push(lock);
      return Promise.resolve(lock);
    };
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
    Object.assign(window, {
      releaseLocks: () => {
        for (const lock of locks) lock.dispatchEvent(new Event('release'));
      },
    });
  });

const loseLock = (page: Page): Promise<void> =>
  page.evaluate(() => {
    (window as unknown as { releaseLocks: () => void }).releaseLocks();
    document.dispatchEvent(new Event('visibilitychange'));
  });

test('a phone: keeps the screen on, reacquires a lost lock, installs the app, opens offline [2.96, 2.99, 4.77]', async ({
  browser,
}) => {
  const context = await browser.newContext({
    baseURL: stackInfo().url,
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });
  await fakeWakeLock(context);
  const page = await context.newPage();
  await openDashboard(page);

  await test.step('offers to choose a file, in the first screen', async () => {
    await expect(page.getByRole('switch', { name: /Keep Screen On/ })).toBeAttached();
    await expect(page.getByText('Choose a file', { exact: true })).toBeVisible();
    await expect(page.getByText('Drop a file')).toBeHidden();
    const button = await page.getByRole('button', { name: 'Select File' }).boundingBox();
    const bar = await page.getByRole('navigation').first().boundingBox();
    if (button === null || bar === null) throw new Error('no button or no navigation bar');
    expect(button.y + button.height).toBeLessThan(bar.y);
  });

  await test.step('offers buttons that a finger hits, and the language menu after the rest of the page', async () => {
    const sizes = await page
      .getByRole('button')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
    expect(sizes.length).toBeGreaterThan(3);
    for (const { width, height } of sizes)
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    const usage = await page.getByRole('region', { name: 'Usage This Month' }).boundingBox();
    const menu = await page.getByRole('combobox', { name: 'Language' }).boundingBox();
    expect(menu?.y).toBeGreaterThan((usage?.y ?? 0) + (usage?.height ?? 0));
  });

  await test.step('Keep Screen On reacquires the lock after an app switch and reports a failure', async () => {
    const toggle = page.getByRole('switch', { name: /Keep Screen On/ });
    await toggle.click();
    await expect(toggle).toBeChecked();
    await loseLock(page);
    await expect(toggle).toBeChecked();
    await expect
      .poll(async () => {
        await loseLock(page);
        return toggle.isChecked();
      })
      .toBe(false);
    await expect(page.getByText('Wake Lock Lost')).toBeVisible();
    await closeToast(page);
    await toggle.click();
    await expect(page.getByText('Wake Lock Error')).toBeVisible();
    await closeToast(page);
  });

  await test.step('shows instructions without an install prompt, a button with one', async () => {
    await page.getByRole('button', { name: 'How to Install' }).click();
    await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
    await page.getByRole('button', { name: 'Close', exact: true }).last().click();
    await offerInstallation(page);
    await page.getByRole('button', { name: 'Install App' }).click();
    await expect(page.getByText('App Installed')).toBeVisible();
  });

  await test.step('opens offline and reports the missing data', async () => {
    await page.goto('/');
    await expect(page.getByText('Share File via WebRTC')).toBeVisible();
    await expect
      .poll(() =>
        page.evaluate(async () => {
          await navigator.serviceWorker.ready;
          const requests = await (await caches.open('assets-v1')).keys();
          const kept = new Set(requests.map(({ url }) => url));
          return performance
            .getEntriesByType('resource')
            .filter(({ name }) => /\/assets\/[^?]+\.(js|css)$/.test(name))
            .every(({ name }) => kept.has(name));
        }),
      )
      .toBe(true);
    // What the HTTP cache holds for a minute or longer must not be what opens the app.
    const session = await context.newCDPSession(page);
    await session.send('Network.clearBrowserCache');
    // While another session is attached, the page calls itself online.
    await session.detach();
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByText('Share File via WebRTC')).toBeVisible();
    await expect(page.getByText('Your shares could not be loaded.')).toBeVisible();
  });

  await test.step('reports offline that the payment page is away, and loads it once online', async () => {
    await page.goto('/subscribe');
    const away = page.getByRole('heading', { name: 'The server cannot be reached' });
    await expect(away).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('button', { name: 'Choose Pro', exact: true })).toBeVisible();
    await expect(away).toBeHidden();
  });
  await context.close();
});

/** Resolved to this machine. The extension check skips localhost. */
const installedHost = 'files.example';

test('the installed app warns of an extension that changes the page until the warning is dismissed [2.97, 8.101]', async ({
  openBrowser,
}) => {
  const { url, authEmulatorOrigin } = stackInfo();
  const { port } = new URL(url);
  const origin = `http://${installedHost}:${port}`;
  const browser = await openBrowser([
    `--host-resolver-rules=MAP ${installedHost} 127.0.0.1`,
    `--unsafely-treat-insecure-origin-as-secure=${origin}`,
  ]);
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  await page.addInitScript(() => {
    const ask = window.matchMedia.bind(window);
    window.matchMedia = (query) =>
      query.includes('display-mode') ? ask('(min-width: 0px)') : ask(query);
  });
  await answerForProvider(page, authEmulatorOrigin);
  // The server would reject writes from this origin.
  await page.route('**/api/session', (route) => route.fulfill({ json: {} }));
  await page.route('**/api/file-shares?*', (route) => route.fulfill({ json: [] }));
  await page.route('**/api/user?*', (route) =>
    route.fulfill({ json: { subscriptionStatus: 'free', sharesUsedThisMonth: 0 } }),
  );
  await signUp(page, origin);
  await expect(page.getByText('Keep this tab active')).toHaveCount(0);
  await expect(page.getByText('Browser extension detected')).toHaveCount(0);
  await page.clock.install();
  await page.reload();
  await expect(page.getByText('Share File via WebRTC')).toBeVisible();
  await page.evaluate(() => document.body.append(document.createElement('grammarly-extension')));
  await page.clock.fastForward(30_000);
  await expect(page.getByText('Browser extension detected')).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('Browser extension detected')).toHaveCount(0);
});

// WCAG 2.3.3. A transition of an inherited colour runs down the tree, one element per frame.
test('with reduced motion a change of theme has no transition', async ({ browser }) => {
  const context = await browser.newContext({
    baseURL: stackInfo().url,
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto('/login');
  const title = page.getByRole('heading', { level: 1 });
  const light = await title.evaluate((element) => getComputedStyle(element).color);
  await page.evaluate(() => {
    document.addEventListener('transitionrun', ({ propertyName }) => {
      document.documentElement.dataset['moved'] ??= propertyName;
    });
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(title).not.toHaveCSS('color', light);
  await expect(page.locator('html')).not.toHaveAttribute('data-moved');
  await context.close();
});
