/** A file the person chose in the save dialog (Chromium). The browser swaps it in when it is closed. */
import type { Sink } from '../api.js';

export function createPickerSink(handle: FileSystemFileHandle): Sink {
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
      await stream?.close();
      stream = null;
      return (await handle.getFile()).size;
    },
    abort: discard,
  };
}
