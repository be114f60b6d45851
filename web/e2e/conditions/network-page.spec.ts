import type { Page } from '@playwright/test';
import { createShare, openDashboard, recipientPage } from '../support/people.js';
import { expect, test } from '../support/test.js';

/** Every call of the API gets the sign-in page of a network, as in a hotel. */
const answerWithPage = (page: Page): Promise<unknown> =>
  page.route('**/api/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><h1>Welcome, guest</h1>' }),
  );

test('a network that answers instead of the server gives no access, and keeps the pages working', async ({
  openBrowser,
}) => {
  const sender = await (await openBrowser()).newPage();
  const recipient = await recipientPage(await openBrowser());
  await openDashboard(sender);
  const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') };
  const { link, password } = await createShare(sender, note);

  await recipient.goto(link);
  await answerWithPage(recipient);
  await recipient.getByLabel('Password', { exact: true }).fill(password);
  await recipient.getByRole('button', { name: 'Access File' }).click();
  await expect(recipient.getByText(/Your network answered instead/).first()).toBeVisible();
  await recipient.unrouteAll();
  await recipient.getByRole('button', { name: 'Access File' }).click();
  await expect(recipient.getByText('note.txt').first()).toBeVisible();

  const live = sender.getByRole('region', { name: 'Sending now' });
  await answerWithPage(sender);
  await sender.getByRole('button', { name: /^Stop note.txt/ }).click();
  await expect(sender.getByText(/Your network answered instead/).first()).toBeVisible();
  await expect(live.getByText('note.txt')).toBeVisible();
});
