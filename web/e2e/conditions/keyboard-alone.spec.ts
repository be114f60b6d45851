import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { createAccount } from '../support/accounts.js';
import { recipientPage, stayAfterwards } from '../support/people.js';
import { stackInfo } from '../support/stack.js';
import { expect, test } from '../support/test.js';
import { tabTo } from './keyboard-stops.js';

const content = 'sent and received without a mouse';
const file = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from(content) };

const sizes = [
  { width: 1280, height: 720 },
  // The navigation is a bar at the bottom.
  { width: 360, height: 640 },
];
type Size = (typeof sizes)[number];

const openSender = async (browser: Browser, viewport: Size): Promise<Page> => {
  const { url } = stackInfo();
  const context = await browser.newContext({ baseURL: url, viewport });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  // Playwright cannot operate the file picker of the File System Access API; without it the page uses its input field.
  await context.addInitScript(() => Object.assign(window, { showOpenFilePicker: undefined }));
  return context.newPage();
};

const type = (page: Page, text: string): Promise<void> => page.keyboard.type(text);
const press = (page: Page, key: string): Promise<void> => page.keyboard.press(key);
const focusOn = (page: Page, name: string | RegExp) =>
  expect(page.locator(':focus')).toHaveAccessibleName(name);

/** It may cover what has the focus until it closes. */
const closeToast = async (page: Page): Promise<void> => {
  await press(page, 'F8');
  await press(page, 'Tab');
  await press(page, 'Enter');
};

for (const size of sizes) {
  test(`two people who use the keyboard alone send and receive a file: ${size.width} px`, async ({
    browser,
  }) => {
    const sender = await openSender(browser, size);
    const recipient = await recipientPage(browser, { viewport: size });

    await test.step('signs in', async () => {
      const account = await createAccount('Ada Sender');
      await sender.goto('/login');
      await expect(sender.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
      await tabTo(sender, 'textbox "Email"');
      await type(sender, account.email);
      await tabTo(sender, 'textbox "Password"');
      await type(sender, account.password);
      await press(sender, 'Enter');
      await expect(sender.getByText('Share File via WebRTC')).toBeVisible();
      await closeToast(sender);
    });

    await test.step('skips header and navigation', async () => {
      await sender.reload();
      await expect(sender.getByText('Share File via WebRTC')).toBeVisible();
      await tabTo(sender, 'link "Skip to content"');
      await press(sender, 'Enter');
    });

    const [link = '', password = ''] = await test.step('creates a share', async () => {
      // Before the way to the button: Playwright takes a moment to intercept the dialog.
      const choosing = sender.waitForEvent('filechooser');
      await tabTo(sender, 'button "Select File"');
      await press(sender, 'Enter');
      await (await choosing).setFiles(file);
      await focusOn(sender, 'Create Share');
      await press(sender, 'Enter');
      await focusOn(sender, 'Copy & Close');
      await press(sender, 'Enter');
      await expect(sender.getByRole('dialog')).toBeHidden();
      const copied = await sender.evaluate(() => navigator.clipboard.readText());
      await closeToast(sender);
      return [/https?:\S+/.exec(copied)?.[0], /Password: (\S+)/.exec(copied)?.[1]];
    });

    await test.step('copies the link', async () => {
      await sender.evaluate(() => navigator.clipboard.writeText(''));
      await tabTo(sender, 'button "Copy link of note.txt"');
      await press(sender, 'Enter');
      await expect.poll(() => sender.evaluate(() => navigator.clipboard.readText())).toBe(link);
      await closeToast(sender);
    });

    await test.step('opens the link, and receives the file', async () => {
      await recipient.goto(link);
      await stayAfterwards(recipient);
      await focusOn(recipient, 'Password');
      await type(recipient, password);
      await tabTo(recipient, 'button "Show password"');
      await tabTo(recipient, 'button "Access File"');
      await press(recipient, 'Enter');
      await focusOn(recipient, 'Full Name');
      await type(recipient, 'Grace Recipient');
      await tabTo(recipient, 'textbox "Email Address"');
      await type(recipient, 'grace@example.com');
      await press(recipient, 'Enter');
      await focusOn(recipient, 'Download File');
      const saving = recipient.waitForEvent('download');
      await press(recipient, 'Enter');
      const path = await (await saving).path();
      expect(await readFile(path, 'utf8')).toBe(content);
      await tabTo(recipient, 'link "Terms"');
    });

    await test.step('stops the share', async () => {
      await tabTo(sender, 'button "Stop note.txt"');
      await press(sender, 'Enter');
      await expect(sender.getByRole('button', { name: 'Restart note.txt' })).toBeVisible();
      await focusOn(sender, /note\.txt$/);
    });

    await Promise.all([sender, recipient].map((page) => page.context().close()));
  });
}
