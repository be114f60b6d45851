import { useCallback, useEffect, useRef, useState } from 'react';
import { toast } from '../../../components/toast/index.js';
import {
  asOneFile,
  asSeparateFiles,
  canShareEach,
  faultText,
  isBundle,
  totalBytes,
  type ChosenFile,
} from '../../../lib/files/one-file.js';
import type { Selection } from '../../../lib/files/selection.js';
import { texts } from '../texts.js';

/** The selection being packed into one file; `count` is 0 while a folder is read. */
export interface Packing {
  count: number;
  /** 0–100. */
  percent: number;
}

/** How several files are shared: packed into one, or a share for each. */
export type Sharing = 'one' | 'each';

interface Chosen {
  files: readonly ChosenFile[];
  /** What the one file was packed from, if it could be shared file by file. */
  packedFrom: Selection | null;
}

const nothing: Chosen = { files: [], packedFrom: null };

const report = (error: unknown): void => {
  const description = faultText(error) ?? texts.upload.unreadable;
  toast({ variant: 'destructive', title: texts.createFailed.title, description });
};

const selectionOf = (files: readonly ChosenFile[]): Selection => ({
  files: files.map(({ file }) => ({ path: file.name, file })),
  handles: files.flatMap(({ handles }) => handles),
});

/** The files for the next shares. A new selection or unmounting aborts packing the previous one. */
export const useChosenFiles = () => {
  const [chosen, setChosen] = useState(nothing);
  const [packing, setPacking] = useState<Packing | null>(null);
  /** The files being packed, if they could also be shared one by one. */
  const [several, setSeveral] = useState<Selection | null>(null);
  const running = useRef<AbortController>(null);

  const cancel = useCallback((): void => {
    running.current?.abort();
    running.current = null;
    setPacking(null);
    setSeveral(null);
  }, []);
  useEffect(() => () => running.current?.abort(), []);

  const choose = async (selecting: Promise<Selection | null>): Promise<void> => {
    cancel();
    const abort = new AbortController();
    running.current = abort;
    const show = (next: Packing): void => {
      if (!abort.signal.aborted) setPacking(next);
    };
    show({ count: 0, percent: 0 });
    try {
      const selection = await selecting;
      abort.signal.throwIfAborted();
      if (selection === null) return;
      const count = selection.files.length;
      const total = totalBytes(selection);
      const packedFrom = canShareEach(selection) ? selection : null;
      setSeveral(packedFrom);
      if (isBundle(selection)) show({ count, percent: 0 });
      let shown = 0;
      const onProgress = (done: number): void => {
        const percent = Math.floor((done / total) * 100);
        if (percent !== shown) show({ count, percent: (shown = percent) });
      };
      const file = await asOneFile(selection, { onProgress, signal: abort.signal });
      abort.signal.throwIfAborted();
      setChosen({ files: [file], packedFrom });
    } catch (error) {
      if (!abort.signal.aborted) report(error);
    } finally {
      if (running.current === abort) cancel();
    }
  };

  const separable = several ?? chosen.packedFrom;
  const isEach = packing === null && chosen.files.length > 1;
  /** Null where there is nothing to choose: one file, a folder, or too many files. */
  const sharing: Sharing | null = isEach ? 'each' : separable === null ? null : 'one';

  const shareAs = (wanted: Sharing): void => {
    if (wanted === 'one') {
      void choose(Promise.resolve(selectionOf(chosen.files)));
    } else if (separable !== null) {
      cancel();
      setChosen({ files: asSeparateFiles(separable), packedFrom: null });
    }
  };

  /** Keeps the others, also those that were chosen in the meantime. */
  const remove = useCallback((gone: readonly ChosenFile[]): void => {
    setChosen(({ files, packedFrom }) => {
      const left = files.filter((file) => !gone.includes(file));
      return left.length === files.length ? { files, packedFrom } : { ...nothing, files: left };
    });
  }, []);

  return {
    files: chosen.files,
    packing,
    sharing,
    shareAs,
    choose,
    cancel,
    remove,
  };
};
