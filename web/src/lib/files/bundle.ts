/**
 * Several files, or a folder, as one file to share: an uncompressed ZIP archive that is never written to disk. Every
 * file is read once for its checksum; the archive refers to the files on disk. It takes neither memory nor disk space
 * and supports random access like any file. The same files give the same bytes, so that a transfer can resume after a
 * reload.
 */

import crc32 from 'crc-32';
import { archivePaths, archivePathsBefore, storablePath } from './archive-paths.js';
import { createSampler, hasSample, type PartSample } from './part-sample.js';
import { SelectionError, type FoundFile } from './selection.js';
import { zipFrame, type Clock, type ZipEntry } from './zip.js';

export interface BundleWatch {
  /** Bytes read so far, over all files. */
  onProgress: (doneBytes: number) => void;
  signal: AbortSignal;
}

const byPath = (a: FoundFile, b: FoundFile): number => (a.path < b.path ? -1 : 1);

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

interface PackedFile extends ZipEntry {
  file: File;
  /** The path in the selection. */
  foundAt: string;
  sample: PartSample;
}

/** What the archives of this page were made of. */
const packedFiles = new WeakMap<File, readonly PackedFile[]>();

const archiveOf = (packed: readonly PackedFile[], name: string, clock: Clock): File => {
  const { headers, contents } = zipFrame(packed, clock);
  const parts = packed.flatMap(({ file }, index) => [headers[index] ?? new Uint8Array(), file]);
  return new File([...parts, contents], name, {
    type: 'application/zip',
    // The newest one: receivers recognise a file by this, its size and its first block.
    lastModified: Math.max(...packed.map(({ modifiedMs }) => modifiedMs)),
  });
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
  const sorted = [...found].sort(byPath);
  const paths = archivePaths(sorted.map(({ path }) => path));
  const packed: PackedFile[] = [];
  let doneBytes = 0;
  for (const [index, { path: foundAt, file }] of sorted.entries()) {
    const path = paths[index] ?? foundAt;
    let sum = 0;
    const sampler = createSampler(file.size);
    await readThrough(file, signal, (bytes) => {
      sum = crc32.buf(bytes, sum);
      sampler.add(bytes);
      onProgress((doneBytes += bytes.length));
    });
    const facts = { bytes: file.size, crc32: sum, modifiedMs: file.lastModified };
    packed.push({ path, foundAt, file, ...facts, sample: sampler.sample() });
  }
  const archive = archiveOf(packed, name, 'utc');
  packedFiles.set(archive, packed);
  return archive;
};

/**
 * The archive as versions before 27 November 2026 packed the same files; null for a file that is no archive of this
 * page.
 */
export const asPackedBefore = (archive: File): File | null => {
  const packed = packedFiles.get(archive);
  if (packed === undefined) return null;
  const paths = archivePathsBefore(packed.map(({ foundAt }) => foundAt));
  const before = packed.map((one, index) => ({ ...one, path: paths[index] ?? one.path }));
  return archiveOf(before, archive.name, 'local');
};

/**
 * Number of files in the archive that have another name, or are in another folder, because Windows does not store
 * theirs.
 */
export const countRenamed = (archive: File): number =>
  (packedFiles.get(archive) ?? []).filter(({ foundAt }) => storablePath(foundAt) !== foundAt)
    .length;

/** Number of files whose samples are read at the same time. */
const readsAtOnce = 16;

/** Whether the files are, as far as samples tell, those that the archive was made of. */
export const isUnchanged = async (archive: File): Promise<boolean> => {
  const packed = packedFiles.get(archive) ?? [];
  for (let at = 0; at < packed.length; at += readsAtOnce) {
    const some = packed.slice(at, at + readsAtOnce);
    const same = await Promise.all(some.map(({ file, sample }) => hasSample(file, sample)));
    if (same.includes(false)) return false;
  }
  return true;
};
