import { replaceDeceptive } from '@tandem/proto/browser/files/deceptive-characters';
import { formatBytes } from '@tandem/proto/browser/files/file-size';

export interface SharedFile {
  filename: string;
  /** Human-readable, e.g. `64.00 MB`. */
  fileSize: string;
}

/** A file name in the form that the server stores: it replaces characters that file systems allow. */
export const storedName = (name: string): string => replaceDeceptive(name, '_');

export const isSameFile = (one: SharedFile, other: SharedFile): boolean =>
  storedName(one.filename) === storedName(other.filename) && one.fileSize === other.fileSize;

/** True when a file has the name and the size of the file that was shared. */
export const matchesShare = (file: Pick<File, 'name' | 'size'>, shared: SharedFile): boolean =>
  isSameFile({ filename: file.name, fileSize: formatBytes(file.size) }, shared);
