/**
 * Writes blocks to the origin-private file system. Each becomes durable separately, so that a reloaded tab can resume.
 * The complete file is handed to the destination; until then this sink holds the file's lock, so that no other tab
 * opens or sweeps it. It also keeps the lock after hand-over until the user returns to the page, because the browser may
 * not have read the file yet.
 */

import { randomId, sha256 } from '../../support/env.js';
import { EngineFailure, errorName } from '../../support/failures.js';
import { toHex } from '../../support/values/hex.js';
import { blobHandOver, saveBlob, type SaveBlob } from '../save-blob.js';
import { discardReason, type Sink } from '../sink.js';
import { checkSpace, freeBytes } from '../space.js';
import { lockFile, type FileLock } from './file-lock.js';
import {
  dataFile,
  discard,
  discardPart,
  isOneTimeKey,
  noteHandedOver,
  noteSeen,
  oneTimePrefix,
} from './files.js';
import { createCaller, workerError, type Call, type OpfsPort } from './port.js';
import type { OpfsReply } from './protocol.js';
import { storedPart, type StoredPart } from './stored-part.js';
import { sweepFolder } from './sweep.js';

/** Takes the complete file. */
export interface Destination {
  /** The browser may still read the stored file after `hand` resolved, so it has to stay. */
  isReadLater: boolean;
  /** Resolves with the number of bytes handed over. */
  deliver(complete: Blob, filename: string): Promise<number>;
  /** Optional, after `deliver`: what `SaveBlob` returned. */
  seen?(): Promise<void> | void;
}

/** The browser's download list. */
export const toDownloads = (save: SaveBlob = saveBlob): Destination => {
  let seen: Promise<void> | void = undefined;
  return {
    isReadLater: true,
    deliver(complete, filename) {
      seen = save(complete, filename);
      return Promise.resolve(complete.size);
    },
    seen: () => seen,
  };
};

const oneTimeKey = (): string => oneTimePrefix + randomId();

/** A digest of the peer's file id, which may contain any character. */
const storageKey = async (fileId: string): Promise<string> => {
  if (fileId === '') return oneTimeKey();
  return toHex(await sha256(new TextEncoder().encode(fileId))).slice(0, 40);
};

const partOf = async (fileId: string): Promise<StoredPart> => storedPart(await storageKey(fileId));

/** Bytes already stored of the file with this id, after which a new download in this tab would continue. */
export const storedBytes = async (fileId: string): Promise<number> =>
  (await partOf(fileId)).durableBytes;

/** Removes the stored part of the file with this id, unless another tab receives it. */
export const discardStored = async (fileId: string): Promise<void> =>
  discardPart(await storageKey(fileId));

/**
 * Bytes that a file may have here: its stored part counts as used in the browser's estimate, and needs no further space.
 * Null where the browser has no estimate.
 */
export const spaceFor = async (fileId: string | null): Promise<number | null> => {
  await sweepFolder(Date.now());
  const free = await freeBytes();
  if (free === null || fileId === null) return free;
  return free + (await partOf(fileId)).occupiedBytes;
};

/**
 * @param startPort called by `open`; no worker runs between files.
 * @param earlierId of the file that an earlier page began to receive from the same share.
 */
