/** Sinks that store in a fake private storage, which the test installs. */

import { createOpfsSink, toDownloads } from '../opfs.js';
import { createLocalPort } from '../port.js';
import { createStoredFile } from '../stored-file.js';
import { createWritablePort } from '../writable.js';

export const hourMs = 60 * 60_000;

export const announcedFile = { filename: 'a.txt', totalBytes: 4, fileId: 'one' };
export const bytesOf = (text: string) => new TextEncoder().encode(text);

export const startWorker = () => Promise.resolve(createLocalPort(createStoredFile().answer));
export const createWorkerSink = () =>
  createOpfsSink(
    startWorker,
    toDownloads(() => undefined),
  );

/** A sink without a worker, and what it has handed to the downloads. */
export const createSink = () => {
  const saved: { blob: Blob; filename: string }[] = [];
  const toList = toDownloads((blob, filename) => {
    saved.push({ blob, filename });
  });
  const sink = createOpfsSink(() => Promise.resolve(createWritablePort()), toList);
  return { sink, saved };
};
