import type { Page } from '@playwright/test';
import { openDashboard } from '../support/people.js';
import { expect, test } from '../support/test.js';

/** Name and role of the element with the focus. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return 'body';
    const name = element.getAttribute('aria-label') ?? element.textContent;
    return `${element.getAttribute('role') ?? element.tagName.toLowerCase()}: ${name.trim()}`;
  });

const expectFocused = (page: Page, expected: string | RegExp): Promise<void> =>
  expect.poll(() => focused(page)).toMatch(expected);

const press = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name, exact: true }).focus();
  await page.keyboard.press('Enter');
};

test('the focus follows the work of a sender who uses the keyboard', async ({ page }) => {
  // Playwright cannot operate the file picker of the File System Access API; without it the page uses its input field.
  await page.addInitScript(() => {
    // Notifications stay until they are closed: a busy machine may take longer than the 5 s for which they are shown.
    const later = window.setTimeout.bind(window);
    const setTimeout = (
      run: () => void,
      ms = Number(document.body.dataset['lateMs'] ?? 0),
    ): number => later(run, ms === 5_000 ? 600_000 : ms);
    Object.assign(window, { showOpenFilePicker: undefined, setTimeout });
  });
  await openDashboard(page);

  await test.step('a chosen file: on Create Share', async () => {
    const choosing = page.waitForEvent('filechooser');
    await press(page, 'Select File');
    const file = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') };
    await (await choosing).setFiles(file);
    await expect(page.getByRole('button', { name: 'Create Share' })).toBeVisible();
    await expectFocused(page, 'button: Create Share');
  });

  const dialog = page.getByRole('dialog', { name: /^Share File: / });
  await test.step('a created share: in its dialog, then back in the card', async () => {
    await press(page, 'Create Share');
    await expect(dialog).toBeVisible();
    await expect
      .poll(() => dialog.evaluate((box) => box.contains(document.activeElement)))
      .toBe(true);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expectFocused(page, /^button: Select File$/);
  });

  await test.step('details of a share: back on the button that opened them', async () => {
    await press(page, 'Details of note.txt');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expectFocused(page, /^button: Details of note.txt$/);
  });

  await test.step('a stopped share: among the actions of its row', async () => {
    await press(page, 'Stop note.txt');
    await expect(page.getByRole('button', { name: 'Restart note.txt' })).toBeVisible();
    await expectFocused(page, /^button: .*note\.txt$/);
  });

  await test.step('a closed notification: back where it was', async () => {
    await page.getByRole('button', { name: 'Details of note.txt' }).focus();
    await page.keyboard.press('F8');
    await page.keyboard.press('Tab');
    await expectFocused(page, 'button: Close notification');
    await page.keyboard.press('Enter');
    await expectFocused(page, /^button: Details of note.txt$/);
  });

  await test.step('another page: on its heading, also on the way back', async () => {
    await page.getByRole('link', { name: 'Settings' }).focus();
    await page.keyboard.press('Enter');
    await expectFocused(page, 'h1: Settings');
    await page.goBack();
    await expectFocused(page, /^h1: Welcome/);
  });

  await test.step('after a click beside all controls: nowhere, whatever changes', async () => {
    await press(page, 'Details of note.txt');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expectFocused(page, /^button: Details of note.txt$/);
    // A busy machine draws frames before it runs timers that are due.
    await page.evaluate(() => void (document.body.dataset['lateMs'] = '2000'));
    await page.mouse.click(5, 500);
    await expectFocused(page, 'body');
    await page.locator('h1').evaluate(
      (element) =>
        new Promise((resolve) => {
          element.toggleAttribute('hidden');
          element.toggleAttribute('hidden');
          requestAnimationFrame(() => requestAnimationFrame(resolve));
        }),
    );
    expect(await focused(page)).toBe('body');
  });
});
