import { texts } from '../texts.js';

export interface CardDetails {
  number: string;
  expiry: string;
  cvc: string;
}

/** Digits in groups of four: `4242 4242 4242 4242`. */
export const groupCardNumber = (typed: string): string =>
  typed
    .replace(/\D/g, '')
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, '$1 ');

/** `1230` → `12/30`. */
export const formatExpiry = (typed: string): string => {
  const digits = typed.replace(/\D/g, '').slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits;
};

const isFuture = (expiry: string, now: Date): boolean => {
  const match = /^(\d{2})\/(\d{2})$/.exec(expiry);
  if (match === null) return false;
  const month = Number(match[1]);
  if (month < 1 || month > 12) return false;
  return new Date(2000 + Number(match[2]), month) > now;
};

/** The message for the first invalid field, or null. */
export const findCardFault = (card: CardDetails, now: Date = new Date()): string | null => {
  if (card.number.replace(/\D/g, '').length < 13) return texts.local.invalidNumber;
  if (!isFuture(card.expiry, now)) return texts.local.invalidExpiry;
  if (!/^\d{3,4}$/.test(card.cvc)) return texts.local.invalidCvc;
  return null;
};
