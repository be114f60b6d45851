/**
 * Positions in the file: it is cut into blocks, and each block into chunks; no chunk crosses a block. Chunk numbers
 * run through the whole file. Every full block has the same number of chunks.
 */

import { chunkHeaderReserveBytes } from './chunk-frames.js';

export interface BlockLayout {
  totalBytes: number;
  blockBytes: number;
  /** Payload bytes of every chunk but the last of a block. */
  chunkBytes: number;
  blocks: number;
  chunksPerBlock: number;
  totalChunks: number;
}

export const layoutBlocks = (
  totalBytes: number,
  blockBytes: number,
  chunkBytes: number,
): BlockLayout => {
  const blocks = Math.ceil(totalBytes / blockBytes);
  const chunksPerBlock = Math.ceil(blockBytes / chunkBytes);
  const lastBytes = blocks === 0 ? 0 : totalBytes - (blocks - 1) * blockBytes;
  const totalChunks =
    blocks === 0 ? 0 : (blocks - 1) * chunksPerBlock + Math.ceil(lastBytes / chunkBytes);
  return { totalBytes, blockBytes, chunkBytes, blocks, chunksPerBlock, totalChunks };
};

/** The largest payload whose message fits, reduced so that the chunks of a block are of nearly equal size. */
export const chooseChunkBytes = (blockBytes: number, maxMessageBytes: number): number => {
  const largest = maxMessageBytes - chunkHeaderReserveBytes;
  return Math.ceil(blockBytes / Math.ceil(blockBytes / largest));
};

export const blockLength = (layout: BlockLayout, block: number): number =>
  Math.min(layout.blockBytes, layout.totalBytes - block * layout.blockBytes);

/** Digest of the whole file: SHA-256 over the concatenated block digests, in order. */
export const concatDigests = (digests: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const joined = new Uint8Array(digests.length * 32);
  digests.forEach((digest, index) => {
    joined.set(digest, index * 32);
  });
  return joined;
};

/**
 * The key under which a sink keeps the blocks of a file. It contains the block size, because digests of different sizes
 * cannot be compared, and the scope, because a `fileId` is only the sender's claim and other senders know it.
 *
 * @param scope outside of it nobody may learn about these blocks, add to them or have them removed
 */
export const storedFileId = (
  { fileId, blockBytes }: { fileId: string; blockBytes: number },
  scope: string,
): string => `${scope} ${blockBytes} ${fileId}`;
