import type { CDPSession } from '@playwright/test';
import { stackInfo } from '../support/stack.js';
import { expect, test } from '../support/test.js';

// The headless shell shows no notifications.
test.use({ program: 'chromium' });

const shareId = 'AbCdEfGhIjKlMnOpQrStUv';

/**
 * What the browser does with messages of the push service, from now on. Its own log tells: Chromium forgets a
 * notification that `getNotifications` finds stored and not displayed yet.
 */
const observePush = async (cdp: CDPSession) => {
  const displayed: string[] = [];
  const statuses: string[] = [];
  cdp.on('BackgroundService.backgroundServiceEventReceived', ({ backgroundServiceEvent }) => {
    const { eventName, eventMetadata, instanceId } = backgroundServiceEvent;
    const valueOf = (key: string): string =>
      eventMetadata.find((entry) => entry.key === key)?.value ?? '';
    if (eventName === 'Notification displayed')
      displayed.push(`${valueOf('Title')} (${instanceId})`);
    if (eventName === 'Push event completed') statuses.push(valueOf('Status'));
  });
  for (const service of ['notifications', 'pushMessaging'] as const) {
    await cdp.send('BackgroundService.startObserving', { service });
    await cdp.send('BackgroundService.setRecording', { service, shouldRecord: true });
  }
  return { displayed, statuses };
};

test('the service worker shows notices of the push service, except on their visible page', async ({
  openBrowser,
}) => {
  const { url } = stackInfo();
  const context = await (await openBrowser()).newContext({ baseURL: url });
  await context.grantPermissions(['notifications']);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  const { displayed, statuses } = await observePush(cdp);
  const registered = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [registration] }) => {
      if (registration) resolve(registration.registrationId);
    });
  });
  await cdp.send('ServiceWorker.enable');
  await page.goto(`/share/${shareId}`);
  const registrationId = await registered;
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const deliver = async (notice: object): Promise<void> => {
    const before = statuses.length;
    const { origin } = new URL(url);
    const data = JSON.stringify(notice);
    await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
    await expect.poll(() => statuses.slice(before)).toEqual(['Success']);
  };

  await deliver({ kind: 'sender-back', shareId });
  await deliver({ kind: 'other', shareId });
  expect(displayed).toEqual([]);
  await deliver({ kind: 'delivered', shareId });
  const delivered = `Delivery confirmed (delivered ${shareId})`;
  expect(displayed).toEqual([delivered]);
  await page.goto('/landing');
  await deliver({ kind: 'sender-back', shareId });
  expect(displayed).toEqual([delivered, `The sender is online (sender-back ${shareId})`]);
});
