/**
 * Stand-in for the OPFS worker where none can be started (assets on another origin, an old browser): the
 * same requests on this thread through createWritable. A writable's content replaces the file when it is
 * closed (https://fs.spec.whatwg.org/#api-filesystemwritablefilestream), so an interrupted transfer starts
 * over after a reload.
 */

import { openFolder } from './files.js';
import { createLocalPort, type OpfsPort } from './port.js';
import { dataSuffix, type OpfsReply, type OpfsRequest } from './protocol.js';
import { withScratchFile } from './scratch.js';

export const createWritablePort = (): OpfsPort => {
  let stream: FileSystemWritableFileStream | null = null;
  let position = 0;

  const open = async (key: string): Promise<OpfsReply> => {
    await stream?.abort();
    const file = await (await openFolder()).getFileHandle(key + dataSuffix, { create: true });
    // Only closing fills the file: it was handed over, and the browser may still be copying it.
    if ((await file.getFile()).size > 0) return { ok: false, name: 'NoModificationAllowedError' };
    stream = await file.createWritable();
    position = 0;
    return { ok: true, offset: 0 };
  };
  const answer = async (request: OpfsRequest): Promise<OpfsReply> => {
    switch (request.op) {
      case 'probe':
        await withScratchFile(async (file) => (await file.createWritable()).abort());
        return { ok: true };
      case 'open':
        return open(request.key);
      case 'write':
        await stream?.write(request.bytes);
        position += request.bytes.length;
        return { ok: true, bytes: request.bytes };
      case 'commit':
        return { ok: true };
      case 'read':
        // A write stream cannot be read back.
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
  return createLocalPort(answer, false);
};