export const createOpfsSink = (
  startPort: () => Promise<OpfsPort>,
  destination: Destination = toDownloads(),
  earlierId: string | null = null,
): Sink => {
  let running: { port: OpfsPort; call: Call } | null = null;
  /** Lock of the open file, or of the file that was open and is kept. */
  let lock: FileLock | null = null;
  /** What this download has stored, also in an earlier page. */
  let part = earlierId === null ? null : storageKey(earlierId);
  let filename = '';
  /** Null where nothing outlives the page. */
  let digests: Uint8Array[] | null = null;
  /** The file that was handed over and stays. */
  let kept: { key: string; bytes: number } | null = null;

  const call: Call = async (request, transfer) => {
    const used = running;
    if (used === null) throw new EngineFailure('sink-failed');
    try {
      return await used.call(request, transfer);
    } catch (error) {
      if (errorName(error) !== workerError) throw error;
      // The next `open` starts another worker.
      if (running === used) running = null;
      used.port.terminate();
      throw new EngineFailure('sink-stalled', {}, { cause: error });
    }
  };

  const start = async (): Promise<void> => {
    if (running !== null) return;
    const port = await startPort();
    running = { port, call: createCaller(port) };
  };

  /** Closes the file; its lock stays. */
  const stop = async (): Promise<void> => {
    const ending = running;
    running = null;
    try {
      await ending?.call({ op: 'abort' });
    } finally {
      ending?.port.terminate();
    }
  };

  const unlock = async (): Promise<void> => {
    const held = lock;
    lock = null;
    await held?.release();
  };

  /** Closes the file and leaves it for a later attempt, unless none can use it. */
  const leave = async (isUseless: boolean): Promise<void> => {
    try {
      await stop();
      if (lock !== null && (isUseless || isOneTimeKey(lock.key))) await discard(lock.key);
    } finally {
      await unlock();
    }
  };

  /** The sender's file changed. Deletes the stored part of the old one to free its space. */
  const supersede = async (wanted: string): Promise<void> => {
    const earlier = await part;
    if (isOneTimeKey(wanted) || earlier === wanted) return;
    if (earlier !== null) await discardPart(earlier);
    part = Promise.resolve(wanted);
  };

  const lockCopy = async (): Promise<FileLock> => {
    const copy = await lockFile(oneTimeKey());
    if (copy === null) throw new EngineFailure('sink-failed');
    return copy;
  };

  /** Opens a copy under a key of its own while another tab receives the file, or the downloads read it. */
  const openKey = async (wanted: string): Promise<Extract<OpfsReply, { ok: true }>> => {
    if (lock?.key !== wanted) {
      await unlock();
      lock = (await lockFile(wanted)) ?? (await lockCopy());
    }
    try {
      return await call({ op: 'open', key: lock.key });
    } catch (error) {
      if (errorName(error) !== 'NoModificationAllowedError') throw error;
      await unlock();
      lock = await lockCopy();
      return call({ op: 'open', key: lock.key });
    }
  };

  /** Protects the complete file from sweeps until the user has seen it, and for an hour after that. */
  const keep = async (key: string, bytes: number): Promise<void> => {
    kept = { key, bytes };
    const held = lock;
    lock = null;
    const release = async (): Promise<void> => {
      await held?.release();
    };
    const seen = destination.seen?.();
    // Where the browser cannot detect that, the hour starts at the end of the transfer.
    if (seen === undefined) await release();
    else void seen.then(() => noteSeen(key)).then(release, release);
  };

  /** A sweep removes it after an hour, or a later download has opened it again. */
  const saveAgain = async (): Promise<boolean> => {
    if (kept === null) return false;
    const complete = await dataFile(kept.key).catch(() => null);
    if (complete?.size !== kept.bytes) return false;
    await noteSeen(kept.key).catch(() => undefined);
    await destination.deliver(complete, filename);
    return true;
  };

  return {
    kind: 'opfs',
    ...(destination.isReadLater && { saveAgain, handOver: blobHandOver }),
    async open({ totalBytes, fileId, ...file }) {
      const wanted = await storageKey(fileId);
      if (lock !== null && lock.key !== wanted) await leave(false);
      await supersede(wanted);
      await sweepFolder(Date.now());
      filename = file.filename;
      await start();
      const opened = await openKey(wanted);
      digests = opened.digests ?? null;
      const offset = opened.offset ?? 0;
      if (totalBytes !== null) await checkSpace(totalBytes - offset);
      return offset;
    },
    get survivesReload() {
      return digests !== null && lock !== null && !isOneTimeKey(lock.key);
    },
    restoredDigests: () => digests ?? [],
    async write(bytes) {
      const { bytes: spare } = await call({ op: 'write', bytes }, [bytes.buffer]);
      return spare;
    },
    async commit(sha256s) {
      await call({ op: 'commit', sha256s });
    },
    async read(offset, length) {
      const { bytes } = await call({ op: 'read', offset, length });
      return bytes ?? new Uint8Array();
    },
    async close() {
      const key = lock?.key ?? '';
      // A destination that copies the file may fail: keep the progress record for another attempt.
      const { offset = 0 } = await call({ op: destination.isReadLater ? 'close' : 'abort' });
      const complete = await dataFile(key);
      // Chromium can drop what it has taken, without an error, when the quota shrinks.
      if (complete.size < offset) {
        await discard(key).catch(() => undefined);
        throw new DOMException('bytes were dropped', 'QuotaExceededError');
      }
      const bytes = await destination.deliver(complete, filename);
      if (bytes !== complete.size) throw new EngineFailure('size-mismatch', { isComplete: true });
      // The file is handed over; failures of storage or worker no longer matter. A page that ends before this point
      // leaves the record, with which the next one hands the file over without receiving it again.
      await (destination.isReadLater ? noteHandedOver(key) : discard(key)).catch(() => undefined);
      await stop().catch(() => undefined);
      if (destination.isReadLater) await keep(key, bytes);
      else await unlock();
      return bytes;
    },
    abort: (reason) => leave(reason === discardReason),
  };
};
