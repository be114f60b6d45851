import { useEffect, useRef, useState } from 'react';
import { toast } from '../../../components/toast/index.js';
import { useLeaveWarning } from '../../../lib/browser/leave-warning.js';
import { CodeNotLoaded } from '../../../lib/code-not-loaded.js';
import { type PickKind, reopen } from '../../../lib/files/dialogs.js';
import { matchesShare, distinguish } from '../../../lib/files/matches-share.js';
import { faultText, loadBundle, underName, type ChosenFile } from '../../../lib/files/one-file.js';
import { packSelection, type Packing } from '../../../lib/files/packing.js';
import type { Selection } from '../../../lib/files/selection.js';
import { findExpectedFile, type ExpectedFile } from '../../../lib/links/expected-file.js';
import { sharePath } from '../../../lib/paths.js';
import { notLoadedText } from '../../../lib/texts/failure-texts.js';
import type { FileShare } from '../api.js';
import type { RememberedFile } from '../sending/file-memory.js';
import { useTransfers } from '../sending/transfers-context.js';
import { texts } from '../texts.js';

const { recent } = texts;

export interface Resend {
  /** The browser stores a handle: resuming takes one click and at most a permission prompt. */
  isRemembered: boolean;
  /** The share is a folder. */
  isFolder: boolean;
  /** No dialog can choose it: it has to be dropped on the share's page. */
  isDropped: boolean;
  /** Call it in a click handler. Resumes with the stored file, or opens the file dialog or the share's page. */
  start: () => Promise<void>;
  /** Sends the selection if it matches the share. */
  choose: (selecting: Promise<Selection>) => Promise<void>;
  /** Several files or a folder are being packed again, which reads all of them. */
  packing: Packing | null;
  /** Ends the packing. */
  cancel: () => void;
}

/** The file itself; an archive also as earlier versions packed it. */
const formsOf = async ({ file, isUnchanged }: ChosenFile): Promise<File[]> => {
  if (isUnchanged === undefined) return [file];
  const { asPackedBefore } = await loadBundle();
  return [file, asPackedBefore(file) ?? file];
};

const refuse = (message: { title: string; description: string }): void => {
  toast({ variant: 'destructive', ...message });
};

/**
 * Resumes an active share that no tab of this browser sends, for example after a reload.
 * @param confirm whether the user wants to send from here, asked before the start
 */
