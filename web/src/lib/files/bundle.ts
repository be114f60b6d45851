/**
 * Several files, or a folder, as one file to share: a ZIP archive without compression that is never written
 * anywhere. Every byte is read once, for its file's checksum; in the archive each file stands as a reference to the
 * disk. So it costs one reading, no memory and no space; it can be read at any place like every other file; and the
 * same files give the same bytes again, so that a transfer goes on after the page was loaded anew.
 */
import { buf as crc32 } from 'crc-32';
import { SelectionError, type FoundFile } from './selection.js';
import { zipFrame } from './zip.js';

export interface BundleWatch {
  /** Bytes read so far, of all files together. */
  onProgress: (doneBytes: number) => void;
  signal: AbortSignal;
}

const byPath = (a: FoundFile, b: FoundFile): number => (a.path < b.path ? -1 : 1);

/** Two files of one name from two folders: the second becomes 'name (2).pdf'. Upper and lower case are one. */
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

/** Calls `onBytes` with the file's bytes, piece by piece. */
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
    // An abandoned reading holds on to the file; one that failed has let go, and says so again.
    reader.cancel().catch(() => undefined);
  }
  // Some browsers end early instead of failing when a file shrinks.
  if (seen !== file.size) throw new SelectionError('unreadable', file.name);
};

/**
 * @param name of the archive, with its ending.
 * @throws SelectionError `unreadable` when a file cannot be read, or changes meanwhile.
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
      sum = crc32(bytes, sum);
      onProgress((doneBytes += bytes.length));
    });
    entries.push({ path, bytes: file.size, crc32: sum, modifiedMs: file.lastModified });
  }
  const { headers, contents } = zipFrame(entries);
  const parts = files.flatMap(({ file }, index) => [headers[index] ?? new Uint8Array(), file]);
  return new File([...parts, contents], name, {
    type: 'application/zip',
    // The newest of them: receivers know a file again by this, its size and its first block.
    lastModified: Math.max(...files.map(({ file }) => file.lastModified)),
  });
};
