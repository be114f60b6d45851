import { deleteDB, openDB } from 'idb';

const probe = 'sign-in-probe';
/** More than the identity SDK stores of an account. */
const content = 'x'.repeat(8_192);

const takesLocalStorage = (): boolean => {
  try {
    localStorage.setItem(probe, content);
    localStorage.removeItem(probe);
    return true;
  } catch {
    return false;
  }
};

const takesDatabase = async (): Promise<boolean> => {
  try {
    const database = await openDB(probe, 1, {
      upgrade: (created) => void created.createObjectStore(probe),
    });
    try {
      await database.put(probe, content, probe);
    } finally {
      database.close();
      await deleteDB(probe);
    }
    return true;
  } catch {
    return false;
  }
};

/** Whether a sign-in outlasts this document: one of the two stores that the identity SDK uses takes it. */
export const canStoreSignIn = async (): Promise<boolean> =>
  takesLocalStorage() || (await takesDatabase());
