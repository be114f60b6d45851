import type { Page } from '@playwright/test';
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

/** Where a page's calls of the API, its sockets and its hashed files went. */
const watchHosts = (page: Page) => {
  const seen = { api: new Set<string>(), sockets: new Set<string>(), assets: new Set<string>() };
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) seen.api.add(origin);
    if (/^\/assets\/(?!.*-worker-)/.test(pathname)) seen.assets.add(origin);
  });
  page.on('websocket', (socket) => seen.sockets.add(new URL(socket.url()).origin));
  return seen;
};

interface Attempts {
  /** Status, or `refused` when the browser kept the answer from the page. */
  read: number | 'refused';
  write: number | 'refused';
  socket: 'open' | 'refused';
}

/** What a script of this page gets by calling the API with whatever cookie the browser has. */
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
        // No header that would need a preflight: the browser sends it, whoever asks.
        write: await call(`/api/file-shares/${id}/stop`, 'POST'),
        socket: await opening,
      };
      socket.close();
      return result;
    },
    [hosts.api, shareId] as const,
  );

// Issue "SPA from a CDN": it works from the API's own origin (every other test here) and from a sibling host.
test.describe('pages on one host of the site, the API on another, the hashed files on a third', () => {
  let site: SiblingSite;
  test.beforeAll(async () => {
    site = await startSiblingSite();
  });
  test.afterAll(() => site.stop());

  test('somebody signs up, shares a file, and it arrives identical; no other host gets an answer [7.1]', async ({
    openBrowser,
  }) => {
    const file = await randomFile(300_001);
    const senders = await (await openBrowser(site.browserArgs)).newContext();
    const sender = await senders.newPage();
    const recipient = await recipientPage(await openBrowser(site.browserArgs));
    const watched = [watchHosts(sender), watchHosts(recipient)];

    await signUp(sender, hosts.pages);
    const share = await createShare(sender, file.path);
    expect(share.link).toBe(`${hosts.pages}/share/${share.shareId}`);
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
    // Refused by the gateway as well, not only kept from the page: the share is still open.
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
