import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { createAccount } from '../support/accounts.js';
import { expectVerified, recipientPage, keepLastWords } from '../support/people.js';
import { stackInfo } from '../support/stack.js';
import { expect, test } from '../support/test.js';
import { tabTo } from './keyboard-stops.js';

const content = 'sent and received without a mouse';
const file = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from(content) };

/** The navigation is a bar at the bottom, and toasts take the whole width. */
const viewport = { width: 360, height: 640 };

const openSender = async (browser: Browser): Promise<Page> => {
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

/** A toast may cover what has the focus until it closes. */
const whenToastClosed = async (page: Page): Promise<void> => {
  const close = page.getByRole('button', { name: 'Close notification' });
  await expect(close).toBeVisible();
  await expect(close).toHaveCount(0);
};

test('two people who use the keyboard alone send and receive a file on a narrow page', async ({
  browser,
}) => {
  const sender = await openSender(browser);
  const recipient = await recipientPage(browser, { viewport });

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
    await whenToastClosed(sender);
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
    await whenToastClosed(sender);
    return [/https?:\S+/.exec(copied)?.[0], /Password: (\S+)/.exec(copied)?.[1]];
  });

  await test.step('copies the link', async () => {
    await sender.evaluate(() => navigator.clipboard.writeText(''));
    await tabTo(sender, 'button "Copy link of note.txt"');
    await press(sender, 'Enter');
    await expect.poll(() => sender.evaluate(() => navigator.clipboard.readText())).toBe(link);
    await whenToastClosed(sender);
  });

  await test.step('opens the link, and receives the file', async () => {
    await recipient.goto(link);
    await keepLastWords(recipient);
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
    await expectVerified(recipient);
  });

  await test.step('stops the share', async () => {
    await tabTo(sender, 'button "Stop note.txt"');
    await press(sender, 'Enter');
    await expect(sender.getByRole('button', { name: 'Restart note.txt' })).toBeVisible();
    await focusOn(sender, /note\.txt$/);
  });

  await Promise.all([sender, recipient].map((page) => page.context().close()));
});
