import type { Page } from '@playwright/test';
import { answerForProvider } from '../support/accounts.js';
import {
  createShare,
  openShare,
  randomFile,
  receiveVerified,
  recipientPage,
  signUp,
} from '../support/people.js';
import { hosts, startSiblingSite, type SiblingSite } from '../support/sibling-site.js';
import { expect, test } from '../support/test.js';

/** Records the origins of a page's API calls, web sockets and hashed files. */
const watchHosts = (page: Page) => {
  const seen = { api: new Set<string>(), sockets: new Set<string>(), assets: new Set<string>() };
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) seen.api.add(origin);
    if (/^\/assets\/(?!(.*-)?worker-)/.test(pathname)) seen.assets.add(origin);
  });
  page.on('websocket', (socket) => seen.sockets.add(new URL(socket.url()).origin));
  return seen;
};

interface Attempts {
  /** Status, or `refused` when the browser hides the response from the page. */
  read: number | 'refused';
  write: number | 'refused';
  socket: 'open' | 'refused';
}

/** Calls the API from this page with the browser's cookies. */
const attempt = (page: Page, shareId: string): Promise<Attempts> =>
  page.evaluate(
    async ([api, id]) => {
      const call = (path: string, method: string) =>
        fetch(`${api}${path}`, { method, credentials: 'include' }).then(
          ({ status }) => status,
          () => 'refused' as const,
        );
      const socket = new WebSocket(`${api.replace('http', 'ws')}/ws`);
      const opening = new Promise<'open' | 'refused'>((resolve) => {
        socket.onopen = () => resolve('open');
        socket.onerror = () => resolve('refused');
      });
      const result = {
        read: await call('/api/user', 'GET'),
        // A simple request has no preflight: the browser sends it from any origin. https://fetch.spec.whatwg.org/#cors-preflight-fetch
        write: await call(`/api/file-shares/${id}/stop`, 'POST'),
        socket: await opening,
      };
      socket.close();
      return result;
    },
    [hosts.api, shareId] as const,
  );

// All other tests load the pages from the API's origin.
// The headless shell treats no insecure origin as secure.
test.use({ program: 'chromium' });

test.describe('pages, API and hashed files on three hosts of one site', () => {
  let site: SiblingSite;
  test.beforeAll(async () => {
    site = await startSiblingSite();
  });
  test.afterAll(() => site.stop());

  test('a shared file arrives identical; a host that is not allowed gets no response [7.1]', async ({
    openBrowser,
  }) => {
    const file = await randomFile(300_001);
    const browser = await openBrowser(site.browserArgs);
    // Playwright does not route what a service worker requests.
    const senders = await browser.newContext({ serviceWorkers: 'block' });
    const sender = await senders.newPage();
    const recipient = await recipientPage(await openBrowser(site.browserArgs));
    const watched = [watchHosts(sender), watchHosts(recipient)];

    await answerForProvider(sender, site.authEmulatorOrigin);
    await signUp(sender, hosts.pages);
    const share = await createShare(sender, file.path);
    expect(share.link.replace(/#[\w-]{22}$/, '')).toBe(`${hosts.pages}/share/${share.shareId}`);
    await openShare(recipient, share);
    expect(await receiveVerified(recipient)).toBe(file.sha256);
    await file.remove();
    for (const { api, sockets, assets } of watched) {
      expect([...api]).toEqual([hosts.api]);
      expect([...sockets]).toEqual([hosts.api.replace('http', 'ws')]);
      expect([...assets]).toEqual([hosts.assets]);
    }
    const cookies = await senders.cookies([hosts.api, hosts.pages]);
    const session = cookies.filter(({ name }) => name === 'session');
    expect(session).toEqual([
      expect.objectContaining({ domain: 'api.tandem.example', httpOnly: true, sameSite: 'Lax' }),
    ]);

    const elsewhere = await senders.newPage();
    await elsewhere.goto(hosts.stranger);
    expect(await attempt(elsewhere, share.shareId)).toEqual({
      read: 'refused',
      write: 'refused',
      socket: 'refused',
    });
    // The gateway refused the call too: the share is still active.
    await sender.reload();
    await expect(sender.getByRole('button', { name: 'Stop random.bin' })).toBeVisible();
    for (const host of [hosts.pages, hosts.api]) {
      await elsewhere.goto(`${host}/terms`);
      expect(await attempt(elsewhere, share.shareId)).toEqual({
        read: 200,
        write: 200,
        socket: 'open',
      });
    }
  });
});
