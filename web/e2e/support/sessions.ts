import type { BrowserContext, Cookie, Page } from '@playwright/test';
import { signInLongAgo } from './accounts.js';

export const sessionCookieOf = async (context: BrowserContext): Promise<Cookie> => {
  const cookies = await context.cookies();
  const cookie = cookies.find(({ name }) => /^(__Host-)?session$/.test(name));
  if (!cookie) throw new Error('the browser has no session cookie');
  return cookie;
};

/** Replaces the page's session by one whose sign-in was this long ago. */
export const ageSession = async (page: Page, origin: string, email: string, minutes: number) => {
  const idToken = await signInLongAgo(email, minutes);
  const response = await fetch(`${origin}/api/session`, {
    method: 'POST',
    headers: { authorization: `Bearer ${idToken}` },
  });
  const [, value] = /^[^=]+=([^;]+)/.exec(response.headers.get('set-cookie') ?? '') ?? [];
  if (!response.ok || value === undefined) {
    throw new Error(`no session for an old sign-in: ${await response.text()}`);
  }
  const cookie = await sessionCookieOf(page.context());
  await page.context().addCookies([{ ...cookie, value }]);
};

/** Joins a share's room with the cookies of the page alone; resolves with the code of the close. */
export const watchSocket = async (page: Page, shareId: string) => {
  await page.evaluate(
    (id) =>
      new Promise<void>((resolve, reject) => {
        const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws?share=${id}`);
        const closed = new Promise<number>((settle) => {
          socket.onclose = ({ code }) => {
            settle(code);
            reject(new Error(`closed with ${String(code)}`));
          };
        });
        Object.assign(window, { socketClosed: closed });
        socket.onopen = () =>
          socket.send(JSON.stringify({ type: 'join', shareId: id, peerId: 'copy', password: '' }));
        socket.onmessage = ({ data }) => {
          if ((JSON.parse(String(data)) as { type: string }).type === 'joined') resolve();
        };
      }),
    shareId,
  );
  return {
    closed: () =>
      page.evaluate(() => (window as unknown as { socketClosed: Promise<number> }).socketClosed),
  };
};
