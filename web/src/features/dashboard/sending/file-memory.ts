import { openDB, type DBSchema, type IDBPObjectStore } from 'idb';
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

interface FileDatabase extends DBSchema {
  [storeName]: { key: [uid: string, shareId: string]; value: Stored };
}

const openDatabase = () =>
  openDB<FileDatabase>(databaseName, databaseVersion, {
    upgrade(database) {
      // Entries of an older version have another shape; users choose those files again.
      if (database.objectStoreNames.contains(storeName)) database.deleteObjectStore(storeName);
      database.createObjectStore(storeName, { keyPath: ['uid', 'shareId'] });
    },
  });

type Store<Mode extends IDBTransactionMode> = IDBPObjectStore<
  FileDatabase,
  [typeof storeName],
  typeof storeName,
  Mode
>;

/** Runs one transaction; resolves to `fallback` if the storage is unavailable. */
const withStore = async <T, Mode extends 'readonly' | 'readwrite'>(
  mode: Mode,
  fallback: T,
  act: (store: Store<Mode>) => Promise<T>,
): Promise<T> => {
  try {
    const database = await openDatabase();
    try {
      const transaction = database.transaction(storeName, mode);
      const [result] = await Promise.all([act(transaction.store), transaction.done]);
      return result;
    } finally {
      database.close();
    }
  } catch {
    return fallback;
  }
};

const openIndexedDb = (uid: string): FileMemory => ({
  remember: ({ isUnfinished: isServed, ...entry }) =>
    withStore('readwrite', undefined, async (store) => {
      for (const old of await store.getAll())
        if (Date.now() - old.rememberedAt > keepMs) await store.delete([old.uid, old.shareId]);
      await store.put({ ...entry, isServed, uid, rememberedAt: Date.now() });
    }),
  find: (shareId) =>
    withStore('readonly', null, async (store) => {
      const entry = await store.get([uid, shareId]);
      return entry === undefined ? null : fromStored(entry);
    }),
  unfinished: () =>
    withStore('readonly', [], async (store) =>
      (await store.getAll()).filter((entry) => entry.uid === uid && entry.isServed).map(fromStored),
    ),
  markUnfinished: (shareId, isServed) =>
    withStore('readwrite', undefined, async (store) => {
      const entry = await store.get([uid, shareId]);
      if (entry !== undefined) await store.put({ ...entry, isServed });
    }),
  forget: (shareId) => withStore('readwrite', undefined, (store) => store.delete([uid, shareId])),
  forgetAll: () => withStore('readwrite', undefined, (store) => store.clear()),
});

let opener = openIndexedDb;

/** The file memory of one user. */
export const fileMemoryOf = (uid: string): FileMemory => opener(uid);

/** For tests without IndexedDB; null restores the real one. */
export const setFileMemoryOpener = (open: ((uid: string) => FileMemory) | null): void => {
  opener = open ?? openIndexedDb;
};
