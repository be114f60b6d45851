/** The folder of received files in the origin-private file system. Every page loads this to sweep it (sweep.ts). */

import { ifUnlocked } from './file-lock.js';
import { dataSuffix, opfsFolder, progressSuffix, seenSuffix } from './protocol.js';

/**
 * Keys that no later attempt can look up: files of a version 1 sender, and copies made while another
 * tab holds the file's own key. An unfinished one is useless once its tab is closed.
 */
export const oneTimePrefix = 'once-';
export const isOneTimeKey = (key: string): boolean => key.startsWith(oneTimePrefix);

export const openFolder = async (): Promise<FileSystemDirectoryHandle> => {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(opfsFolder, { create: true });
};

export const dataFile = async (key: string): Promise<File> => {
  const folder = await openFolder();
  return (await folder.getFileHandle(key + dataSuffix)).getFile();
};

/** Fails when the entry is absent or in use by a tab of an earlier version; both are fine. */
const remove = async (folder: FileSystemDirectoryHandle, name: string): Promise<void> => {
  await folder.removeEntry(name).catch(() => undefined);
};

/** Remove the file and what is recorded of it. The caller holds the lock of `key`. */
export const discard = async (key: string): Promise<void> => {
  const folder = await openFolder();
  // In this order: a data file without its record counts as handed over.
  await remove(folder, key + dataSuffix);
  await remove(folder, key + progressSuffix);
  await remove(folder, key + seenSuffix);
};

/**
 * From now on the downloads may read the file, so no page opens it again, and it expires earlier. The caller holds the
 * lock of `key`. A record that cannot be removed expires with the file like an unfinished one.
 */
export const noteHandedOver = async (key: string): Promise<void> =>
  remove(await openFolder(), key + progressSuffix);

/** The time to live of a complete file starts again. Its data stays untouched: a change ends what reads it. */
export const noteSeen = async (key: string): Promise<void> => {
  const folder = await openFolder();
  await remove(folder, key + seenSuffix);
  await folder.getFileHandle(key + seenSuffix, { create: true });
};

/** Time of the last `noteSeen`, ms; 0 without any. */
export const seenAt = (folder: FileSystemDirectoryHandle, key: string): Promise<number> =>
  folder
    .getFileHandle(key + seenSuffix)
    .then((entry) => entry.getFile())
    .then(
      ({ lastModified }) => lastModified,
      () => 0,
    );

/** Null for an absent entry. @throws what the storage throws: what cannot be looked up may exist. */
export const unlessAbsent = <T>(entry: Promise<T>): Promise<T | null> =>
  entry.catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'NotFoundError') return null;
    throw error;
  });

/** @throws what the storage throws: a file without a record counts as handed over, and is removed earlier. */
export const hasProgress = async (
  folder: FileSystemDirectoryHandle,
  key: string,
): Promise<boolean> => (await unlessAbsent(folder.getFileHandle(key + progressSuffix))) !== null;

/** Remove an unfinished file, unless another tab has it open. */
export const discardPart = (key: string): Promise<void> =>
  ifUnlocked(key, async () => {
    if (await hasProgress(await openFolder(), key)) await discard(key);
  });
