/** Which file of a share this browser has begun to receive, so that the page can say after a reload what is here. */

import { fieldsOf, textOr } from '../../../../lib/unchecked.js';

interface ArrivedFile {
  /** Under which it is stored: see `ReceiverSnapshot`. */
  fileId: string;
  totalBytes: number;
}

const entryOf = (shareId: string): string => `arrived ${shareId}`;

export const rememberFile = (shareId: string, { fileId, totalBytes }: ArrivedFile): void => {
  try {
    localStorage.setItem(entryOf(shareId), JSON.stringify({ fileId, totalBytes }));
  } catch {
    // Without storage the page says it when the sender has announced the file.
  }
};

export const forgetFile = (shareId: string): void => {
  try {
    localStorage.removeItem(entryOf(shareId));
  } catch {
    // As above.
  }
};

export const arrivedFile = (shareId: string): ArrivedFile | null => {
  try {
    const known = fieldsOf(JSON.parse(localStorage.getItem(entryOf(shareId)) ?? 'null'));
    const { totalBytes } = known;
    const fileId = textOr(known['fileId']);
    return fileId !== '' && typeof totalBytes === 'number' ? { fileId, totalBytes } : null;
  } catch {
    return null;
  }
};
