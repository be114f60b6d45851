import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { stackInfo } from '../support/stack.js';
import type { World } from './world.js';

/**
 * Two patient persons: they press whatever their page offers to get the file across, and load a page again that did
 * not load.
 */

const glanceMs = 700;
const clickMs = 2_000;

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

const isOpenAt = (page: Page, url: string): boolean => page.url().startsWith(url);

const attendSender = async ({ pages: { sender } }: World): Promise<void> => {
  const { url } = stackInfo();
  if (!isOpenAt(sender, url)) await sender.goto(url);
  else await press(sender, [/^Resume sending/, /^Send from here/, /^Try Again/, /^Reload/]);
};

const attendRecipient = async (world: World): Promise<void> => {
  const { share } = world;
  const { recipient: page } = world.pages;
  const address = share.link.split('#')[0] ?? '';
  if (!isOpenAt(page, address)) {
    await page.goto(share.link);
    return;
  }
  const password = page.getByLabel('Password', { exact: true });
  const name = page.getByLabel('Full Name', { exact: true });
  if (await password.isVisible()) await password.fill(share.password, { timeout: clickMs });
  if (await name.isVisible()) {
    await name.fill('Grace Recipient', { timeout: clickMs });
    await page.getByLabel('Email Address').fill('grace@example.com', { timeout: clickMs });
  }
  await press(page, [
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

/** Both attend to their pages for so long, or until the file is saved. */
export const attend = async (world: World, ms: number): Promise<void> => {
  const endsAtMs = performance.now() + ms;
  while (performance.now() < endsAtMs && world.saved.length === 0) {
    await Promise.all([calmly(attendSender(world)), calmly(attendRecipient(world))]);
    await sleep(Math.min(glanceMs, Math.max(0, endsAtMs - performance.now())));
  }
};
