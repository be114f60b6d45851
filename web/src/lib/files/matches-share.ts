import { formatBytes } from '@tandem/proto/browser/file-size';

interface SharedFile {
  filename: string;
  /** Human-readable, e.g. `64.00 MB`. */
  fileSize: string;
}

/** Control and direction characters. The server stores `_` for each, and file systems allow some of them. */
const replaced = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** True when a file has the name and the size of the file that was shared. */
export const matchesShare = (
  file: Pick<File, 'name' | 'size'>,
  { filename, fileSize }: SharedFile,
): boolean =>
  file.name.replaceAll(replaced, '_') === filename && formatBytes(file.size) === fileSize;
