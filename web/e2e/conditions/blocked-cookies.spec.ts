import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { launchPersistentBrowser } from '../support/browsers.js';
import { createShare, download, newAccount, openDashboard, signIn } from '../support/people.js';
import { stackInfo } from '../support/stack.js';
import { expect, test as base } from '../support/test.js';

const test = base.extend<{ blocking: BrowserContext }>({
  /** Chromium set to block cookies, which refuses all storage as well. */
  blocking: async ({ browserName: _ }, provide) => {
    const profile = await mkdtemp(join(tmpdir(), 'tandem-e2e-'));
    await mkdir(join(profile, 'Default'));
    const settings = { profile: { default_content_setting_values: { cookies: 2 } } };
    await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(settings));
    const context = await launchPersistentBrowser(profile);
    await context.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
    await provide(context);
    await context.close();
    await rm(profile, { recursive: true, force: true });
  },
});

test.describe('a browser that blocks cookies and storage', () => {
  test('receives a file, in memory', async ({ openBrowser, blocking }) => {
    const sender = await (await openBrowser()).newPage();
    await openDashboard(sender);
    const share = await createShare(sender, {
      name: 'note.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('hello'),
    });
    const recipient = await blocking.newPage();
    await recipient.goto(share.link);
    const storage = recipient.evaluate(() => localStorage.length);
    await expect(storage).rejects.toThrow('Access is denied');
    await recipient.getByLabel('Password', { exact: true }).fill(share.password);
    await recipient.getByRole('button', { name: 'Access File' }).click();
    await recipient.getByLabel('Full Name').fill('Grace Recipient');
    await recipient.getByLabel('Email Address').fill('grace@example.com');
    await recipient.getByRole('button', { name: 'Continue to Download' }).click();
    await expect(recipient.getByText('Memory needed')).toBeVisible();
    const saved = await download(recipient);
    expect(saved.suggestedFilename()).toBe('note.txt');
    await expect(recipient.getByText(/identical to the sender.s copy/i).first()).toBeVisible();
  });

  test('learns at the sign-in what to allow', async ({ blocking }) => {
    const page = await blocking.newPage();
    await page.goto(`${stackInfo().url}/login`);
    await signIn(page, newAccount());
    await expect(page.getByText(/Your browser is blocking cookies/).first()).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
  });
});
