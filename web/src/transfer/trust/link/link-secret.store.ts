/** Link secrets in IndexedDB: one per account, and the shares created with it. */

import { openDB, type DBSchema, type IDBPObjectStore } from 'idb';
import type { LinkSecretStore, OwnShare } from './link-secret.js';

/** A stored row. Rows of earlier versions have no file and no choice. */
type StoredShare = Partial<OwnShare> & { uid: string; shareId: string; createdAt: number };

interface LinkDatabase extends DBSchema {
  secrets: { key: string; value: { uid: string; secret: CryptoKey } };
  shares: { key: [uid: string, shareId: string]; value: StoredShare };
}
type StoreName = 'secrets' | 'shares';
type Mode = 'readonly' | 'readwrite';

const openDatabase = () =>
  openDB<LinkDatabase>('tandem-links', 1, {
    upgrade(database) {
      database.createObjectStore('secrets', { keyPath: 'uid' });
      database.createObjectStore('shares', { keyPath: ['uid', 'shareId'] });
    },
  });

/** Resolves when the transaction is durable: a link is shown only then. */
const inTransaction = async <Name extends StoreName, Access extends Mode, T>(
  name: Name,
  access: Access,
  act: (store: IDBPObjectStore<LinkDatabase, [Name], Name, Access>) => Promise<T>,
): Promise<T> => {
  const database = await openDatabase();
  try {
    const transaction = database.transaction(name, access, { durability: 'strict' });
    const [result] = await Promise.all([act(transaction.store), transaction.done]);
    return result;
  } finally {
    database.close();
  }
};

/** A browser that denies its storage has recorded nothing. Other errors may be temporary. */
const unlessDenied = <T>(nothing: T, read: () => Promise<T>): Promise<T> =>
  read().catch((error: unknown) => {
    const isDenied = error instanceof DOMException && error.name === 'SecurityError';
    if (isDenied || typeof indexedDB === 'undefined') return nothing;
    throw error;
  });

/** @param uid of the signed-in account: two accounts in one browser profile share no secret. '' for a visitor. */
export const openLinkSecretStore = (uid: string): LinkSecretStore => ({
  async secret(candidate) {
    // A full disk refuses to write.
    const found = await inTransaction('secrets', 'readonly', (store) => store.get(uid));
    if (found !== undefined) return found.secret;
    return inTransaction('secrets', 'readwrite', async (store) => {
      const stored = await store.get(uid);
      if (stored === undefined) await store.put({ uid, secret: candidate });
      return stored?.secret ?? candidate;
    });
  },
  addShare: (shareId, own) =>
    inTransaction('shares', 'readwrite', async (store) => {
      if ((await store.count([uid, shareId])) > 0) return false;
      await store.put({ ...own, uid, shareId, createdAt: Date.now() });
      return true;
    }),
  findShare: (shareId) =>
    unlessDenied(null, async () => {
      const found = await inTransaction('shares', 'readonly', (store) => store.get([uid, shareId]));
      return found ?? null;
    }),
  isOfAnother: (shareId) =>
    unlessDenied(false, async () => {
      const keys = await inTransaction('shares', 'readonly', (store) => store.getAllKeys());
      return keys.some(([by, id]) => id === shareId && by !== uid);
    }),
  keepAsksFirst: (shareId, asksFirst) =>
    inTransaction('shares', 'readwrite', async (store) => {
      const stored = await store.get([uid, shareId]);
      if (stored !== undefined) await store.put({ ...stored, asksFirst });
    }),
});
