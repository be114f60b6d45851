/** Whether files of the origin-private file system can be opened for writing: some browsers have the methods, and fail. */

import { randomId } from '../../support/env.js';
import { oneTimePrefix, openFolder } from './files.js';
import { dataSuffix } from './protocol.js';

/** Calls `act` with an entry of its own, which is then removed. A sweep removes what a crash leaves. */
export const withScratchFile = async (
  act: (file: FileSystemFileHandle) => Promise<void>,
): Promise<void> => {
  const folder = await openFolder();
  const name = oneTimePrefix + randomId() + dataSuffix;
  const file = await folder.getFileHandle(name, { create: true });
  try {
    await act(file);
  } finally {
    await folder.removeEntry(name);
  }
};
