import fc from 'fast-check';
import { blockLength, chooseChunkBytes, layoutBlocks } from './block-layout.js';
import { chunkHeaderReserveBytes } from './chunk-frames.js';

describe('block layout', () => {
  it('covers every byte once, with chunks that fit the message size', () => {
    fc.assert(
      fc.property(
        fc.nat(50_000_000),
        fc.integer({ min: 16_384, max: 4_194_304 }),
        fc.integer({ min: 16_384, max: 262_144 }),
        (totalBytes, blockBytes, maxMessageBytes) => {
          const chunkBytes = chooseChunkBytes(blockBytes, maxMessageBytes);
          const layout = layoutBlocks(totalBytes, blockBytes, chunkBytes);
          expect(chunkBytes + chunkHeaderReserveBytes).toBeLessThanOrEqual(maxMessageBytes);
          let chunks = 0;
          for (let block = 0; block < layout.blocks; block++)
            chunks += Math.ceil(blockLength(layout, block) / chunkBytes);
          expect(chunks).toBe(layout.totalChunks);
        },
      ),
    );
  });
});
