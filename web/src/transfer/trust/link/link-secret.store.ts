/** Link secrets in IndexedDB: one per account, and the shares created with it. */

import type { LinkSecretStore, OwnShare } from './link-secret.js';

const databaseName = 'tandem-links';
const databaseVersion = 1;
const secrets = 'secrets';
const shares = 'shares';

const promised = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('indexedDB'));
  });

/** Durable before the link is shown. */
const committed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('indexedDB'));
  });

const openDatabase = (): Promise<IDBDatabase> => {
  const request = indexedDB.open(databaseName, databaseVersion);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(secrets, { keyPath: 'uid' });
    request.result.createObjectStore(shares, { keyPath: ['uid', 'shareId'] });
  };
  return promised(request);
};

const inTransaction = async <T>(
  name: string,
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => Promise<T>,
): Promise<T> => {
  const database = await openDatabase();
  try {
    const transaction = database.transaction(name, mode, { durability: 'strict' });
    const done = committed(transaction);
    const [result] = await Promise.all([act(transaction.objectStore(name)), done]);
    return result;
  } finally {
    database.close();
  }
};

/** A stored row. Rows of earlier versions have no file and no choice. */
type StoredShare = Partial<OwnShare> & { uid: string; shareId: string; createdAt: number };

const readShare = async (
  store: IDBObjectStore,
  key: readonly [string, string],
): Promise<StoredShare | null> =>
  ((await promised(store.get([...key]))) as StoredShare | undefined) ?? null;

/** A browser that denies its storage has recorded nothing. Other errors may be temporary. */
const unlessDenied = <T>(nothing: T, read: () => Promise<T>): Promise<T> =>
  read().catch((error: unknown) => {
    const isDenied = error instanceof DOMException && error.name === 'SecurityError';
    if (isDenied || typeof indexedDB === 'undefined') return nothing;
    throw error;
  });

const readSecret = async (store: IDBObjectStore, uid: string): Promise<CryptoKey | null> =>
  ((await promised(store.get(uid))) as { secret: CryptoKey } | undefined)?.secret ?? null;

/** @param uid of the signed-in account: two accounts in one browser profile share no secret. '' for a visitor. */
export const openLinkSecretStore = (uid: string): LinkSecretStore => ({
  async secret(candidate) {
    // A full disk refuses to write.
    const found = await inTransaction(secrets, 'readonly', (store) => readSecret(store, uid));
    if (found !== null) return found;
    return inTransaction(secrets, 'readwrite', async (store) => {
      const stored = await readSecret(store, uid);
      if (stored === null) await promised(store.put({ uid, secret: candidate }));
      return stored ?? candidate;
    });
  },
  addShare: (shareId, own) =>
    inTransaction(shares, 'readwrite', async (store) => {
      if ((await promised(store.count([uid, shareId]))) > 0) return false;
      const stored: StoredShare = { ...own, uid, shareId, createdAt: Date.now() };
      await promised(store.put(stored));
      return true;
    }),
  findShare: (shareId) =>
    unlessDenied(null, () =>
      inTransaction(shares, 'readonly', (store) => readShare(store, [uid, shareId])),
    ),
  isOfAnother: (shareId) =>
    unlessDenied(false, async () => {
      const keys = await inTransaction(shares, 'readonly', (store) => promised(store.getAllKeys()));
      return (keys as [string, string][]).some(([by, id]) => id === shareId && by !== uid);
    }),
  keepAsksFirst: (shareId, asksFirst) =>
    inTransaction(shares, 'readwrite', async (store) => {
      const stored = await readShare(store, [uid, shareId]);
      if (stored !== null) await promised(store.put({ ...stored, asksFirst }));
    }),
});
