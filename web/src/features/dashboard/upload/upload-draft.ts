import { toast } from '../../../components/toast/index.js';
import { warnBeforeLeaving } from '../../../lib/browser/leave-warning.js';
import {
  asSeparateFiles,
  canShareEach,
  faultText,
  type ChosenFile,
} from '../../../lib/files/one-file.js';
import { packSelection, type Packing } from '../../../lib/files/packing.js';
import type { Selection } from '../../../lib/files/selection.js';
import { texts } from '../texts.js';
import { createKeys } from './create-keys.js';
import { noOptions, type ShareOptions } from './options/no-options.js';

/** How several files are shared: packed into one, or a share for each. */
export type Sharing = 'one' | 'each';

export interface Draft {
  files: readonly ChosenFile[];
  /** What the one file was packed from, if it could be shared file by file. */
  packedFrom: Selection | null;
  packing: Packing | null;
  /** The files being packed, if they could also be shared one by one. */
  several: Selection | null;
  options: ShareOptions;
  /** Null: the default of the plan. */
  days: number | null;
}

const empty: Draft = {
  files: [],
  packedFrom: null,
  packing: null,
  several: null,
  options: noOptions,
  days: null,
};

const report = (error: unknown): void => {
  const description = faultText(error) ?? texts.upload.unreadable;
  toast({ variant: 'destructive', title: texts.createFailed.title, description });
};

const selectionOf = (files: readonly ChosenFile[]): Selection => ({
  files: files.map(({ file }) => ({ path: file.name, file })),
  handles: files.flatMap(({ handles }) => handles),
});

const isEach = ({ files, packing }: Draft): boolean => packing === null && files.length > 1;

/** Null where there is nothing to choose: one file, a folder, or too many files. */
export const sharingOf = (draft: Draft): Sharing | null => {
  if (isEach(draft)) return 'each';
  return (draft.several ?? draft.packedFrom) === null ? null : 'one';
};

export type UploadDraft = ReturnType<typeof createUploadDraft>;

/**
 * The files and options of the next shares. Created outside React, so that they survive navigation: packing a folder
 * may have taken minutes. A new selection or `end` aborts packing the previous one.
 */
export const createUploadDraft = () => {
  let draft = empty;
  let running: AbortController | null = null;
  const listeners = new Set<() => void>();
  /** Nothing of these is lost with the page, although the card still shows them for a moment. */
  const shared = new WeakSet<ChosenFile>();

  const change = (part: Partial<Draft>): void => {
    draft = { ...draft, ...part };
    const isUnshared = draft.files.some((file) => !shared.has(file));
    warnBeforeLeaving('upload', isUnshared || draft.packing !== null);
    for (const listener of listeners) listener();
  };

  const cancel = (): void => {
    running?.abort();
    running = null;
    change({ packing: null, several: null });
  };

  const choose = async (selecting: Promise<Selection | null>): Promise<void> => {
    cancel();
    const abort = new AbortController();
    running = abort;
    const show = (packing: Packing): void => {
      if (!abort.signal.aborted) change({ packing });
    };
    show({ count: 0, percent: 0 });
    try {
      const selection = await selecting;
      abort.signal.throwIfAborted();
      if (selection === null) return;
      const packedFrom = canShareEach(selection) ? selection : null;
      change({ several: packedFrom });
      const file = await packSelection(selection, abort.signal, show);
      change({ files: [file], packedFrom });
    } catch (error) {
      if (!abort.signal.aborted) report(error);
    } finally {
      if (running === abort) cancel();
    }
  };

  return {
    /** A create whose answer was lost may be repeated after the user has visited another page. */
    keys: createKeys(),
    get: (): Draft => draft,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    choose,
    cancel,
    shareAs: (wanted: Sharing): void => {
      const separable = draft.several ?? draft.packedFrom;
      if (wanted === 'one') {
        void choose(Promise.resolve(selectionOf(draft.files)));
      } else if (separable !== null) {
        cancel();
        change({ files: asSeparateFiles(separable), packedFrom: null });
      }
    },
    /** Their shares exist. */
    noteShared: (files: readonly ChosenFile[]): void => {
      for (const file of files) shared.add(file);
      change({});
    },
    /** Keeps the others, also those that were chosen in the meantime. */
    remove: (gone: readonly ChosenFile[]): void => {
      const left = draft.files.filter((file) => !gone.includes(file));
      if (left.length < draft.files.length) change({ files: left, packedFrom: null });
    },
    /** Files without a share, unless the user has chosen others in the meantime. */
    putBack: (files: readonly ChosenFile[]): void => {
      if (draft.files.length === 0 && draft.packing === null) change({ files });
    },
    setOptions: (options: ShareOptions): void => change({ options }),
    /** Clears the options that were used, but not those that were chosen in the meantime. */
    clearOptions: (used: ShareOptions): void => {
      if (draft.options === used) change({ options: noOptions });
    },
    setDays: (days: number): void => change({ days }),
    /** The user has signed out. */
    end: (): void => {
      running?.abort();
      running = null;
      change(empty);
    },
  };
};
