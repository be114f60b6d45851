import { useRef, type ReactNode, type RefObject } from 'react';
import { isMobile } from '../../lib/browser/device/device.js';
import { pick, type PickKind } from '../../lib/files/dialogs.js';
import { fromFiles, type Selection } from '../../lib/files/selection.js';

interface FilePickerOptions {
  /** Labels of the hidden inputs, for tests and automation. */
  labels: Record<PickKind, string>;
  isDisabled?: boolean;
  /** Called with the selection; reading a large folder takes time and may reject with a SelectionError. */
  onSelect: (selecting: Promise<Selection>) => unknown;
}

export interface FilePicker {
  /** Hidden inputs; render them next to the buttons. */
  inputs: ReactNode;
  /** Call it in a click handler. Resolves after onSelect has settled. */
  open: (kind: PickKind) => Promise<void>;
}

/** Phones have no folder picker. */
export const canPickFolder = (): boolean =>
  'webkitdirectory' in HTMLInputElement.prototype && !isMobile();

/** The dialogs for files and folders, with file inputs as the fallback. */
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
      // Hidden from screen readers: the button has the same label.
      aria-hidden="true"
      aria-label={labels[kind]}
      tabIndex={-1}
      disabled={isDisabled}
      onChange={(event) => {
        const files = [...(event.target.files ?? [])];
        // Reset, so that choosing the same file again fires a change event.
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
