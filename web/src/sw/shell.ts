/**
 * The caches that let the app open offline: the shell (index.html and the files it names) and every file of the build
 * that a page has loaded. Nothing of /api, /ws or a transfer is cached.
 *
 * Files of pages that were never opened are not cached: a recipient's phone must not load the whole app for one
 * download.
 */

import { pageClassOf } from '@tandem/proto/browser/page-class';

/** One file of the build, as the bundler's plugin lists it. */
export interface BuildFile {
  url: string;
  revision: string | null;
}

export interface ShellDependencies {
  caches: CacheStorage;
  fetch: (request: RequestInfo, init?: RequestInit) => Promise<Response>;
  /** Origin of the pages, e.g. https://tandem.example. */
  origin: string;
  /** Base URL of hashed files; another origin when a CDN serves them. Ends with a slash. */
  assetBase: string;
  files: readonly BuildFile[];
}

export type Strategy = 'page' | 'asset' | 'pass';

const shellCacheName = 'shell-v1';
const assetCacheName = 'assets-v1';

/** Always from the network: calls, sockets, the identity provider's helper pages, the worker itself. */
const excludedPath = /^\/(api|ws|__|sw\.js|metrics|livez|readyz)(\/|$|\.)/;

/** The cached shell replaces a page that takes longer. */
const pageTimeoutMs = 5_000;

/** A page does not wait longer for the cache: the disk may be slow or locked. */
const cacheTimeoutMs = 1_000;

const afterMs = (ms: number): Promise<never> =>
  new Promise((_, reject) => {
    setTimeout(() => reject(new Error('too slow')), ms);
  });

export interface RequestFacts {
  method: string;
  mode: string;
  url: string;
}

export const createShell = (dependencies: ShellDependencies) => {
  const { caches, origin, assetBase, files } = dependencies;
  const shellUrl = new URL('/index.html', origin).href;
  const assets = new Set(
    files
      .filter(({ url }) => url.includes('assets/'))
      .map(({ url }) => new URL(url, assetBase).href),
  );

  const choose = ({ method, mode, url }: RequestFacts): Strategy => {
    const target = new URL(url);
    if (method !== 'GET') return 'pass';
    if (assets.has(`${target.origin}${target.pathname}`)) return 'asset';
    if (target.origin !== origin || excludedPath.test(target.pathname)) return 'pass';
    if (mode !== 'navigate') return 'pass';
    // The cached shell has the policy of the other pages, without the third parties of these two.
    const page = pageClassOf(target.pathname);
    return page === 'sign-in' || page === 'payment' ? 'pass' : 'page';
  };

  /** Rejects when the shell cannot be fetched; the browser retries later. */
  const install = async (): Promise<void> => {
    const response = await dependencies.fetch(shellUrl, { cache: 'reload' });
    if (!response.ok) throw new Error(`the shell could not be fetched (${response.status})`);
    const page = await response.clone().text();
    const named = [...page.matchAll(/(?:src|href)="([^"]+)"/g)]
      .map(([, address = '']) => new URL(address, shellUrl).href)
      .filter((address) => assets.has(address));
    const [shellCache, assetCache] = await Promise.all([
      caches.open(shellCacheName),
      caches.open(assetCacheName),
    ]);
    await Promise.all(named.map((address) => keepAsset(assetCache, address)));
    // Last, so that a cached shell always has its files.
    await shellCache.put(shellUrl, response);
  };

  const keepAsset = async (cache: Cache, address: string): Promise<Response> => {
    const response = await dependencies.fetch(address);
    if (response.ok) await cache.put(address, response.clone());
    return response;
  };

  const deleteFormer = async (): Promise<void> => {
    const known = new Set([shellCacheName, assetCacheName]);
    for (const name of await caches.keys()) if (!known.has(name)) await caches.delete(name);
    const cache = await caches.open(assetCacheName);
    for (const request of await cache.keys()) {
      if (!assets.has(request.url)) await cache.delete(request);
    }
  };

  const findAsset = async (url: string): Promise<Response | undefined> =>
    (await caches.open(assetCacheName)).match(url);

  /**
   * Deletes files of former builds and caches of former workers. Requests of pages wait for the end of the activation,
   * so it takes at most a second, and what remains is deleted in the background.
   */
  const cleanUp = async (): Promise<void> =>
    Promise.race([deleteFormer(), afterMs(cacheTimeoutMs)]).catch(() => undefined);

  /**
   * A file with a hashed name never changes, so a cached one is current. Without a usable cache (storage full, broken,
   * slow, or being cleared) the file comes from the network. The page gets it before it is cached.
   *
   * @param waitUntil keeps the worker running while the file is cached
   */
  const answerAsset = async (
    { url }: Request,
    waitUntil: (work: Promise<unknown>) => void,
  ): Promise<Response> => {
    const kept = await Promise.race([findAsset(url), afterMs(cacheTimeoutMs)]).catch(
      () => undefined,
    );
    if (kept !== undefined) return kept;
    const response = await dependencies.fetch(url);
    if (response.ok) {
      const copy = response.clone();
      const keep = async (): Promise<void> => (await caches.open(assetCacheName)).put(url, copy);
      waitUntil(keep().catch(() => undefined));
    }
    return response;
  };

  const findShell = async (): Promise<Response | undefined> =>
    (await caches.open(shellCacheName)).match(shellUrl);

  /**
   * The page from the network if it arrives in time, else the shell. The request is passed on unchanged: with other
   * options it would no longer be a navigation for the server.
   */
  const answerPage = async (request: Request): Promise<Response> => {
    const fromNetwork = dependencies.fetch(request);
    const shell = await findShell().catch(() => undefined);
    if (shell === undefined) return fromNetwork;
    return Promise.race([fromNetwork, afterMs(pageTimeoutMs)]).catch(() => shell);
  };

  /** Caches files that the first page loaded before the worker was active. */
  const keepLoaded = async (addresses: readonly string[]): Promise<void> => {
    const cache = await caches.open(assetCacheName);
    const wanted = addresses.filter((address) => assets.has(address));
    await Promise.all(
      wanted.map(async (address) => {
        if ((await cache.match(address)) === undefined) await keepAsset(cache, address);
      }),
    );
  };

  return { choose, install, cleanUp, answerAsset, answerPage, keepLoaded };
};

export type Shell = ReturnType<typeof createShell>;
