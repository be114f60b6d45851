import { maxPersonChars } from './limits.js';

/** As entered or stated by the person. */
interface Person {
  name: string;
  email: string;
}

/** At most `length` UTF-16 code units, without the half of a character: UTF-8 cannot represent one. */
export const cutText = (text: string, length: number): string =>
  text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');

/** Cut to what servers and receipts take: they refuse what is longer. */
export const clipPerson = ({ name, email }: Person): Person => ({
  name: cutText(name, maxPersonChars.name),
  email: cutText(email, maxPersonChars.email),
});
