import { useRef, type ReactNode, type RefObject } from 'react';
import { isMobile } from '../../lib/browser/device.js';
import { pick, type PickKind } from '../../lib/files/dialogs.js';
import { fromFiles, type Selection } from '../../lib/files/selection.js';

interface FilePickerOptions {
  /** Name of the hidden inputs, for the rare ways to reach them. */
  labels: Record<PickKind, string>;
  isDisabled?: boolean;
  /** Called when something was chosen; reading a large folder takes its time, and may fail with a SelectionError. */
  onSelect: (selecting: Promise<Selection>) => unknown;
}

export interface FilePicker {
  /** To be rendered anywhere; the buttons that open them are the caller's. */
  inputs: ReactNode;
  /** Call it inside a click. Resolves when what was chosen has been dealt with. */
  open: (kind: PickKind) => Promise<void>;
}

/** Phones have pictures and documents, and no folders to choose. */
export const canPickFolder = (): boolean =>
  'webkitdirectory' in HTMLInputElement.prototype && !isMobile();

/** The dialogs for files and folders, and the inputs that stand in for them. */
export const useFilePicker = (options: FilePickerOptions): FilePicker => {
  const { labels, isDisabled = false, onSelect } = options;
  const refs: Record<PickKind, RefObject<HTMLInputElement | null>> = {
    files: useRef<HTMLInputElement>(null),
    folder: useRef<HTMLInputElement>(null),
  };
  const input = (kind: PickKind): ReactNode => (
    <input
      key={kind}
      ref={refs[kind]}
      type="file"
      multiple
      {...(kind === 'folder' ? { webkitdirectory: '' } : {})}
      className="visually-hidden"
      // The button beside it says the same; twice would be once too often for a screen reader.
      aria-hidden="true"
      aria-label={labels[kind]}
      tabIndex={-1}
      disabled={isDisabled}
      onChange={(event) => {
        const files = [...(event.target.files ?? [])];
        // The same file may be chosen twice in a row; without this no change event would come.
        event.target.value = '';
        if (files.length > 0) onSelect(Promise.resolve(files).then(fromFiles));
      }}
    />
  );
  return {
    inputs: [input('files'), input('folder')],
    open: async (kind) => {
      const read = await pick(kind, () => refs[kind].current?.click());
      if (read !== null) await onSelect(read());
    },
  };
};
