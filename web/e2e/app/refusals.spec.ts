import {
  closeToast,
  createShare,
  enterPassword,
  recipientPage,
  openDashboard,
} from '../support/people.js';
import { stackInfo } from '../support/stack.js';
import { expect, test } from '../support/test.js';

const smallFile = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') };
const refusal = 'Invalid password or expired link.';

test.describe('links that must not open', () => {
  test('a wrong password, an unknown link and a stopped share get the same error; a restarted share opens [4.22, 8.28]', async ({
    openBrowser,
  }) => {
    const { url } = stackInfo();
    const sender = await (await openBrowser()).newPage();
    const recipient = await recipientPage(await openBrowser());
    await openDashboard(sender);
    const share = await createShare(sender, smallFile);

    await enterPassword(recipient, share.link, 'not the password');
    await expect(recipient.getByText('Access Denied')).toBeVisible();
    await expect(recipient.getByText(refusal).first()).toBeVisible();
    await expect(recipient.getByLabel('Full Name')).toBeHidden();

    await enterPassword(recipient, `${url}/share/AAAAAAAAAAAAAAAAAAAAAA`, share.password);
    await expect(recipient.getByText(refusal).first()).toBeVisible();

    await sender.getByRole('button', { name: 'Stop note.txt' }).click();
    await expect(sender.getByText('Share Stopped')).toBeVisible();
    await closeToast(sender);
    await enterPassword(recipient, share.link, share.password);
    await expect(recipient.getByText(refusal).first()).toBeVisible();

    await sender.getByRole('button', { name: 'Restart note.txt' }).click();
    await expect(sender.getByText('Share Restarted')).toBeVisible();
    await enterPassword(recipient, share.link, share.password);
    await expect(recipient.getByLabel('Full Name')).toBeVisible();
  });
});

test('a reload while the server is away keeps the user signed in, and shows the page when it is back', async ({
  openBrowser,
}) => {
  const page = await (await openBrowser()).newPage();
  await openDashboard(page);
  await page.goto('/settings');
  await page.route('**/api/**', (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('heading', { name: 'The server cannot be reached' })).toBeVisible();
  await page.unroute('**/api/**');
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/settings');
});
