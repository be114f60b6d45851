/**
 * Intake of a file over lanes: pieces and digests arrive in any order, and twice where the sender gives up a lane. Each
 * names the pass that it belongs to.
 */

import { maxDigestCopies } from '../../../support/constants.js';
import { EngineFailure } from '../../../support/failures.js';
import type { AnnouncedDigest } from '../../../wire/control-messages.js';
import { createBlockCollector, isSameDigest } from './block-collector.js';
import type { BlockIntake, BlockIntakeOptions } from './block-intake.js';

/** The sender's digest of the file, in this pass. */
type FileDigest =
  | { state: 'awaited' }
  /** Until all blocks have arrived. */
  | { state: 'kept'; announced: AnnouncedDigest; tag: string | undefined }
  | { state: 'reported'; announced: AnnouncedDigest };

export const createLaneIntake = (options: BlockIntakeOptions): BlockIntake => {
  const { layout, fromBlock, pool, credit, onFilled, onEnd } = options;
  const collector = createBlockCollector(layout, fromBlock, pool);
  /** Rewinds of the sender: what it sent before the last one is dropped. */
  let passes = 0;
  /** Each may arrive several times in every pass. */
  let digests = 0;
  let fileDigest: FileDigest = { state: 'awaited' };

  const violation = (): EngineFailure => new EngineFailure('protocol-violation');

  /** @returns false for what the sender sent before its last rewind. */
  const isOfThisPass = (pass: number): boolean => {
    if (pass > passes) throw violation();
    return pass === passes;
  };

  const countDigest = (): void => {
    digests += 1;
    if (digests > (1 + maxDigestCopies) * (passes + 1) * (layout.blocks + 1)) throw violation();
  };

  const endOfWindow = (): number => collector.nextBlock() + credit();

  /** Everything that has become complete, in order. */
  const collect = (): void => {
    for (let filled = collector.take(); filled !== null; filled = collector.take())
      onFilled(filled, filled.announced);
    if (fileDigest.state !== 'kept' || !collector.isDone()) return;
    const { announced, tag } = fileDigest;
    fileDigest = { state: 'reported', announced };
    onEnd(announced, tag);
  };

  return {
    onChunk() {
      throw violation();
    },
    onPiece(piece) {
      if (!isOfThisPass(piece.pass)) return;
      if (!collector.acceptPiece(piece, endOfWindow())) throw violation();
      collect();
    },
    onBlockDigest(block, announced) {
      countDigest();
      if (!isOfThisPass(announced.pass ?? 0)) return;
      if (!collector.announce(block, announced, endOfWindow())) throw violation();
      collect();
    },
    onFileDigest(announced, tag) {
      countDigest();
      if (!isOfThisPass(announced.pass ?? 0)) return;
      if (fileDigest.state !== 'awaited') {
        if (!isSameDigest(fileDigest.announced, announced)) throw violation();
        return;
      }
      fileDigest = { state: 'kept', announced, tag };
      collect();
    },
    rewind(block) {
      passes += 1;
      fileDigest = { state: 'awaited' };
      collector.rewind(block);
    },
    receivedBytes: () => collector.receivedBytes(),
    isDone: () => collector.isDone(),
  };
};
