/**
 * The user's selection: a file, several files or a folder, from a picker, an input or a drop. Every source gives the
 * same list of paths and files, and handles that survive a reload where the browser has them.
 */
export interface FoundFile {
  /** The path in the selection, with slashes: 'Reports/2026/may.pdf', or just 'may.pdf'. */
  path: string;
  file: File;
}

export interface Selection {
  files: readonly FoundFile[];
  /** Empty where the browser has none. */
  handles: readonly FileSystemHandle[];
}

/** Limit of files, and of folders, in one share: a larger selection is most likely a mistake. */
export const maxFound = 10_000;

export type SelectionFault = 'empty' | 'too-many' | 'unreadable';

/** Shown to the user; `item` is the name of the selection or of the affected file. */
export class SelectionError extends Error {
  readonly fault: SelectionFault;
  readonly item: string;

  constructor(fault: SelectionFault, item: string, options?: ErrorOptions) {
    super(`selection: ${fault}`, options);
    this.fault = fault;
    this.item = item;
  }
}

/** Files that operating systems create in folders. */
const litter = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini']);

/** Collects the files of a folder; bounded, so that a circular link ends too. */
const createFinds = (name: string) => {
  const files: FoundFile[] = [];
  let folders = 0;
  return {
    files,
    addFile: (path: string, file: File): void => {
      if (litter.has(file.name) && path.includes('/')) return;
      if (files.length === maxFound) throw new SelectionError('too-many', name);
      files.push({ path, file });
    },
    addFolder: (): void => {
      folders += 1;
      if (folders > maxFound) throw new SelectionError('too-many', name);
    },
  };
};

type Finds = ReturnType<typeof createFinds>;

const unreadable = (name: string) => (cause: unknown) => {
  throw new SelectionError('unreadable', name, { cause });
};

type Folder = FileSystemDirectoryHandle & { values(): AsyncIterable<FileSystemHandle> };

const walkHandle = async (handle: FileSystemHandle, path: string, finds: Finds): Promise<void> => {
  if (handle.kind === 'file') {
    const reading = (handle as FileSystemFileHandle).getFile();
    finds.addFile(path, await reading.catch(unreadable(handle.name)));
    return;
  }
  finds.addFolder();
  for await (const child of (handle as Folder).values())
    await walkHandle(child, `${path}/${child.name}`, finds);
};

/** @throws SelectionError */
export const fromHandles = async (handles: readonly FileSystemHandle[]): Promise<Selection> => {
  const finds = createFinds(handles[0]?.name ?? '');
  for (const handle of handles) await walkHandle(handle, handle.name, finds);
  return { files: finds.files, handles };
};

/** @throws SelectionError */
export const fromFiles = (list: Iterable<File>): Selection => {
  const files = [...list];
  const pathOf = (file: File): string => file.webkitRelativePath || file.name;
  const [first] = files;
  const finds = createFinds(first === undefined ? '' : (pathOf(first).split('/')[0] ?? ''));
  for (const file of files) finds.addFile(pathOf(file), file);
  return { files: finds.files, handles: [] };
};

/** readEntries returns the entries in batches; an empty batch is the end. */
async function* entriesOf(folder: FileSystemDirectoryEntry): AsyncGenerator<FileSystemEntry> {
  const reader = folder.createReader();
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    }).catch(unreadable(folder.name));
    if (batch.length === 0) return;
    yield* batch;
  }
}

const walkEntry = async (entry: FileSystemEntry, path: string, finds: Finds): Promise<void> => {
  if (entry.isFile) {
    const reading = new Promise<File>((resolve, reject) => {
      (entry as FileSystemFileEntry).file(resolve, reject);
    });
    finds.addFile(path, await reading.catch(unreadable(entry.name)));
    return;
  }
  finds.addFolder();
  for await (const child of entriesOf(entry as FileSystemDirectoryEntry))
    await walkEntry(child, `${path}/${child.name}`, finds);
};

const fromEntries = async (entries: readonly FileSystemEntry[]): Promise<Selection> => {
  const finds = createFinds(entries[0]?.name ?? '');
  for (const entry of entries) await walkEntry(entry, entry.name, finds);
  return { files: finds.files, handles: [] };
};

/** The first is missing in the DOM types; browsers may lack either. */
interface DroppedItem {
  readonly kind: string;
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
  webkitGetAsEntry?(): FileSystemEntry | null;
}

const isThere = <T>(value: T | null | undefined): value is T =>
  value !== null && value !== undefined;

/**
 * The selection of a drop; null without files (selected text, a picture of another page). Call it inside the event
 * handler: the data is read synchronously, because the browser clears it after the event.
 *
 * @throws SelectionError
 */
export const fromDrop = (transfer: DataTransfer): Promise<Selection | null> => {
  const files = [...transfer.files];
  const list = transfer.items as DataTransferItemList | undefined;
  const items = [...(list ?? [])].filter(({ kind }) => kind === 'file') as DroppedItem[];
  const asking = items.map((item) => item.getAsFileSystemHandle?.());
  const entries = items.map((item) => item.webkitGetAsEntry?.()).filter(isThere);
  const withoutHandles = (): Promise<Selection> =>
    entries.some((entry) => entry.isDirectory)
      ? fromEntries(entries)
      : Promise.resolve(fromFiles(files));
  if (files.length === 0 && items.length === 0) return Promise.resolve(null);
  if (asking.length === 0 || !asking.every(isThere)) return withoutHandles();
  return Promise.all(asking).then((found) => {
    const handles = found.filter(isThere);
    return handles.length === found.length ? fromHandles(handles) : withoutHandles();
  }, withoutHandles);
};
