import type { CDPSession, Page } from '@playwright/test';
import { stackInfo } from '../support/stack.js';
import { expect, test } from '../support/test.js';

// The headless shell shows no notifications.
test.use({ program: 'chromium' });

const shareId = 'AbCdEfGhIjKlMnOpQrStUv';

/** Delivers a message to the service worker as the push service does. */
const deliver = async (cdp: CDPSession, registrationId: string, notice: object): Promise<void> => {
  const { origin } = new URL(stackInfo().url);
  const data = JSON.stringify(notice);
  await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
};

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const notifications = await registration.getNotifications();
    return notifications.map(({ title, tag }) => `${title} (${tag})`).sort();
  });

test('the service worker shows notices of the push service, except on their visible page', async ({
  openBrowser,
}) => {
  const { url } = stackInfo();
  const context = await (await openBrowser()).newContext({ baseURL: url });
  await context.grantPermissions(['notifications']);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [registration] }) => {
      if (registration) resolve(registration.registrationId);
    });
  });
  await cdp.send('ServiceWorker.enable');
  await page.goto(`/share/${shareId}`);
  const registrationId = await registered;
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await deliver(cdp, registrationId, { kind: 'sender-back', shareId });
  await deliver(cdp, registrationId, { kind: 'other', shareId });
  await deliver(cdp, registrationId, { kind: 'delivered', shareId });
  const delivered = `Delivery confirmed (delivered ${shareId})`;
  await expect.poll(() => shown(page)).toEqual([delivered]);
  await page.goto('/landing');
  await deliver(cdp, registrationId, { kind: 'sender-back', shareId });
  await expect
    .poll(() => shown(page))
    .toEqual([delivered, `The sender is online (sender-back ${shareId})`]);
});
