/**
 * Receiver of a transfer with lanes: pieces and digests in any order → whole blocks, in order. Pieces may arrive twice,
 * because the sender repeats those of a lane that it gives up. Only blocks inside the credit window have memory.
 */

import { maxBlockRanges } from '../../../support/constants.js';
import { blockLength, type BlockLayout } from '../../../wire/block-layout.js';
import type { AnnouncedDigest } from '../../../wire/control-messages.js';
import type { Piece } from '../../../wire/piece-frames.js';
import type { FilledBlock } from './block-assembler.js';
import type { BufferPool } from './buffer-pool.js';

type PlacedBytes = Pick<Piece, 'block' | 'offset' | 'payload'>;

export interface AnnouncedBlock extends FilledBlock {
  announced: AnnouncedDigest;
}

export interface BlockCollector {
  /**
   * @param endBlock of the credit window. @returns false for a piece outside the window or its block, or one that
   * overlaps others in part or with other bytes: then a piece was misplaced, and its own place would stay empty.
   */
  acceptPiece(piece: PlacedBytes, endBlock: number): boolean;
  /** The sender's digest of a block. @returns false outside the window, or when it differs from an earlier one. */
  announce(block: number, announced: AnnouncedDigest, endBlock: number): boolean;
  /** The next block, once all of it and its digest arrived. */
  take(): AnnouncedBlock | null;
  /** Expect `block` again from its beginning, and everything after it. */
  rewind(block: number): void;
  /** Bytes of the blocks taken, and of the pieces that wait for others. */
  receivedBytes(): number;
  /** The next block to take. */
  nextBlock(): number;
  /** All blocks were taken. */
  isDone(): boolean;
}

interface PartialBlock {
  bytes: Uint8Array<ArrayBuffer> | null;
  filled: number;
  /** Received ranges, ascending, neither overlapping nor adjacent. */
  ranges: { from: number; to: number }[];
  announced: AnnouncedDigest | null;
}

/** @returns 'added', or 'known' when all of it is there, or 'overlap'. */
const addRange = (
  ranges: PartialBlock['ranges'],
  from: number,
  to: number,
): 'added' | 'known' | 'overlap' => {
  // Pieces of one lane arrive in order: most belong to the end of a range near the last.
  let at = ranges.length;
  while (at > 0 && (ranges[at - 1]?.from ?? 0) > from) at -= 1;
  const before = ranges[at - 1];
  const after = ranges[at];
  if (before !== undefined && before.to > from) return before.to >= to ? 'known' : 'overlap';
  if (after !== undefined && after.from < to) return 'overlap';
  const joinsBefore = before?.to === from;
  const joinsAfter = after?.from === to;
  if (joinsBefore && joinsAfter) {
    before.to = after.to;
    ranges.splice(at, 1);
  } else if (joinsBefore) before.to = to;
  else if (joinsAfter) after.from = from;
  else ranges.splice(at, 0, { from, to });
  return 'added';
};

export const isSameDigest = (one: AnnouncedDigest, other: AnnouncedDigest): boolean =>
  one.sha256 === other.sha256 && one.commitment === other.commitment;

const isSame = (bytes: Uint8Array | null, offset: number, payload: Uint8Array): boolean =>
  payload.every((byte, i) => bytes?.[offset + i] === byte);

export const createBlockCollector = (
  layout: BlockLayout,
  fromBlock: number,
  pool: BufferPool,
): BlockCollector => {
  let next = fromBlock;
  const partial = new Map<number, PartialBlock>();

  const blockAt = (block: number): PartialBlock => {
    const known = partial.get(block);
    if (known !== undefined) return known;
    const created: PartialBlock = { bytes: null, filled: 0, ranges: [], announced: null };
    partial.set(block, created);
    return created;
  };

  return {
    acceptPiece({ block, offset, payload }, endBlock) {
      if (block >= Math.min(endBlock, layout.blocks)) return false;
      const length = blockLength(layout, block);
      if (offset + payload.length > length) return false;
      // A copy of a piece whose block is complete.
      if (block < next) return true;
      const state = blockAt(block);
      const added = addRange(state.ranges, offset, offset + payload.length);
      if (added === 'overlap') return false;
      if (added === 'known') return isSame(state.bytes, offset, payload);
      state.bytes ??= pool.acquire(length);
      state.bytes.set(payload, offset);
      state.filled += payload.length;
      return state.ranges.length <= maxBlockRanges;
    },
    announce(block, announced, endBlock) {
      if (block >= Math.min(endBlock, layout.blocks)) return false;
      // A copy, and the block was compared with the first one.
      if (block < next) return true;
      const state = blockAt(block);
      state.announced ??= announced;
      return isSameDigest(state.announced, announced);
    },
    take() {
      const state = partial.get(next);
      if (state?.bytes == null || state.announced === null) return null;
      if (state.filled < blockLength(layout, next)) return null;
      const taken = { block: next, bytes: state.bytes, announced: state.announced };
      partial.delete(next);
      next += 1;
      return taken;
    },
    rewind(block) {
      for (const { bytes } of partial.values()) pool.release(bytes ?? undefined);
      partial.clear();
      next = block;
    },
    receivedBytes() {
      let sum = next * layout.blockBytes;
      for (const { filled } of partial.values()) sum += filled;
      return sum;
    },
    nextBlock: () => next,
    isDone: () => next >= layout.blocks,
  };
};
