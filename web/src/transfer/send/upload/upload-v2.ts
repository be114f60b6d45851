/**
 * Sending in protocol version 2. Blocks go out in order, each followed by its digest. At most `windowBlocks` are
 * unacknowledged, so the receiver's disk sets the pace of reading. `block-retry` rewinds to the named block: it and
 * everything after it is sent again.
 *
 * To a receiver that supports it, digests go out as commitments: the receiver states its own digest with every
 * acknowledgement and at the end. Blocks that it claims to have from before, and that it has not proven to this page,
 * are challenged.
 *
 * With a pacer, a block goes out in pieces as large as the send window suggests, and each waits for space in it.
 */

import type { DigestMessage } from '../../lanes/digest-copies.js';
import type { SentPiece } from '../../lanes/lane-book.js';
import type { IsNeeded, LostBytes } from '../../lanes/lost-pieces.js';
import type { SenderLanes } from '../../lanes/sender-lanes.js';
import type { Pacer } from '../../pacing/pacer.js';
import { maxPieceBytes } from '../../pacing/window/send-window.js';
import { createChildController } from '../../support/abort.js';
import { maxBlockRetries } from '../../support/constants.js';
import { EngineFailure } from '../../support/failures.js';
import { fromHex, toHex } from '../../support/values/hex.js';
import { commitTo } from '../../trust/commitment.js';
import { signFileDigest } from '../../trust/description.js';
import { chooseChunkBytes, layoutBlocks, type BlockLayout } from '../../wire/block-layout.js';
import { createChunkEncoder } from '../../wire/chunk-frames.js';
import type { AnnouncedDigest, ReceiverReady } from '../../wire/control-messages.js';
import type { ChannelWriter } from '../../wire/flow-control.js';
import { createPieceEncoder } from '../../wire/piece-frames.js';
import type { Acknowledged } from '../acknowledged.js';
import { BlockClaim } from '../block-claim.js';
import type { SourceBlock } from '../source/file-source.js';
import { waitForLimits, type UploadContext } from './upload-context.js';

type BlockMessage =
  | { type: 'block-ack'; block: number; sha256?: string }
  | { type: 'block-retry'; block: number };

/** How the bytes of a block become messages. */
interface Outlet {
  /** Null when messages may be sent now; otherwise resolves when there is space in the channel. */
  whenWritable(): Promise<void> | null;
  /** Payload of the next message. */
  messageBytes(): number;
  /** Whether a message of this payload may be sent now. */
  canSend(bytes: number): boolean;
  /** @param payload of the piece. */
  send(piece: SentPiece, payload: Uint8Array): void;
}

const chunkOutlet = (layout: BlockLayout, writer: ChannelWriter): Outlet => {
  const { chunkBytes, chunksPerBlock, totalChunks } = layout;
  const encode = createChunkEncoder(chunkBytes);
  return {
    whenWritable: () => writer.whenWritable(),
    messageBytes: () => chunkBytes,
    canSend: () => true,
    send({ block, offset }, payload) {
      writer.send(encode(block * chunksPerBlock + offset / chunkBytes, totalChunks, payload));
    },
  };
};

const pieceOutlet = (
  { chunkBytes }: BlockLayout,
  { writer, limits, lanes }: UploadContext,
  pacer: Pacer,
): Outlet => {
  const maxBytes = Math.min(maxPieceBytes, chunkBytes);
  const encode = createPieceEncoder(maxBytes);
  return {
    whenWritable: () => (lanes ?? writer).whenWritable(),
    messageBytes: () => Math.min(maxBytes, pacer.messageBytes(), limits.messageBytes()),
    canSend: (bytes) => pacer.canSend(bytes) && lanes?.canSend(bytes) !== false,
    send(piece, payload) {
      const { block, offset, pass } = piece;
      const isReportWanted = pacer.onSending(payload.length);
      const message = encode({ block, offset, isReportWanted, pass, payload });
      if (lanes === null) writer.send(message);
      else lanes.send(piece, message);
    },
  };
};

