import type { Browser, Download, Page } from '@playwright/test';
import { answerOpenDialog } from '../support/disk.js';
import { openNetwork, type Network } from '../support/network/network.js';
import {
  createShareOf,
  openDashboard,
  recipientPage,
  sha256OfDownload,
  type ShareHandle,
} from '../support/people.js';

/** A person at a browser of their own. */
export interface Person {
  readonly name: string;
  readonly browser: Browser;
  /** The tab that the person looks at. */
  page: Page;
  /** Wants the transfer to pause: does not press Resume. */
  isPausing: boolean;
}

export interface Recipient extends Person {
  /** Digests of the files that the browser has saved. */
  readonly saved: string[];
  /** Closes the tab and opens another one, empty, in the same browser. */
  replaceTab(): Promise<void>;
}

/** One share, who takes part in it, and everything around it that can be disturbed. */
export interface World {
  readonly sender: Person;
  readonly recipients: readonly Recipient[];
  readonly network: Network;
  readonly share: ShareHandle;
  readonly sha256: string;
}

export const hasSaved = ({ saved }: Recipient): boolean => saved.length > 0;

const mebibyte = 1024 * 1024;
const file = { name: 'picked.bin', bytes: 24 * mebibyte };

/** Undisturbed, the file takes 13 seconds. */
export const ordinaryLine = { lossRate: 0, delayMs: 5, mbit: 16, queueMs: 40 };

/** A download that its tab did not outlive is none. */
const addDigest = async (download: Download, saved: string[]): Promise<void> => {
  const digest = await sha256OfDownload(download).catch(() => null);
  if (digest !== null) saved.push(digest);
};

/** A person agrees to leave the page when the browser asks. */
const acceptLeaving = (page: Page): void => {
  page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
};

const openRecipient = async (
  name: string,
  browser: Browser,
  network: Network,
): Promise<Recipient> => {
  const saved: string[] = [];
  const prepare = async (page: Page): Promise<Page> => {
    acceptLeaving(page);
    page.on('download', (download) => void addDigest(download, saved));
    await network.carry(page);
    return page;
  };
  const page = await prepare(await recipientPage(browser));
  const context = page.context();
  const recipient: Recipient = {
    name,
    browser,
    page,
    isPausing: false,
    saved,
    replaceTab: async () => {
      await recipient.page.close();
      recipient.page = await prepare(await context.newPage());
    },
  };
  return recipient;
};

export const openWorld = async (
  names: readonly string[],
  openBrowser: () => Promise<Browser>,
): Promise<World> => {
  const network = openNetwork();
  network.degrade(ordinaryLine);

  const browser = await openBrowser();
  const page = await browser.newPage();
  acceptLeaving(page);
  await network.carry(page);
  const sha256 = await answerOpenDialog(page, file);
  await openDashboard(page);
  await page.locator('button', { hasText: 'Select File' }).click();
  const share = await createShareOf(page);

  const recipients: Recipient[] = [];
  for (const name of names)
    recipients.push(await openRecipient(name, await openBrowser(), network));
  const sender: Person = { name: 'the sender', browser, page, isPausing: false };
  return { sender, recipients, network, share, sha256 };
};
