import type { Page } from '@playwright/test';
import { instrument, whenReceivedBeyond } from '../support/instruments.js';
import { newAccount, randomFile, recipientPage } from '../support/people.js';
import { stackInfo } from '../support/stack.js';
import { expect, test } from '../support/test.js';

/** Counts the user's presses, over all documents of the page. Fields are filled after a press on them or with Tab. */
const countPresses = async (page: Page): Promise<() => number> => {
  let presses = 0;
  await page.exposeBinding('countPress', () => void (presses += 1));
  await page.addInitScript(() => {
    addEventListener(
      'pointerdown',
      ({ isTrusted }) => {
        if (isTrusted) (window as unknown as { countPress: () => void }).countPress();
      },
      { capture: true },
    );
  });
  return () => presses;
};

/** From the field that has the focus to the next ones. */
const typeInto = async (page: Page, texts: readonly string[]): Promise<void> => {
  for (const [index, text] of texts.entries()) {
    if (index > 0) await page.keyboard.press('Tab');
    await page.keyboard.insertText(text);
  }
};

test('a first visit takes at most 8 clicks from the front page to a copied link, a recipient 4 to the first byte', async ({
  openBrowser,
}) => {
  const { url } = stackInfo();
  const file = await randomFile(8 * 1024 * 1024);
  const browser = await openBrowser();
  const context = await browser.newContext({
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  // Playwright cannot operate the native dialog, only the one of a file input.
  await context.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'));
  const sender = await context.newPage();
  const senderPresses = await countPresses(sender);
  const account = newAccount();

  await sender.goto(url);
  const startedAtMs = Date.now();
  await sender.getByRole('link', { name: 'Get Started Free' }).first().click();
  await sender.getByLabel('Display Name (optional)').click();
  await typeInto(sender, [account.name, account.email, account.password]);
  await sender.getByLabel('Confirm Password', { exact: true }).fill(account.password);
  await sender.keyboard.press('Enter');
  const choosing = sender.waitForEvent('filechooser');
  await sender.getByRole('button', { name: 'Select File' }).click({ timeout: 20_000 });
  await (await choosing).setFiles(file.path);
  await sender.getByRole('button', { name: 'Create Share' }).click();
  await sender.getByRole('button', { name: 'Copy & Close' }).click();
  const copied = () => sender.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toContain('Link: ');
  expect(Date.now() - startedAtMs).toBeLessThan(60_000);
  // And one in the dialog of the operating system.
  expect(senderPresses() + 1).toBeLessThanOrEqual(8);

  const details = await copied();
  const [link = ''] = /(?<=^Link: ).+$/m.exec(details) ?? [];
  const [password = ''] = /(?<=^Password: ).+$/m.exec(details) ?? [];
  const recipient = await recipientPage(await openBrowser());
  const recipientPresses = await countPresses(recipient);
  await instrument(recipient);
  await recipient.goto(link);
  const openedAtMs = Date.now();
  await recipient.getByLabel('Password', { exact: true }).click();
  await recipient.keyboard.insertText(password);
  await recipient.keyboard.press('Enter');
  await recipient.getByLabel('Full Name', { exact: true }).click();
  await typeInto(recipient, ['Grace Recipient', 'grace@example.com']);
  await recipient.keyboard.press('Enter');
  await recipient.getByRole('button', { name: 'Download File' }).click();
  expect((await whenReceivedBeyond(recipient, 0)) - openedAtMs).toBeLessThan(60_000);
  expect(recipientPresses()).toBeLessThanOrEqual(4);
  await file.remove();
});
