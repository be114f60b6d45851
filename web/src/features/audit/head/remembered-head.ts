import type { RememberedHead } from '@tandem/proto/browser/audit/audit-head';

/** One per account. Kept after sign-out: it is the earlier head that a later log is compared with. */
const keyOf = (uid: string): string => `audit-head:${uid}`;

/** Null without one, and in a browser without storage. */
export const rememberedHead = (uid: string): RememberedHead | null => {
  try {
    return JSON.parse(localStorage.getItem(keyOf(uid)) ?? 'null') as RememberedHead | null;
  } catch {
    return null;
  }
};

export const rememberHead = (uid: string, head: RememberedHead): void => {
  try {
    localStorage.setItem(keyOf(uid), JSON.stringify(head));
  } catch {
    // Storage is disabled or full: this browser cannot compare heads.
  }
};

export const forgetHead = (uid: string): void => {
  try {
    localStorage.removeItem(keyOf(uid));
  } catch {
    // Storage is disabled.
  }
};
