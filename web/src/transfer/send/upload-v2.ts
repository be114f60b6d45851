/**
 * Sending in protocol version 2. Blocks go out in order, each followed by its digest. At most `windowBlocks` are
 * unacknowledged, so the receiver's disk sets the pace of reading. `block-retry` rewinds to the named block: it and
 * everything after it is sent again.
 *
 * With a pacer, a block goes out in pieces as large as the send window suggests, and each waits for room in it.
 */
import { createChildController } from '../support/abort.js';
import { maxBlockRetries } from '../support/constants.js';
import { createChunkEncoder } from '../wire/chunk-frames.js';
import { createPieceEncoder } from '../wire/piece-frames.js';
import { maxPieceBytes } from '../pacing/send-window.js';
import type { Pacer } from '../pacing/pacer.js';
import type { ChannelWriter } from '../wire/flow-control.js';
import { chooseChunkBytes, layoutBlocks, toHex, type BlockLayout } from '../wire/block-layout.js';
import type { ReceiverReady } from '../wire/control-messages.js';
import type { SourceBlock } from './file-source.js';
import { waitWhilePaused, type UploadContext } from './upload-context.js';

/** How the bytes of a block become messages. */
interface Outlet {
  /** Payload of the next message. */
  messageBytes(): number;
  /** Whether a message of this payload may be sent now. */
  hasRoom(bytes: number): boolean;
  send(block: number, offset: number, payload: Uint8Array): void;
}

const chunkOutlet = (layout: BlockLayout, writer: ChannelWriter): Outlet => {
  const { chunkBytes, chunksPerBlock, totalChunks } = layout;
  const encode = createChunkEncoder(chunkBytes);
  return {
    messageBytes: () => chunkBytes,
    hasRoom: () => true,
    send(block, offset, payload) {
      writer.send(encode(block * chunksPerBlock + offset / chunkBytes, totalChunks, payload));
    },
  };
};

const pieceOutlet = ({ chunkBytes }: BlockLayout, writer: ChannelWriter, pacer: Pacer): Outlet => {
  const maxBytes = Math.min(maxPieceBytes, chunkBytes);
  const encode = createPieceEncoder(maxBytes);
  return {
    messageBytes: () => Math.min(maxBytes, pacer.messageBytes()),
    hasRoom: (bytes) => pacer.hasRoom(bytes),
    send(block, offset, payload) {
      const isReceiptWanted = pacer.onSending(payload.length);
      writer.send(encode({ block, offset, isReceiptWanted, payload }));
    },
  };
};

export class UploadV2 {
  readonly #context: UploadContext;
  readonly #ready: ReceiverReady;
  readonly #layout: BlockLayout;
  readonly #outlet: Outlet;
  /** Blocks before this one are durable at the receiver. */
  #acknowledged: number;
  /** The block being sent, or the next one. */
  #position: number;
  /** Bytes of `#position` handed to the channel. */
  #partBytes = 0;
  /** Retries of the first unacknowledged block. */
  #retries = 0;
  /** Aborted by a rewind, which starts another pass over the file. */
  #pass: AbortController;

  constructor(context: UploadContext, ready: ReceiverReady, maxMessageBytes: number) {
    const { source, signal, writer, pacer } = context;
    const chunkBytes = chooseChunkBytes(source.blockBytes, maxMessageBytes);
    this.#context = context;
    this.#ready = ready;
    this.#layout = layoutBlocks(source.totalBytes, source.blockBytes, chunkBytes);
    this.#outlet =
      pacer === null ? chunkOutlet(this.#layout, writer) : pieceOutlet(this.#layout, writer, pacer);
    this.#acknowledged = ready.nextBlock;
    this.#position = ready.nextBlock;
    this.#pass = createChildController(signal);
  }

  /** Position in the file, counting bytes handed to the channel. */
  bytesSent(): number {
    const { source } = this.#context;
    return Math.min(source.totalBytes, this.#position * source.blockBytes + this.#partBytes);
  }

  bytesAcknowledged(): number {
    const { source } = this.#context;
    return Math.min(source.totalBytes, this.#acknowledged * source.blockBytes);
  }

  isAllAcknowledged(): boolean {
    return this.#acknowledged >= this.#layout.blocks;
  }

  /** Runs until aborted: after the last block it waits for a rewind or the end of the upload. */
  async run(): Promise<void> {
    const { source, signal, changed } = this.#context;
    this.#start();
    let digestSentIn: AbortSignal | null = null;
    while (!signal.aborted) {
      const wake = changed.next();
      const pass = this.#pass.signal;
      if (this.#position < this.#layout.blocks && this.#hasCredit()) {
        await this.#sendNextBlock(pass);
      } else if (this.#position >= this.#layout.blocks && digestSentIn !== pass) {
        const sha256 = await source.fileDigest();
        if (pass.aborted) continue;
        this.#context.send({ type: 'file-digest', sha256 });
        digestSentIn = pass;
      } else {
        await wake;
      }
    }
  }

  /** @returns false when the message does not name the first unacknowledged block, or is one retry too many. */
  onBlock({ type, block }: { type: 'block-ack' | 'block-retry'; block: number }): boolean {
    const sentBlocks = this.#position + (this.#partBytes > 0 ? 1 : 0);
    if (block !== this.#acknowledged || block >= sentBlocks) return false;
    if (type === 'block-ack') {
      this.#acknowledged = block + 1;
      this.#retries = 0;
    } else {
      this.#retries += 1;
      if (this.#retries > maxBlockRetries) return false;
      this.#rewind(block);
    }
    this.#context.changed.notify();
    return true;
  }

  #start(): void {
    const { source, send } = this.#context;
    const { chunkBytes, totalChunks, blocks } = this.#layout;
    const { nextBlock } = this.#ready;
    send({ type: 'transfer-start', chunkBytes, totalChunks, blocks, fromBlock: nextBlock });
    // A failure surfaces with the whole-file digest.
    source.hashBefore(nextBlock).catch(() => undefined);
  }

  #rewind(block: number): void {
    this.#pass.abort();
    this.#pass = createChildController(this.#context.signal);
    this.#position = block;
    this.#partBytes = 0;
  }

  #hasCredit(): boolean {
    return this.#position < this.#acknowledged + this.#ready.windowBlocks;
  }

  async #sendNextBlock(pass: AbortSignal): Promise<void> {
    const { source, send } = this.#context;
    const block = await source.readBlock(this.#position);
    if (pass.aborted) return;
    // Read ahead while this block is sent. A failure surfaces when the block is due.
    if (this.#position + 1 < this.#layout.blocks)
      source.readBlock(this.#position + 1).catch(() => undefined);
    if (!(await this.#sendMessages(block, pass))) return;
    send({ type: 'block-digest', block: this.#position, sha256: toHex(block.sha256) });
    this.#position += 1;
    this.#partBytes = 0;
  }

  /** @returns false when the pass was aborted. */
  async #sendMessages({ bytes }: SourceBlock, pass: AbortSignal): Promise<boolean> {
    const { writer, changed } = this.#context;
    const outlet = this.#outlet;
    let offset = 0;
    while (offset < bytes.length) {
      await waitWhilePaused(this.#context);
      const room = writer.whenWritable();
      if (room !== null) await room;
      if (pass.aborted) return false;
      const payload = bytes.subarray(offset, offset + outlet.messageBytes());
      if (!outlet.hasRoom(payload.length)) {
        await changed.next();
        continue;
      }
      outlet.send(this.#position, offset, payload);
      offset += payload.length;
      this.#partBytes = offset;
    }
    return true;
  }
}
