import { saveFile } from '../../lib/browser/save-file.js';
import type { Receipt } from '../../transfer/api.js';
import { texts } from './texts.js';

/** Readable, because people open the file; the signed text inside is one string. */
export const saveReceipt = (receipt: Receipt, filename: string): void => {
  const text = `${JSON.stringify(receipt, null, 2)}\n`;
  const name = filename.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 80);
  saveFile(new Blob([text], { type: 'application/json' }), texts.filename(name));
};
