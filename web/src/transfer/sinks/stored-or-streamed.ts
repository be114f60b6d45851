/**
 * Stores the file privately (resumable) and falls back to a stream (not resumable) if storage turns out to be too small.
 * Quotas are only estimates.
 */

import { errorName } from '../support/failures.js';
import { discardReason, type Sink, type SinkFile } from './sink.js';

const noteOf = (fileId: string): string => `too large to store ${fileId}`;

/** So that a reload does not fail at the same place. */
const noteTooLarge = (fileId: string): void => {
  try {
    sessionStorage.setItem(noteOf(fileId), '');
  } catch {
    // Without session storage, Try Again streams, and a reload fails once more.
  }
};

/** This tab has failed to store the file. */
export const isTooLarge = (fileId: string): boolean => {
  try {
    return sessionStorage.getItem(noteOf(fileId)) !== null;
  } catch {
    return false;
  }
};

/** Changes to the stream for good: bytes of its download cannot be taken back. */
export const createStoredOrStreamedSink = (stored: Sink, streamed: Sink): Sink => {
  let current = stored;
  let fileId = '';

  /** The next `open` streams. */
  const noticeFull = async (cause: unknown): Promise<never> => {
    if (current === stored && errorName(cause) === 'QuotaExceededError') {
      current = streamed;
      if (fileId !== '') noteTooLarge(fileId);
      await stored.abort(discardReason).catch(() => undefined);
    }
    throw cause;
  };

  const openStored = async (file: SinkFile): Promise<number> => {
    fileId = file.fileId;
    try {
      return await stored.open(file);
    } catch {
      // No space, or the storage refuses the file. Stop the worker and release the lock.
      await stored.abort('not used').catch(() => undefined);
      current = streamed;
      return streamed.open(file);
    }
  };

  return {
    get kind() {
      return current.kind;
    },
    get handOver() {
      return current.handOver;
    },
    get survivesReload() {
      return current.survivesReload;
    },
    get saveAgain() {
      return current.saveAgain?.bind(current);
    },
    open: (file) => (current === stored ? openStored(file) : streamed.open(file)),
    restoredDigests: () => current.restoredDigests?.() ?? [],
    write: (bytes) => current.write(bytes).catch(noticeFull),
    async commit(sha256s) {
      await current.commit?.(sha256s).catch(noticeFull);
    },
    async read(offset, length) {
      // A stream cannot be read back.
      return (await current.read?.(offset, length)) ?? new Uint8Array();
    },
    close: () => current.close().catch(noticeFull),
    abort: (reason) => current.abort(reason),
  };
};
