import { useCallback, useEffect, useRef, useState } from 'react';
import { toast } from '../../../components/toast/index.js';
import {
  asOneFile,
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

const report = (error: unknown): void => {
  const description = faultText(error) ?? texts.upload.unreadable;
  toast({ variant: 'destructive', title: texts.createFailed.title, description });
};

/** Packs the selection into one file; a new selection or unmounting aborts the previous one. */
export const useOneFile = (onChosen: (chosen: ChosenFile) => void) => {
  const [packing, setPacking] = useState<Packing | null>(null);
  const running = useRef<AbortController>(null);

  const cancel = useCallback((): void => {
    running.current?.abort();
    running.current = null;
    setPacking(null);
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
      if (isBundle(selection)) show({ count, percent: 0 });
      let shown = 0;
      const onProgress = (done: number): void => {
        const percent = Math.floor((done / total) * 100);
        if (percent !== shown) show({ count, percent: (shown = percent) });
      };
      const chosen = await asOneFile(selection, { onProgress, signal: abort.signal });
      abort.signal.throwIfAborted();
      onChosen(chosen);
    } catch (error) {
      if (!abort.signal.aborted) report(error);
    } finally {
      if (running.current === abort) cancel();
    }
  };

  return { packing, choose, cancel };
};
