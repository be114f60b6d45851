/** Sends the file of a share again, if it is the one that was shared. */

import { toast } from '../../../components/toast/index.js';
import { CodeNotLoaded } from '../../../lib/code-not-loaded.js';
import { reopen } from '../../../lib/files/dialogs.js';
import { distinguish, matchesShare } from '../../../lib/files/matches-share.js';
import { faultText, loadBundle, underName, type ChosenFile } from '../../../lib/files/one-file.js';
import { packSelection, type Packing } from '../../../lib/files/packing.js';
import type { Selection } from '../../../lib/files/selection.js';
import { findExpectedFile, type ExpectedFile } from '../../../lib/links/expected-file.js';
import type { FileShare } from '../api.js';
import type { RememberedFile } from '../sending/file-memory.js';
import type { Transfers } from '../sending/transfers.js';
import { texts } from '../texts.js';

const { recent } = texts;

/** One attempt. Once it is aborted it neither sends nor shows anything. */
export interface Attempt {
  share: FileShare;
  /** What this browser has stored of the shared file; null without an entry. */
  known: RememberedFile | null;
  transfers: Transfers;
  /** Whether the user wants to send from here. */
  confirm: () => Promise<boolean>;
  onPacking: (packing: Packing) => void;
  signal: AbortSignal;
}

export const refuse = (message: { title: string; description: string }): void => {
  toast({ variant: 'destructive', ...message });
};

/** The file itself; an archive also as earlier versions packed it. */
const formsOf = async ({ file, isUnchanged }: ChosenFile): Promise<File[]> => {
  if (isUnchanged === undefined) return [file];
  const { asPackedBefore } = await loadBundle();
  return [file, asPackedBefore(file) ?? file];
};

/** The form that was shared; null if it was another file. */
const asRemembered = async (
  { known, transfers }: Attempt,
  forms: readonly File[],
): Promise<File | null> => {
  if (known === null) return null;
  try {
    for (const form of forms) if ((await transfers.identify(form)) === known.fileId) return form;
  } catch (error) {
    if (error instanceof CodeNotLoaded) throw error;
    // An unreadable file does not match.
  }
  return null;
};

/** Packs several files into the same archive again; null, after a toast unless aborted, if they cannot be read. */
const pack = async (
  { share, signal, onPacking }: Attempt,
  selecting: Promise<Selection>,
): Promise<ChosenFile | null> => {
  try {
    return await packSelection(await selecting, signal, (packing) => {
      if (!signal.aborted) onPacking(packing);
    });
  } catch (error) {
    if (signal.aborted) return null;
    if (error instanceof CodeNotLoaded) throw error;
    const description = faultText(error) ?? recent.cannotResume.unreadable(share.filename);
    refuse({ title: recent.cannotResume.title, description });
    return null;
  }
};

/** Null, after a toast unless aborted: the server shows another file than this device shared. */
const expectFile = async ({ share, signal }: Attempt): Promise<ExpectedFile['file'] | null> => {
  const { file, refusal } = await findExpectedFile(share);
  if (refusal === null) return file;
  if (!signal.aborted) refuse(refusal);
  return null;
};

/** The name may differ: the file was renamed, or several files were packed in another language. */
const send = async (
  { share, transfers, confirm, signal }: Attempt,
  { file, ...chosen }: ChosenFile,
  expected: ExpectedFile['file'],
): Promise<void> => {
  if (!(await confirm()) || signal.aborted) return;
  await transfers.start(share, { ...chosen, file: underName(file, expected.filename) });
};

/** Sends what the user has chosen. @throws CodeNotLoaded, LinkNotRead, ShareOfAnotherAccount */
export const sendChosen = async (
  attempt: Attempt,
  selecting: Promise<Selection>,
): Promise<void> => {
  const { signal } = attempt;
  const chosen = await pack(attempt, selecting);
  if (chosen === null) return;
  const expected = await expectFile(attempt);
  if (expected === null) return;
  // A copy has another identity but equal content: accept it; recipients restart from the beginning.
  const forms = await formsOf(chosen);
  const identical = await asRemembered(attempt, forms);
  const file = identical ?? forms.find((form) => matchesShare(form, expected));
  if (signal.aborted) return;
  if (file !== undefined) {
    await send(attempt, { ...chosen, file }, expected);
    return;
  }
  const { title, description } = recent.otherFile;
  refuse({ title, description: description(...distinguish(chosen.file, expected)) });
};

/**
 * Sends what the stored handles refer to. Call it in a click handler: browsers ask for permission only after a user
 * gesture.
 *
 * @returns false when the handles can no longer be used: the files changed or cannot be read.
 * @throws CodeNotLoaded, LinkNotRead, ShareOfAnotherAccount
 */
export const sendStored = async (
  attempt: Attempt,
  handles: readonly FileSystemHandle[],
): Promise<boolean> => {
  const { share, signal } = attempt;
  const { title, changed, unreadable } = recent.cannotResume;
  const selection = await reopen(handles);
  if (selection === null) {
    if (!signal.aborted) refuse({ title, description: unreadable(share.filename) });
    return false;
  }
  const expected = await expectFile(attempt);
  if (expected === null) return true;
  const chosen = await pack(attempt, Promise.resolve(selection));
  if (chosen === null) return signal.aborted;
  const file = await asRemembered(attempt, await formsOf(chosen));
  if (signal.aborted) return true;
  if (file !== null) {
    await send(attempt, { ...chosen, file }, expected);
    return true;
  }
  refuse({ title: recent.otherFile.title, description: changed(share.filename) });
  return false;
};
