import { noticeTextsCache } from '../../lib/notices/kept-texts.js';
import { within } from '../within.js';
import type { Build } from './build.js';

/** Files of all builds: a hashed name never has two contents. */
const assetCacheName = 'assets-v1';

/** A page does not wait longer for the cache: the disk may be slow or locked. */
const cacheTimeoutMs = 1_000;

/** Undefined without a usable cache: storage is full, broken, slow, or being cleared. */
export const ifUsable = <Found>(work: Promise<Found>): Promise<Found | undefined> =>
  within(cacheTimeoutMs, work).catch(() => undefined);

export type ShellCaches = ReturnType<typeof createShellCaches>;

/** The caches of the shell: one for its page, and one for the files of all builds. */
export const createShellCaches = (caches: CacheStorage, { revision, shellUrl, assets }: Build) => {
  // One for each build: a worker that waits must not replace the page of the active one.
  const shellCacheName = `shell-${revision}`;
  const openAssets = (): Promise<Cache> => caches.open(assetCacheName);
  const find = async (name: string, url: string): Promise<Response | undefined> =>
    (await caches.open(name)).match(url);

  return {
    openAssets,
    findAsset: (url: string) => ifUsable(find(assetCacheName, url)),
    findShell: () => ifUsable(find(shellCacheName, shellUrl)),
    putShell: async (page: Response): Promise<void> =>
      (await caches.open(shellCacheName)).put(shellUrl, page),
    /** Deletes files of former builds and caches of former workers. */
    deleteFormer: async (): Promise<void> => {
      const known = new Set([shellCacheName, assetCacheName, noticeTextsCache]);
      for (const name of await caches.keys()) if (!known.has(name)) await caches.delete(name);
      const cache = await openAssets();
      for (const request of await cache.keys()) {
        if (!assets.has(request.url)) await cache.delete(request);
      }
    },
  };
};
