/**
 * The receiver's file: which blocks are durable, across channels and connections. One per session; every new channel
 * resumes from it.
 */

import { isRefusal } from '../sinks/picker/picked-file.js';
import { discardReason, type Sink } from '../sinks/sink.js';
import { randomId } from '../support/env.js';
import { EngineFailure, type FailureCode } from '../support/failures.js';
import { safeFilename } from '../support/safe-filename.js';
import { concatDigests, storedFileId } from '../wire/block-layout.js';
import type { FileMetadata } from '../wire/control-messages.js';

export interface ReceivedFile {
  /**
   * Compare an announcement with the first one of this session.
   * @throws EngineFailure `file-changed` when the size grew or became unknown
   */
  checkSize(metadata: FileMetadata): void;
  /** Prepare for this file, keeping its durable blocks. Resolves with the first missing block. */
  openBlocks(metadata: FileMetadata): Promise<number>;
  /** Prepare for a file without blocks: always from the start. */
  openPlain(metadata: FileMetadata): Promise<void>;
  /**
   * Resolves when the bytes are durable; calls may overlap. Blocks written during a flush are flushed together by the
   * next one: a flush costs about the same for one block or four.
   *
   * @param sha256 of a whole, verified block; absent in protocol version 1.
   * @returns the buffer when the sink no longer needs it.
   */
  write(
    bytes: Uint8Array<ArrayBuffer>,
    sha256?: Uint8Array<ArrayBuffer>,
  ): Promise<Uint8Array | undefined>;
  nextBlock(): number;
  /** Digests of the durable blocks, as stated to the sender. */
  fileDigest(): Promise<Uint8Array<ArrayBuffer>>;
  /** Reads a durable block back. @throws EngineFailure where the sink cannot */
  readBlock(block: number, blockBytes: number): Promise<Uint8Array<ArrayBuffer>>;
  /** 16 random bytes in base64url; identifies this file of this session to senders. */
  deliveryId(): string;
  /** The sender has ended the delivery, and the recipient asks again. */
  renewDelivery(): void;
  /**
   * Compare the whole-file digest, close the sink and count. Idempotent.
   * @param check of the digest of the whole file; null in protocol version 1. @param expectedBytes null when unknown.
   * @throws EngineFailure
   */
  finish(check: CheckDigest | null, expectedBytes: number | null): Promise<void>;
  /** Close the sink again after a failure, without the sender. Does nothing unless the sink kept the file. */
  saveAgain(): void;
  /** The saved file; null before. Once saved, announcements of other files are refused. */
  outcome(): StoredOutcome | null;
  abort(reason: string): Promise<void>;
  /** Remove what is stored: the sender found that it is not part of its file. */
  discard(): Promise<void>;
}

/** Whether the receiver's digest of the whole file is the one that the sender announced. */
export type CheckDigest = (digest: Uint8Array<ArrayBuffer>) => Promise<boolean>;

export interface StoredOutcome {
  /** The digest of the whole file was compared. */
  isVerified: boolean;
}

