import { createShare, enterPassword, openDashboard, randomFile } from '../support/people.js';
import { expect, test } from '../support/test.js';

test('a share is not sent from its device when the server presents somebody else as its owner', async ({
  page,
}) => {
  const file = await randomFile(1_000);
  await openDashboard(page);
  const share = await createShare(page, file.path);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('link', { name: 'Get Started Free' }).first()).toBeVisible();

  await page.route(`**/api/shares/${share.shareId}/access`, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as object;
    await route.fulfill({ response, json: { ...answer, isOwner: true } });
  });
  await enterPassword(page, share.link.replace(/#.*/, ''), share.password);
  await expect(page.getByRole('button', { name: 'Select File' })).toBeVisible();
  await page.locator('input[type=file]').first().setInputFiles(file.path);
  await expect(
    page.getByText(/^The account that created this share in this browser is not signed in/),
  ).toBeVisible();
  await file.remove();
});
