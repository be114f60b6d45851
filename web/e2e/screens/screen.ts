import { expect, type Page } from '@playwright/test';
import { answerApi } from './answers.js';

export { noAnswer, refusal, unreachable } from './answers.js';

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
  await answerApi(page, screen.api ?? {});
  if (screen.withheld !== undefined) await page.route(screen.withheld, () => undefined);
  if (screen.socket !== undefined) await meetSocket(page, screen.socket);
  await page.goto(screen.path, { waitUntil: screen.withheld ? 'commit' : 'load' });
  await screen.act?.(page);
  await expect(page.getByText(screen.ready).first()).toBeVisible();
};

export const click = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).click();
