import { hourMs } from '@tandem/kit';
import { replaceDeceptive } from '@tandem/proto/browser/files/deceptive-characters';
import { maxPersonChars } from '@tandem/proto/browser/limits';
import { cutText } from '@tandem/proto/browser/person';
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

/** The hour of a `user.seen` event; one event per hour. */
export const hourOf = (at: Date): number => Math.floor(at.getTime() / hourMs);

/** "Ada King Lovelace" → Ada, King Lovelace; a single word is a first name. */
export const splitName = (displayName: string): { firstName: string; lastName: string } => {
  const [firstName = '', ...rest] = displayName.trim().split(/\s+/u);
  return { firstName, lastName: rest.join(' ') };
};

/** Users choose the name that recipients and admins see: without characters that disguise it. */
export const profileOf = (account: Account): Profile => {
  const displayName = cutText(
    replaceDeceptive(account.displayName, ' ').trim(),
    maxPersonChars.name,
  );
  return {
    email: account.email,
    displayName,
    ...splitName(displayName),
    photoUrl: account.photoUrl,
    isAdmin: account.isAdmin,
  };
};

/** What a list of users is searched and sorted by. */
export interface SearchKeys {
  name: string;
  email: string;
  terms: string[];
}

const maxTerms = 32;
const maxSearchWords = 8;

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();
const wordsOf = (text: string): string[] =>
  fold(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');

export const searchKeysOf = ({ email, displayName, firstName, lastName }: Profile): SearchKeys => ({
  // As the admin table of users shows them: a user without a first name appears under the local part of the address.
  name: fold(firstName === '' ? (email.split('@')[0] ?? '') : `${firstName} ${lastName}`.trim()),
  email: fold(email),
  terms: [
    ...new Set([
      fold(email),
      ...wordsOf(email),
      ...wordsOf(`${displayName} ${firstName} ${lastName}`),
    ]),
  ].slice(0, maxTerms),
});

/** What surrounds an address in a mail, a link or a list. */
const aroundAddresses = /\bmailto:|[\s<>()[\],;:"]+|\.+$/giu;

/** The beginnings of terms that a user must have to match `text`: of words, and of a whole address. */
export const searchWordsOf = (text: string): string[] =>
  text
    .split(aroundAddresses)
    .flatMap((word) => (word.indexOf('@') > 0 ? [fold(word)] : wordsOf(word)))
    .slice(0, maxSearchWords);

/** Fields of the stored profile that differ from the identity provider's. */
export const changedFields = (stored: Profile, current: Profile): Partial<Profile> =>
  Object.fromEntries(
    Object.entries(current).filter(([name, value]) => stored[name as keyof Profile] !== value),
  );
