/** What an interrupted download has left in the origin-private file system. */

import { isFileLocked } from './file-lock.js';
import { dataFile, openFolder } from './files.js';
import { decodeRecords } from './progress-record.js';
import { progressSuffix } from './protocol.js';

export interface StoredPart {
  /** Size of the data file, which counts as used in the browser's estimate. */
  occupiedBytes: number;
  /** Bytes of the blocks on record, where the next download continues. */
  durableBytes: number;
}

/** What the next sink opened for the key would find; nothing while another one has the file. */
export const storedPart = async (key: string): Promise<StoredPart> => {
  const nothing = { occupiedBytes: 0, durableBytes: 0 };
  try {
    const folder = await openFolder();
    const records = await (await folder.getFileHandle(key + progressSuffix)).getFile();
    if (await isFileLocked(key)) return nothing;
    const { size } = await dataFile(key);
    const { offset } = decodeRecords(new Uint8Array(await records.arrayBuffer()), size);
    return { occupiedBytes: size, durableBytes: offset };
  } catch {
    return nothing;
  }
};
