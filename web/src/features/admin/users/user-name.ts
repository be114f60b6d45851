import type { AdminUser } from '../api.js';

type Named = Pick<AdminUser, 'email'> &
  Record<keyof Pick<AdminUser, 'firstName' | 'lastName'>, string | null>;

const text = (value: string | null): string => (value ?? '').trim();

/** What an account without a name is called by. */
export const localPartOf = (email: string): string => email.split('@')[0] ?? email;

/** First and last name, else the first, else the part of the email before the @. */
export const userName = (user: Named): string => {
  const first = text(user.firstName);
  const last = text(user.lastName);
  if (first !== '' && last !== '') return `${first} ${last}`;
  return first !== '' ? first : localPartOf(user.email);
};
