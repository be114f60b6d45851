/**
 * Name and email that a visitor gave as a recipient, kept in this tab so that a reload does not ask for them again. The
 * end of a session removes them: the next person at this browser must not find them.
 */

import { tabStorage } from '../browser/storage.js';
import { fieldsOf, textOr } from '../unchecked.js';

export interface VisitorDetails {
  name: string;
  email: string;
}

const entry = 'recipient-details';

export const keepDetails = (details: VisitorDetails): void =>
  tabStorage.write(entry, JSON.stringify(details));

export const keptDetails = (): VisitorDetails => {
  const { name, email } = fieldsOf(tabStorage.readJson(entry));
  return { name: textOr(name), email: textOr(email) };
};

export const forgetDetails = (): void => tabStorage.write(entry, null);
