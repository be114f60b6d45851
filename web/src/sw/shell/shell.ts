/**
 * The caches that let the app open offline: the shell (index.html and the files it names) and every file of the build
 * that a page has loaded, or that replaces such a file of the former build. Nothing of /api, /ws or a transfer is cached.
 *
 * Files of pages that were never opened are not cached: a recipient's phone must not load the whole app for one
 * download.
 */

import { pageClassOf } from '@tandem/proto/browser/page-class';
import { noticeTextsCache } from '../../lib/notices/kept-texts.js';

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
  /** A newer worker has been or is being installed. */
  hasSuccessor: () => boolean;
}

export type Strategy = 'page' | 'own-document' | 'asset' | 'pass';

/** Files of all builds: a hashed name never has two contents. */
const assetCacheName = 'assets-v1';

/** Always from the network: calls, sockets, the identity provider's helper pages, the worker itself. */
const excludedPath = /^\/(api|ws|__|sw\.js|metrics|livez|readyz)(\/|$|\.)/;

/** The cached shell replaces a page that takes longer. */
const pageTimeoutMs = 5_000;

/** Longest time that refetching previously opened parts may delay an installation. */
const partsTimeoutMs = 30_000;

/** Attribute of the document that stands in for another; app.tsx reads it. */
const standInMark = 'data-stand-in';

/** A page does not wait longer for the cache: the disk may be slow or locked. */
const cacheTimeoutMs = 1_000;

export const afterMs = (ms: number): Promise<never> =>
  new Promise((_, reject) => {
    setTimeout(() => reject(new Error('too slow')), ms);
  });

export interface RequestFacts {
  method: string;
  mode: string;
  url: string;
}

const isCode = /\.(js|css)$/;

/** The address of a file without the hash of its content, which the bundler puts before the suffix. */
const stemOf = (address: string): string => address.replace(/-[\w-]{8}(?=\.\w+$)/, '');

export const createShell = (dependencies: ShellDependencies) => {
  const { caches, origin, assetBase, files, hasSuccessor } = dependencies;
  // One for each build: a worker that waits must not replace the page of the active one.
  const revision = files.find(({ url }) => url === 'index.html')?.revision ?? 'unknown';
  const shellCacheName = `shell-${revision}`;
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
    return page === 'sign-in' || page === 'payment' ? 'own-document' : 'page';
  };

  /**
   * The scripts and styles that the page names.
   *
   * @throws unless all belong to this build: while a release is replaced, a server of another one may answer.
   */
  const namedIn = (page: string): string[] => {
    const named = [...page.matchAll(/(?:src|href)="([^"]+)"/g)]
      .map(([, address = '']) => new URL(address, shellUrl).href)
      .filter((address) => address.startsWith(`${assetBase}assets/`) && isCode.test(address));
    if (named.length === 0 || named.some((address) => !assets.has(address)))
      throw new Error('the shell is of another build');
    return named;
  };

  /** Rejects when the shell or one of its files cannot be fetched; the browser retries later. */
  const install = async (): Promise<void> => {
    const response = await dependencies.fetch(shellUrl, { cache: 'reload' });
    if (!response.ok) throw new Error(`the shell could not be fetched (${response.status})`);
    const named = namedIn(await response.clone().text());
    const assetCache = await caches.open(assetCacheName);
    await Promise.all(named.map((address) => keepAsset(assetCache, address)));
    // Last, so that a cached shell always has its files.
    await (await caches.open(shellCacheName)).put(shellUrl, response);
    await Promise.race([keepParts(assetCache), afterMs(partsTimeoutMs)]).catch(() => undefined);
  };

  const keepAsset = async (cache: Cache, address: string): Promise<void> => {
    const response = await dependencies.fetch(address);
    if (!response.ok) throw new Error(`${address} could not be fetched (${response.status})`);
    await cache.put(address, response);
  };

  /**
   * The activation deletes the files of the former build. Without those that replace them, parts that were opened once
   * would no longer open offline.
   */
  const keepParts = async (cache: Cache): Promise<void> => {
    const kept = new Set((await cache.keys()).map(({ url }) => url));
    const outdated = [...kept].filter((address) => !assets.has(address));
    const stems = new Set(outdated.map(stemOf));
    const wanted = [...assets].filter(
      (address) => stems.has(stemOf(address)) && !kept.has(address),
    );
    await Promise.allSettled(wanted.map((address) => keepAsset(cache, address)));
  };

  const deleteFormer = async (): Promise<void> => {
    // The successor deletes them when it is activated. What it has cached is unknown here.
    if (hasSuccessor()) return;
    const known = new Set([shellCacheName, assetCacheName, noticeTextsCache]);
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
  const answerPage = (request: Request): Promise<Response> => {
    const fromNetwork = dependencies.fetch(request);
    return Promise.race([fromNetwork, afterMs(pageTimeoutMs)]).catch(async () => {
      const shell = Promise.race([findShell(), afterMs(cacheTimeoutMs)]);
      return (await shell.catch(() => undefined)) ?? fromNetwork;
    });
  };

  /** While the network fails, the shell replaces a page that it cannot show; its mark makes the app explain that. */
  const answerOwnDocument = async (request: Request): Promise<Response> => {
    try {
      return await dependencies.fetch(request);
    } catch (error) {
      const found = Promise.race([findShell(), afterMs(cacheTimeoutMs)]);
      const shell = await found.catch(() => undefined);
      if (shell === undefined) throw error;
      const page = (await shell.text()).replace('<html', `<html ${standInMark}`);
      return new Response(page, { headers: shell.headers });
    }
  };

  /** Caches files that the first page loaded before the worker was active. */
  const keepLoaded = async (addresses: readonly string[]): Promise<void> => {
    const cache = await caches.open(assetCacheName);
    const wanted = addresses.filter((address) => assets.has(address));
    await Promise.allSettled(
      wanted.map(async (address) => {
        if ((await cache.match(address)) === undefined) await keepAsset(cache, address);
      }),
    );
  };

  return { choose, install, cleanUp, answerAsset, answerPage, answerOwnDocument, keepLoaded };
};

export type Shell = ReturnType<typeof createShell>;
