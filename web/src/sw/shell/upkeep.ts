/** What the caches contain: filled when the worker is installed, cleared of former builds when it is activated. */

import { within } from '../within.js';
import type { Build } from './build.js';
import { ifUsable, type ShellCaches } from './shell-caches.js';

/** Longest time that refetching previously opened parts may delay an installation. */
const partsTimeoutMs = 30_000;

export interface UpkeepOptions {
  fetch: (request: RequestInfo, init?: RequestInit) => Promise<Response>;
  /** A newer worker has been or is being installed. */
  hasSuccessor: () => boolean;
}

export const createUpkeep = (
  { fetch, hasSuccessor }: UpkeepOptions,
  build: Build,
  caches: ShellCaches,
) => {
  const keepAsset = async (cache: Cache, address: string): Promise<void> => {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address} could not be fetched (${response.status})`);
    await cache.put(address, response);
  };

  /**
   * The activation deletes the files of the former build. Without those that replace them, parts that were opened once
   * would no longer open offline.
   */
  const keepParts = async (cache: Cache): Promise<void> => {
    const kept = new Set((await cache.keys()).map(({ url }) => url));
    const outdated = [...kept].filter((address) => !build.assets.has(address));
    const wanted = build.replacementsOf(outdated).filter((address) => !kept.has(address));
    await Promise.allSettled(wanted.map((address) => keepAsset(cache, address)));
  };

  return {
    /** Rejects when the shell or one of its files cannot be fetched; the browser retries later. */
    install: async (): Promise<void> => {
      const page = await fetch(build.shellUrl, { cache: 'reload' });
      if (!page.ok) throw new Error(`the shell could not be fetched (${page.status})`);
      const code = build.codeOf(await page.clone().text());
      const cache = await caches.openAssets();
      await Promise.all(code.map((address) => keepAsset(cache, address)));
      // Last, so that a cached shell always has its files.
      await caches.putShell(page);
      await within(partsTimeoutMs, keepParts(cache)).catch(() => undefined);
    },

    /**
     * Deletes files of former builds and caches of former workers. Requests of pages wait for the end of the
     * activation, so it takes at most a second, and what remains is deleted in the background.
     */
    cleanUp: async (): Promise<void> => {
      // The successor deletes them when it is activated. What it has cached is unknown here.
      if (!hasSuccessor()) await ifUsable(caches.deleteFormer());
    },

    /** Caches files that the first page loaded before the worker was active. */
    keepLoaded: async (addresses: readonly string[]): Promise<void> => {
      const cache = await caches.openAssets();
      const wanted = addresses.filter((address) => build.assets.has(address));
      await Promise.allSettled(
        wanted.map(async (address) => {
          if ((await cache.match(address)) === undefined) await keepAsset(cache, address);
        }),
      );
    },
  };
};
