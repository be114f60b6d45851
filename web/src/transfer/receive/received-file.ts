/**
 * The receiver's file: which blocks are durable, across channels and connections. One per session; every new channel
 * resumes from it.
 */

import { isRefusal } from '../sinks/picker/picked-file.js';
import { discardReason, type Sink } from '../sinks/sink.js';
import { createSerial } from '../support/async/serial.js';
import type { EngineEnv } from '../support/env.js';
import { EngineFailure, errorName, toEngineError, type FailureCode } from '../support/failures.js';
import { safeFilename } from '../support/safe-filename.js';
import { concatDigests, storedFileId } from '../wire/block-layout.js';
import type { FileMetadata } from '../wire/control-messages.js';
import {
  holds,
  initialStored,
  isTaken,
  nextStored,
  type CheckDigest,
  type Closing,
  type StoredFile,
  type StoredInput,
} from './received-file.state.js';

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
  ): Promise<Uint8Array<ArrayBuffer> | undefined>;
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
  /** The saved file; null before. Once it is complete, announcements of other files are refused. */
  outcome(): StoredOutcome | null;
  abort(reason: string): Promise<void>;
  /** Remove what is stored of an incomplete file: the sender found that it is not part of its file. */
  discard(): Promise<void>;
}

export interface StoredOutcome {
  /** The digest of the whole file was compared. */
  isVerified: boolean;
}

const failuresByName: ReadonlyMap<string, FailureCode> = new Map([
  ['QuotaExceededError', 'storage-full'],
  ['NotAllowedError', 'permission-lost'],
]);

