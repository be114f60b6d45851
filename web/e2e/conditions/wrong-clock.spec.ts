import type { Page } from '@playwright/test';
import {
  createShare,
  download,
  expectVerified,
  openDashboard,
  openShare,
  pressWhenShown,
  recipientPage,
} from '../support/people.js';
import { expect, test } from '../support/test.js';

/** The clock of the page's computer is a day ahead. */
const setDayAhead = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const dayMs = 86_400_000;
    const now = Date.now.bind(Date);
    globalThis.Date = new Proxy(Date, {
      construct: (target, args: number[]) =>
        Reflect.construct(target, args.length === 0 ? [now() + dayMs] : args) as Date,
      get: (target, name) =>
        name === 'now' ? () => now() + dayMs : (Reflect.get(target, name) as unknown),
    });
  });

test('a sender whose clock is a day ahead has a receipt, with the right day', async ({
  openBrowser,
}) => {
  const sender = await (await openBrowser()).newPage();
  const recipient = await recipientPage(await openBrowser());
  await setDayAhead(sender);
  await openDashboard(sender);
  const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') };
  await openShare(recipient, await createShare(sender, note));
  await pressWhenShown(recipient, 'View Receipt');
  await Promise.all([download(recipient), expectVerified(recipient)]);
  const time = recipient.getByRole('dialog', { name: 'Delivery receipt' }).locator('time').first();
  await expect(time).toBeVisible();
  const stated = Date.parse((await time.getAttribute('datetime')) ?? '');
  expect(Math.abs(stated - Date.now())).toBeLessThan(600_000);
});
