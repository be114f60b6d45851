/** Intake of a file over one connection: chunks or pieces, and each digest after its block. */

import { EngineFailure } from '../../../support/failures.js';
import { createBlockAssembler } from './block-assembler.js';
import type { BlockIntake, BlockIntakeOptions } from './block-intake.js';

export const createOrderedIntake = (options: BlockIntakeOptions): BlockIntake => {
  const { layout, fromBlock, pool, credit, onFilled, onEnd } = options;
  const assembler = createBlockAssembler(layout, fromBlock, pool);

  const assertAccepted = (isAccepted: boolean): void => {
    if (!isAccepted) throw new EngineFailure('protocol-violation');
  };

  return {
    onChunk: (chunk) => assertAccepted(credit() > 0 && assembler.acceptChunk(chunk)),
    // Only lanes count passes.
    onPiece: (piece) =>
      assertAccepted(piece.pass === 0 && credit() > 0 && assembler.acceptPiece(piece)),
    onBlockDigest(block, announced) {
      const filled = assembler.take(block);
      if (filled === 'stale') return;
      if (filled === null) throw new EngineFailure('protocol-violation');
      onFilled(filled, announced);
    },
    onFileDigest(announced, tag) {
      // Sent before the sender received a block-retry; another one follows.
      if (!assembler.isSkipping()) onEnd(announced, tag);
    },
    rewind: (block) => assembler.rewind(block),
    receivedBytes: () => assembler.receivedBytes(),
    isDone: () => assembler.isDone(),
  };
};
