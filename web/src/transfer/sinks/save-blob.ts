import { whenSeen } from './seen.js';
import type { HandOver } from './sink.js';

/**
 * Hands a blob to the browser's download manager, which may ask the user first. Resolves when the user is next active on
 * the page; returns nothing if there is no need to wait.
 */
export type SaveBlob = (blob: Blob, filename: string) => Promise<void> | void;

/**
 * For every file: with a type of its own, Chromium appends that type's extension to a name without one, and
 * `Makefile` becomes `Makefile.txt` (https://crbug.com/38213).
 */
const downloadType = 'application/octet-stream';

/** After the user was seen: the browser resolves the URL when the download starts, and a save dialog may delay that. */
const revokeAfterMs = 10 * 60_000;

/** Unloading the page revokes the URL too. */
export const blobHandOver: HandOver = { afterMs: 0 };

export const saveBlob = (blob: Blob, filename: string): Promise<void> => {
  const url = URL.createObjectURL(blob.slice(0, blob.size, downloadType));
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = filename;
  anchor.hidden = true;
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  return whenSeen().then(() => {
    setTimeout(() => {
      URL.revokeObjectURL(url);
    }, revokeAfterMs);
  });
};
