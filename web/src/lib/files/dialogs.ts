/** The browser's own dialogs for files and folders, where it has those that give handles. */
import { fromHandles, type Selection } from './selection.js';

export type PickKind = 'files' | 'folder';

/** The DOM types do not know these yet. */
interface Dialogs {
  showOpenFilePicker?(options: { multiple: boolean }): Promise<FileSystemHandle[]>;
  showDirectoryPicker?(): Promise<FileSystemHandle>;
}
interface PermissionAware {
  queryPermission?(descriptor: { mode: 'read' }): Promise<PermissionState>;
  requestPermission?(descriptor: { mode: 'read' }): Promise<PermissionState>;
}

const open = (kind: PickKind): Promise<FileSystemHandle[]> | undefined => {
  const dialogs = window as unknown as Dialogs;
  return kind === 'files'
    ? dialogs.showOpenFilePicker?.({ multiple: true })
    : dialogs.showDirectoryPicker?.().then((folder) => [folder]);
};

/**
 * Opens the dialog; call it inside a click. Resolves with what was chosen, not yet read, and with null when the
 * dialog was closed or this browser has none: then `openInput` was called, and the input's event brings the files.
 */
export const pick = async (
  kind: PickKind,
  openInput: () => void,
): Promise<(() => Promise<Selection>) | null> => {
  const opened = open(kind);
  if (opened === undefined) {
    openInput();
    return null;
  }
  try {
    const handles = await opened;
    return handles.length === 0 ? null : () => fromHandles(handles);
  } catch (error) {
    // Anything but "closed by the person" is a browser or policy that does not allow the dialog here.
    if (!(error instanceof DOMException && error.name === 'AbortError')) openInput();
    return null;
  }
};

const isReadable = async (handle: FileSystemHandle): Promise<boolean> => {
  const asked = handle as PermissionAware;
  const mode = { mode: 'read' } as const;
  let permission = (await asked.queryPermission?.(mode)) ?? 'granted';
  if (permission === 'prompt') permission = (await asked.requestPermission?.(mode)) ?? 'denied';
  return permission === 'granted';
};

/** Reads what was remembered; asks the person for permission if it must, so call it inside a click. */
export const reopen = async (handles: readonly FileSystemHandle[]): Promise<Selection | null> => {
  try {
    for (const handle of handles) if (!(await isReadable(handle))) return null;
    return await fromHandles(handles);
  } catch {
    // Moved, deleted, or on a disk that is not there.
    return null;
  }
};
