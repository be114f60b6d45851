import { createShare, openDashboard } from '../support/people.js';
import { stackInfo } from '../support/stack.js';
import { expect, test } from '../support/test.js';

test('a second tab leaves a share to the tab that sends it, until that tab is closed', async ({
  browser,
}) => {
  const context = await browser.newContext();
  const first = await context.newPage();
  await openDashboard(first);
  const buffer = Buffer.alloc(2048, 1);
  await createShare(first, { name: 'scan.dcm', mimeType: 'application/dicom', buffer });
  await expect(first.getByText('Live', { exact: true })).toBeVisible();

  const second = await context.newPage();
  await second.goto(stackInfo().url);
  await expect(second.getByText('Live in another tab')).toBeVisible();
  await expect(second.getByText('Resume sending?')).toBeHidden();
  await expect(second.getByRole('button', { name: /^Choose file to send/ })).toBeHidden();

  await first.close();
  await expect(second.getByText('Not being sent from this browser')).toBeVisible();
  await expect(second.getByText('Resume sending?')).toBeVisible();
  await second.getByRole('button', { name: 'Dismiss: scan.dcm' }).click();
  await expect(second.getByText('Resume sending?')).toBeHidden();
  await second.reload();
  await expect(second.getByText('Not being sent from this browser')).toBeVisible();
  await expect(second.getByText('Resume sending?')).toBeHidden();
  await context.close();
});

test("the owner's page of a share asks before it takes the share from the dashboard, which then sees it there", async ({
  browser,
}) => {
  const context = await browser.newContext();
  const dashboard = await context.newPage();
  await openDashboard(dashboard);
  const scan = { name: 'scan.dcm', mimeType: 'application/dicom', buffer: Buffer.alloc(2048, 1) };
  const { link } = await createShare(dashboard, scan);
  await expect(dashboard.getByText('Live', { exact: true })).toBeVisible();

  const page = await context.newPage();
  await page.goto(link);
  await expect(page.getByText(/is being sent from another tab/)).toBeVisible();
  await page.getByRole('button', { name: 'Send from this tab' }).click();
  await page.locator('input[aria-label="Select File"]').setInputFiles(scan);
  await expect(page.locator('[data-state]')).toHaveAttribute('data-state', 'waiting');

  const third = await context.newPage();
  await third.goto(stackInfo().url);
  await expect(third.getByText('Live in another tab')).toBeVisible();
  await page.close();
  await expect(third.getByText('Not being sent from this browser')).toBeVisible();
  await context.close();
});

test('the link to the content takes the keyboard there, also the second time', async ({ page }) => {
  await openDashboard(page);
  for (const _ of ['first', 'second']) {
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await skip.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  }
});

test('the page that asks to be opened in a second tab shows both ways on as buttons', async ({
  page,
}) => {
  await openDashboard(page);
  const buffer = Buffer.alloc(2048, 1);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'scan.dcm', mimeType: 'application/dicom', buffer });
  await page.getByRole('link', { name: 'Upgrade Account' }).first().click();
  const open = page.getByRole('link', { name: 'Open in a new tab' });
  const back = page.getByRole('button', { name: 'Go back' });
  for (const way of [open, back]) {
    await expect(way).toHaveCSS('border-top-width', '1px');
    expect((await way.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  const opening = page.waitForEvent('popup');
  await open.click();
  await expect((await opening).getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('scan.dcm')).toBeVisible();
});
