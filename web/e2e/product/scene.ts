import type { Browser, Page } from '@playwright/test';
import { createAccount, storedUser } from '../support/accounts.js';
import { stackInfo } from '../support/stack.js';

/** The people of the pictures. */
export const ada = { name: 'Ada Lovelace', company: 'lovelace.example' };
export const grace = { name: 'Grace Hopper', email: 'grace@hopper.example' };
export const filename = 'wedding-final-cut.mov';

/** A signed-in dashboard whose header shows a short name. */
export const openStudio = async (page: Page): Promise<void> => {
  const { url } = stackInfo();
  const person = await createAccount(ada.name);
  await page.request.post(`${url}/api/session`, {
    headers: { authorization: `Bearer ${person.idToken}`, origin: url },
  });
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
  await page.getByRole('button', { name: 'Select File' }).waitFor();
};

/** Limits the rate of downloads, so that there is time to see them. */
export const limitRate = (page: Page, bytesPerSecond: number): Promise<unknown> =>
  page.addInitScript(
    (rate) =>
      localStorage.setItem(
        'rate-limit-receive',
        JSON.stringify({ bytesPerSecond: rate, isYielding: false }),
      ),
    bytesPerSecond,
  );

/** Shows in the page where the mouse is, which screenshots do not. */
export const showPointer = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const dot = document.createElement('div');
    Object.assign(dot.style, {
      position: 'fixed',
      zIndex: '2147483647',
      inlineSize: '22px',
      blockSize: '22px',
      margin: '-11px',
      border: '2px solid #fff',
      borderRadius: '50%',
      background: '#f2a93bcc',
      boxShadow: '0 1px 4px #0008',
      pointerEvents: 'none',
      transition: 'left 0.25s, top 0.25s',
    });
    dot.setAttribute('aria-hidden', 'true');
    document.addEventListener('mousemove', ({ clientX, clientY }) => {
      if (!dot.isConnected || dot.nextSibling !== null) document.body.append(dot);
      dot.style.left = `${clientX}px`;
      dot.style.top = `${clientY}px`;
    });
  });

export const openWindow = async (
  browser: Browser,
  width: number,
  height: number,
  deviceScaleFactor: number,
): Promise<Page> => {
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor,
    colorScheme: 'light',
    acceptDownloads: true,
    baseURL: stackInfo().url,
  });
  await context.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  return context.newPage();
};
