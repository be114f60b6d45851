/**
 * The receiver's file: what is durable, across channels and connections. One per session; every new channel
 * asks it where to go on.
 */
import { discardReason, type Sink } from '../sinks/sink.js';
import { concatDigests, toHex } from '../wire/block-layout.js';
import type { FileMetadata } from '../wire/control-messages.js';
import { safeFilename } from '../support/safe-filename.js';
import { EngineFailure } from '../support/failures.js';

export interface ReceivedFile {
  /** Prepare for this file, keeping what is durable of it. Resolves with the first block still missing. */
  openBlocks(metadata: FileMetadata): Promise<number>;
  /** Prepare for a file without blocks: always from the start. */
  openPlain(metadata: FileMetadata): Promise<void>;
  /**
   * Resolves when the bytes are durable; calls may overlap. Blocks that were written while the disk was busy
   * making earlier ones durable become so together: a flush costs much the same for one or for four.
   *
   * @param sha256 of a whole, verified block; absent in protocol version 1.
   * @returns the memory, when the sink does not need it any more.
   */
  write(
    bytes: Uint8Array<ArrayBuffer>,
    sha256?: Uint8Array<ArrayBuffer>,
  ): Promise<Uint8Array | undefined>;
  nextBlock(): number;
  /**
   * Compare the whole-file digest, close the sink and count. Idempotent.
   * @param expectedDigest hex; null in protocol version 1. @param expectedBytes null when unknown.
   * @throws EngineFailure
   */
  finish(expectedDigest: string | null, expectedBytes: number | null): Promise<void>;
  /** All bytes are here and right, and the sink is being closed: nobody on the other side is needed any more. */
  isSaving(): boolean;
  /** Close again what could not be closed, without the other side. Nothing to do: nothing happens. */
  saveAgain(): void;
  /** What is in the person's hands; null before. From then on it is kept from any other file. */
  outcome(): StoredOutcome | null;
  abort(reason: string): Promise<void>;
}

export interface StoredOutcome {
  /** The digest of the whole file was compared. */
  isVerified: boolean;
}

type Sha256 = (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>;

const sinkFailure = (cause: unknown): EngineFailure => {
  if (cause instanceof EngineFailure) return cause;
  const name = (cause as { name?: unknown } | null)?.name;
  const code = name === 'QuotaExceededError' ? 'storage-full' : 'sink-failed';
  return new EngineFailure(code, {}, { cause });
};

/** @param onSaved called after every attempt to close the sink, with null when the file is in the person's hands. */
export const createReceivedFile = (
  sink: Sink,
  sha256: Sha256,
  onSaved: (failure: EngineFailure | null) => void = () => undefined,
): ReceivedFile => {
  let key: string | null = null;
  let digests: Uint8Array[] = [];
  /** Digests of blocks that are written and not yet durable. */
  let written: Uint8Array[] = [];
  let isClosed = false;
  let isSaving = false;
  let outcome: StoredOutcome | null = null;
  /** What a sink that could not be closed holds: complete and right. */
  let unsaved: { expectedDigest: string | null; expectedBytes: number | null } | null = null;
  /** Sink calls happen one after the other, also those of a channel that is gone by now. */
  let tail: Promise<unknown> = Promise.resolve();
  const inOrder = <T>(step: () => Promise<T>): Promise<T> => {
    const result = tail.then(step).catch((cause: unknown) => {
      throw sinkFailure(cause);
    });
    tail = result.catch(() => undefined);
    return result;
  };

  /** A step on the open file. After a failure whatever comes next must ask the sink again what it has. */
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

  /** @param otherKey null for a file without blocks, which is never the one that is here. */
  const keepFrom = (otherKey: string | null): void => {
    const isTaken = outcome !== null || isSaving;
    if (isTaken && (otherKey === null || otherKey !== key))
      throw new EngineFailure('protocol-violation');
  };

  /** A sink that says itself what went wrong still has everything, and may be closed again. */
  const close = async (expectedBytes: number | null): Promise<void> => {
    try {
      const bytes = await sink.close();
      isClosed = true;
      if (expectedBytes !== null && bytes !== expectedBytes) {
        key = null;
        throw new EngineFailure('size-mismatch');
      }
    } catch (cause) {
      if (!(cause instanceof EngineFailure)) key = null;
      throw sinkFailure(cause);
    }
  };

  const save = async (expectedDigest: string | null, expectedBytes: number | null) => {
    isSaving = true;
    unsaved = null;
    try {
      await close(expectedBytes);
      outcome = { isVerified: expectedDigest !== null };
    } catch (cause) {
      if (key !== null) unsaved = { expectedDigest, expectedBytes };
      throw cause;
    } finally {
      isSaving = false;
    }
  };

  const finish = async (
    expectedDigest: string | null,
    expectedBytes: number | null,
  ): Promise<void> => {
    if (expectedDigest !== null) {
      const digest = toHex(await sha256(concatDigests(digests)));
      if (digest !== expectedDigest) {
        // Every block was right when it came: the source changed between two of them. Start over.
        key = null;
        await sink.abort(discardReason);
        throw new EngineFailure('digest-mismatch');
      }
    }
    if (isClosed) return;
    try {
      await save(expectedDigest, expectedBytes);
    } catch (cause) {
      onSaved(sinkFailure(cause));
      throw cause;
    }
    onSaved(null);
  };

  const openBlocks = async (metadata: FileMetadata): Promise<number> => {
    const { v2 } = metadata;
    if (v2 === null) throw new EngineFailure('protocol-violation');
    // Digests of another block size would not help.
    const wanted = `${v2.fileId}.${v2.blockBytes}`;
    keepFrom(wanted);
    // What the last channel brought counts, or it would be asked for and written twice.
    if (key === wanted) await commit();
    else await openSink(metadata, v2.fileBytes, wanted);
    if (digests.length > Math.ceil(v2.fileBytes / v2.blockBytes)) {
      // More than the file has: whatever wrote that, no attempt could go on from it.
      key = null;
      await sink.abort(discardReason);
      await openSink(metadata, v2.fileBytes, wanted);
    }
    return digests.length;
  };

  return {
    openBlocks: (metadata) =>
      // Saving may take longer than the sender waits for an answer, and changes nothing about it.
      isSaving ? openBlocks(metadata) : inOrder(() => openBlocks(metadata)),
    openPlain: (metadata) =>
      inOrder(async () => {
        keepFrom(null);
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
    finish: (expectedDigest, expectedBytes) => inOrder(() => finish(expectedDigest, expectedBytes)),
    isSaving: () => isSaving,
    saveAgain() {
      if (unsaved === null) return;
      const { expectedDigest, expectedBytes } = unsaved;
      unsaved = null;
      // `onSaved` tells.
      inOrder(() => finish(expectedDigest, expectedBytes)).catch(() => undefined);
    },
    outcome: () => outcome,
    abort: (reason) =>
      inOrder(async () => {
        if (!isClosed) await sink.abort(reason);
        key = null;
        digests = [];
      }),
  };
};
