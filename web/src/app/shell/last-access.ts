/** The account's access at the last visit: the navigation reserves room for its items until the record has loaded. */
export interface AccountAccess {
  isPro: boolean;
  isAdmin: boolean;
}

const key = 'navigation';

/** That of a new account where none is stored. */
export const lastAccess = (): AccountAccess => {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<AccountAccess> | null;
    return { isPro: kept?.isPro === true, isAdmin: kept?.isAdmin === true };
  } catch {
    return { isPro: false, isAdmin: false };
  }
};

export const rememberAccess = ({ isPro, isAdmin }: AccountAccess): void => {
  try {
    localStorage.setItem(key, JSON.stringify({ isPro, isAdmin }));
  } catch {
    // Storage is disabled: the next visit reserves the room of a new account.
  }
};
