import type { CDPSession, Page } from '@playwright/test';

/** Handling of a request; any other value is the JSON of a successful response. */
class Reply {
  readonly give: (session: CDPSession, requestId: string) => Promise<unknown>;
  constructor(give: (session: CDPSession, requestId: string) => Promise<unknown>) {
    this.give = give;
  }
}

const json = (status: number, content: unknown): Reply =>
  new Reply((session, requestId) =>
    session.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: status,
      responseHeaders: [{ name: 'content-type', value: 'application/json' }],
      body: Buffer.from(JSON.stringify(content)).toString('base64'),
    }),
  );

/** An error response in the format of the gateway. */
export const refusal = (status: number, message: string, reason?: string): Reply =>
  json(status, { status, message, reason });

/** A network error. */
export const unreachable = new Reply((session, requestId) =>
  session.send('Fetch.failRequest', { requestId, errorReason: 'InternetDisconnected' }),
);

/** A response that does not arrive. */
export const noAnswer = new Reply(() => Promise.resolve());

const untouched = new Reply((session, requestId) =>
  session.send('Fetch.continueRequest', { requestId }),
);

type Answers = Record<string, unknown>;

const replyTo = (answers: Answers, { method, url }: { method: string; url: string }): Reply => {
  const path = new URL(url).pathname;
  const key = [`${method} ${path}`, path].find((candidate) => candidate in answers);
  if (key === undefined) return untouched;
  const answer = answers[key];
  return answer instanceof Reply ? answer : json(200, answer);
};

const current = new WeakMap<Page, Answers>();

/**
 * Responds to the page's requests by path under /api, optionally with a method in front (`POST /api/…`); other
 * requests reach the stack. Uses the Chrome DevTools Protocol because Playwright's routing disables the HTTP cache, and
 * every screen would load and compile all scripts again: https://playwright.dev/docs/api/class-page#page-route
 */
export const answerApi = async (page: Page, answers: Answers): Promise<void> => {
  const isListening = current.has(page);
  current.set(page, answers);
  if (isListening) return;
  const session = await page.context().newCDPSession(page);
  session.on('Fetch.requestPaused', ({ requestId, request }) => {
    const reply = replyTo(current.get(page) ?? {}, request);
    // The page may have navigated, which cancels its requests.
    reply.give(session, requestId).catch(() => undefined);
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/*' }] });
};
