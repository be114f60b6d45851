/** Texts of a language that needs 40 % more room than English. */

import { createHash } from 'node:crypto';
import type { CDPSession, Page } from '@playwright/test';
import { stackInfo } from '../support/stack.js';

export type Direction = 'ltr' | 'rtl';

/** The languages whose place the lengthened texts take; each has the direction of its script. */
const places = { ltr: 'de', rtl: 'ar' } as const;

/**
 * The module that loads translations, as the app imports it (`languages/load.ts`), with English as its only source.
 * Figure spaces are as wide as a digit, do not collapse, and never end a line, so that every word becomes longer; the
 * accessible name and Playwright's search by text ignore them.
 */
const pseudoLanguage = `
const longer = (text) => {
  let room = 0;
  return text.replace(/\\S+/g, (word) => {
    room += (word.match(/\\p{L}/gu) ?? []).length * 0.4;
    const more = Math.round(room);
    room -= more;
    return word + '\\u2007'.repeat(more);
  });
};
const isPlain = (value) =>
  Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
const lengthen = (value) => {
  if (typeof value === 'string') return /^(?:https?:|\\/|#)/.test(value) ? value : longer(value);
  if (typeof value === 'function') return (...values) => lengthen(value(...values));
  if (typeof value !== 'object' || value === null || '$$typeof' in value) return value;
  if (!isPlain(value)) return value;
  return Array.isArray(value)
    ? value.map(lengthen)
    : Object.fromEntries(Object.entries(value).map(([key, part]) => [key, lengthen(part)]));
};
const untouched = ['formats'];
export const openLanguage = async (language) => ({
  translate: (name, english) => {
    if (name === 'antd') return { direction: language === 'ar' ? 'rtl' : 'ltr' };
    return untouched.includes(name) ? english : lengthen(english);
  },
  loadRest: async () => undefined,
});
`;

type Paused = Parameters<Parameters<typeof onPaused>[1]>[0];
const onPaused = (
  session: CDPSession,
  answer: (event: {
    requestId: string;
    request: { url: string };
    responseStatusCode?: number;
    responseHeaders?: Header[];
  }) => void,
) => session.on('Fetch.requestPaused', answer);

const hashOf = (text: string): string =>
  `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** Eight characters are the hash: other modules may begin with the same word. */
const moduleAddress = /\/assets\/load-[\w-]{8}\.js$/;

const importMapOf = (html: string): string | undefined =>
  /<script type="importmap">(.*?)<\/script>/s.exec(html)?.[1];

/** Documents pin the hash of every module. */
const pinModule = (importMap: string): string =>
  importMap.replace(/(\/assets\/load-[\w-]{8}\.js":")[^"]*/, `$1${hashOf(pseudoLanguage)}`);

interface Header {
  name: string;
  value: string;
}

/** The same document with the pin of our module, under the same policy: it pins the import map. */
const pinned = (html: string, headers: readonly Header[]) => {
  const importMap = importMapOf(html) ?? '';
  const changed = pinModule(importMap);
  const pin = (value: string) => value.replaceAll(hashOf(importMap), hashOf(changed));
  return {
    html: html.replace(importMap, () => changed),
    headers: headers
      .filter(({ name }) => !/^content-(?:encoding|length)$/i.test(name))
      .map(({ name, value }) => ({ name, value: pin(value) })),
  };
};

const answerDocument = async (session: CDPSession, event: Paused): Promise<void> => {
  const { requestId, responseStatusCode = 0, responseHeaders = [] } = event;
  const type = responseHeaders.find(({ name }) => name.toLowerCase() === 'content-type')?.value;
  if (![200, 404].includes(responseStatusCode) || !/html/.test(type ?? '')) {
    await session.send('Fetch.continueRequest', { requestId });
    return;
  }
  const { body, base64Encoded } = await session.send('Fetch.getResponseBody', { requestId });
  const text = base64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body;
  const { html, headers } = pinned(text, responseHeaders);
  await session.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: responseStatusCode,
    responseHeaders: headers,
    body: Buffer.from(html).toString('base64'),
  });
};

const answerModule = (session: CDPSession, { requestId }: Paused): Promise<unknown> =>
  session.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: 200,
    responseHeaders: [{ name: 'content-type', value: 'text/javascript' }],
    body: Buffer.from(pseudoLanguage).toString('base64'),
  });

/** From the next navigation on, the app has the lengthened texts, in the direction. */
export const lengthenTexts = async (page: Page, direction: Direction): Promise<void> => {
  const { url } = stackInfo();
  await page.context().addCookies([{ name: 'language', value: places[direction], url }]);
  // Playwright's routing would disable the HTTP cache (screens/answers.ts).
  const session = await page.context().newCDPSession(page);
  onPaused(session, (event) => {
    const answer = moduleAddress.test(event.request.url) ? answerModule : answerDocument;
    // The page may have navigated, which cancels its requests.
    answer(session, event).catch(() => undefined);
  });
  await session.send('Fetch.enable', {
    patterns: [
      { urlPattern: '*/assets/load-????????.js' },
      { urlPattern: '*', resourceType: 'Document', requestStage: 'Response' },
    ],
  });
};

/** The same for a prerendered page, which contains its texts. */
export const lengthenDocument = (page: Page, direction: Direction): Promise<void> =>
  page.evaluate((dir) => {
    document.documentElement.dir = dir;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node.parentElement?.closest('script, style, pre, code') !== null) continue;
      node.nodeValue = (node.nodeValue ?? '').replace(
        /\S+/g,
        (word) => word + '\u2007'.repeat(Math.round((word.match(/\p{L}/gu) ?? []).length * 0.4)),
      );
    }
  }, direction);
