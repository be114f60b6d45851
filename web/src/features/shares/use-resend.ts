import { useEffect, useState } from 'react';
import { toast } from '../../components/toast/index.js';
import { formatBytes } from '../../lib/format.js';
import type { FileShare } from './api.js';
import { pickFile, reopen } from './chosen-file.js';
import type { ChosenFile } from './chosen-file.js';
import type { RememberedFile } from './file-memory.js';
import { texts } from './texts.js';
import { useTransfers } from './transfers-context.js';

const { recent } = texts;

export interface Resend {
  /** The browser holds on to the file: one click, at most a question of the browser, and it goes on. */
  isRemembered: boolean;
  /** Inside a click: go on with the remembered file, or let the person choose it again. */
  start: () => Promise<void>;
  /** The person chose a file: sent when it is the one this share was made of. */
  choose: (chosen: ChosenFile) => Promise<void>;
}

const looksAlike = (file: File, share: FileShare): boolean =>
  file.name === share.filename && formatBytes(file.size) === share.fileSize;

const refuse = (message: { title: string; description: string }): void => {
  toast({ variant: 'destructive', ...message });
};

/** Sending an active share again that no tab serves, after a reload, say. */
export const useResend = (share: FileShare, openInput: () => void): Resend => {
  const transfers = useTransfers();
  const { shareId, filename } = share;
  const [known, setKnown] = useState<RememberedFile | null>(null);
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

  const choose = async ({ file, handle }: ChosenFile): Promise<void> => {
    // A copy of the file has another identity and the same bytes: recipients then begin again, which is right.
    if ((await isIdentical(file)) || looksAlike(file, share)) {
      await transfers.start(share, file, handle);
      return;
    }
    const { title, description } = recent.otherFile;
    refuse({ title, description: description(file.name, filename) });
  };

  const goOn = async (handle: FileSystemFileHandle): Promise<void> => {
    const file = await reopen(handle);
    if (file !== null && (await isIdentical(file))) {
      await transfers.start(share, file, handle);
      return;
    }
    // The next click opens the dialog.
    setKnown((before) => before && { ...before, handle: null });
    const { title, changed, unreadable } = recent.cannotGoOn;
    refuse({ title, description: (file === null ? unreadable : changed)(filename) });
  };

  const start = async (): Promise<void> => {
    if (known !== null && known.handle !== null) {
      await goOn(known.handle);
      return;
    }
    const chosen = await pickFile(openInput);
    if (chosen !== null) await choose(chosen);
  };

  return { isRemembered: known !== null && known.handle !== null, start, choose };
};
