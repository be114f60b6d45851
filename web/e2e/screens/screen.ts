import { expect, type Page, type Route } from '@playwright/test';
import { answerApi } from './answers.js';

export { noAnswer, refusal, unreachable } from './answers.js';

/** One screen in one state, with the API responses that produce it. */
export interface Screen {
  /** Also the name of its screenshot. */
  name: string;
  path: string;
  /**
   * Responses that replace those of the stack, by path under /api, optionally with a method in front (`POST /api/…`):
   * JSON, or one of `refusal`, `unreachable`, `noAnswer`.
   */
  api?: Record<string, unknown>;
  /** Behaviour of the fake signalling server. `alone`: admits the page to a room without others. */
  socket?: 'silent' | 'alone' | 'dropped' | 'refused';
  /** Requests without a response, matched against the whole URL; a navigation gets none of a new page. */
  withheld?: RegExp;
  /** User actions before the screen is ready. */
  act?: (page: Page) => Promise<void>;
  /** A text that is visible when the screen is complete. */
  ready: string | RegExp;
  /** The screenshot covers the window only, for dialogs, toasts and fixed bars. */
  isWindow?: boolean;
}

const refusedFrame = JSON.stringify({
  type: 'error',
  payload: { code: 'share-closed', message: 'This share has been stopped.', retryable: false },
});

const joinedFrame = JSON.stringify({ type: 'joined', payload: { role: 'receiver', peers: [] } });

const meetSocket = (page: Page, kind: NonNullable<Screen['socket']>): Promise<void> =>
  page.routeWebSocket(/\/ws/, (socket) => {
    if (kind === 'dropped') void socket.close({ code: 1012 });
    if (kind === 'alone') socket.onMessage(() => socket.send(joinedFrame));
    if (kind !== 'refused') return;
    socket.onMessage(() => {
      socket.send(refusedFrame);
      void socket.close({ code: 4003 });
    });
  });

/** No Content leaves the page as it is (HTML, navigation). A navigation without an answer blocks scripts of the page. */
const withhold = (route: Route): Promise<void> | undefined =>
  route.request().isNavigationRequest() ? route.fulfill({ status: 204 }) : undefined;

/** Opens a screen in its state; a signed-in screen needs a page with a signed-in user. */
export const showScreen = async (page: Page, screen: Screen): Promise<void> => {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await answerApi(page, screen.api ?? {});
  if (screen.withheld !== undefined) await page.route(screen.withheld, withhold);
  if (screen.socket !== undefined) await meetSocket(page, screen.socket);
  await page.goto(screen.path, { waitUntil: screen.withheld ? 'commit' : 'load' });
  await screen.act?.(page);
  await expect(page.getByText(screen.ready).first()).toBeVisible();
};

export const click = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).click();
