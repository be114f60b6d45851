/**
 * Several files, or a folder, as one file to share: an uncompressed ZIP archive that is never written to disk. Every
 * file is read once for its checksum; the archive refers to the files on disk. It takes neither memory nor disk space
 * and supports random access like any file. The same files give the same bytes, so that a transfer can resume after a
 * reload.
 */
import crc32 from 'crc-32';
import { SelectionError, type FoundFile } from './selection.js';
import { zipFrame } from './zip.js';

export interface BundleWatch {
  /** Bytes read so far, over all files. */
  onProgress: (doneBytes: number) => void;
  signal: AbortSignal;
}

const byPath = (a: FoundFile, b: FoundFile): number => (a.path < b.path ? -1 : 1);

/** The second of two files with the same path becomes 'name (2).pdf'. Case-insensitive. */
const withUniquePaths = (files: readonly FoundFile[]): FoundFile[] => {
  const taken = new Set<string>();
  return files.map(({ path, file }) => {
    const dot = path.lastIndexOf('.');
    const stemEnd = dot > path.lastIndexOf('/') + 1 ? dot : path.length;
    let unique = path;
    for (let n = 2; taken.has(unique.toLowerCase()); n++)
      unique = `${path.slice(0, stemEnd)} (${n})${path.slice(stemEnd)}`;
    taken.add(unique.toLowerCase());
    return { path: unique, file };
  });
};

/** Calls `onBytes` with each chunk of the file. */
const readThrough = async (
  file: File,
  signal: AbortSignal,
  onBytes: (bytes: Uint8Array) => void,
): Promise<void> => {
  const reader = file.stream().getReader();
  let seen = 0;
  try {
    for (;;) {
      signal.throwIfAborted();
      const { value, done } = await reader.read();
      if (done) break;
      seen += value.length;
      onBytes(value);
    }
  } catch (cause) {
    signal.throwIfAborted();
    throw new SelectionError('unreadable', file.name, { cause });
  } finally {
    // Releases the file; rejects when the stream has failed.
    reader.cancel().catch(() => undefined);
  }
  // Some browsers end early instead of failing when a file shrinks.
  if (seen !== file.size) throw new SelectionError('unreadable', file.name);
};

/**
 * @param name of the archive, with its ending.
 * @throws SelectionError `unreadable` when a file cannot be read or changes while it is read.
 * @throws the signal's reason when it is aborted.
 */
export const bundle = async (
  found: readonly FoundFile[],
  name: string,
  { onProgress, signal }: BundleWatch,
): Promise<File> => {
  const files = withUniquePaths([...found].sort(byPath));
  const entries = [];
  let doneBytes = 0;
  for (const { path, file } of files) {
    let sum = 0;
    await readThrough(file, signal, (bytes) => {
      sum = crc32.buf(bytes, sum);
      onProgress((doneBytes += bytes.length));
    });
    entries.push({ path, bytes: file.size, crc32: sum, modifiedMs: file.lastModified });
  }
  const { headers, contents } = zipFrame(entries);
  const parts = files.flatMap(({ file }, index) => [headers[index] ?? new Uint8Array(), file]);
  return new File([...parts, contents], name, {
    type: 'application/zip',
    // The newest one: receivers recognise a file by this, its size and its first block.
    lastModified: Math.max(...files.map(({ file }) => file.lastModified)),
  });
};
