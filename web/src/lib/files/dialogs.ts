/** The browser's picker for files, which returns handles, and the reading of handles that were kept. */

import { fromHandles, type Selection } from './selection.js';

export type PickKind = 'files' | 'folder';

/** Missing in the DOM types. */
interface Dialogs {
  showOpenFilePicker?(options: { multiple: boolean }): Promise<FileSystemHandle[]>;
}
interface PermissionAware {
  queryPermission?(descriptor: { mode: 'read' }): Promise<PermissionState>;
  requestPermission?(descriptor: { mode: 'read' }): Promise<PermissionState>;
}

/** Folders are chosen in an input: the handle of a folder does not list all of its files, see `readsAll`. */
const open = (kind: PickKind): Promise<FileSystemHandle[]> | undefined => {
  const dialogs = window as unknown as Dialogs;
  return kind === 'files' ? dialogs.showOpenFilePicker?.({ multiple: true }) : undefined;
};

/**
 * Opens the picker; needs a user gesture. Resolves to a function that reads the selection, or to null when the picker
 * was closed or is missing. Without one it calls `openInput`; the input's event then delivers the files.
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
    // AbortError: the user closed the picker. Any other error: the browser or a policy forbids it.
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

/** Reads remembered handles. May prompt for permission, so it needs a user gesture. */
export const reopen = async (handles: readonly FileSystemHandle[]): Promise<Selection | null> => {
  try {
    for (const handle of handles) if (!(await isReadable(handle))) return null;
    return await fromHandles(handles);
  } catch {
    // Moved, deleted, or on a disk that is not connected.
    return null;
  }
};
