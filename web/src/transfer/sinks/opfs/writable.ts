/**
 * Stand-in for the OPFS worker where none can be started (assets on another origin, an old browser): the
 * same requests on this thread through createWritable. The browser keeps what was written only when it is
 * closed, so nothing of an interrupted transfer survives a reload here.
 */
import { openFolder } from './files.js';
import { DATA_SUFFIX, type OpfsReply, type OpfsRequest } from './protocol.js';
import type { OpfsPort } from './opfs.js';

export function createWritablePort(): OpfsPort {
  let stream: FileSystemWritableFileStream | null = null;
  let position = 0;

  const open = async (key: string): Promise<OpfsReply> => {
    await stream?.abort();
    const file = await (await openFolder()).getFileHandle(key + DATA_SUFFIX, { create: true });
    // Bytes get there only by closing: this file was handed over, and may still be on its way.
    if ((await file.getFile()).size > 0) return { ok: false, name: 'NoModificationAllowedError' };
    stream = await file.createWritable();
    position = 0;
    return { ok: true, offset: 0, digests: [] };
  };
  const handle = async (request: OpfsRequest): Promise<OpfsReply> => {
    switch (request.op) {
      case 'probe':
        return { ok: true };
      case 'open':
        return open(request.key);
      case 'write':
        await stream?.write(request.bytes);
        position += request.bytes.length;
        return { ok: true, bytes: request.bytes };
      case 'commit':
        return { ok: true };
      case 'close':
        await stream?.close();
        return { ok: true, offset: position };
      case 'abort':
        await stream?.abort();
        stream = null;
        return { ok: true };
    }
  };

  let tail: Promise<void> = Promise.resolve();
  const port: OpfsPort = {
    onmessage: null,
    onerror: null,
    terminate: () => undefined,
    postMessage(request) {
      tail = tail.then(async () => {
        const reply = await handle(request).catch((error: unknown): OpfsReply => ({
          ok: false,
          name: (error as Error).name,
        }));
        port.onmessage?.({ data: reply });
      });
    },
  };
  return port;
}
