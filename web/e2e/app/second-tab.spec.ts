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
  await expect(second.getByText('Not being sent')).toBeVisible();
  await expect(second.getByText('Resume sending?')).toBeVisible();
  await second.getByRole('button', { name: 'Dismiss: scan.dcm' }).click();
  await expect(second.getByText('Resume sending?')).toBeHidden();
  await second.reload();
  await expect(second.getByText('Not being sent')).toBeVisible();
  await expect(second.getByText('Resume sending?')).toBeHidden();
  await context.close();
});
