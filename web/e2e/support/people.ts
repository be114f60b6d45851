import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  expect,
  type Browser,
  type BrowserContextOptions,
  type Download,
  type Page,
} from '@playwright/test';
import { createAccount, storedUser, type Account as Person } from './accounts.js';
import { stackInfo } from './stack.js';

/** Actions of a sender and a recipient, found by the texts on the screen. */

export interface Account {
  email: string;
  password: string;
  name: string;
}

export interface ShareHandle {
  link: string;
  password: string;
  shareId: string;
}

export const newAccount = (): Account => ({
  email: `sender-${randomUUID()}@example.com`,
  password: 'correct horse',
  name: 'Ada Sender',
});

/**
 * Replaces the text of a field. Types key by key in Firefox: over WebDriver BiDi `fill` sets the value from a script,
 * which React's value tracking ignores.
 */
export const enter = async (
  page: Page,
  label: string,
  text: string,
  timeout?: number,
): Promise<void> => {
  const options = timeout === undefined ? {} : { timeout };
  const field = page.getByLabel(label, { exact: true });
  const isFirefox = page.context().browser()?.browserType().name() === 'firefox';
  if (!isFirefox) {
    await field.fill(text, options);
    return;
  }
  await field.press('ControlOrMeta+a', options);
  await field.pressSequentially(text, options);
};

