/** The folder of received files in the origin-private file system: names, clean-up. */
import { randomId } from '../../support/env.js';
import { isFileLocked, lockFile } from './file-lock.js';
import { dataSuffix, opfsFolder, progressSuffix } from './protocol.js';

/** The longest validity of a link. */
const keepUnfinishedMs = 7 * 24 * 60 * 60_000;
/** Time for the browser's download to copy the file; no API reports its end. */
const keepFinishedMs = 60 * 60_000;

/**
 * Keys that no later attempt can look up: files of a version 1 sender, and copies made while another
 * tab holds the file's own key. An unfinished one is useless once its tab is closed.
 */
const oneTimePrefix = 'once-';
export const oneTimeKey = (): string => oneTimePrefix + randomId();
export const isOneTimeKey = (key: string): boolean => key.startsWith(oneTimePrefix);

type Entries = FileSystemDirectoryHandle & {
  entries(): AsyncIterableIterator<[string, FileSystemHandle]>;
};

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

/** Remove the file and its progress record. The caller holds the lock of `key`. */
export const discard = async (key: string): Promise<void> => {
  const folder = await openFolder();
  // In this order: a data file without its record counts as handed over.
  await remove(folder, key + dataSuffix);
  await remove(folder, key + progressSuffix);
};

const hasProgress = (folder: FileSystemDirectoryHandle, key: string): Promise<boolean> =>
  folder.getFileHandle(key + progressSuffix).then(
    () => true,
    () => false,
  );

/** Bytes that the next sink opened for the key would find; 0 while another one has the file. */
export const partBytes = async (key: string): Promise<number> => {
  try {
    const isResumable = await hasProgress(await openFolder(), key);
    if (!isResumable || (await isFileLocked(key))) return 0;
    return (await dataFile(key)).size;
  } catch {
    return 0;
  }
};

/** Remove an unfinished file, unless another tab has it open. */
export const discardPart = async (key: string): Promise<void> => {
  const lock = await lockFile(key);
  if (lock === null) return;
  if (await hasProgress(await openFolder(), key)) await discard(key);
  await lock.release();
};

/** @returns false, too, when another tab removed it since the folder was listed. */
const isExpired = async (
  folder: FileSystemDirectoryHandle,
  key: string,
  nowMs: number,
): Promise<boolean> => {
  const data = await dataFile(key).catch(() => null);
  if (data === null) return false;
  const isUnfinished = await hasProgress(folder, key);
  const ageMs = nowMs - data.lastModified;
  if (!isUnfinished) return ageMs >= keepFinishedMs;
  return isOneTimeKey(key) || ageMs >= keepUnfinishedMs;
};

const sweepFile = async (
  folder: FileSystemDirectoryHandle,
  key: string,
  nowMs: number,
): Promise<void> => {
  if (!(await isExpired(folder, key, nowMs))) return;
  const lock = await lockFile(key);
  if (lock === null) return;
  // Its tab may have finished and handed it over before the lock was free.
  if (await isExpired(folder, key, nowMs)) await discard(key);
  await lock.release();
};

/** Remove what no tab and no later attempt needs. Never throws. */
export const sweepFolder = async (nowMs: number): Promise<void> => {
  try {
    const folder = (await openFolder()) as Entries;
    const keys: string[] = [];
    for await (const [name] of folder.entries())
      if (name.endsWith(dataSuffix)) keys.push(name.slice(0, -dataSuffix.length));
    for (const key of keys) await sweepFile(folder, key, nowMs);
  } catch {
    // The next sweep tries again.
    return;
  }
};
