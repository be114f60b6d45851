import { formatBytes } from '../texts/format.js';

interface SharedFile {
  filename: string;
  /** Human-readable, e.g. `64.00 MB`. */
  fileSize: string;
}

/** True when a file has the name and the size of the file that was shared. */
export const matchesShare = (file: File, { filename, fileSize }: SharedFile): boolean =>
  file.name === filename && formatBytes(file.size) === fileSize;
