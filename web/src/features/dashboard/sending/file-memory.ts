/**
 * Which file a share was made of, remembered on this computer, so that a reloaded tab can go on sending. The
 * browser may let us keep handles to the files themselves (Chromium); elsewhere the identity is kept and the person
 * chooses the file again. Nothing of this leaves the browser; one person's entries are never another's.
 */
export interface RememberedFile {
  shareId: string;
  /** Size, modification time and first block, digested: see the transfer protocol, `fileId`. */
  fileId: string;
  /** Empty where the browser gives none. */
  handles: readonly FileSystemHandle[];
  /** A folder was shared: to choose it again, another dialog is needed. */
  isFolder: boolean;
  /** True while a tab serves the share; still true after a reload took that tab away. */
  isServed: boolean;
}

/** Storage that fails (a private window, a full disk) behaves as if nothing had been remembered. Never rejects. */
export interface FileMemory {
  remember(entry: RememberedFile): Promise<void>;
  find(shareId: string): Promise<RememberedFile | null>;
  /** Shares that a tab served and did not stop serving on purpose. */
  served(): Promise<RememberedFile[]>;
  markEnded(shareId: string): Promise<void>;
  forget(shareId: string): Promise<void>;
  /** Everything, also what other people left on this computer. */
  forgetAll(): Promise<void>;
}

const databaseName = 'tandem-files';
const databaseVersion = 2;
const storeName = 'files';
/** A link lives seven days at most on the free plan; what is older is of no use to most and goes. */
const keepMs = 30 * 24 * 60 * 60_000;

interface Stored extends RememberedFile {
  uid: string;
  /** Milliseconds since 1970. */
  rememberedAt: number;
}

const promised = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('indexedDB'));
  });

const openDatabase = (): Promise<IDBDatabase> => {
  const request = indexedDB.open(databaseName, databaseVersion);
  request.onupgradeneeded = () => {
    // What an older version remembered is of another shape; those files are chosen again.
    if (request.result.objectStoreNames.contains(storeName))
      request.result.deleteObjectStore(storeName);
    request.result.createObjectStore(storeName, { keyPath: ['uid', 'shareId'] });
  };
  return promised(request);
};

/** One transaction; `fallback` when the browser has no storage for us. */
const withStore = async <T>(
  mode: IDBTransactionMode,
  fallback: T,
  act: (store: IDBObjectStore) => Promise<T>,
): Promise<T> => {
  try {
    const database = await openDatabase();
    try {
      return await act(database.transaction(storeName, mode).objectStore(storeName));
    } finally {
      database.close();
    }
  } catch {
    return fallback;
  }
};

const openIndexedDb = (uid: string): FileMemory => {
  const readAll = (store: IDBObjectStore): Promise<Stored[]> =>
    promised(store.getAll() as IDBRequest<Stored[]>);
  const read = (store: IDBObjectStore, shareId: string): Promise<Stored | undefined> =>
    promised(store.get([uid, shareId]) as IDBRequest<Stored | undefined>);

  return {
    remember: (entry) =>
      withStore('readwrite', undefined, async (store) => {
        for (const old of await readAll(store))
          if (Date.now() - old.rememberedAt > keepMs)
            await promised(store.delete([old.uid, old.shareId]));
        await promised(store.put({ ...entry, uid, rememberedAt: Date.now() } satisfies Stored));
      }),
    find: (shareId) =>
      withStore('readonly', null, async (store) => (await read(store, shareId)) ?? null),
    served: () =>
      withStore('readonly', [], async (store) =>
        (await readAll(store)).filter((entry) => entry.uid === uid && entry.isServed),
      ),
    markEnded: (shareId) =>
      withStore('readwrite', undefined, async (store) => {
        const entry = await read(store, shareId);
        if (entry !== undefined) await promised(store.put({ ...entry, isServed: false }));
      }),
    forget: (shareId) =>
      withStore('readwrite', undefined, async (store) => promised(store.delete([uid, shareId]))),
    forgetAll: () => withStore('readwrite', undefined, async (store) => promised(store.clear())),
  };
};

let opener = openIndexedDb;

/** The memory of one signed-in person. */
export const fileMemoryOf = (uid: string): FileMemory => opener(uid);

/** For tests without IndexedDB; null puts the real one back. */
export const setFileMemoryOpener = (open: ((uid: string) => FileMemory) | null): void => {
  opener = open ?? openIndexedDb;
};
