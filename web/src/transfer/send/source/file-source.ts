/**
 * The sender's file and its digests. Each block is one read, shared by all recipients that are near the same
 * position. Memory: the blocks cached here, plus those that slower recipients still hold.
 */

import { createSerial } from '../../support/async/serial.js';
import { dropOldest } from '../../support/collections/drop-oldest.js';
import {
  defaultBlockBytes,
  sharedCacheBlocks,
  sourceCacheBlocks,
} from '../../support/constants.js';
import { sha256 } from '../../support/env.js';
import { EngineFailure } from '../../support/failures.js';
import { toHex } from '../../support/values/hex.js';
import { isEqual } from '../../trust/encoding.js';
import { concatDigests } from '../../wire/block-layout.js';
import { firstSampleOf, sampleOf } from './file-sample.js';

export interface SourceBlock {
  bytes: Uint8Array<ArrayBuffer>;
  sha256: Uint8Array<ArrayBuffer>;
}

export interface FileSource {
  readonly filename: string;
  readonly fileType: string;
  readonly totalBytes: number;
  readonly blockBytes: number;
  readonly blocks: number;
  /**
   * Digest of size, modification time and the digest of the first block.
   * @throws EngineFailure `file-unreadable`, also when the file differs from what was chosen, as far as samples tell.
   */
  fileId(): Promise<string>;
  /** @throws EngineFailure `file-unreadable` when the file was changed, moved or deleted. */
  readBlock(block: number): Promise<SourceBlock>;
  /** Digest of a block that was read or digested; undefined before. */
  digestOf(block: number): Uint8Array | undefined;
  /** Digest the blocks before `end`, which a resumed transfer skips but `fileDigest` includes. */
  hashBefore(end: number): Promise<void>;
  /**
   * Hex digest over all block digests. Reads the blocks that were not read in this session.
   * @throws EngineFailure `file-unreadable` when a block cannot be read, or the file differs from what it was, as far as samples tell.
   */
  fileDigest(): Promise<string>;
  /** Free the cached bytes; digests stay. */
  release(): void;
  /** Reject all later reads. */
  close(): void;
}

/**
 * The file id by which a receiver recognises a file it has begun: reads and digests the first block.
 *
 * @throws EngineFailure `file-unreadable`
 */
export const identifyFile = (file: File): Promise<string> =>
  createFileSource({ file, sha256, blockBytes: defaultBlockBytes }).fileId();

type Sha256 = (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>;

export interface SourceOptions {
  file: File;
  sha256: Sha256;
  blockBytes: number;
  /** Number of recipients reading now; several share a larger cache. */
  readers?: () => number;
  /** See `SenderOptions`. */
  isUnchanged?: (() => Promise<boolean>) | undefined;
}

export const createFileSource = (options: SourceOptions): FileSource => {
  const { file, sha256, blockBytes, readers = () => 1, isUnchanged } = options;
  const blocks = Math.ceil(file.size / blockBytes);
  const cache = new Map<number, Promise<SourceBlock>>();
  const digests: (Uint8Array<ArrayBuffer> | undefined)[] = [];
  let isClosed = false;
  /**
   * A browser should refuse to read a file that changed on disk (https://w3c.github.io/FileAPI/#file-section); some cut it
   * short, and see `file-sample.ts`.
   */
  const readBytes = async (block: number): Promise<Uint8Array<ArrayBuffer>> => {
    if (isClosed) throw new EngineFailure('file-unreadable');
    const start = block * blockBytes;
    const end = Math.min(start + blockBytes, file.size);
    try {
      const bytes = new Uint8Array(await file.slice(start, end).arrayBuffer());
      if (bytes.length === end - start) return bytes;
    } catch (cause) {
      throw new EngineFailure('file-unreadable', {}, { cause });
    }
    throw new EngineFailure('file-unreadable');
  };

  const load = async (block: number): Promise<SourceBlock> => {
    const bytes = await readBytes(block);
    const known = digests[block];
    const digest = await sha256(bytes);
    // Two reads of the same block differ: the file changed and the browser did not detect it.
    if (known !== undefined && toHex(known) !== toHex(digest))
      throw new EngineFailure('file-unreadable');
    digests[block] = digest;
    return { bytes, sha256: digest };
  };

  const readBlock = (block: number): Promise<SourceBlock> => {
    const cached = cache.get(block);
    if (cached !== undefined) return cached;
    const loading = load(block);
    cache.set(block, loading);
    loading.catch(() => cache.delete(block));
    // Evict in the order of reading: recipients move forward, so the block used longest ago is not needed again.
    dropOldest(cache, readers() > 1 ? sharedCacheBlocks : sourceCacheBlocks);
    return loading;
  };

  /** Null when the file cannot be read; reading its blocks will say so. */
  const sampleAtFirst = firstSampleOf(file).catch(() => null);

  const checkSample = async (): Promise<void> => {
    const before = await sampleAtFirst;
    if (before === null || isClosed) return;
    const now = await sampleOf(file).catch(() => null);
    if (now === null || !isEqual(before, now)) throw new EngineFailure('file-unreadable');
  };

  const identify = async (): Promise<string> => {
    await checkSample();
    const first = blocks === 0 ? await sha256(new Uint8Array()) : (await readBlock(0)).sha256;
    const text = `${file.size}\n${file.lastModified}\n${toHex(first)}`;
    return toHex(await sha256(new TextEncoder().encode(text)));
  };

  /** One after the other, so that no block is read twice. Bypasses the cache: only the digests are needed. */
  const inOrder = createSerial();
  const hashBefore = (end: number): Promise<void> =>
    inOrder(async () => {
      for (let block = 0; block < end; block++)
        digests[block] ??= await sha256(await readBytes(block));
    });

  const confirmUnchanged = async (): Promise<void> => {
    await checkSample();
    if (!isClosed && (await isUnchanged?.()) === false) throw new EngineFailure('file-unreadable');
  };

  /** Once is enough: a block that is read again must have its digest. */
  const digestAll = async (): Promise<string> => {
    await hashBefore(blocks);
    await confirmUnchanged();
    return toHex(await sha256(concatDigests(digests.filter((digest) => digest !== undefined))));
  };

  /** Memoises a success; a failure is computed again. */
  const once = <T>(compute: () => Promise<T>): (() => Promise<T>) => {
    let pending: Promise<T> | null = null;
    return () => {
      pending ??= compute().catch((error: unknown) => {
        pending = null;
        throw error;
      });
      return pending;
    };
  };

  return {
    filename: file.name,
    fileType: file.type,
    totalBytes: file.size,
    blockBytes,
    blocks,
    fileId: once(identify),
    readBlock,
    digestOf: (block) => digests[block],
    hashBefore,
    fileDigest: once(digestAll),
    release: () => cache.clear(),
    close() {
      isClosed = true;
      cache.clear();
    },
  };
};