export const signUp = async (
  page: Page,
  origin: string,
  account = newAccount(),
): Promise<Account> => {
  await page.goto(`${origin}/login?tab=signup`);
  await enter(page, 'Email', account.email);
  await enter(page, 'Display Name (optional)', account.name);
  await enter(page, 'Password', account.password);
  await enter(page, 'Confirm Password', account.password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Share File via WebRTC')).toBeVisible({ timeout: 20_000 });
  return account;
};

/**
 * Opens the dashboard for a new account as for a returning user: with a session, without the sign-up form. For tests
 * that do not test the sign-up; it needs half of its processor time.
 */
export const openDashboard = async (page: Page): Promise<Person> => {
  const { url } = stackInfo();
  const person = await createAccount('Ada Sender');
  const session = await page.request.post(`${url}/api/session`, {
    headers: { authorization: `Bearer ${person.idToken}`, origin: url },
  });
  expect(session.status()).toBeLessThan(300);
  await page.goto(`${url}/robots.txt`);
  const [key, value] = await storedUser(person);
  await page.evaluate(
    (item) => {
      localStorage.setItem(item.key, item.value);
      document.cookie = 'signed-in=1; Path=/';
    },
    { key, value },
  );
  await page.goto(url);
  await expect(page.getByText('Share File via WebRTC')).toBeVisible({ timeout: 20_000 });
  return person;
};

/** Submits the Sign In tab; does not wait for the result. */
export const signIn = async (
  page: Page,
  { email, password }: Pick<Account, 'email' | 'password'>,
): Promise<void> => {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
};

/** A page without the native save dialog, which Playwright cannot operate: files become downloads. */
export const recipientPage = async (
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<Page> => {
  const context = await browser.newContext({ acceptDownloads: true, ...options });
  await context.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  return context.newPage();
};

/** Connects this page's signalling socket to one process of the stack. */
export const pinToPod = async (page: Page, pod: number): Promise<void> => {
  await page.route('**/api/config', async (route) => {
    const response = await route.fetch();
    const config = (await response.json()) as { signallingUrl: string };
    const url = new URL(config.signallingUrl);
    url.searchParams.set('pod', String(pod));
    await route.fulfill({ response, json: { ...config, signallingUrl: url.href } });
  });
};

/** Longer than the lifetime of a toast. */
const toastGoneMs = 8_000;

/** Closes the toast unless it has closed before. */
export const closeToast = async (page: Page): Promise<void> => {
  const cross = page.getByRole('region', { name: /Notifications/ }).getByRole('button');
  await cross.click({ timeout: toastGoneMs }).catch(() => undefined);
  await expect(cross).toHaveCount(0);
};

/** From the dashboard: chooses the file, creates the share, reads link and password from the dialog. */
export const createShare = async (
  page: Page,
  file: string | InMemoryFile,
): Promise<ShareHandle> => {
  // The form accepts the next file half a second after the last share.
  await expect(page.getByRole('button', { name: 'Select File' })).toBeEnabled();
  await page.locator('input[type=file]').first().setInputFiles(file);
  return createShareOf(page);
};

/** The same with the file already chosen. */
export const createShareOf = async (page: Page): Promise<ShareHandle> => {
  await page.getByRole('button', { name: 'Create Share' }).click();
  const modal = page.getByRole('dialog', { name: /^Share File: / });
  await expect(modal).toBeVisible();
  // The link of a share that was created here carries its key.
  await expect(modal.getByLabel('Shareable link')).toHaveValue(/#[\w-]{22}$/);
  const link = await modal.getByLabel('Shareable link').inputValue();
  const password = await modal.getByLabel('Password', { exact: true }).inputValue();
  await modal.getByRole('button', { name: 'Cancel' }).click();
  await expect(modal).toBeHidden();
  return { link, password, shareId: new URL(link).pathname.split('/').at(-1) ?? '' };
};

/** On the dashboard: chooses the file again for a share that this tab does not send. */
export const chooseAgain = (page: Page, filename: string, path: string): Promise<void> =>
  page
    .locator(`input[type=file][aria-label="Choose file to send ${filename}"]`)
    .setInputFiles(path);

/** Agrees that another device, if there is one, stops sending the share. */
export const sendFromHere = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Send from here' }).click();

export interface InMemoryFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

interface Visitor {
  email?: string;
  /** The page goes to the sign-up form after the download; by default the visitor chooses to stay. */
  isLeaving?: boolean;
}

/** Steps 1 and 2 of the share page, up to the download button. */
export const openShare = async (
  page: Page,
  share: ShareHandle,
  { email = 'grace@example.com', isLeaving = false }: Visitor = {},
): Promise<void> => {
  await enterPassword(page, share.link, share.password);
  if (!isLeaving) await stayAfterwards(page);
  await enter(page, 'Full Name', 'Grace Recipient');
  await enter(page, 'Email Address', email);
  await page.getByRole('button', { name: 'Continue to Download' }).click();
  await expect(page.getByRole('button', { name: 'Download File' })).toBeVisible();
};

export const enterPassword = async (page: Page, link: string, password: string): Promise<void> => {
  // A navigation that changes only the fragment would not load the page again.
  if (page.url().split('#')[0] === link.split('#')[0]) await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Password Protected File' })).toBeVisible();
  await keepLastWords(page);
  await enter(page, 'Password', password);
  await page.getByRole('button', { name: 'Access File' }).click();
};

/** As long as a test may take. */
const patienceMs = 240_000;

/** Clicks Download File; resolves when the browser has the whole file. */
export const download = async (page: Page, timeoutMs = patienceMs): Promise<Download> => {
  const saved = page.waitForEvent('download', { timeout: timeoutMs });
  await page.getByRole('button', { name: 'Download File' }).click();
  return saved;
};

/** In the storage of the tab, which outlives its documents. */
const lastWordsKey = 'test:last-words';

/**
 * Records the text of the completed panel: two seconds later the page goes to the sign-up form, which is a document of
 * its own. `enterPassword` and `openShare` call this.
 */
export const keepLastWords = (page: Page): Promise<void> =>
  page.evaluate((key) => {
    sessionStorage.removeItem(key);
    const look = (): void => {
      const panel = document.querySelector('[data-state="completed"]');
      if (panel !== null) sessionStorage.setItem(key, panel.textContent);
    };
    const everything = { childList: true, subtree: true, characterData: true, attributes: true };
    new MutationObserver(look).observe(document.body, everything);
  }, lastWordsKey);

const readLastWords = async (page: Page): Promise<string> => {
  try {
    return await page.evaluate(
      (key) => sessionStorage.getItem(key) ?? '(nothing yet)',
      lastWordsKey,
    );
  } catch (error) {
    if (/context was destroyed/.test(String(error))) return '(between two documents)';
    throw error;
  }
};

/** Presses the button with this text as soon as the page shows it, for one that is there for a moment only. */
export const pressWhenShown = (page: Page, label: string): Promise<void> =>
  page.evaluate((text) => {
    const observer = new MutationObserver(() => {
      const button = [...document.querySelectorAll('button')].find(
        ({ textContent }) => textContent === text,
      );
      if (button === undefined) return;
      observer.disconnect();
      button.click();
    });
    observer.observe(document.body, { childList: true, subtree: true });
  }, label);

/** Declines the sign-up form when the page announces it: loading it would need as much time as the share page. */
export const stayAfterwards = (page: Page, label = 'Stay on this page'): Promise<void> =>
  pressWhenShown(page, label);

/** Waits until the completed panel shows this text or has shown it. */
export const expectLastWords = (page: Page, words: RegExp, timeoutMs = patienceMs): Promise<void> =>
  expect.poll(() => readLastWords(page), { timeout: timeoutMs }).toMatch(words);

/** Waits until the recipient's page reports the file as verified. */
export const expectVerified = (page: Page, timeoutMs?: number): Promise<void> =>
  expectLastWords(page, /identical to the sender.s copy/i, timeoutMs);

/**
 * Downloads the file and waits until the page reports it as verified. Resolves with the SHA-256 of the saved file,
 * hex.
 */
export const receiveVerified = async (page: Page): Promise<string> => {
  const [saved] = await Promise.all([download(page), expectVerified(page)]);
  return sha256OfDownload(saved);
};

export const sha256OfFile = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
};

export const sha256OfDownload = async (file: Download): Promise<string> => {
  const path = await file.path();
  return sha256OfFile(path);
};

export interface RandomFile {
  path: string;
  sha256: string;
  remove(): Promise<void>;
}

/** Creates a file of random bytes, in pieces so that its size does not need memory. */
export const randomFile = async (bytes: number, name = 'random.bin'): Promise<RandomFile> => {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-e2e-'));
  const path = join(folder, name);
  const file = await open(path, 'w');
  const hash = createHash('sha256');
  for (let left = bytes; left > 0;) {
    const piece = randomBytes(Math.min(left, 8 * 1024 * 1024));
    hash.update(piece);
    await file.write(piece);
    left -= piece.length;
  }
  await file.close();
  return {
    path,
    sha256: hash.digest('hex'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};
