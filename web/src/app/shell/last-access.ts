/** What the account of this browser had at the last visit: it decides for which items room is kept. */
export interface AccountAccess {
  isPro: boolean;
  isAdmin: boolean;
}

const key = 'navigation';

/** Of a new account, unless this browser knows better. */
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
    // Storage is disabled: room is kept for the items of a new account.
  }
};
