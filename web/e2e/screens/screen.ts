import { expect, type Page, type Route } from '@playwright/test';

/** One screen of the product in one state, with the answers that bring it about. */
export interface Screen {
  /** Also the name of its picture. */
  name: string;
  path: string;
  /**
   * Answers that replace the stack's own, by path under /api, with `POST ` and the like in front to
   * mean one method only: JSON, or one of `refusal`, `unreachable`, `noAnswer`.
   */
  api?: Record<string, unknown>;
  /** What the page's signalling socket meets instead of the server. */
  socket?: 'silent' | 'dropped' | 'refused';
  /** Never arrive: matched against the whole address. */
  withheld?: RegExp;
  /** What a person does before the picture. */
  act?: (page: Page) => Promise<void>;
  /** A text that is there when the screen is complete. */
  ready: string | RegExp;
  /** Dialogs, toasts and fixed bars belong to the window: the picture is of the window alone. */
  isWindow?: boolean;
}

class Reply {
  readonly fulfil: (route: Route) => Promise<void>;
  constructor(fulfil: (route: Route) => Promise<void>) {
    this.fulfil = fulfil;
  }
}

/** A refusal as the gateway words it. */
export const refusal = (status: number, message: string): Reply =>
  new Reply((route) => route.fulfill({ status, json: { status, message } }));

/** The network is gone. */
export const unreachable = new Reply((route) => route.abort('internetdisconnected'));

/** The answer is still on its way when the picture is taken. */
export const noAnswer = new Reply(() => Promise.resolve());

const answer = async (page: Page, key: string, reply: unknown): Promise<void> => {
  const [first = '', second] = key.split(' ');
  const path = second ?? first;
  await page.route(
    (url) => url.pathname === path,
    (route) => {
      if (second !== undefined && route.request().method() !== first) return route.fallback();
      return reply instanceof Reply ? reply.fulfil(route) : route.fulfill({ json: reply });
    },
  );
};

const refusedFrame = JSON.stringify({
  type: 'error',
  payload: { code: 'share-closed', message: 'This share has been stopped.', retryable: false },
});

const meetSocket = (page: Page, kind: NonNullable<Screen['socket']>): Promise<void> =>
  page.routeWebSocket(/\/ws/, (socket) => {
    if (kind === 'dropped') void socket.close({ code: 1012 });
    if (kind !== 'refused') return;
    socket.onMessage(() => {
      socket.send(refusedFrame);
      void socket.close({ code: 4003 });
    });
  });

/** Opens a screen in its state; for a signed-in screen the page belongs to somebody who is. */
export const showScreen = async (page: Page, screen: Screen): Promise<void> => {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const [key, reply] of Object.entries(screen.api ?? {})) await answer(page, key, reply);
  if (screen.withheld !== undefined) await page.route(screen.withheld, () => undefined);
  if (screen.socket !== undefined) await meetSocket(page, screen.socket);
  await page.goto(screen.path, { waitUntil: screen.withheld ? 'commit' : 'load' });
  await screen.act?.(page);
  await expect(page.getByText(screen.ready).first()).toBeVisible();
};

export const click = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).click();
