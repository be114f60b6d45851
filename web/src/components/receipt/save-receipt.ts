import type { Receipt } from '../../transfer/api.js';
import { texts } from './texts.js';

/** Readable, because people open the file; the signed text inside is one string. */
export const saveReceipt = (receipt: Receipt, filename: string): void => {
  const text = `${JSON.stringify(receipt, null, 2)}\n`;
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = texts.filename(filename.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 80));
  link.click();
  // The browser reads the URL after the click event.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};
