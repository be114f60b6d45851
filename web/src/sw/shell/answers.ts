/** Answers of the worker to requests of pages, with the network or without it. */

import { within } from '../within.js';
import type { ShellCaches } from './shell-caches.js';

/** The cached shell replaces a page that takes longer. */
const pageTimeoutMs = 5_000;

/** Attribute of the document that stands in for another; app.tsx reads it. */
const standInMark = 'data-stand-in';

export const createAnswers = (
  fetch: (request: RequestInfo) => Promise<Response>,
  { openAssets, findAsset, findShell }: ShellCaches,
) => ({
  /**
   * A file with a hashed name never changes, so a cached one is current. Without a usable cache the file comes from the
   * network. The page gets it before it is cached.
   *
   * @param waitUntil keeps the worker running while the file is cached
   */
  answerAsset: async (
    { url }: Request,
    waitUntil: (work: Promise<unknown>) => void,
  ): Promise<Response> => {
    const kept = await findAsset(url);
    if (kept !== undefined) return kept;
    const response = await fetch(url);
    if (response.ok) {
      const copy = response.clone();
      const keep = async (): Promise<void> => (await openAssets()).put(url, copy);
      waitUntil(keep().catch(() => undefined));
    }
    return response;
  },

  /**
   * The page from the network if it arrives in time, else the shell. The request is passed on unchanged: with other
   * options it would no longer be a navigation for the server.
   */
  answerPage: (request: Request): Promise<Response> => {
    const fromNetwork = fetch(request);
    return within(pageTimeoutMs, fromNetwork).catch(async () => (await findShell()) ?? fromNetwork);
  },

  /** While the network fails, the shell replaces a page that it cannot show; its mark makes the app explain that. */
  answerOwnDocument: async (request: Request): Promise<Response> => {
    try {
      return await fetch(request);
    } catch (error) {
      const shell = await findShell();
      if (shell === undefined) throw error;
      const page = (await shell.text()).replace('<html', `<html ${standInMark}`);
      return new Response(page, { headers: shell.headers });
    }
  },
});
