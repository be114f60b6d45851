import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { enter, type ShareHandle } from '../support/people.js';
import { stackInfo } from '../support/stack.js';
import { hasSaved, type Person, type Recipient, type Sender, type World } from './world.js';

/**
 * Patient people: they press whatever their page offers to get the file across, and load a page again that did not
 * load.
 */

const glanceMs = 700;
const clickMs = 2_000;
const loadMs = 10_000;

/** Presses the first of these buttons that can be pressed. @returns whether there was one */
const press = async (page: Page, names: readonly RegExp[]): Promise<boolean> => {
  for (const name of names) {
    const button = page.getByRole('button', { name }).first();
    if (!(await button.isVisible()) || (await button.isDisabled())) continue;
    await button.click({ timeout: clickMs });
    return true;
  }
  return false;
};

const emailOf = (name: string): string => `${name.replaceAll(' ', '.')}@example.com`;

const isOpenAt = (page: Page, url: string): boolean => page.url().startsWith(url);

const resume = ({ isPausing }: Person): readonly RegExp[] => (isPausing ? [] : [/^Resume$/]);

/** For a browser that keeps no handle. Playwright fills the field behind the button: it cannot operate the dialog. */
const chooseAgain = async (page: Page, path: string): Promise<void> => {
  const field = page.locator('input[type=file][aria-label^="Choose the same file again: "]');
  if ((await field.count()) === 0) return;
  await field.setInputFiles(path, { timeout: clickMs });
  await field.waitFor({ state: 'detached', timeout: loadMs });
};

const attendSender = async (sender: Sender): Promise<void> => {
  const { page, path } = sender;
  const { url } = stackInfo();
  if (!isOpenAt(page, url)) await page.goto(url);
  else {
    if (path !== null) await chooseAgain(page, path);
    await press(page, [
      ...resume(sender),
      /^Resume sending/,
      /^Send from here/,
      /^Try Again/,
      /^Reload/,
    ]);
  }
};

const attendRecipient = async (recipient: Recipient, share: ShareHandle): Promise<void> => {
  const { name, page } = recipient;
  await recipient.look();
  const address = share.link.split('#')[0] ?? '';
  if (!isOpenAt(page, address)) {
    await page.goto(share.link);
    return;
  }
  const password = page.getByLabel('Password', { exact: true });
  const ownName = page.getByLabel('Full Name', { exact: true });
  if (await password.isVisible()) await enter(page, 'Password', share.password, clickMs);
  if (await ownName.isVisible()) {
    await enter(page, 'Full Name', name, clickMs);
    await enter(page, 'Email Address', emailOf(name), clickMs);
  }
  await press(page, [
    ...resume(recipient),
    /^Access File/,
    /^Continue to Download/,
    /^Download File/,
    /^Try Again/,
    /^Enter the password again/,
    /^Save again/,
    /^Reload/,
  ]);
};

/** A page that reloads under the hand, or does not answer, is looked at again. */
const calmly = (act: Promise<void>): Promise<void> => act.catch(() => undefined);

/** All attend to their pages for so long, or until each recipient has saved the file. */
export const attend = async ({ sender, recipients, share }: World, ms: number): Promise<void> => {
  const endsAtMs = performance.now() + ms;
  while (performance.now() < endsAtMs && !recipients.every(hasSaved)) {
    const waiting = recipients.filter((recipient) => !hasSaved(recipient));
    await Promise.all([
      calmly(attendSender(sender)),
      ...waiting.map((recipient) => calmly(attendRecipient(recipient, share))),
    ]);
    await sleep(Math.min(glanceMs, Math.max(0, endsAtMs - performance.now())));
  }
};
