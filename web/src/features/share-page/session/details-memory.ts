/** Name and email of the recipient, kept in this tab so that a reload does not ask for them again. */
import { fieldsOf, textOr } from '../../../lib/unchecked.js';
import type { DownloaderInfo } from './share-api.js';

const entry = 'recipient-details';

export const keepDetails = (details: DownloaderInfo): void => {
  try {
    sessionStorage.setItem(entry, JSON.stringify(details));
  } catch {
    // Without storage the form is empty after a reload.
  }
};

export const keptDetails = (): DownloaderInfo => {
  try {
    const { name, email } = fieldsOf(JSON.parse(sessionStorage.getItem(entry) ?? 'null'));
    return { name: textOr(name), email: textOr(email) };
  } catch {
    return { name: '', email: '' };
  }
};
