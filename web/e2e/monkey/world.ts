import type { Browser, BrowserContext, Download, Page } from '@playwright/test';
import { answerOpenDialog } from '../support/disk.js';
import { openNetwork, type Network } from '../support/network/network.js';
import {
  createShareOf,
  openDashboard,
  recipientPage,
  sha256OfDownload,
  type ShareHandle,
} from '../support/people.js';

export type Side = 'sender' | 'recipient';

/** One transfer, and everything around it that can be disturbed. */
export interface World {
  readonly browsers: Record<Side, Browser>;
  readonly pages: Record<Side, Page>;
  readonly network: Network;
  readonly share: ShareHandle;
  readonly sha256: string;
  /** Digests of the files that the recipient's browser has saved. */
  readonly saved: string[];
  /** Closes the recipient's tab and opens another one, empty, in the same browser. */
  replaceRecipientTab(): Promise<void>;
}

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

export const openWorld = async (openBrowser: () => Promise<Browser>): Promise<World> => {
  const browsers = { sender: await openBrowser(), recipient: await openBrowser() };
  const network = openNetwork();
  network.degrade(ordinaryLine);

  const sender = await browsers.sender.newPage();
  acceptLeaving(sender);
  await network.carry(sender);
  const sha256 = await answerOpenDialog(sender, file);
  await openDashboard(sender);
  await sender.locator('button', { hasText: 'Select File' }).click();
  const share = await createShareOf(sender);

  const saved: string[] = [];
  const prepare = async (page: Page): Promise<Page> => {
    acceptLeaving(page);
    page.on('download', (download) => void addDigest(download, saved));
    await network.carry(page);
    return page;
  };
  const recipient = await prepare(await recipientPage(browsers.recipient));
  const context: BrowserContext = recipient.context();
  const pages = { sender, recipient };
  return {
    browsers,
    pages,
    network,
    share,
    sha256,
    saved,
    async replaceRecipientTab() {
      await pages.recipient.close();
      pages.recipient = await prepare(await context.newPage());
    },
  };
};