export class UploadV2 {
  readonly #context: UploadContext;
  readonly #ready: ReceiverReady;
  readonly #layout: BlockLayout;
  readonly #outlet: Outlet;
  /** Blocks before this one are durable at the receiver. */
  #acknowledgedBlocks: number;
  /** The block being sent, or the next one. */
  #position: number;
  /** Bytes of `#position` handed to the channel. */
  #partBytes = 0;
  /** Retries of the first unacknowledged block. */
  #retries = 0;
  /** Rewinds so far: with lanes, what was sent before may arrive after the next one. */
  #passes = 0;
  /** Aborted by a rewind, which starts another pass over the file. */
  #pass: AbortController;
  #hasSentEnd = false;
  /** Blocks that an earlier page sent are read and digested, for the digest of the file. */
  #isReadingBack = false;
  readonly #claim: BlockClaim;

  constructor(
    context: UploadContext,
    ready: ReceiverReady,
    maxMessageBytes: number,
    acknowledged: Acknowledged,
  ) {
    const { source, signal, writer, pacer } = context;
    const chunkBytes = chooseChunkBytes(source.blockBytes, maxMessageBytes);
    this.#context = context;
    this.#ready = ready;
    this.#layout = layoutBlocks(source.totalBytes, source.blockBytes, chunkBytes);
    this.#outlet =
      pacer === null
        ? chunkOutlet(this.#layout, writer)
        : pieceOutlet(this.#layout, context, pacer);
    this.#acknowledgedBlocks = ready.nextBlock;
    this.#position = ready.nextBlock;
    this.#claim = new BlockClaim({
      ...context,
      ready,
      acknowledged,
      acknowledgedBlocks: () => this.#acknowledgedBlocks,
    });
    this.#pass = createChildController(signal);
  }

  /** Position in the file, counting bytes handed to the channel, but not those that a closed lane has not sent. */
  bytesSent(): number {
    return this.#handedBytes() - this.#lostBytes().neverSent;
  }

  /** Position in the file, less what is in flight and what is to be sent again; null without a pacer. */
  bytesReported(): number | null {
    const { pacer } = this.#context;
    return pacer && this.#handedBytes() - pacer.inFlightBytes() - this.#lostBytes().all;
  }