export const useResend = (
  share: FileShare,
  openDialog: (kind: PickKind) => Promise<void>,
  confirm = () => Promise.resolve(true),
): Resend => {
  const transfers = useTransfers();
  const { shareId, filename } = share;
  const [packing, setPacking] = useState<Packing | null>(null);
  const [known, setKnown] = useState<RememberedFile | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => {
    let isUnmounted = false;
    void transfers.memory.find(shareId).then((found) => {
      if (!isUnmounted) setKnown(found);
    });
    return () => {
      isUnmounted = true;
    };
  }, [transfers, shareId]);

  useEffect(() => () => running.current?.abort(), []);
  useLeaveWarning(`packing ${shareId}`, packing !== null);

  /** The form that was shared; null if it was another file. */
  const asRemembered = async (forms: readonly File[]): Promise<File | null> => {
    if (known === null) return null;
    try {
      for (const form of forms) if ((await transfers.identify(form)) === known.fileId) return form;
    } catch (error) {
      if (error instanceof CodeNotLoaded) throw error;
      // An unreadable file does not match.
    }
    return null;
  };

  const cancel = (): void => {
    running.current?.abort();
    setPacking(null);
  };

  /** Aborts the previous selection; otherwise a slow one would restart the transfer of the next. */
  const begin = (): AbortSignal => {
    cancel();
    running.current = new AbortController();
    return running.current.signal;
  };

  /** Packs several files into the same archive again; null if they cannot be read. */
  const asShared = async (
    selecting: Promise<Selection>,
    signal: AbortSignal,
  ): Promise<ChosenFile | null> => {
    try {
      return await packSelection(await selecting, signal, (now) => {
        if (!signal.aborted) setPacking(now);
      });
    } catch (error) {
      if (signal.aborted) return null;
      if (error instanceof CodeNotLoaded) throw error;
      const description = faultText(error) ?? recent.cannotResume.unreadable(filename);
      refuse({ title: recent.cannotResume.title, description });
      return null;
    }
  };

  /** Null, after a toast unless aborted: the server shows another file than this device shared. */
  const expectFile = async (signal: AbortSignal): Promise<ExpectedFile['file'] | null> => {
    const { file, refusal } = await findExpectedFile(share);
    if (refusal === null) return file;
    if (!signal.aborted) refuse(refusal);
    return null;
  };

  /** The name may differ: the file was renamed, or several files were packed in another language. */
  const send = async (
    { file, ...chosen }: ChosenFile,
    expected: ExpectedFile['file'],
    signal: AbortSignal,
  ): Promise<void> => {
    if (!(await confirm()) || signal.aborted) return;
    await transfers.start(share, { ...chosen, file: underName(file, expected.filename) });
  };

  const sendChosen = async (selecting: Promise<Selection>, signal: AbortSignal): Promise<void> => {
    const chosen = await asShared(selecting, signal);
    if (chosen === null) return;
    const expected = await expectFile(signal);
    if (expected === null) return;
    // A copy has another identity but equal content: accept it; recipients restart from the beginning.
    const forms = await formsOf(chosen);
    const identical = await asRemembered(forms);
    const file = identical ?? forms.find((form) => matchesShare(form, expected));
    if (signal.aborted) return;
    if (file !== undefined) {
      await send({ ...chosen, file }, expected, signal);
      return;
    }
    const { title, description } = recent.otherFile;
    refuse({ title, description: description(...distinguish(chosen.file, expected)) });
  };

  const sendStored = async (
    handles: readonly FileSystemHandle[],
    signal: AbortSignal,
  ): Promise<void> => {
    const { title, changed, unreadable } = recent.cannotResume;
    // First, in the click: browsers ask for permission only after a user gesture.
    const selection = await reopen(handles);
    if (selection === null) {
      if (!signal.aborted) refuse({ title, description: unreadable(filename) });
    } else {
      const expected = await expectFile(signal);
      if (expected === null) return;
      const chosen = await asShared(Promise.resolve(selection), signal);
      const file = chosen && (await asRemembered(await formsOf(chosen)));
      if (signal.aborted) return;
      if (chosen !== null && file !== null) {
        await send({ ...chosen, file }, expected, signal);
        return;
      }
      if (chosen !== null)
        refuse({ title: recent.otherFile.title, description: changed(filename) });
    }
    // The next click opens the file dialog.
    setKnown((before) => before && { ...before, handles: [] });
  };

  /** Without the app's code nothing is known about the file, so its handles stay. */
  const attempt = async (send: (signal: AbortSignal) => Promise<void>): Promise<void> => {
    const signal = begin();
    try {
      await send(signal);
    } catch (error) {
      const description = notLoadedText(error);
      if (description === null) throw error;
      if (!signal.aborted) refuse({ title: texts.createFailed.title, description });
    } finally {
      if (!signal.aborted) setPacking(null);
    }
  };

  const choose = (selecting: Promise<Selection>): Promise<void> =>
    attempt((signal) => sendChosen(selecting, signal));

  const isRemembered = known !== null && known.handles.length > 0;
  const isFolder = known?.isFolder ?? false;
  const isDropped = !isRemembered && known?.isMixed === true;
  const start = async (): Promise<void> => {
    if (isRemembered) await attempt((signal) => sendStored(known.handles, signal));
    // In a new tab: this one may be sending other shares.
    else if (isDropped) window.open(sharePath(shareId), '_blank', 'noopener');
    else await openDialog(isFolder ? 'folder' : 'files');
  };

  return { isRemembered, isFolder, isDropped, packing, start, choose, cancel };
};
