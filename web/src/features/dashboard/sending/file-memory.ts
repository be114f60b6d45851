import { dayMs } from '../../../lib/durations.js';

/**
 * The file of a share, stored in IndexedDB so that a reloaded tab can resume sending. Chromium stores handles to the
 * files; other browsers store the identity only, and the user chooses the file again. Entries belong to one user and
 * never leave the browser.
 */
export interface RememberedFile {
  shareId: string;
  /** Digest of size, modification time and first block; see `fileId` in docs/protocol.md. */
  fileId: string;
  /** Empty where the browser supports none. */
  handles: readonly FileSystemHandle[];
  /** True for a folder, which needs the folder dialog. */
  isFolder: boolean;
  /** True for a folder together with files or other folders, which only a drop can choose. */
  isMixed?: boolean;
  /** The sending was neither completed nor stopped; after a reload the dashboard offers to resume it. */
  isUnfinished: boolean;
}

/** If the storage fails (private window, full disk), behaves as if empty. Never rejects. */
export interface FileMemory {
  remember(entry: RememberedFile): Promise<void>;
  find(shareId: string): Promise<RememberedFile | null>;
  unfinished(): Promise<RememberedFile[]>;
  /** Does nothing for a share without an entry. */
  markUnfinished(shareId: string, isUnfinished: boolean): Promise<void>;
  forget(shareId: string): Promise<void>;
  /** Deletes all entries, including those of other users. */
  forgetAll(): Promise<void>;
}

const databaseName = 'tandem-files';
const databaseVersion = 2;
const storeName = 'files';
/** Older entries are deleted. Links of the free plan live seven days. */
const keepMs = 30 * dayMs;

interface Stored extends Omit<RememberedFile, 'isUnfinished'> {
  uid: string;
  /** Milliseconds since 1970. */
  rememberedAt: number;
  /** Stored name of `isUnfinished`; kept because existing IndexedDB entries use it. */
  isServed: boolean;
}

const fromStored = ({ isServed, ...entry }: Stored): RememberedFile => ({
  ...entry,
  isUnfinished: isServed,
});

const promised = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('indexedDB'));
  });

const openDatabase = (): Promise<IDBDatabase> => {
  const request = indexedDB.open(databaseName, databaseVersion);
  request.onupgradeneeded = () => {
    // Entries of an older version have another shape; users choose those files again.
    if (request.result.objectStoreNames.contains(storeName))
      request.result.deleteObjectStore(storeName);
    request.result.createObjectStore(storeName, { keyPath: ['uid', 'shareId'] });
  };
  return promised(request);
};

/** Runs one transaction; resolves to `fallback` if the storage is unavailable. */
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
    remember: ({ isUnfinished: isServed, ...entry }) =>
      withStore('readwrite', undefined, async (store) => {
        for (const old of await readAll(store))
          if (Date.now() - old.rememberedAt > keepMs)
            await promised(store.delete([old.uid, old.shareId]));
        const stored: Stored = { ...entry, isServed, uid, rememberedAt: Date.now() };
        await promised(store.put(stored));
      }),
    find: (shareId) =>
      withStore('readonly', null, async (store) => {
        const entry = await read(store, shareId);
        return entry === undefined ? null : fromStored(entry);
      }),
    unfinished: () =>
      withStore('readonly', [], async (store) =>
        (await readAll(store))
          .filter((entry) => entry.uid === uid && entry.isServed)
          .map(fromStored),
      ),
    markUnfinished: (shareId, isServed) =>
      withStore('readwrite', undefined, async (store) => {
        const entry = await read(store, shareId);
        if (entry !== undefined) await promised(store.put({ ...entry, isServed }));
      }),
    forget: (shareId) =>
      withStore('readwrite', undefined, async (store) => promised(store.delete([uid, shareId]))),
    forgetAll: () => withStore('readwrite', undefined, async (store) => promised(store.clear())),
  };
};

let opener = openIndexedDb;

/** The file memory of one user. */
export const fileMemoryOf = (uid: string): FileMemory => opener(uid);

/** For tests without IndexedDB; null restores the real one. */
export const setFileMemoryOpener = (open: ((uid: string) => FileMemory) | null): void => {
  opener = open ?? openIndexedDb;
};