type Sha256 = (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>;

const nameOf = (cause: unknown): unknown => (cause as { name?: unknown } | null)?.name;

const failuresByName: ReadonlyMap<unknown, FailureCode> = new Map([
  ['QuotaExceededError', 'storage-full'],
  ['NotAllowedError', 'permission-lost'],
]);

const sinkFailure = (cause: unknown): EngineFailure => {
  if (cause instanceof EngineFailure) return cause;
  const code = failuresByName.get(nameOf(cause)) ?? 'sink-failed';
  return new EngineFailure(code, {}, { cause });
};

export interface SavingEvents {
  /** The file is complete and the sink is being closed: the sender is no longer needed. */
  onSaving: () => void;
  /** Called after every attempt to close the sink, with null when the file is saved. */
  onSaved: (failure: EngineFailure | null) => void;
}

/** @param scope as in `storedFileId` */
export const createReceivedFile = (
  sink: Sink,
  sha256: Sha256,
  scope: string,
  { onSaving, onSaved }: SavingEvents = { onSaving: () => undefined, onSaved: () => undefined },
): ReceivedFile => {
  let deliveryId = randomId();
  let key: string | null = null;
  let digests: Uint8Array[] = [];
  /** Digests of blocks written but not yet durable. */
  let written: Uint8Array[] = [];
  let isClosed = false;
  let isSaving = false;
  let outcome: StoredOutcome | null = null;
  /** Set after a failed close while the sink still holds the complete file. */
  let unsaved: { check: CheckDigest | null; expectedBytes: number | null } | null = null;
  let announcedBytes: number | null = null;
  /** Sink calls are serialised, including those of a channel that has closed. */
  let tail: Promise<unknown> = Promise.resolve();
  const inOrder = <T>(step: () => Promise<T>): Promise<T> => {
    const result = tail.then(step).catch((cause: unknown) => {
      throw sinkFailure(cause);
    });
    tail = result.catch(() => undefined);
    return result;
  };

  /** A step on the open file. After a failure the sink must be opened again, which returns what it kept. */
  const onOpen = <T>(step: () => Promise<T>): Promise<T> =>
    inOrder(async () => {
      if (key === null) throw new EngineFailure('sink-failed');
      try {
        return await step();
      } catch (cause) {
        key = null;
        throw cause;
      }
    });

  const commit = async (): Promise<void> => {
    const group = written;
    if (group.length === 0) return;
    written = [];
    await sink.commit?.(group);
    digests.push(...group);
  };

  const openSink = async (
    metadata: FileMetadata,
    totalBytes: number | null,
    fileKey: string,
  ): Promise<void> => {
    key = null;
    isClosed = false;
    unsaved = null;
    const filename = safeFilename(metadata.filename);
    await sink.open({ filename, totalBytes, fileId: fileKey });
    digests = [...(sink.restoredDigests?.() ?? [])];
    written = [];
    key = fileKey;
  };

  /** A saved file stays. @param otherKey null for a file without blocks, which never equals the saved one. */
  const assertNotReplaced = (otherKey: string | null): void => {
    const isTaken = outcome !== null || isSaving;
    if (isTaken && (otherKey === null || otherKey !== key))
      throw new EngineFailure('protocol-violation');
  };

  /** A sink that throws EngineFailure still holds the file, and may be closed again. */
  const close = async (expectedBytes: number | null): Promise<void> => {
    try {
      const bytes = await sink.close();
      isClosed = true;
      if (expectedBytes !== null && bytes !== expectedBytes) {
        key = null;
        throw new EngineFailure('size-mismatch');
      }
    } catch (cause) {
      if (cause instanceof EngineFailure) throw cause;
      key = null;
      if (!isRefusal(cause)) throw sinkFailure(cause);
      await sink.abort(discardReason).catch(() => undefined);
      throw new EngineFailure('blocked-here', {}, { cause });
    }
  };

  const fileDigest = (): Promise<Uint8Array<ArrayBuffer>> => sha256(concatDigests(digests));

  const save = async (check: CheckDigest | null, expectedBytes: number | null) => {
    isSaving = true;
    unsaved = null;
    onSaving();
    try {
      await close(expectedBytes);
      outcome = { isVerified: check !== null };
    } catch (cause) {
      if (key !== null) unsaved = { check, expectedBytes };
      throw cause;
    } finally {
      isSaving = false;
    }
  };

  const finish = async (check: CheckDigest | null, expectedBytes: number | null): Promise<void> => {
    if (check !== null && !(await check(await fileDigest()))) {
      // Every block was verified, so the source changed between two of them. Start over.
      key = null;
      await sink.abort(discardReason);
      throw new EngineFailure('digest-mismatch');
    }
    if (isClosed) return;
    try {
      await save(check, expectedBytes);
    } catch (cause) {
      onSaved(sinkFailure(cause));
      throw cause;
    }
    onSaved(null);
  };

  const openBlocks = async (metadata: FileMetadata): Promise<number> => {
    const { v2 } = metadata;
    if (v2 === null) throw new EngineFailure('protocol-violation');
    const wanted = storedFileId(v2, scope);
    assertNotReplaced(wanted);
    // Commit the blocks of the previous channel, or they would be requested and written again.
    if (key === wanted) await commit();
    else await openSink(metadata, v2.fileBytes, wanted);
    if (digests.length > Math.ceil(v2.fileBytes / v2.blockBytes)) {
      // More digests than the file has blocks: the stored state is unusable.
      key = null;
      await sink.abort(discardReason);
      await openSink(metadata, v2.fileBytes, wanted);
    }
    return digests.length;
  };

  return {
    checkSize({ fileSize }) {
      if (announcedBytes !== null && (fileSize === null || fileSize > announcedBytes))
        throw new EngineFailure('file-changed');
      announcedBytes ??= fileSize;
    },
    openBlocks: (metadata) =>
      // Saving may outlast the sender's wait for an answer, and does not change the answer.
      isSaving ? openBlocks(metadata) : inOrder(() => openBlocks(metadata)),
    openPlain: (metadata) =>
      inOrder(async () => {
        assertNotReplaced(null);
        await openSink(metadata, metadata.fileSize, '');
        digests = [];
      }),
    async write(bytes, digest) {
      const spare = await onOpen(async () => {
        const done = await sink.write(bytes);
        if (digest !== undefined) written.push(digest);
        return done;
      });
      await onOpen(commit);
      return spare;
    },
    nextBlock: () => digests.length,
    deliveryId: () => deliveryId,
    renewDelivery() {
      deliveryId = randomId();
    },
    fileDigest,
    readBlock: (block, blockBytes) =>
      inOrder(async () => {
        const length = Math.min(blockBytes, (announcedBytes ?? 0) - block * blockBytes);
        const bytes = await sink.read?.(block * blockBytes, length);
        if (bytes?.length !== length) throw new EngineFailure('sink-failed');
        return bytes;
      }),
    finish: (check, expectedBytes) => inOrder(() => finish(check, expectedBytes)),
    saveAgain() {
      if (unsaved === null) return;
      const { check, expectedBytes } = unsaved;
      unsaved = null;
      // `onSaved` reports the failure.
      inOrder(() => finish(check, expectedBytes)).catch(() => undefined);
    },
    outcome: () => outcome,
    abort: (reason) =>
      inOrder(async () => {
        if (!isClosed) await sink.abort(reason);
        key = null;
        digests = [];
      }),
    discard: () =>
      inOrder(async () => {
        // A saved file was verified, and is the user's.
        if (outcome !== null) return;
        await sink.abort(discardReason);
        key = null;
        digests = [];
      }),
  };
};
