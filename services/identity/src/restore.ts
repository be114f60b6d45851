import type { Provider } from './provider.js';
import type { UserStore } from './user.store.js';

/** The most that `findAccounts` takes. */
const batch = 100;

/** Compares all users with the identity provider: ids of users without an account there, and the number of the others. */
export const findGone = async (from: {
  users: Pick<UserStore, 'listLiving'>;
  provider: Pick<Provider, 'findAccounts'>;
}): Promise<{ gone: string[]; known: number }> => {
  const gone: string[] = [];
  let known = 0;
  for (let after = ''; ;) {
    const uids = await from.users.listLiving(after, batch);
    const last = uids.at(-1);
    if (last === undefined) return { gone, known };
    const accounts = await from.provider.findAccounts(uids);
    gone.push(...uids.filter((uid) => !accounts.has(uid)));
    known += accounts.size;
    after = last;
  }
};
