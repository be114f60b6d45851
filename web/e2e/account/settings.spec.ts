import { openDashboard } from '../support/people.js';
import { expect, test } from '../support/test.js';

test('the settings stay where they are when the state of the email address arrives', async ({
  page,
}) => {
  await openDashboard(page);
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/accounts:lookup/, async (route) => {
    await released;
    await route.fallback();
  });
  await page.getByRole('link', { name: 'Settings' }).click();
  const upgrade = page.getByRole('link', { name: 'Upgrade Now' });
  await expect(upgrade).toBeVisible();
  await expect(page.getByText('Email not verified')).toBeHidden();
  const before = await upgrade.boundingBox();
  release();
  await expect(page.getByText('Email not verified')).toBeVisible();
  expect(await upgrade.boundingBox()).toEqual(before);
});
