/** The caches of a browser, in memory. */
export const createCaches = () => {
  const stores = new Map<string, Map<string, Response>>();
  const urlOf = (request: RequestInfo): string =>
    typeof request === 'string' ? request : request.url;
  const open = (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, store);
    return Promise.resolve({
      put: (request: RequestInfo, response: Response) =>
        Promise.resolve(void store.set(urlOf(request), response)),
      match: (request: RequestInfo) => Promise.resolve(store.get(urlOf(request))),
      keys: () => Promise.resolve([...store.keys()].map((url) => ({ url }))),
      delete: (request: RequestInfo) => Promise.resolve(store.delete(urlOf(request))),
    });
  };
  const caches = {
    open,
    has: (name: string) => Promise.resolve(stores.has(name)),
    keys: () => Promise.resolve([...stores.keys()]),
    match: (request: RequestInfo, { cacheName = '' }: MultiCacheQueryOptions = {}) =>
      Promise.resolve(stores.get(cacheName)?.get(urlOf(request))?.clone()),
    delete: (name: string) => Promise.resolve(stores.delete(name)),
  };
  const kept = (): string[] => [...stores.values()].flatMap((store) => [...store.keys()]).sort();
  return { caches: caches as unknown as CacheStorage, stores, kept };
};
