/** A file from the person's disk and, where the browser gives one, the handle that outlives a reload. */
export interface ChosenFile {
  file: File;
  handle: FileSystemFileHandle | null;
}

type OpenPicker = () => Promise<FileSystemFileHandle[]>;

/** The DOM types do not know these yet. */
interface PermissionAware {
  queryPermission?(descriptor: { mode: 'read' }): Promise<PermissionState>;
  requestPermission?(descriptor: { mode: 'read' }): Promise<PermissionState>;
}
type HandleSource = DataTransferItem & {
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
};

/**
 * Opens the browser's file dialog; call it inside a click. Resolves with null when it was closed, and when this
 * browser has none that gives handles: then `openInput` was called and the input's change event brings the file.
 */
export const pickFile = async (openInput: () => void): Promise<ChosenFile | null> => {
  const { showOpenFilePicker } = window as { showOpenFilePicker?: OpenPicker };
  if (showOpenFilePicker === undefined) {
    openInput();
    return null;
  }
  try {
    const [handle] = await showOpenFilePicker();
    return handle === undefined ? null : { file: await handle.getFile(), handle };
  } catch (error) {
    // Anything but "closed by the person" is a browser or policy that does not allow the dialog here.
    if (!(error instanceof DOMException && error.name === 'AbortError')) openInput();
    return null;
  }
};

/** The first dropped file. The handle must be asked for before the event is over, so this starts at once. */
export const droppedFile = (transfer: DataTransfer, onFile: (chosen: ChosenFile) => void): void => {
  const file = transfer.files[0];
  if (file === undefined) return;
  const items = transfer.items as DataTransferItemList | undefined;
  const source = items?.[0] as HandleSource | undefined;
  const asking = source?.getAsFileSystemHandle?.();
  if (asking === undefined) {
    onFile({ file, handle: null });
    return;
  }
  asking.then(
    (handle) =>
      onFile({ file, handle: handle?.kind === 'file' ? (handle as FileSystemFileHandle) : null }),
    () => onFile({ file, handle: null }),
  );
};

/** Reads a remembered file; asks the person for permission if it must, so call it inside a click. */
export const reopen = async (handle: FileSystemFileHandle): Promise<File | null> => {
  const asked = handle as PermissionAware;
  const mode = { mode: 'read' } as const;
  try {
    let permission = (await asked.queryPermission?.(mode)) ?? 'granted';
    if (permission === 'prompt') permission = (await asked.requestPermission?.(mode)) ?? 'denied';
    return permission === 'granted' ? await handle.getFile() : null;
  } catch {
    // Moved, deleted, or on a disk that is not there.
    return null;
  }
};
