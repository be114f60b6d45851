import { browserStorage } from '../../lib/browser/storage.js';
import { fieldsOf } from '../../lib/unchecked.js';

/** The account's access at the last visit: the navigation reserves room for its items until the record has loaded. */
export interface AccountAccess {
  isPro: boolean;
  isAdmin: boolean;
}

const key = 'navigation';

/** That of a new account where none is stored. */
export const lastAccess = (): AccountAccess => {
  const { isPro, isAdmin } = fieldsOf(browserStorage.readJson(key));
  return { isPro: isPro === true, isAdmin: isAdmin === true };
};

export const rememberAccess = ({ isPro, isAdmin }: AccountAccess): void =>
  browserStorage.write(key, JSON.stringify({ isPro, isAdmin }));
