/** Packing a selection, as far as people see it. */

import { firstSampleOf } from '../../transfer/chosen-files.js';
import { asOneFile, canShareEach, isBundle, totalBytes, type ChosenFile } from './one-file.js';
import type { Selection } from './selection.js';

/** The selection being packed into one file; `count` is 0 while a folder is read. */
export interface Packing {
  count: number;
  /** 0–100. */
  percent: number;
}

/**
 * The content that the user has chosen: hours may pass until the first recipient comes. An archive has the checksums of
 * its files.
 */
const sample = (selection: Selection): void => {
  if (isBundle(selection) && !canShareEach(selection)) return;
  // A file that cannot be read fails when it is sent.
  for (const { file } of selection.files) firstSampleOf(file).catch(() => undefined);
};

/**
 * @param onPacking is called for an archive only, once for each percent.
 * @throws as `asOneFile`
 */
export const packSelection = async (
  selection: Selection,
  signal: AbortSignal,
  onPacking: (packing: Packing) => void,
): Promise<ChosenFile> => {
  sample(selection);
  const count = selection.files.length;
  const total = totalBytes(selection);
  if (isBundle(selection)) onPacking({ count, percent: 0 });
  let shown = 0;
  const onProgress = (doneBytes: number): void => {
    const percent = Math.floor((doneBytes / total) * 100);
    if (percent !== shown && !signal.aborted) onPacking({ count, percent: (shown = percent) });
  };
  const chosen = await asOneFile(selection, { onProgress, signal });
  signal.throwIfAborted();
  return chosen;
};
