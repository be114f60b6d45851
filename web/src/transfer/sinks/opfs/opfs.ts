/**
 * Blocks go to the origin-private file system and are durable one by one, so that a reloaded tab goes on
 * where it stopped. When all is there, the file is handed over.
 */
import type { Sink } from '../../api.js';
import { toHex } from '../../wire/block-layout.js';
import { DISCARD } from '../../receive/received-file.js';
import { sha256 } from '../../support/env.js';
import { EngineFailure } from '../../support/failures.js';
import { dataFile, discard, isOnceKey, markFinished, onceKey, sweepFolder } from './files.js';
import { createCaller, type Call, type OpfsPort } from './port.js';
import type { OpfsReply } from './protocol.js';
import { saveBlob, type SaveBlob } from '../save-blob.js';
import { checkSpace } from '../space.js';

/** What becomes of the complete file. */
export interface Outlet {
  /** The browser may go on reading the stored file when `hand` is done: it has to stay where it is. */
  isReadLater: boolean;
  /** Resolves with the bytes the person has now. */
  hand(complete: Blob, filename: string): Promise<number>;
}

/** The browser's download list. */
export const toDownloads = (save: SaveBlob = saveBlob): Outlet => ({
  isReadLater: true,
  hand(complete, filename) {
    save(complete, filename);
    return Promise.resolve(complete.size);
  },
});

/** A file the peer names may be anything; its digest is a safe file name. */
async function storageKey(fileId: string): Promise<string> {
  if (fileId === '') return onceKey();
  return toHex(await sha256(new TextEncoder().encode(fileId))).slice(0, 40);
}

/** Bytes that are stored already of the file its sender calls so. */
export async function storedBytes(fileId: string): Promise<number> {
  const file = await dataFile(await storageKey(fileId)).catch(() => null);
  return file?.size ?? 0;
}

/**
 * @param startPort called when a file is opened: between files no worker is kept.
 */
export function createOpfsSink(
  startPort: () => Promise<OpfsPort>,
  outlet: Outlet = toDownloads(),
): Sink {
  let running: { port: OpfsPort; call: Call } | null = null;
  let key = '';
  let target = { filename: '', fileType: '' };
  let digests: Uint8Array[] = [];

  const call: Call = (request, transfer) => {
    if (running === null) throw new EngineFailure('sink-failed');
    return running.call(request, transfer);
  };

  const start = async (): Promise<void> => {
    if (running !== null) return;
    const port = await startPort();
    running = { port, call: createCaller(port) };
  };

  /** Unlocks the file. */
  const stop = async (): Promise<void> => {
    const ending = running;
    running = null;
    try {
      await ending?.call({ op: 'abort' });
    } finally {
      ending?.port.terminate();
    }
  };

  /**
   * A second tab receiving the same file holds its lock, and one that received it before handed it over to
   * the downloads: then we begin a copy of our own.
   */
  const openKey = async (wanted: string): Promise<Extract<OpfsReply, { ok: true }>> => {
    try {
      key = wanted;
      return await call({ op: 'open', key });
    } catch (error) {
      if ((error as Error).name !== 'NoModificationAllowedError') throw error;
      key = onceKey();
      return call({ op: 'open', key });
    }
  };

  return {
    kind: 'opfs',
    async open({ filename, fileType, totalBytes, fileId }) {
      if (isOnceKey(key)) {
        await stop();
        await discard(key);
      }
      await sweepFolder(Date.now());
      target = { filename, fileType };
      const wanted = await storageKey(fileId);
      await start();
      const opened = await openKey(wanted);
      digests = opened.digests ?? [];
      const offset = opened.offset ?? 0;
      if (totalBytes !== null) await checkSpace(totalBytes - offset);
      return offset;
    },
    restoredDigests: () => digests,
    async write(bytes) {
      const owned = bytes as Uint8Array<ArrayBuffer>;
      const { bytes: spare } = await call({ op: 'write', bytes: owned }, [owned.buffer]);
      return spare;
    },
    async commit(sha256s) {
      await call({ op: 'commit', sha256s });
    },
    async close() {
      // Until the person has it, a copy that fails must find everything here again.
      await call({ op: outlet.isReadLater ? 'close' : 'abort' });
      const file = await dataFile(key);
      const complete = file.slice(0, file.size, target.fileType);
      const bytes = await outlet.hand(complete, target.filename);
      if (bytes !== complete.size) throw new EngineFailure('size-mismatch');
      await (outlet.isReadLater ? markFinished(key) : discard(key));
      key = '';
      // The person has the file, whatever becomes of the worker.
      await stop().catch(() => undefined);
      return bytes;
    },
    async abort(reason) {
      await stop();
      // Otherwise what is durable stays for the next attempt.
      if (isOnceKey(key) || (reason === DISCARD && key !== '')) await discard(key);
    },
  };
}
