import type { Page } from '@playwright/test';

/**
 * A speed limit, set and lifted in the interface while a file is transferred. With it an interruption falls into the
 * middle of a small file, however fast the machine is.
 */

const field = (page: Page) => page.getByLabel('Limit in megabytes per second');

const openControl = async (page: Page): Promise<void> => {
  if (await field(page).isVisible()) return;
  await page.getByText('Speed limit', { exact: true }).click();
};

/** On a dashboard that sends a share, or on a recipient's page with its connection details open. */
export const limitSpeed = async (page: Page, megabytesPerSecond: number): Promise<void> => {
  await openControl(page);
  await field(page).fill(String(megabytesPerSecond));
  await page.getByRole('button', { name: 'Set', exact: true }).click();
};

export const liftSpeedLimit = async (page: Page): Promise<void> => {
  await openControl(page);
  await page.getByRole('radio', { name: 'No limit' }).check();
};
