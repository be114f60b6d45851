import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { closeToast, randomFile, stayAfterwards } from '../support/people.js';
import { expect, test } from '../support/test.js';
import { openFilm } from './film.js';
import { filename, grace, limitRate, openStudio, openWindow, showPointer } from './scene.js';

const mebibyte = 1024 * 1024;

/** public/tutorial.webm, and when its scenes begin: one for each of the steps in the Help Center. */
test('the tutorial of the Help Center', async ({ openBrowser }) => {
  test.setTimeout(200_000);
  const film = openFilm();
  const file = await randomFile(96 * mebibyte, filename);
  const sender = await openWindow(await openBrowser(), 1280, 800, 1);
  const recipient = await openWindow(await openBrowser(), 1280, 800, 1);
  await showPointer(sender);
  await showPointer(recipient);
  await limitRate(recipient, 8 * mebibyte);
  await openStudio(sender);

  await film.scene(sender, async () => {
    await sender.getByRole('button', { name: 'Select File' }).hover();
    await sender.locator('input[type=file]').first().setInputFiles(file.path);
    await expect(sender.getByRole('button', { name: 'Create Share' })).toBeVisible();
  });

  const dialog = sender.getByRole('dialog', { name: /^Share File: / });
  const link = dialog.getByLabel('Shareable link');
  await film.scene(sender, async () => {
    await sender.getByRole('button', { name: 'Create Share' }).click();
    await expect(link).toHaveValue(/#[\w-]{22}$/);
  });
  const address = await link.inputValue();
  const password = await dialog.getByLabel('Password', { exact: true }).inputValue();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await closeToast(sender);

  await recipient.goto(address);
  await film.scene(recipient, async () => {
    await recipient.getByLabel('Password', { exact: true }).pressSequentially(password);
    await recipient.getByRole('button', { name: 'Access File' }).click();
    await expect(recipient.getByLabel('Full Name', { exact: true })).toBeVisible();
  });

  await closeToast(recipient);
  await film.scene(recipient, async () => {
    await recipient.getByLabel('Full Name', { exact: true }).pressSequentially(grace.name);
    await recipient.getByLabel('Email Address', { exact: true }).pressSequentially(grace.email);
    await recipient.getByRole('button', { name: 'Continue to Download' }).click();
    await recipient.getByRole('button', { name: 'Download File' }).hover();
  });

  // Two seconds after the last byte the page would lead to the sign-up form.
  await stayAfterwards(recipient);
  const saved = recipient.waitForEvent('download', { timeout: 300_000 });
  await film.scene(sender, async () => {
    await recipient.getByRole('button', { name: 'Download File' }).click();
    const panel = sender.getByRole('region', { name: 'Sending now' });
    await panel.evaluate((section) => section.scrollIntoView({ block: 'center' }));
    await expect(sender.getByText(/^[5-9][0-9]\.[0-9]%$/)).toBeVisible({ timeout: 120_000 });
  });

  await film.scene(recipient, async () => {
    await saved;
    await expect(recipient.getByText(/identical to the sender.s copy/i).first()).toBeVisible();
  });

  await film.scene(sender, async () => {
    await expect(sender.getByText(/Verified, identical to your copy/)).toBeVisible();
    await sender.getByRole('button', { name: 'View Receipt' }).hover();
  });

  await film.write(resolve('public/tutorial.webm'));
  const cuts = film.cuts().map(Math.round).join(', ');
  const comment = '/** Written with the recording by `npm run product-pictures -w web`. */';
  await writeFile(
    resolve('src/features/help/tutorial-cuts.ts'),
    `${comment}\nexport const cutsMs = [${cuts}];\n`,
  );
  await file.remove();
});
