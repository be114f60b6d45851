/**
 * The file a person chose in the save dialog. The browser swaps it in when it is closed: nothing of it is there
 * before, and nothing stays of what was not closed.
 */
import type { Sink } from '../sink.js';
import { EngineFailure } from '../../support/failures.js';
import type { Destination } from '../opfs/opfs.js';

/** Straight into the chosen file, from its beginning every time. */
export function createDirectSink(handle: FileSystemFileHandle): Sink {
  let stream: FileSystemWritableFileStream | null = null;
  let position = 0;

  const discard = async (): Promise<void> => {
    const open = stream;
    stream = null;
    // Fails when the browser closed it already, which is what we want.
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
      // What could not be closed cannot be closed a second time either.
      stream = null;
      await open?.close();
      return (await handle.getFile()).size;
    },
    abort: discard,
  };
}

/** A file that is complete elsewhere goes into the chosen one. */
export function toPickedFile(handle: FileSystemFileHandle): Destination {
  return {
    isReadLater: false,
    async deliver(complete) {
      let stream: FileSystemWritableFileStream | null = null;
      try {
        stream = await handle.createWritable({ keepExistingData: false });
        await stream.write(complete);
        await stream.close();
      } catch (cause) {
        await stream?.abort().catch(() => undefined);
        if ((cause as Error).name !== 'QuotaExceededError') throw cause;
        throw new EngineFailure('no-room-to-save', {}, { cause });
      }
      return (await handle.getFile()).size;
    },
  };
}
