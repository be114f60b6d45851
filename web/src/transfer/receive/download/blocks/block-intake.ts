/** What makes whole blocks of a sender's messages, in order. */

import type { BlockLayout } from '../../../wire/block-layout.js';
import type { ChunkFrame } from '../../../wire/chunk-frames.js';
import type { AnnouncedDigest } from '../../../wire/control-messages.js';
import type { Piece } from '../../../wire/piece-frames.js';
import type { FilledBlock } from './block-assembler.js';
import type { BufferPool } from './buffer-pool.js';

export interface BlockIntake {
  /** Each throws EngineFailure `protocol-violation` for what the sender must not send now. */
  onChunk(chunk: ChunkFrame): void;
  onPiece(piece: Piece): void;
  onBlockDigest(block: number, announced: AnnouncedDigest): void;
  onFileDigest(announced: AnnouncedDigest, tag: string | undefined): void;
  /** Expect `block` again, and everything after it: what was sent before the sender rewinds is dropped. */
  rewind(block: number): void;
  /** Position in the file, in bytes. */
  receivedBytes(): number;
  /** Every block has been filled. */
  isDone(): boolean;
}

export interface BlockIntakeOptions {
  layout: BlockLayout;
  fromBlock: number;
  pool: BufferPool;
  /** How many further blocks the sender may send before one is acknowledged. */
  credit: () => number;
  /** A whole block, with the sender's digest of it. */
  onFilled: (filled: FilledBlock, announced: AnnouncedDigest) => void;
  /** The sender's digest of the file, after its last block. */
  onEnd: (announced: AnnouncedDigest, tag: string | undefined) => void;
}
