import type { CDPSession, Page } from '@playwright/test';

/** What becomes of a request; anything else stands for the JSON of a good answer. */
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

/** A refusal as the gateway words it. */
export const refusal = (status: number, message: string): Reply =>
  json(status, { status, message });

/** The network is gone. */
export const unreachable = new Reply((session, requestId) =>
  session.send('Fetch.failRequest', { requestId, errorReason: 'InternetDisconnected' }),
);

/** The answer is still on its way when the picture is taken. */
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
 * From now on the page gets these answers, by path under /api, with `POST ` and the like in front to mean
 * one method only, and the stack's own for everything else. Chromium's protocol itself instead of
 * Playwright's routes: those turn the cache off, and every screen would fetch and compile it all again.
 */
export const answerApi = async (page: Page, answers: Answers): Promise<void> => {
  const isListening = current.has(page);
  current.set(page, answers);
  if (isListening) return;
  const session = await page.context().newCDPSession(page);
  session.on('Fetch.requestPaused', ({ requestId, request }) => {
    const reply = replyTo(current.get(page) ?? {}, request);
    // The page may have left for the next screen, and its requests with it.
    reply.give(session, requestId).catch(() => undefined);
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/*' }] });
};
