/**
 * Receiver: chunks or pieces → whole blocks, in order. After a rewind (a bad block was requested again), everything
 * that was sent before the sender received the request is dropped.
 */

import { blockLength, type BlockLayout } from '../../../wire/block-layout.js';
import type { ChunkFrame } from '../../../wire/chunk-frames.js';
import type { Piece } from '../../../wire/piece-frames.js';
import type { BufferPool } from './buffer-pool.js';

type PlacedBytes = Pick<Piece, 'block' | 'offset' | 'payload'>;

export interface FilledBlock {
  block: number;
  /** Owned by the caller. */
  bytes: Uint8Array<ArrayBuffer>;
}

export interface BlockAssembler {
  /** @returns false when the chunk breaks the layout or the order. */
  acceptChunk(chunk: ChunkFrame): boolean;
  /** @returns false when the piece breaks the order or crosses the end of its block. */
  acceptPiece(piece: PlacedBytes): boolean;
  /** The block a digest names, once all of it arrived; null when it does not match, 'stale' after a rewind. */
  take(block: number): FilledBlock | null | 'stale';
  /** Expect `block` again from its beginning. */
  rewind(block: number): void;
  /** Between a rewind and the first repeated bytes. */
  isSkipping(): boolean;
  /** Position in the file, in bytes. */
  receivedBytes(): number;
  /** All blocks were taken. */
  isDone(): boolean;
}

export const createBlockAssembler = (
  layout: BlockLayout,
  fromBlock: number,
  pool: BufferPool,
): BlockAssembler => {
  let block = fromBlock;
  /** Bytes of `block` received so far. */
  let filled = 0;
  let isSkipping = false;
  let bytes: Uint8Array<ArrayBuffer> | null = null;

  const isFull = (): boolean => block < layout.blocks && filled === blockLength(layout, block);

  const isLater = (piece: PlacedBytes): boolean =>
    piece.block > block || (piece.block === block && piece.offset > filled);

  const acceptPiece = (piece: PlacedBytes): boolean => {
    const isNext = piece.block === block && piece.offset === filled;
    if (isSkipping && !isNext) return isLater(piece);
    isSkipping = false;
    if (block >= layout.blocks || isFull() || !isNext) return false;
    const length = blockLength(layout, block);
    if (piece.payload.length > length - filled) return false;
    bytes ??= pool.acquire(length);
    bytes.set(piece.payload, filled);
    filled += piece.payload.length;
    return true;
  };

  return {
    acceptPiece,
    acceptChunk({ chunkIndex, totalChunks, payload }) {
      if (totalChunks !== layout.totalChunks) return false;
      const ofBlock = Math.floor(chunkIndex / layout.chunksPerBlock);
      if (ofBlock >= layout.blocks) return false;
      const offset = (chunkIndex % layout.chunksPerBlock) * layout.chunkBytes;
      const length = Math.min(layout.chunkBytes, blockLength(layout, ofBlock) - offset);
      return payload.length === length && acceptPiece({ block: ofBlock, offset, payload });
    },
    take(named) {
      if (isSkipping) return 'stale';
      if (named !== block || !isFull() || bytes === null) return null;
      const taken = { block, bytes };
      block += 1;
      filled = 0;
      bytes = null;
      return taken;
    },
    rewind(to) {
      pool.release(bytes ?? undefined);
      block = to;
      filled = 0;
      bytes = null;
      isSkipping = true;
    },
    isSkipping: () => isSkipping,
    receivedBytes: () => block * layout.blockBytes + filled,
    isDone: () => block >= layout.blocks && !isSkipping,
  };
};
