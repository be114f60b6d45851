/**
 * Protocol version 2, receiving: chunks or pieces fill blocks; a block with the right digest becomes durable and is
 * acknowledged, one with a wrong digest is requested again. Receiving, hashing and writing overlap, each in order,
 * and at most one window is in memory.
 */

import { createChildController } from '../../support/abort.js';
import { createSerial } from '../../support/async/serial.js';
import { maxBlockRetries } from '../../support/constants.js';
import { EngineFailure } from '../../support/failures.js';
import { toHex } from '../../support/values/hex.js';
import { answerChallenge, type BlockChallenge } from '../../trust/block-challenge.js';
import { isAnnounced } from '../../trust/commitment.js';
import { verifyFileDigest } from '../../trust/description.js';
import type { LinkKey } from '../../trust/link/link-key.js';
import { layoutBlocks, type BlockLayout } from '../../wire/block-layout.js';
import type { ChunkFrame } from '../../wire/chunk-frames.js';
import type {
  AnnouncedDigest,
  ControlMessage,
  TransferStart,
  V2Offer,
} from '../../wire/control-messages.js';
import type { Piece } from '../../wire/piece-frames.js';
import type { ReceivedFile } from '../received-file.js';
import type { FilledBlock } from './blocks/block-assembler.js';
import type { BlockIntake } from './blocks/block-intake.js';
import { createBufferPool } from './blocks/buffer-pool.js';
import { createLaneIntake } from './blocks/lane-intake.js';
import { createOrderedIntake } from './blocks/ordered-intake.js';

type Digest = Uint8Array<ArrayBuffer>;

export interface DownloadV2Options {
  offer: V2Offer;
  file: ReceivedFile;
  windowBlocks: number;
  /** Pieces and digests may arrive in any order and twice. */
  hasLanes: boolean;
  /** Aborted when the channel closes: writes in progress finish, no further step starts. */
  signal: AbortSignal;
  sha256: (bytes: Uint8Array<ArrayBuffer>) => Promise<Digest>;
  /** Key with which a proven sender tags its digest of the file. */
  linkKey: LinkKey | null;
  send: (message: ControlMessage) => void;
  /** Resolves when a block of this size may be acknowledged. */
  whenDue: (blockBytes: number) => Promise<void>;
  /** All blocks are durable, the digest matches, the sink is closed and its size is right. */
  onComplete: (sha256: string) => void;
  onFailure: (cause: unknown) => void;
}

export interface DownloadV2 {
  /** Each throws EngineFailure `protocol-violation` when the sender violates the protocol. */
  onStart(start: TransferStart): void;
  onChunk(chunk: ChunkFrame): void;
  onPiece(piece: Piece): void;
  onBlockDigest(block: number, announced: AnnouncedDigest): void;
  onFileDigest(announced: AnnouncedDigest, tag: string | undefined): void;
  onChallenge(challenge: BlockChallenge): void;
  /** Digest of the whole file in hex; null until it is saved. */
  statedDigest(): string | null;
  bytesReceived(): number;
  /** Whole blocks are being hashed or written, or read back for the sender's challenge: the sender waits for them. */
  isDiskBusy(): boolean;
  /** The sender has no credit: this device stores more slowly than bytes arrive. */
  isWindowFull(): boolean;
}

/** @throws EngineFailure when the announced numbers do not follow from file, block and chunk size. */
const checkStart = (offer: V2Offer, start: TransferStart, nextBlock: number): BlockLayout => {
  const layout = layoutBlocks(offer.fileBytes, offer.blockBytes, start.chunkBytes);
  const isConsistent =
    start.chunkBytes <= offer.blockBytes &&
    start.blocks === layout.blocks &&
    start.totalChunks === layout.totalChunks &&
    start.fromBlock === nextBlock;
  if (!isConsistent) throw new EngineFailure('protocol-violation');
  return layout;
};

