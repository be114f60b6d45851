/** Which file of a share this browser has begun to receive, so that the page can say after a reload what is here. */

import { browserStorage } from '../../../../lib/browser/storage.js';
import { fieldsOf, textOr } from '../../../../lib/unchecked.js';

interface ArrivedFile {
  /** Under which it is stored: see `ReceiverSnapshot`. */
  fileId: string;
  totalBytes: number;
}

const entryOf = (shareId: string): string => `arrived ${shareId}`;

export const rememberFile = (shareId: string, { fileId, totalBytes }: ArrivedFile): void =>
  browserStorage.write(entryOf(shareId), JSON.stringify({ fileId, totalBytes }));

export const forgetFile = (shareId: string): void => browserStorage.write(entryOf(shareId), null);

export const arrivedFile = (shareId: string): ArrivedFile | null => {
  const known = fieldsOf(browserStorage.readJson(entryOf(shareId)));
  const { totalBytes } = known;
  const fileId = textOr(known['fileId']);
  return fileId !== '' && typeof totalBytes === 'number' ? { fileId, totalBytes } : null;
};
