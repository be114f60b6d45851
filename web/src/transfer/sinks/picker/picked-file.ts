/**
 * The file chosen in the save dialog (https://wicg.github.io/file-system-access/#api-showsavefilepicker). The dialog
 * leaves it empty, also a file that existed before. It gets its content when the writable stream is closed; an unclosed
 * stream writes nothing.
 */

import { EngineFailure, type FailureCode } from '../../support/failures.js';
import type { Destination } from '../opfs/opfs.js';
import type { Sink } from '../sink.js';

interface Askable {
  requestPermission(descriptor: { mode: 'readwrite' }): Promise<PermissionState>;
}

/** Chromium withdraws the permission when all tabs of the site have been in the background for 16 hours. */
export const askToWrite = (handle: FileSystemFileHandle): Promise<boolean> =>
  (handle as unknown as Askable).requestPermission({ mode: 'readwrite' }).then(
    (state) => state === 'granted',
    () => false,
  );

/** The complete file stays, and can be copied later. */
const curable: ReadonlyMap<string, FailureCode> = new Map([
  ['QuotaExceededError', 'no-room-to-save'],
  ['NotAllowedError', 'permission-lost'],
]);

/** Writes directly to the chosen file, every time from its start. */
export const createDirectSink = (handle: FileSystemFileHandle): Sink => {
  let stream: FileSystemWritableFileStream | null = null;
  let position = 0;

  const discard = async (): Promise<void> => {
    const open = stream;
    stream = null;
    // Rejects when the browser has closed the stream already.
    await open?.abort().catch(() => undefined);
  };

  return {
    kind: 'picker',
    async open() {
      await discard();
      stream = await handle.createWritable({ keepExistingData: false });
      position = 0;
      return 0;
    },
    async write(bytes) {
      if (stream === null) throw new Error('the file is not open');
      await stream.write({ type: 'write', position, data: bytes as Uint8Array<ArrayBuffer> });
      position += bytes.length;
      return bytes;
    },
    async close() {
      const open = stream;
      // A stream whose close failed cannot be closed again.
      stream = null;
      await open?.close();
      return (await handle.getFile()).size;
    },
    abort: discard,
  };
};

/** Copies a complete file to the chosen one. */
export const toPickedFile = (handle: FileSystemFileHandle): Destination => ({
  isReadLater: false,
  async deliver(complete) {
    let stream: FileSystemWritableFileStream | null = null;
    try {
      stream = await handle.createWritable({ keepExistingData: false });
      await stream.write(complete);
      await stream.close();
    } catch (cause) {
      await stream?.abort().catch(() => undefined);
      const code = curable.get((cause as Error).name);
      throw code === undefined ? cause : new EngineFailure(code, {}, { cause });
    }
    return (await handle.getFile()).size;
  },
});
