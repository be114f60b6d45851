import { closeToast, createShare, enterPassword, randomFile } from '../support/people.js';
import { expect, test } from '../support/test.js';
import { filename, grace, limitRate, openStudio, openWindow } from './scene.js';
import { writePictures } from './webp.js';

const mebibyte = 1024 * 1024;

/** One transfer, at the same time on both sides. */
test('pictures of a transfer, for the landing page', async ({ openBrowser }) => {
  test.setTimeout(300_000);
  const file = await randomFile(160 * mebibyte, filename);
  const sender = await openWindow(await openBrowser(), 1080, 800, 1);
  const recipient = await openWindow(await openBrowser(), 390, 684, 1);
  await limitRate(recipient, 4 * mebibyte);
  await openStudio(sender);
  const share = await createShare(sender, file.path);
  await closeToast(sender);
  await enterPassword(recipient, share.link, share.password);
  await recipient.getByLabel('Full Name', { exact: true }).fill(grace.name);
  await recipient.getByLabel('Email Address', { exact: true }).fill(grace.email);
  await recipient.getByRole('button', { name: 'Continue to Download' }).click();
  await recipient.getByRole('button', { name: 'Download File' }).click();
  await expect(recipient.getByText(/^3[0-9]\.[0-9]%$/)).toBeVisible({ timeout: 60_000 });
  await recipient.evaluate(() => window.scrollTo(0, 0));
  await Promise.all([
    writePictures(sender, 'sender', sender.getByRole('region', { name: 'Sending now' })),
    writePictures(recipient, 'recipient'),
  ]);
  await sender.context().close();
  await file.remove();
});
