/**
 * Protocol version 2, sending. Blocks go out in order, each followed by its digest; at most `windowBlocks` are
 * unacknowledged, so the receiver's disk sets the pace of our reader. `block-retry` rewinds to that block
 * and everything after it is sent again.
 */
import { chooseChunkBytes, layoutBlocks, toHex } from '../wire/block-layout.js';
import type { ReceiverReady } from '../wire/control-messages.js';
import { createChunkEncoder } from '../wire/chunk-frames.js';
import type { UploadContext } from './upload-context.js';
import type { SourceBlock } from './file-source.js';

export interface UploadV2 {
  run(): Promise<void>;
  /** @returns false when the message names a block that cannot be acknowledged or repeated now. */
  onBlock(message: { type: 'block-ack' | 'block-retry'; block: number }): boolean;
  bytesSent(): number;
  bytesAcknowledged(): number;
  isAllAcknowledged(): boolean;
}

export function createUploadV2(
  context: UploadContext,
  ready: ReceiverReady,
  maxMessageBytes: number,
): UploadV2 {
  const { source, writer, changed } = context;
  const chunkBytes = chooseChunkBytes(source.blockBytes, maxMessageBytes);
  const layout = layoutBlocks(source.totalBytes, source.blockBytes, chunkBytes);
  const encode = createChunkEncoder(chunkBytes);
  /** Blocks before this one are durable at the receiver. */
  let acknowledged = ready.nextBlock;
  /** The block to send next, or being sent. */
  let position = ready.nextBlock;
  /** Bytes of `position` already handed to the channel. */
  let partBytes = 0;
  /** Goes up with every rewind; a loop that notices drops what it was doing. */
  let generation = 0;

  /** @returns false when a rewind or the end came in between. */
  const sendBlock = async (block: SourceBlock, own: number): Promise<boolean> => {
    const first = position * layout.chunksPerBlock;
    for (let offset = 0, k = 0; offset < block.bytes.length; offset += chunkBytes, k++) {
      while (context.isPaused() && !context.isStopped()) await changed.next();
      const room = writer.whenWritable();
      if (room !== null) await room;
      if (context.isStopped() || generation !== own) return false;
      const payload = block.bytes.subarray(offset, offset + chunkBytes);
      writer.send(encode(first + k, layout.totalChunks, payload));
      partBytes = offset + payload.length;
    }
    return true;
  };

  const sendNext = async (): Promise<void> => {
    const own = generation;
    const block = await source.readBlock(position);
    if (context.isStopped() || generation !== own) return;
    // The next read overlaps with sending; its failure surfaces when its turn comes.
    if (position + 1 < layout.blocks) source.readBlock(position + 1).catch(() => undefined);
    if (!(await sendBlock(block, own))) return;
    context.send({ type: 'block-digest', block: position, sha256: toHex(block.sha256) });
    position += 1;
    partBytes = 0;
  };

  const hasCredit = (): boolean => position < acknowledged + ready.windowBlocks;

  return {
    async run() {
      context.send({
        type: 'transfer-start',
        chunkBytes,
        totalChunks: layout.totalChunks,
        blocks: layout.blocks,
        fromBlock: ready.nextBlock,
      });
      // Its failure surfaces with the whole-file digest.
      source.hashBefore(ready.nextBlock).catch(() => undefined);
      let digestSentIn = -1;
      while (!context.isStopped()) {
        const wake = changed.next();
        if (position < layout.blocks && hasCredit()) {
          await sendNext();
        } else if (position >= layout.blocks && digestSentIn !== generation) {
          const own = generation;
          const sha256 = await source.fileDigest();
          if (generation !== own || context.isStopped()) continue;
          context.send({ type: 'file-digest', sha256 });
          digestSentIn = own;
        } else {
          await wake;
        }
      }
    },
    onBlock({ type, block }) {
      const sentBlocks = position + (partBytes > 0 ? 1 : 0);
      if (block < acknowledged || block >= sentBlocks) return false;
      if (type === 'block-ack') {
        if (block !== acknowledged) return false;
        acknowledged = block + 1;
      } else {
        generation += 1;
        position = block;
        partBytes = 0;
      }
      changed.notify();
      return true;
    },
    bytesSent: () => Math.min(source.totalBytes, position * source.blockBytes + partBytes),
    bytesAcknowledged: () => Math.min(source.totalBytes, acknowledged * source.blockBytes),
    isAllAcknowledged: () => acknowledged >= layout.blocks,
  };
}
