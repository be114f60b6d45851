import type { FileMemory, RememberedFile } from '../src/features/dashboard/sending/file-memory.js';

/** A FileMemory backed by a map that tests can inspect. */
export const createFakeFileMemory = (entries: readonly RememberedFile[] = []) => {
  const files = new Map(entries.map((entry) => [entry.shareId, entry]));
  const memory: FileMemory = {
    remember: (entry) => {
      files.set(entry.shareId, entry);
      return Promise.resolve();
    },
    find: (shareId) => Promise.resolve(files.get(shareId) ?? null),
    unfinished: () =>
      Promise.resolve([...files.values()].filter(({ isUnfinished }) => isUnfinished)),
    markUnfinished: (shareId, isUnfinished) => {
      const entry = files.get(shareId);
      if (entry !== undefined) files.set(shareId, { ...entry, isUnfinished });
      return Promise.resolve();
    },
    forget: (shareId) => {
      files.delete(shareId);
      return Promise.resolve();
    },
    forgetAll: () => {
      files.clear();
      return Promise.resolve();
    },
  };
  return { memory, files };
};
