import { replaceDeceptive } from '@tandem/proto/browser/files/deceptive-characters';
import { formatBytes } from '@tandem/proto/browser/files/file-size';

export interface SharedFile {
  filename: string;
  /** Human-readable, e.g. `64.00 MB`. */
  fileSize: string;
}

/**
 * A file name as names are compared. The server replaces characters that file systems allow, and UTF-8 has no lone
 * surrogates, which Windows allows. Copies of a file have its name in another normal form (a Mac decomposes letters with
 * accents).
 */
export const storedName = (name: string): string =>
  replaceDeceptive(name.replace(/\p{Cs}/gu, '\ufffd').normalize('NFC'), '_');

export const isSameFile = (one: SharedFile, other: SharedFile): boolean =>
  storedName(one.filename) === storedName(other.filename) && one.fileSize === other.fileSize;

type Named = Pick<File, 'name' | 'size'>;

const asShared = ({ name, size }: Named): SharedFile => ({
  filename: name,
  fileSize: formatBytes(size),
});

/** True when a file has the name and the size of the file that was shared. */
export const matchesShare = (file: Named, shared: SharedFile): boolean =>
  isSameFile(asShared(file), shared);

/** True when a file has the size of the file that was shared, as far as people see it. */
export const hasSharedSize = (file: Named, shared: SharedFile): boolean =>
  asShared(file).fileSize === shared.fileSize;

/** 'may.pdf, 5 Bytes' */
export const describeFile = ({ filename, fileSize }: SharedFile): string =>
  `${filename}, ${fileSize}`;

/** Descriptions that distinguish a chosen file from the shared one: their names, with sizes where the names are equal. */
export const distinguish = (file: Named, shared: SharedFile): [chosen: string, shared: string] => {
  const chosen = asShared(file);
  return storedName(chosen.filename) === storedName(shared.filename)
    ? [describeFile(chosen), describeFile(shared)]
    : [chosen.filename, shared.filename];
};
