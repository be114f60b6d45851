/**
 * The sender's file: one large read per block, shared by every receiver that is near the same place,
 * and its digests. Memory: the few blocks cached here plus those that slow links still hold.
 */
import { BLOCK_BYTES, SHARED_CACHE_BLOCKS, SOURCE_CACHE_BLOCKS } from '../support/constants.js';
import { sha256 } from '../support/env.js';
import { concatDigests, toHex } from '../wire/block-layout.js';
import { EngineFailure } from '../support/failures.js';

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
  /** Same file ⇔ same id: size, modification time and digest of the first block. */
  fileId(): Promise<string>;
  /** @throws EngineFailure `file-unreadable` when the file changed or went away. */
  readBlock(block: number): Promise<SourceBlock>;
  /** Begin with the blocks before `end` that a resumed transfer skips; `fileDigest` needs them too. */
  hashBefore(end: number): Promise<void>;
  /** Hex digest over all block digests; reads the blocks nobody asked for in this session. */
  fileDigest(): Promise<string>;
  /** Nobody receives just now: the bytes in memory go, the digests stay. */
  release(): void;
  /** Read nothing more; what is under way fails. */
  close(): void;
}

/**
 * The identity by which a receiver knows this file again: reads and digests its first block.
 *
 * @throws EngineFailure `file-unreadable`
 */
export const identifyFile = (file: File): Promise<string> =>
  createFileSource({ file, sha256, blockBytes: BLOCK_BYTES }).fileId();

type Sha256 = (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>;

export interface SourceOptions {
  file: File;
  sha256: Sha256;
  blockBytes: number;
  /** How many receivers read now; several share a larger cache. */
  readers?: () => number;
}

export function createFileSource(options: SourceOptions): FileSource {
  const { file, sha256, blockBytes, readers = () => 1 } = options;
  const blocks = Math.ceil(file.size / blockBytes);
  const cache = new Map<number, Promise<SourceBlock>>();
  const digests: (Uint8Array<ArrayBuffer> | undefined)[] = [];
  let isClosed = false;

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
    // The same place read twice with two results: the file changed under us without the browser noticing.
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
    // In the order of reading, not of use: what the last receiver takes is not worth keeping any longer.
    const kept = readers() > 1 ? SHARED_CACHE_BLOCKS : SOURCE_CACHE_BLOCKS;
    for (const oldest of cache.keys()) {
      if (cache.size <= kept) break;
      cache.delete(oldest);
    }
    return loading;
  };

  const identify = async (): Promise<string> => {
    const first = blocks === 0 ? await sha256(new Uint8Array()) : (await readBlock(0)).sha256;
    const text = `${file.size}\n${file.lastModified}\n${toHex(first)}`;
    return toHex(await sha256(new TextEncoder().encode(text)));
  };

  /** Digests of blocks nobody asked for in this session; not through the cache: no one waits for the bytes. */
  let hashing: Promise<void> = Promise.resolve();
  const hashBefore = (end: number): Promise<void> => {
    const next = hashing.then(async () => {
      for (let block = 0; block < end; block++)
        digests[block] ??= await sha256(await readBytes(block));
    });
    hashing = next.catch(() => undefined);
    return next;
  };

  const digestAll = async (): Promise<string> => {
    await hashBefore(blocks);
    return toHex(await sha256(concatDigests(digests.filter((digest) => digest !== undefined))));
  };

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
    hashBefore,
    fileDigest: once(digestAll),
    release: () => cache.clear(),
    close() {
      isClosed = true;
      cache.clear();
    },
  };
}
