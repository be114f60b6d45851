/** The folder of received files in the origin-private file system: paths, hand-over, clean-up. */
import { randomId } from '../../support/env.js';
import { DATA_SUFFIX, OPFS_FOLDER, PROGRESS_SUFFIX } from './protocol.js';

/** An unfinished file is worth keeping as long as its link may live; a finished one was handed over. */
const KEEP_UNFINISHED_MS = 7 * 24 * 60 * 60_000;
const KEEP_FINISHED_MS = 60 * 60_000;

/**
 * Of a file without a name to find it by again: a sender of protocol version 1, or a copy beside one that
 * another tab holds. What is left of it is of use to nobody.
 */
const ONCE_PREFIX = 'once-';
export const onceKey = (): string => ONCE_PREFIX + randomId();
export const isOnceKey = (key: string): boolean => key.startsWith(ONCE_PREFIX);

type Entries = FileSystemDirectoryHandle & {
  entries(): AsyncIterableIterator<[string, FileSystemHandle]>;
};

export async function openFolder(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(OPFS_FOLDER, { create: true });
}

export async function dataFile(key: string): Promise<File> {
  const folder = await openFolder();
  return (await folder.getFileHandle(key + DATA_SUFFIX)).getFile();
}

/** Fails when it is absent or in use by another tab; both are fine. */
async function remove(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  await folder.removeEntry(name).catch(() => undefined);
}

/** The file is complete: without its progress record it counts as handed over. */
export async function markFinished(key: string): Promise<void> {
  await remove(await openFolder(), key + PROGRESS_SUFFIX);
}

/** What is there is of no use to a later attempt either. */
export async function discard(key: string): Promise<void> {
  const folder = await openFolder();
  await remove(folder, key + PROGRESS_SUFFIX);
  await remove(folder, key + DATA_SUFFIX);
}

/** Remove what nobody will come back for. Never throws. */
export async function sweepFolder(nowMs: number): Promise<void> {
  try {
    const folder = (await openFolder()) as Entries;
    const names = new Set<string>();
    for await (const [name] of folder.entries()) names.add(name);
    for (const name of names) {
      if (!name.endsWith(DATA_SUFFIX)) continue;
      const key = name.slice(0, -DATA_SUFFIX.length);
      const isUnfinished = names.has(key + PROGRESS_SUFFIX);
      const { lastModified } = await dataFile(key);
      const keepMs = isUnfinished ? KEEP_UNFINISHED_MS : KEEP_FINISHED_MS;
      const isOfNoUse = isUnfinished && isOnceKey(key);
      if (!isOfNoUse && nowMs - lastModified < keepMs) continue;
      // The tab that is still at it holds a lock on both.
      await remove(folder, name);
      await remove(folder, key + PROGRESS_SUFFIX);
    }
  } catch {
    // Storage that cannot be listed now will be swept another time.
    return;
  }
}
