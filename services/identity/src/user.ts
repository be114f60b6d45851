import type { Account } from './provider.js';

/** The stored profile, without its dates. */
export interface Profile {
  email: string;
  displayName: string;
  firstName: string;
  lastName: string;
  photoUrl: string;
  isAdmin: boolean;
}

export interface User extends Profile {
  uid: string;
  createdAt: Date;
  lastSeenAt: Date;
}

const hourMs = 3_600_000;
const maxNameLength = 200;

/** The hour of a `user.seen` event; one event per hour. */
export const hourOf = (at: Date): number => Math.floor(at.getTime() / hourMs);

/** "Ada King Lovelace" → Ada, King Lovelace; a single word is a first name. */
export const splitName = (displayName: string): { firstName: string; lastName: string } => {
  const [firstName = '', ...rest] = displayName.trim().split(/\s+/u);
  return { firstName, lastName: rest.join(' ') };
};

export const profileOf = (account: Account): Profile => {
  const displayName = account.displayName.trim().slice(0, maxNameLength);
  return {
    email: account.email,
    displayName,
    ...splitName(displayName),
    photoUrl: account.photoUrl,
    isAdmin: account.isAdmin,
  };
};

/** Fields of the stored profile that differ from the identity provider's. */
export const changedFields = (stored: Profile, current: Profile): Partial<Profile> =>
  Object.fromEntries(
    Object.entries(current).filter(([name, value]) => stored[name as keyof Profile] !== value),
  );
