import type { Page } from '@playwright/test';

/**
 * The sender's speed limit, set and lifted in the interface while a file is sent. With it an interruption falls into the
 * middle of a small file, however fast the machine is.
 */

const field = (sender: Page) => sender.getByLabel('Limit in megabytes per second');

const openControl = async (sender: Page): Promise<void> => {
  if (await field(sender).isVisible()) return;
  await sender.getByText('Speed limit', { exact: true }).click();
};

/** On a dashboard that sends a share. */
export const limitSpeed = async (sender: Page, megabytesPerSecond: number): Promise<void> => {
  await openControl(sender);
  await field(sender).fill(String(megabytesPerSecond));
  await sender.getByRole('button', { name: 'Set', exact: true }).click();
};

export const liftSpeedLimit = async (sender: Page): Promise<void> => {
  await openControl(sender);
  await sender.getByRole('radio', { name: 'No limit' }).check();
};
