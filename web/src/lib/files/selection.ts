/**
 * The user's selection: a file, several files or a folder, from a picker, an input or a drop. Every source gives the
 * same list of paths and files, and handles that survive a reload where the browser has them. Folders are listed by
 * inputs and entries, which have everything; handles do not, see `readsAll`.
 */
export interface FoundFile {
  /** The path in the selection, with slashes: 'Reports/2026/may.pdf', or just 'may.pdf'. */
  path: string;
  file: File;
}

export interface Selection {
  files: readonly FoundFile[];
  /** Empty where the browser has none, or has none for some of the files. */
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

/**
 * Folders at the top of a volume that systems keep there, with deleted files among others. In lower case. Every shared
 * folder is treated as a volume, so only names that people do not give: 'recycler' and '.trash' are folders of users too.
 */
const systemFolders = new Set([
  '$recycle.bin',
  'system volume information',
  '.trashes',
  '.spotlight-v100',
  '.fseventsd',
  '.documentrevisions-v100',
  '.temporaryitems',
]);
const isSystemFolder = (name: string): boolean =>
  systemFolders.has(name.toLowerCase()) || /^\.trash-\d+$/i.test(name);

/** Not shared with a folder. The path of a folder ends with a slash. */
const isOmitted = (path: string): boolean => {
  const [, below, ...deeper] = path.split('/');
  if (below === undefined) return false;
  return litter.has(deeper.at(-1) ?? below) || (deeper.length > 0 && isSystemFolder(below));
};

/** The root of a volume has no name: on Windows it is called '\\' or 'E:\\'. */
const volume = 'Disk';
const topName = (name: string): string => (/^([a-z]:)?[\\/]*$/i.test(name) ? volume : name);

/** Collects the files of a folder; bounded, so that a circular link ends too. */
const createFinds = (name: string) => {
  const files: FoundFile[] = [];
  let folders = 0;
  return {
    files,
    addFile: (path: string, file: File): void => {
      if (isOmitted(path)) return;
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

interface FileHandle {
  path: string;
  handle: FileSystemFileHandle;
}

async function* childrenOf(folder: Folder): AsyncGenerator<FileSystemHandle> {
  try {
    yield* folder.values();
  } catch (cause) {
    throw new SelectionError('unreadable', folder.name, { cause });
  }
}

async function* fileHandles(
  handle: FileSystemHandle,
  path: string,
  finds: Finds,
): AsyncGenerator<FileHandle> {
  if (handle.kind === 'file') {
    yield { path, handle: handle as FileSystemFileHandle };
    return;
  }
  finds.addFolder();
  if (isOmitted(`${path}/`)) return;
  for await (const child of childrenOf(handle as Folder))
    yield* fileHandles(child, `${path}/${child.name}`, finds);
}

/** @throws SelectionError */
export const fromHandles = async (handles: readonly FileSystemHandle[]): Promise<Selection> => {
  const finds = createFinds(topName(handles[0]?.name ?? ''));
  for (const top of handles)
    for await (const { path, handle } of fileHandles(top, topName(top.name), finds))
      finds.addFile(path, await handle.getFile().catch(unreadable(handle.name)));
  return { files: finds.files, handles };
};

/**
 * Whether the handles give exactly these files after a reload. Chromium leaves out of a folder, without an error, what
 * has a name that the File System API does not admit: 'Why?.txt', 'Meeting 10:30', an emoji of several code points
 * (https://crbug.com/442392354).
 */
const readsAll = async (
  handles: readonly FileSystemHandle[],
  files: readonly FoundFile[],
): Promise<boolean> => {
  const finds = createFinds('');
  const paths: string[] = [];
  try {
    for (const top of handles)
      for await (const { path } of fileHandles(top, topName(top.name), finds))
        if (!isOmitted(path)) paths.push(path);
  } catch {
    return false;
  }
  const expected = files.map(({ path }) => path);
  return JSON.stringify(paths.sort()) === JSON.stringify(expected.sort());
};

/** On Windows, an input gives the files of a volume's root without a folder above them. */
const pathsOf = (files: readonly File[]): string[] => {
  const paths = files.map((file) => file.webkitRelativePath || file.name);
  const isFolder = files.some((file) => Boolean(file.webkitRelativePath));
  const tops = new Set(paths.map((path) => path.slice(0, path.indexOf('/') + 1)));
  const isRoot = isFolder && (tops.size > 1 || tops.has(''));
  return isRoot ? paths.map((path) => `${volume}/${path}`) : paths;
};

/** @throws SelectionError */
export const fromFiles = (list: Iterable<File>): Selection => {
  const files = [...list];
  const paths = pathsOf(files);
  const finds = createFinds(paths[0]?.split('/')[0] ?? '');
  for (const [index, file] of files.entries()) finds.addFile(paths[index] ?? file.name, file);
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
  if (isOmitted(`${path}/`)) return;
  for await (const child of entriesOf(entry as FileSystemDirectoryEntry))
    await walkEntry(child, `${path}/${child.name}`, finds);
};

const fromEntries = async (entries: readonly FileSystemEntry[]): Promise<Selection> => {
  const finds = createFinds(topName(entries[0]?.name ?? ''));
  for (const entry of entries) await walkEntry(entry, topName(entry.name), finds);
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
export const fromDrop = async (transfer: DataTransfer): Promise<Selection | null> => {
  const dropped = [...transfer.files];
  const list = transfer.items as DataTransferItemList | undefined;
  const items = [...(list ?? [])].filter(({ kind }) => kind === 'file') as DroppedItem[];
  const asking: Promise<(FileSystemHandle | null)[]> = Promise.all(
    items.map(async (item) => (await item.getAsFileSystemHandle?.()) ?? null),
  ).catch(() => []);
  const entries = items.map((item) => item.webkitGetAsEntry?.()).filter(isThere);
  if (dropped.length === 0 && items.length === 0) return null;
  const hasFolder = entries.some((entry) => entry.isDirectory);
  const { files } = hasFolder ? await fromEntries(entries) : fromFiles(dropped);
  const handles = (await asking).filter(isThere);
  const isComplete = handles.length === items.length && (await readsAll(handles, files));
  return { files, handles: isComplete ? handles : [] };
};
