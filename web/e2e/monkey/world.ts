import type { Browser, Download, Page } from '@playwright/test';
import { savedFiles, type Firefox } from '../support/browsers.js';
import { answerOpenDialog } from '../support/disk.js';
import { openNetwork, type Network } from '../support/network/network.js';
import {
  createShare,
  createShareOf,
  openDashboard,
  randomFile,
  recipientPage,
  sha256OfDownload,
  sha256OfFile,
  signUp,
  type ShareHandle,
} from '../support/people.js';
import { stackInfo } from '../support/stack.js';

/** A person at a browser of their own. */
export interface Person {
  readonly name: string;
  readonly browser: Browser;
  /** The tab that the person looks at. */
  page: Page;
  /** Wants the transfer to pause: does not press Resume. */
  isPausing: boolean;
}

export interface Sender extends Person {
  /** What the person chooses where the browser keeps no handle; null where it keeps one. */
  readonly path: string | null;
}

export interface Recipient extends Person {
  /** Digests of the files that the browser has saved. */
  readonly saved: string[];
  /** Closes the tab and opens another one, empty, in the same browser. */
  replaceTab(): Promise<void>;
  /** Looks for saved files where the browser does not report them. */
  look(): Promise<void>;
}

/** One share, who takes part in it, and everything around it that can be disturbed. */
export interface World {
  readonly sender: Sender;
  readonly recipients: readonly Recipient[];
  readonly network: Network;
  readonly share: ShareHandle;
  readonly sha256: string;
  close: () => Promise<void>;
}

/** Who takes part. At most one person has a Firefox. */
export interface Cast {
  recipients: readonly string[];
  inFirefox: 'the sender' | 'the first recipient' | null;
}

export interface Browsers {
  openBrowser: () => Promise<Browser>;
  openFirefox: () => Promise<Firefox>;
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

const createRecipient = async (
  name: string,
  browser: Browser,
  network: Network,
  { first, saved, look }: { first: Page; saved: string[]; look: () => Promise<void> },
): Promise<Recipient> => {
  const prepare = async (page: Page): Promise<Page> => {
    acceptLeaving(page);
    page.on('download', (download) => void addDigest(download, saved));
    await network.carry(page);
    return page;
  };
  const page = await prepare(first);
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
    look,
  };
  return recipient;
};

const inChromium = async (name: string, browser: Browser, network: Network): Promise<Recipient> =>
  createRecipient(name, browser, network, {
    first: await recipientPage(browser),
    saved: [],
    look: () => Promise.resolve(),
  });

const inFirefox = async (name: string, firefox: Firefox, network: Network): Promise<Recipient> => {
  const saved: string[] = [];
  return createRecipient(name, firefox.browser, network, {
    first: await (await firefox.browser.newContext()).newPage(),
    saved,
    look: async () => {
      const paths = await savedFiles(firefox, file.bytes);
      saved.splice(0, saved.length, ...(await Promise.all(paths.map(sha256OfFile))));
    },
  });
};

interface Sending {
  sender: Sender;
  share: ShareHandle;
  sha256: string;
  removeFile: () => Promise<void>;
}

const openPage = async (browser: Browser, network: Network): Promise<Page> => {
  const page = await (await browser.newContext()).newPage();
  acceptLeaving(page);
  await network.carry(page);
  return page;
};

const sendFromChromium = async (browser: Browser, network: Network): Promise<Sending> => {
  const page = await openPage(browser, network);
  const sha256 = await answerOpenDialog(page, file);
  await openDashboard(page);
  await page.locator('button', { hasText: 'Select File' }).click();
  const share = await createShareOf(page);
  const sender = { name: 'the sender', browser, page, isPausing: false, path: null };
  return { sender, share, sha256, removeFile: () => Promise.resolve() };
};

const sendFromFirefox = async ({ browser }: Firefox, network: Network): Promise<Sending> => {
  const page = await openPage(browser, network);
  const stored = await randomFile(file.bytes, file.name);
  await signUp(page, stackInfo().url);
  const share = await createShare(page, stored.path);
  const sender = { name: 'the sender', browser, page, isPausing: false, path: stored.path };
  return { sender, share, sha256: stored.sha256, removeFile: () => stored.remove() };
};

export const openWorld = async (
  cast: Cast,
  { openBrowser, openFirefox }: Browsers,
): Promise<World> => {
  const network = openNetwork();
  network.degrade(ordinaryLine);
  const { removeFile, ...sending } = await (cast.inFirefox === 'the sender'
    ? sendFromFirefox(await openFirefox(), network)
    : sendFromChromium(await openBrowser(), network));
  const recipients: Recipient[] = [];
  for (const [index, name] of cast.recipients.entries())
    recipients.push(
      await (index === 0 && cast.inFirefox === 'the first recipient'
        ? inFirefox(name, await openFirefox(), network)
        : inChromium(name, await openBrowser(), network)),
    );
  return {
    ...sending,
    recipients,
    network,
    close: async () => {
      await network.close();
      await removeFile();
    },
  };
};