  bytesAcknowledged(): number {
    const { source } = this.#context;
    return Math.min(source.totalBytes, this.#acknowledgedBlocks * source.blockBytes);
  }

  /** The last byte of the file was handed to the channel on this connection, or several times; see `bytesSent`. */
  hasSentEnd(): boolean {
    return this.#hasSentEnd && this.#lostBytes().neverSent === 0;
  }

  isAllAcknowledged(): boolean {
    return this.#acknowledgedBlocks >= this.#layout.blocks;
  }

  /** The receiver has every block, and waits for the digest of the file, or for the check of its claim. */
  isChecking(): boolean {
    return this.isAllAcknowledged() && (this.#isReadingBack || this.#claim.isChecking());
  }

  /** Runs until aborted: after the last block it waits for a rewind or the end of the upload. */
  async run(): Promise<void> {
    const { signal, changed, waits, linkKey, lanes } = this.#context;
    this.#start();
    waits.enter('working');
    let digestSentIn: AbortSignal | null = null;
    while (!signal.aborted) {
      const wake = changed.next();
      const pass = this.#pass.signal;
      if (lanes !== null && (await this.#sendLost(lanes, pass))) continue;
      if (this.#position < this.#layout.blocks && this.#hasCredit()) {
        await this.#sendNextBlock(pass);
      } else if (this.#isDigestDue() && digestSentIn !== pass) {
        const sha256 = await this.#fileDigest(wake);
        if (sha256 === null) continue;
        const digest = await this.#announce(null, fromHex(sha256));
        const tag = linkKey && (await signFileDigest(linkKey, this.#ready.fileId, digest));
        if (pass.aborted) continue;
        this.#sendDigest({ type: 'file-digest', ...digest, ...(tag !== null && { tag }) });
        digestSentIn = pass;
      } else {
        waits.enter(this.isChecking() ? 'source' : 'credit');
        await wake;
        waits.enter('working');
      }
    }
  }

  /**
   * Whether the receiver has stated every digest itself, and holds the blocks it claimed.
   * @throws EngineFailure `claim-refuted`
   */
  isClaimProven(): Promise<boolean> {
    return this.#claim.isProven();
  }

  /** @throws EngineFailure for an answer that is wrong, or to no challenge. */
  onResponse(tags: readonly string[] | null): Promise<void> {
    return this.#claim.onResponse(tags);
  }

  /**
   * @returns false when the message does not name the first unacknowledged block, or is one retry too many.
   * @throws EngineFailure `digest-mismatch` when the receiver states another digest of the block.
   */
  onBlock(message: BlockMessage): boolean {
    const { type, block } = message;
    const sentBlocks = this.#position + (this.#partBytes > 0 ? 1 : 0);
    if (block !== this.#acknowledgedBlocks || block >= sentBlocks) return false;
    if (type === 'block-ack') {
      if (this.#ready.committed && !this.#isStated(block, message.sha256)) return false;
      this.#acknowledgedBlocks = block + 1;
      this.#retries = 0;
      this.#claim.note();
      this.#context.lanes?.forget(this.#isNeeded);
    } else {
      this.#retries += 1;
      if (this.#retries > maxBlockRetries) return false;
      this.#rewind(block);
    }
    this.#context.changed.notify();
    return true;
  }

  #handedBytes(): number {
    const { source } = this.#context;
    return Math.min(source.totalBytes, this.#position * source.blockBytes + this.#partBytes);
  }

  #lostBytes(): LostBytes {
    return this.#context.lanes?.lostBytes(this.#isNeeded) ?? { all: 0, neverSent: 0 };
  }

  /** Whether the bytes of a piece that was given up are still missing. */
  readonly #isNeeded: IsNeeded = ({ block, pass }) =>
    pass === this.#passes && block >= this.#acknowledgedBlocks;

  #start(): void {
    const { source, send } = this.#context;
    const { chunkBytes, totalChunks, blocks } = this.#layout;
    const { nextBlock } = this.#ready;
    send({ type: 'transfer-start', chunkBytes, totalChunks, blocks, fromBlock: nextBlock });
    this.#claim.challenge();
    // A failure surfaces with the whole-file digest.
    source.hashBefore(nextBlock).catch(() => undefined);
  }

  /** The receiver saves the file when it has the digest, so damaged blocks must be refuted before. */
  #isDigestDue(): boolean {
    return this.#position >= this.#layout.blocks && !this.#claim.isOpen();
  }

  /** Takes minutes after a reload of this page. @returns null when something else changes first. */
  async #fileDigest(wake: Promise<void>): Promise<string | null> {
    const { source, waits } = this.#context;
    this.#isReadingBack = true;
    waits.enter('source');
    const digest = await Promise.race([source.fileDigest(), wake.then(() => null)]);
    waits.enter('working');
    this.#isReadingBack = false;
    return digest;
  }

  #isStated(block: number, sha256: string | undefined): boolean {
    const own = this.#context.source.digestOf(block);
    if (sha256 === undefined || own === undefined) return false;
    if (sha256 !== toHex(own)) throw new EngineFailure('digest-mismatch');
    return true;
  }

  async #announce(block: number | null, digest: Uint8Array): Promise<AnnouncedDigest> {
    const pass = this.#passes > 0 && this.#context.lanes !== null && { pass: this.#passes };
    if (!this.#ready.committed) return { sha256: toHex(digest), ...pass };
    const { env } = this.#context;
    return { commitment: await commitTo((bytes) => env.sha256(bytes), block, digest), ...pass };
  }

  #rewind(block: number): void {
    this.#pass.abort();
    this.#passes += 1;
    this.#pass = createChildController(this.#context.signal);
    this.#position = block;
    this.#partBytes = 0;
  }

  #hasCredit(): boolean {
    return this.#position < this.#acknowledgedBlocks + this.#ready.windowBlocks;
  }

  async #sendNextBlock(pass: AbortSignal): Promise<void> {
    const { source, waits } = this.#context;
    waits.enter('source');
    const block = await source.readBlock(this.#position);
    waits.enter('working');
    if (pass.aborted) return;
    // Read ahead while this block is sent. A failure surfaces when the block is due.
    if (this.#position + 1 < this.#layout.blocks)
      source.readBlock(this.#position + 1).catch(() => undefined);
    const digest = await this.#announce(this.#position, block.sha256);
    if (!(await this.#sendMessages(block, pass))) return;
    this.#hasSentEnd ||= this.#position === this.#layout.blocks - 1;
    this.#sendDigest({ type: 'block-digest', block: this.#position, ...digest });
    this.#position += 1;
    this.#partBytes = 0;
  }

  /** @returns false when the pass was aborted. */
  async #sendMessages({ bytes }: SourceBlock, pass: AbortSignal): Promise<boolean> {
    const { lanes } = this.#context;
    let offset = 0;
    while (offset < bytes.length) {
      if (lanes !== null) await this.#sendLost(lanes, pass);
      if (!(await this.#whenReady(pass))) return false;
      const payload = bytes.subarray(offset, offset + this.#outlet.messageBytes());
      const piece = {
        block: this.#position,
        offset,
        length: payload.length,
        pass: this.#lanePass(),
      };
      if (await this.#trySend(piece, payload)) offset += payload.length;
      if (pass.aborted) return false;
      this.#partBytes = offset;
    }
    return true;
  }

  /** Resolves when the limits and the channel admit a message. @returns false when the pass was aborted. */
  async #whenReady(pass: AbortSignal): Promise<boolean> {
    await waitForLimits(this.#context);
    const writable = this.#outlet.whenWritable();
    if (writable !== null) await this.#waitForPath(writable);
    return !pass.aborted;
  }

  /** Sends the piece, or waits for a change when it may not leave. @returns whether it was sent. */
  async #trySend(piece: SentPiece, payload: Uint8Array): Promise<boolean> {
    const { changed, limits } = this.#context;
    if (!this.#outlet.canSend(piece.length)) {
      await this.#waitForPath(changed.next());
      return false;
    }
    this.#outlet.send(piece, payload);
    limits.onSending(piece.length);
    return true;
  }

  async #waitForPath(change: Promise<void>): Promise<void> {
    const { waits } = this.#context;
    waits.enter('path');
    await change;
    waits.enter('working');
  }

  #lanePass(): number {
    return this.#context.lanes === null ? 0 : this.#passes;
  }

  /** Sends the pieces of lanes that were given up again. @returns whether there were any. */
  async #sendLost(lanes: SenderLanes, pass: AbortSignal): Promise<boolean> {
    let piece = lanes.nextLost(this.#isNeeded);
    if (piece === null) return false;
    for (; piece !== null; piece = lanes.nextLost(this.#isNeeded)) {
      const { block, offset, length } = piece;
      const { bytes } = await this.#context.source.readBlock(block);
      const payload = bytes.subarray(offset, offset + length);
      let isSent = false;
      while (!isSent && !pass.aborted && this.#isNeeded(piece))
        isSent = (await this.#whenReady(pass)) && (await this.#trySend(piece, payload));
      if (pass.aborted) break;
    }
    return true;
  }

  /** Also sends a copy over a lane, if there is one: the digest must not wait for a channel at a standstill. */
  #sendDigest(message: DigestMessage): void {
    const pass = this.#passes;
    const end = message.type === 'block-digest' ? message.block : Infinity;
    this.#context.send(message);
    this.#context.lanes?.copyDigest(
      message,
      () => pass === this.#passes && end >= this.#acknowledgedBlocks,
    );
  }
}
