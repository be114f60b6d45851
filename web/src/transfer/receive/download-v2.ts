/**
 * Protocol version 2, receiving: chunks fill blocks; a block whose digest is right becomes durable and is
 * acknowledged; one whose digest is wrong is asked for again. Receiving, hashing and writing overlap, each
 * strictly in order, and never more than the window is in memory.
 */
import { createBlockAssembler, type FilledBlock } from './block-assembler.js';
import { createBufferPool } from './buffer-pool.js';
import { layoutBlocks, toHex, type BlockLayout } from '../wire/block-layout.js';
import { MAX_BLOCK_RETRIES } from '../support/constants.js';
import type { ControlMessage, V2Offer, TransferStart } from '../wire/control-messages.js';
import type { ChunkFrame } from '../wire/chunk-frames.js';
import type { Piece } from '../wire/piece-frames.js';
import { EngineFailure } from '../support/failures.js';
import type { ReceivedFile } from './received-file.js';

type Digest = Uint8Array<ArrayBuffer>;

export interface DownloadV2Options {
  offer: V2Offer;
  file: ReceivedFile;
  windowBlocks: number;
  sha256: (bytes: Uint8Array<ArrayBuffer>) => Promise<Digest>;
  send: (message: ControlMessage) => void;
  /** All durable, digest equal, sink closed and counted. */
  onComplete: (sha256: string) => void;
  onFailure: (cause: unknown) => void;
}

export interface DownloadV2 {
  /** Each throws EngineFailure `protocol-violation` when the sender breaks the rules. */
  onStart(start: TransferStart): void;
  onChunk(chunk: ChunkFrame): void;
  onPiece(piece: Piece): void;
  onBlockDigest(block: number, sha256: string): void;
  onFileDigest(sha256: string): void;
  bytesReceived(): number;
  /** The channel is gone: what is being written is finished, nothing else. */
  stop(): void;
}

/** @throws EngineFailure when the announced numbers do not follow from file, block and chunk size. */
function checkStart(offer: V2Offer, start: TransferStart, nextBlock: number): BlockLayout {
  const layout = layoutBlocks(offer.fileBytes, offer.blockBytes, start.chunkBytes);
  const isConsistent =
    start.chunkBytes <= offer.blockBytes &&
    start.blocks === layout.blocks &&
    start.totalChunks === layout.totalChunks &&
    start.fromBlock === nextBlock;
  if (!isConsistent) throw new EngineFailure('protocol-violation');
  return layout;
}

export function createDownloadV2(options: DownloadV2Options): DownloadV2 {
  const { offer, file, sha256, send } = options;
  const fromBlock = file.nextBlock();
  const blockBytes = Math.min(offer.blockBytes, Math.max(1, offer.fileBytes));
  const pool = createBufferPool(blockBytes, options.windowBlocks);
  let started: { layout: BlockLayout; blocks: ReturnType<typeof createBlockAssembler> } | null =
    null;
  let pending = 0;
  let generation = 0;
  let retries = { block: -1, count: 0 };
  let isStopped = false;
  /** Digests compared in order; then, also in order, blocks durable and acknowledged. */
  let checking: Promise<void> = Promise.resolve();
  let storing: Promise<void> = Promise.resolve();

  const violation = (): EngineFailure => new EngineFailure('protocol-violation');
  const running = (): NonNullable<typeof started> => {
    if (started === null) throw violation();
    return started;
  };

  /** False once the channel is gone or a rewind made what is under way obsolete. Changes during awaits. */
  const isCurrent = (own: number): boolean => !isStopped && generation === own;

  const askAgain = (block: number): void => {
    retries = { block, count: retries.block === block ? retries.count + 1 : 1 };
    if (retries.count > MAX_BLOCK_RETRIES) throw new EngineFailure('digest-mismatch');
    generation += 1;
    pending = 0;
    running().blocks.rewind(block);
    send({ type: 'block-retry', block });
  };

  const fail = (cause: unknown): void => {
    if (isStopped) return;
    isStopped = true;
    options.onFailure(cause);
  };

  const store = (block: number, bytes: Uint8Array<ArrayBuffer>, digest: Digest): void => {
    const durable = file.write(bytes, digest);
    storing = Promise.all([storing, durable])
      .then(([, spare]) => {
        pool.give(spare);
        if (isStopped) return;
        pending -= 1;
        send({ type: 'block-ack', block });
      })
      .catch(fail);
  };

  const check = async (
    { block, bytes }: FilledBlock,
    hashing: Promise<Digest>,
    expected: string,
    own: number,
  ): Promise<void> => {
    const digest = await hashing;
    if (!isCurrent(own)) return;
    if (toHex(digest) === expected) {
      store(block, bytes, digest);
      return;
    }
    // Only the first unacknowledged block may be asked for.
    await storing;
    if (isCurrent(own)) askAgain(block);
  };

  const append = (step: () => Promise<void>): void => {
    checking = checking.then(step).catch(fail);
  };

  return {
    onStart(start) {
      if (started !== null) throw violation();
      const layout = checkStart(offer, start, fromBlock);
      started = { layout, blocks: createBlockAssembler(layout, fromBlock, pool) };
    },
    onChunk(chunk) {
      // version 1 chunks of a sender that did not wait for our answer; it starts over.
      if (started === null) return;
      if (pending >= options.windowBlocks || !started.blocks.acceptChunk(chunk)) throw violation();
    },
    onPiece(piece) {
      const { blocks } = running();
      if (pending >= options.windowBlocks || !blocks.acceptPiece(piece)) throw violation();
    },
    onBlockDigest(block, expected) {
      const filled = running().blocks.take(block);
      if (filled === 'stale') return;
      if (filled === null) throw violation();
      pending += 1;
      const own = generation;
      const hashing = sha256(filled.bytes);
      // Awaited in order below; until then a failure must not count as unhandled.
      hashing.catch(() => undefined);
      append(() => check(filled, hashing, expected, own));
    },
    onFileDigest(expected) {
      const { blocks } = running();
      // Sent before the sender heard that a block must be repeated; it will send another.
      if (blocks.isSkipping()) return;
      const own = generation;
      append(async () => {
        await storing;
        if (!isCurrent(own)) return;
        if (!blocks.isDone()) throw violation();
        await file.finish(expected, offer.fileBytes);
        if (isCurrent(own)) options.onComplete(expected);
      });
    },
    bytesReceived() {
      if (started === null) return Math.min(offer.fileBytes, fromBlock * offer.blockBytes);
      return Math.min(offer.fileBytes, started.blocks.receivedBytes());
    },
    stop() {
      isStopped = true;
    },
  };
}