const sinkFailure = (cause: unknown): EngineFailure => {
  if (cause instanceof EngineFailure) return cause;
  const code = failuresByName.get(errorName(cause)) ?? 'sink-failed';
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
  { sha256, randomId }: Pick<EngineEnv, 'sha256' | 'randomId'>,
  scope: string,
  { onSaving, onSaved }: SavingEvents = { onSaving: () => undefined, onSaved: () => undefined },
): ReceivedFile => {
  let deliveryId = randomId();
  let stored: StoredFile = initialStored;
  /** Of the durable blocks. */
  let digests: Uint8Array[] = [];
  /** Of blocks written but not yet durable. */
  let written: Uint8Array[] = [];
  /** What the open file has in the sink. */
  let bytesInSink = 0;
  let announcedBytes: number | null = null;
  /** Sink calls are serialised, including those of a channel that has closed. */
  const serial = createSerial();
  const inOrder = <T>(step: () => Promise<T>): Promise<T> =>
    serial(step).catch((cause: unknown) => {
      throw sinkFailure(cause);
    });

  const apply = (input: StoredInput): void => {
    stored = nextStored(stored, input);
  };

  /** After a failure the sink must be opened again, which returns what it kept. */
  const closeOnFailure = async <T>(step: () => Promise<T>): Promise<T> => {
    try {
      return await step();
    } catch (cause) {
      apply({ type: 'closed' });
      throw cause;
    }
  };

  /** A step on the open file. */
  const onOpen = <T>(step: () => Promise<T>): Promise<T> =>
    inOrder(() => {
      if (stored.state !== 'open') throw new EngineFailure('sink-failed');
      return closeOnFailure(step);
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
    key: string,
  ): Promise<void> => {
    apply({ type: 'closed' });
    const filename = safeFilename(metadata.filename);
    bytesInSink = await sink.open({ filename, totalBytes, fileId: key });
    digests = [...(sink.restoredDigests?.() ?? [])];
    written = [];
    apply({ type: 'opened', key });
  };

  const discard = async (): Promise<void> => {
    if (isTaken(stored)) return;
    apply({ type: 'closed' });
    digests = [];
    await sink.abort(discardReason);
  };

  const openBlocks = async (metadata: FileMetadata): Promise<number> => {
    const { v2 } = metadata;
    if (v2 === null) throw new EngineFailure('protocol-violation');
    const key = storedFileId(v2, scope);
    const hasExcess = (): boolean => digests.length > Math.ceil(v2.fileBytes / v2.blockBytes);
    if (isTaken(stored)) {
      if (!holds(stored, key) || hasExcess()) throw new EngineFailure('protocol-violation');
      return digests.length;
    }
    // Commit the blocks of the previous channel, or they would be requested and written again.
    if (holds(stored, key)) await closeOnFailure(commit);
    else await openSink(metadata, v2.fileBytes, key);
    if (hasExcess()) {
      // More digests than the file has blocks: the stored state is unusable.
      await discard();
      await openSink(metadata, v2.fileBytes, key);
    }
    return digests.length;
  };

  const fileDigest = (): Promise<Uint8Array<ArrayBuffer>> => sha256(concatDigests(digests));

  const closeSink = async (): Promise<number> => {
    try {
      return await sink.close();
    } catch (cause) {
      apply({ type: toEngineError(cause).isComplete === true ? 'kept' : 'closed' });
      if (!isRefusal(cause)) throw sinkFailure(cause);
      await sink.abort(discardReason).catch(() => undefined);
      throw new EngineFailure('blocked-here', {}, { cause });
    }
  };

  const save = async (closing: Closing): Promise<void> => {
    apply({ type: 'saving', closing });
    onSaving();
    const bytes = await closeSink();
    const isWhole = closing.expectedBytes === null || bytes === closing.expectedBytes;
    apply({ type: isWhole ? 'saved' : 'closed' });
    if (!isWhole) throw new EngineFailure('size-mismatch');
  };

  const finish = async (closing: Closing): Promise<void> => {
    const { check, expectedBytes } = closing;
    if (check !== null && !(await check(await fileDigest()))) {
      // Every block was verified, so the source changed between two of them. Start over.
      await discard();
      throw new EngineFailure('digest-mismatch');
    }
    if (stored.state === 'saved') return;
    if (stored.state === 'closed') throw new EngineFailure('sink-failed');
    if (expectedBytes !== null && bytesInSink !== expectedBytes) {
      // Closed, it would look like a complete file to the user.
      await discard();
      throw new EngineFailure('size-mismatch');
    }
    try {
      await save(closing);
    } catch (cause) {
      onSaved(sinkFailure(cause));
      throw cause;
    }
    onSaved(null);
  };

  return {
    checkSize({ fileSize }) {
      if (announcedBytes !== null && (fileSize === null || fileSize > announcedBytes))
        throw new EngineFailure('file-changed');
      announcedBytes ??= fileSize;
    },
    openBlocks: (metadata) =>
      // Saving may outlast the sender's wait for an answer, and does not change the answer.
      stored.state === 'saving' ? openBlocks(metadata) : inOrder(() => openBlocks(metadata)),
    openPlain: (metadata) =>
      inOrder(async () => {
        if (isTaken(stored)) throw new EngineFailure('protocol-violation');
        await openSink(metadata, metadata.fileSize, '');
        digests = [];
      }),
    async write(bytes, digest) {
      // The sink may detach the buffer.
      const { length } = bytes;
      const spare = await onOpen(async () => {
        const done = await sink.write(bytes);
        bytesInSink += length;
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
        const length = Math.min(blockBytes, bytesInSink - block * blockBytes);
        const bytes = await sink.read?.(block * blockBytes, length);
        if (bytes?.length !== length) throw new EngineFailure('sink-failed');
        return bytes;
      }),
    finish: (check, expectedBytes) => inOrder(() => finish({ check, expectedBytes })),
    saveAgain() {
      if (stored.state !== 'unsaved') return;
      const { closing } = stored;
      // `onSaved` reports the failure.
      inOrder(() => finish(closing)).catch(() => undefined);
    },
    outcome: () => (stored.state === 'saved' ? { isVerified: stored.isVerified } : null),
    abort: (reason) =>
      inOrder(async () => {
        if (stored.state === 'saved') return;
        await sink.abort(reason);
        apply({ type: 'closed' });
        digests = [];
      }),
    discard: () => inOrder(discard),
  };
};
