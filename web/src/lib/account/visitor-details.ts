/**
 * Name and email that a visitor gave as a recipient, kept in this tab so that a reload does not ask for them again. The
 * end of a session removes them: the next person at this browser must not find them.
 */

import { fieldsOf, textOr } from '../unchecked.js';

export interface VisitorDetails {
  name: string;
  email: string;
}

const entry = 'recipient-details';

export const keepDetails = (details: VisitorDetails): void => {
  try {
    sessionStorage.setItem(entry, JSON.stringify(details));
  } catch {
    // Without storage the form is empty after a reload.
  }
};

export const keptDetails = (): VisitorDetails => {
  try {
    const { name, email } = fieldsOf(JSON.parse(sessionStorage.getItem(entry) ?? 'null'));
    return { name: textOr(name), email: textOr(email) };
  } catch {
    return { name: '', email: '' };
  }
};

export const forgetDetails = (): void => {
  try {
    sessionStorage.removeItem(entry);
  } catch {
    // Nothing was kept.
  }
};
