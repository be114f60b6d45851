import type { Page } from '@playwright/test';
import { newAccount, recipientPage } from '../support/people.js';
import { stackInfo } from '../support/stack.js';
import { expect, test } from '../support/test.js';

/** Counts the clicks of a person over all documents of a page. */
const countClicks = async (page: Page): Promise<() => number> => {
  let clicks = 0;
  await page.exposeBinding('countClick', () => {
    clicks += 1;
  });
  await page.addInitScript(() => {
    const { countClick } = window as unknown as { countClick: () => void };
    const count = (event: Event): void => {
      if (event.isTrusted) countClick();
    };
    addEventListener('pointerdown', count, true);
  });
  return () => clicks;
};

/** In the dialog of the operating system: select the file and confirm with a double click, or with Open. */
const clicksInFileDialog = 2;

test('a first visit takes at most 8 clicks to a link, and a recipient 4 to the first byte', async ({
  browser,
}) => {
  const account = newAccount();
  const sender = await (await browser.newContext()).newPage();
  await sender.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const senderClicks = await countClicks(sender);
  await sender.goto(`${stackInfo().url}/landing`);
  await sender.getByRole('link', { name: 'Get Started Free' }).first().click();
  await sender.getByRole('tab', { name: 'Sign Up' }).click();
  await sender.getByLabel('Display Name (optional)').focus();
  for (const text of [account.name, account.email, account.password]) {
    await sender.keyboard.type(text);
    await sender.keyboard.press('Tab');
  }
  // The eye that shows the password stands between the two fields.
  await sender.getByLabel('Confirm Password', { exact: true }).focus();
  await sender.keyboard.type(account.password);
  await sender.getByRole('button', { name: 'Create Account' }).click();
  const choosing = sender.waitForEvent('filechooser');
  await sender.getByRole('button', { name: 'Select File' }).click();
  const buffer = Buffer.alloc(4 * 1024 * 1024, 7);
  await (await choosing).setFiles({ name: 'scan.dcm', mimeType: 'application/dicom', buffer });
  await sender.getByRole('button', { name: 'Create Share' }).click();
  await sender.getByRole('button', { name: 'Copy & Close' }).click();
  const copied = await sender.evaluate(() => navigator.clipboard.readText());
  const [, link = '', password = ''] = copied.split('\n').map((line) => line.replace(/^\w+: /, ''));
  expect(link).toContain('/share/');
  expect(senderClicks() + clicksInFileDialog).toBeLessThanOrEqual(8);

  const recipient = await recipientPage(browser);
  const recipientClicks = await countClicks(recipient);
  await recipient.goto(link);
  await expect(recipient.getByLabel('Password', { exact: true })).toBeFocused();
  await recipient.keyboard.type(password);
  await recipient.getByRole('button', { name: 'Access File' }).click();
  await expect(recipient.getByLabel('Full Name')).toBeFocused();
  await recipient.keyboard.type('Grace Recipient');
  await recipient.keyboard.press('Tab');
  await recipient.keyboard.type('grace@example.com');
  await recipient.getByRole('button', { name: 'Continue to Download' }).click();
  const saved = recipient.waitForEvent('download');
  await recipient.getByRole('button', { name: 'Download File' }).click();
  await saved;
  expect(recipientClicks()).toBeLessThanOrEqual(4);
  await sender.context().close();
  await recipient.context().close();
});
