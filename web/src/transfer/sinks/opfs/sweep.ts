/** Removes received files that have expired from the origin-private file system. */

import { ifUnlocked } from './file-lock.js';
import { dataFile, discard, hasProgress, isOneTimeKey, seenAt, unlessAbsent } from './files.js';
import { opfsFolder } from './protocol.js';

/** Since the last block. A part that was not continued for a week only takes space, although some links live longer. */
const keepUnfinishedMs = 7 * 24 * 60 * 60_000;
/** Time for the browser's download to copy the file; no API reports its end. */
const keepFinishedMs = 60 * 60_000;

type Entries = FileSystemDirectoryHandle & {
  entries(): AsyncIterableIterator<[string, FileSystemHandle]>;
};

/** @throws what the storage throws when it fails to look the file up. */
const isExpired = async (
  folder: FileSystemDirectoryHandle,
  key: string,
  nowMs: number,
): Promise<boolean> => {
  const data = await unlessAbsent(dataFile(key));
  // A crash during a removal has left what is recorded of the file.
  if (data === null) return true;
  const isUnfinished = await hasProgress(folder, key);
  const ageMs = nowMs - data.lastModified;
  if (!isUnfinished) return Math.min(ageMs, nowMs - (await seenAt(folder, key))) >= keepFinishedMs;
  return isOneTimeKey(key) || ageMs >= keepUnfinishedMs;
};

const sweepFile = async (
  folder: FileSystemDirectoryHandle,
  key: string,
  nowMs: number,
): Promise<void> => {
  if (!(await isExpired(folder, key, nowMs))) return;
  await ifUnlocked(key, async () => {
    // Its tab may have finished and handed it over before the lock was free.
    if (await isExpired(folder, key, nowMs)) await discard(key);
  });
};

/** Remove what no tab and no later attempt needs. Creates no folder, and never throws. */
export const sweepFolder = async (nowMs: number): Promise<void> => {
  try {
    const root = await navigator.storage.getDirectory();
    const folder = (await root.getDirectoryHandle(opfsFolder)) as Entries;
    const keys = new Set<string>();
    for await (const [name] of folder.entries()) keys.add(name.slice(0, name.lastIndexOf('.')));
    // After a failure the next sweep tries again.
    for (const key of keys) await sweepFile(folder, key, nowMs).catch(() => undefined);
  } catch {
    // Without the folder or the storage there is nothing to remove.
    return;
  }
};
