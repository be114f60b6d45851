import { useEffect, useRef, useState } from 'react';
import { toast } from '../../../components/toast/index.js';
import { type PickKind, reopen } from '../../../lib/files/dialogs.js';
import { matchesShare } from '../../../lib/files/matches-share.js';
import { asOneFile, faultText, unwatched, type ChosenFile } from '../../../lib/files/one-file.js';
import type { Selection } from '../../../lib/files/selection.js';
import type { FileShare } from '../api.js';
import type { RememberedFile } from '../sending/file-memory.js';
import { texts } from '../texts.js';
import { useTransfers } from '../sending/transfers-context.js';

const { recent } = texts;

export interface Resend {
  /** The browser holds on to the file: one click, at most a question of the browser, and it goes on. */
  isRemembered: boolean;
  /** A folder was shared from this computer. */
  isFolder: boolean;
  /** Inside a click: go on with the remembered file, or let the person choose it again. */
  start: () => Promise<void>;
  /** The person chose something: sent when it is what this share was made of. */
  choose: (selecting: Promise<Selection>) => Promise<void>;
}

const refuse = (message: { title: string; description: string }): void => {
  toast({ variant: 'destructive', ...message });
};

/** Sending an active share again that no tab serves, after a reload, say. */
export const useResend = (
  share: FileShare,
  openDialog: (kind: PickKind) => Promise<void>,
): Resend => {
  const transfers = useTransfers();
  const { shareId, filename } = share;
  const [known, setKnown] = useState<RememberedFile | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => {
    let isGone = false;
    void transfers.memory.find(shareId).then((found) => {
      if (!isGone) setKnown(found);
    });
    return () => {
      isGone = true;
    };
  }, [transfers, shareId]);

  const isIdentical = async (file: File): Promise<boolean> => {
    if (known === null) return false;
    // A file that cannot be read is not the one.
    const fileId = await transfers.identify(file).catch(() => null);
    return fileId === known.fileId;
  };

  /** A choice ends the one before: else a slow one would begin again what the next has begun already. */
  const begin = (): AbortSignal => {
    running.current?.abort();
    running.current = new AbortController();
    return running.current.signal;
  };

  /** Several files become the archive they were, which takes a moment; null when they cannot be read. */
  const asShared = async (
    selecting: Promise<Selection>,
    signal: AbortSignal,
  ): Promise<ChosenFile | null> => {
    try {
      return await asOneFile(await selecting, unwatched(signal));
    } catch (error) {
      if (signal.aborted) return null;
      const description = faultText(error) ?? recent.cannotGoOn.unreadable(filename);
      refuse({ title: recent.cannotGoOn.title, description });
      return null;
    }
  };

  const choose = async (selecting: Promise<Selection>): Promise<void> => {
    const signal = begin();
    const chosen = await asShared(selecting, signal);
    if (chosen === null) return;
    // A copy of the file has another identity and the same bytes: recipients then begin again, which is right.
    const isRight = (await isIdentical(chosen.file)) || matchesShare(chosen.file, share);
    if (signal.aborted) return;
    if (isRight) {
      await transfers.start(share, chosen);
      return;
    }
    const { title, description } = recent.otherFile;
    refuse({ title, description: description(chosen.file.name, filename) });
  };

  const goOn = async (handles: readonly FileSystemHandle[]): Promise<void> => {
    const { title, changed, unreadable } = recent.cannotGoOn;
    const signal = begin();
    const selection = await reopen(handles);
    if (selection === null) refuse({ title, description: unreadable(filename) });
    else {
      const chosen = await asShared(Promise.resolve(selection), signal);
      const isRight = chosen !== null && (await isIdentical(chosen.file));
      if (signal.aborted) return;
      if (isRight) {
        await transfers.start(share, chosen);
        return;
      }
      if (chosen !== null) refuse({ title, description: changed(filename) });
    }
    // The next click opens the dialog.
    setKnown((before) => before && { ...before, handles: [] });
  };

  const isRemembered = known !== null && known.handles.length > 0;
  const isFolder = known?.isFolder ?? false;
  const start = (): Promise<void> =>
    isRemembered ? goOn(known.handles) : openDialog(isFolder ? 'folder' : 'files');

  return { isRemembered, isFolder, start, choose };
};