export const createDownloadV2 = (options: DownloadV2Options): DownloadV2 => {
  const { offer, file, sha256, send, signal, linkKey } = options;
  const fromBlock = file.nextBlock();
  const isCommitted = offer.committed === true;
  const blockBytes = Math.min(offer.blockBytes, Math.max(1, offer.fileBytes));
  const pool = createBufferPool(blockBytes, options.windowBlocks);
  /** Null until `transfer-start`. */
  let intake: BlockIntake | null = null;
  let unacknowledged = 0;
  let stated: string | null = null;
  /** The answer to the sender's challenge; it precedes `transfer-complete`. */
  let answering: Promise<void> | null = null;
  let isAnswering = false;
  /** Steps since the last rewind; a rewind makes their results obsolete. */
  let pass = createChildController(signal);
  let retries = { block: -1, count: 0 };
  /** Digests are compared in order; then, also in order, blocks become durable and are acknowledged. */
  const checkInOrder = createSerial();
  let storing: Promise<void> = Promise.resolve();

  const violation = (): EngineFailure => new EngineFailure('protocol-violation');
  const started = (): BlockIntake => {
    if (intake === null) throw violation();
    return intake;
  };

  const credit = (): number => options.windowBlocks - unacknowledged;

  /** A call, because TypeScript does not reset a narrowed property after an await. */
  const isObsolete = (own: AbortSignal): boolean => own.aborted;

  const requestAgain = (block: number): void => {
    retries = { block, count: retries.block === block ? retries.count + 1 : 1 };
    if (retries.count > maxBlockRetries)
      throw new EngineFailure('digest-mismatch', { isPartKept: true });
    pass.abort();
    pass = createChildController(signal);
    unacknowledged = 0;
    started().rewind(block);
    send({ type: 'block-retry', block });
  };

  const fail = (cause: unknown): void => {
    if (!signal.aborted) options.onFailure(cause);
  };

  const store = (block: number, bytes: Uint8Array<ArrayBuffer>, digest: Digest): void => {
    // The sink may detach the buffer.
    const { length } = bytes;
    const durable = file.write(bytes, digest);
    storing = Promise.all([storing, durable])
      .then(async ([, unused]) => {
        pool.release(unused);
        await options.whenDue(length);
        if (signal.aborted) return;
        unacknowledged -= 1;
        send({ type: 'block-ack', block, ...(isCommitted && { sha256: toHex(digest) }) });
      })
      .catch(fail);
  };

  const check = async (
    { block, bytes }: FilledBlock,
    hashing: Promise<Digest>,
    announced: AnnouncedDigest,
    own: AbortSignal,
  ): Promise<void> => {
    const digest = await hashing;
    const isSame = await isAnnounced(sha256, announced, block, digest);
    if (isObsolete(own)) return;
    if (isSame) {
      store(block, bytes, digest);
      return;
    }
    // Only the first unacknowledged block may be requested.
    await storing;
    if (!isObsolete(own)) requestAgain(block);
  };

  /** Both forms in one transfer would let a sender reveal digests that it asked the receiver to state. */
  const checkForm = ({ commitment }: AnnouncedDigest): void => {
    if ((commitment !== undefined) !== isCommitted) throw violation();
  };

  const isBound = async (announced: AnnouncedDigest, tag: string | undefined): Promise<boolean> =>
    linkKey === null || verifyFileDigest(linkKey, offer.fileId, announced, tag);

  /** A sink that cannot be read back is no failure: the sender then counts the transfer as unverified. */
  const answer = async (challenge: BlockChallenge): Promise<void> => {
    isAnswering = true;
    const tags = await answerChallenge(challenge, (block) =>
      file.readBlock(block, offer.blockBytes),
    ).catch(() => null);
    isAnswering = false;
    if (!signal.aborted) send({ type: 'block-response', tags });
  };

  const append = (step: () => Promise<void>): void => {
    checkInOrder(step).catch(fail);
  };

  const onFilled = (filled: FilledBlock, announced: AnnouncedDigest): void => {
    unacknowledged += 1;
    const own = pass.signal;
    const hashing = sha256(filled.bytes);
    // `check` awaits it later; until then a rejection must not count as unhandled.
    hashing.catch(() => undefined);
    append(() => check(filled, hashing, announced, own));
  };

  const onEnd = (announced: AnnouncedDigest, tag: string | undefined): void => {
    const own = pass.signal;
    append(async () => {
      await storing;
      await answering;
      if (isObsolete(own)) return;
      if (!started().isDone() || !(await isBound(announced, tag))) throw violation();
      await file.finish((digest) => isAnnounced(sha256, announced, null, digest), offer.fileBytes);
      stated = toHex(await file.fileDigest());
      if (!isObsolete(own)) options.onComplete(stated);
    });
  };

  return {
    onStart(start) {
      if (intake !== null) throw violation();
      const layout = checkStart(offer, start, fromBlock);
      const createIntake = options.hasLanes ? createLaneIntake : createOrderedIntake;
      intake = createIntake({ layout, fromBlock, pool, credit, onFilled, onEnd });
    },
    // Before the start: version 1 chunks of a sender that did not wait for the answer; it starts over.
    onChunk: (chunk) => intake?.onChunk(chunk),
    onPiece: (piece) => started().onPiece(piece),
    onBlockDigest(block, announced) {
      checkForm(announced);
      started().onBlockDigest(block, announced);
    },
    onChallenge(challenge) {
      const isPlausible =
        isCommitted && intake !== null && challenge.blocks.every((block) => block < fromBlock);
      // One challenge per connection: each is up to eight reads.
      if (!isPlausible || answering !== null) throw violation();
      answering = answer(challenge);
    },
    onFileDigest(announced, tag) {
      checkForm(announced);
      started().onFileDigest(announced, tag);
    },
    statedDigest: () => stated,
    isDiskBusy: () => unacknowledged > 0 || isAnswering,
    isWindowFull: () => credit() <= 0,
    bytesReceived: () =>
      Math.min(offer.fileBytes, intake?.receivedBytes() ?? fromBlock * offer.blockBytes),
  };
};
