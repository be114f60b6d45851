/**
 * Receiver: chunks → whole blocks, in order. After a rewind (a bad block is asked for again) everything
 * up to that block's first chunk is from before the sender heard of it, and is dropped.
 */
import type { BufferPool } from './buffer-pool.js';
import { blockLength, chunksInBlock, type BlockLayout } from '../wire/block-layout.js';
import type { ChunkFrame } from '../wire/chunk-frames.js';

export interface FilledBlock {
  block: number;
  /** Owned by whoever takes it. */
  bytes: Uint8Array<ArrayBuffer>;
}

export interface BlockAssembler {
  /** @returns false when the chunk breaks the layout or the order. */
  accept(chunk: ChunkFrame): boolean;
  /** The block a digest names, once all its chunks came; null when it does not fit, 'stale' after a rewind. */
  take(block: number): FilledBlock | null | 'stale';
  /** Expect `block` again from its first chunk. */
  rewind(block: number): void;
  /** Between a rewind and the first repeated chunk. */
  isSkipping(): boolean;
  /** Position in the file, in bytes. */
  receivedBytes(): number;
  /** All blocks were taken. */
  isDone(): boolean;
}

export function createBlockAssembler(
  layout: BlockLayout,
  fromBlock: number,
  pool: BufferPool,
): BlockAssembler {
  let block = fromBlock;
  let chunk = 0;
  let isSkipping = false;
  let bytes: Uint8Array<ArrayBuffer> | null = null;

  const isFull = (): boolean => block < layout.blocks && chunk === chunksInBlock(layout, block);

  return {
    accept({ chunkIndex, totalChunks, payload }) {
      if (totalChunks !== layout.totalChunks) return false;
      const expected = block * layout.chunksPerBlock + chunk;
      if (isSkipping && chunkIndex !== expected) return chunkIndex > expected;
      isSkipping = false;
      if (block >= layout.blocks || isFull() || chunkIndex !== expected) return false;
      const length = blockLength(layout, block);
      const offset = chunk * layout.chunkBytes;
      if (payload.length !== Math.min(layout.chunkBytes, length - offset)) return false;
      bytes ??= pool.take(length);
      bytes.set(payload, offset);
      chunk += 1;
      return true;
    },
    take(named) {
      if (isSkipping) return 'stale';
      if (named !== block || !isFull() || bytes === null) return null;
      const filled = { block, bytes };
      block += 1;
      chunk = 0;
      bytes = null;
      return filled;
    },
    rewind(to) {
      pool.give(bytes ?? undefined);
      block = to;
      chunk = 0;
      bytes = null;
      isSkipping = true;
    },
    isSkipping: () => isSkipping,
    receivedBytes: () => block * layout.blockBytes + chunk * layout.chunkBytes,
    isDone: () => block >= layout.blocks && !isSkipping,
  };
}
