import { sha256 } from '../../support/env.js';
import { createFileSource } from './file-source.js';

const blockBytes = 16;
const blockCount = 24;

/** A file that counts how often each block is read. */
const counted = () => {
  const reads = Array.from({ length: blockCount }, () => 0);
  const file = new File([new Uint8Array(blockBytes * blockCount)], 'counted.bin');
  const slice = file.slice.bind(file);
  file.slice = (start = 0, end) => {
    reads[start / blockBytes] = (reads[start / blockBytes] ?? 0) + 1;
    return slice(start, end);
  };
  return { file, reads };
};

describe('a file source', () => {
  it.each([0, 1, 4, 6])(
    'reads each block once for two recipients %i blocks apart',
    async (drift) => {
      const { file, reads } = counted();
      const source = createFileSource({ file, sha256, blockBytes: blockBytes, readers: () => 2 });
      for (let block = 0; block < blockCount + drift; block++) {
        if (block < blockCount) await source.readBlock(block);
        // As in a transfer, the next block is read ahead.
        if (block + 1 < blockCount) await source.readBlock(block + 1);
        if (block >= drift) await source.readBlock(block - drift);
      }
      expect(reads).toEqual(Array.from({ length: blockCount }, () => 1));
    },
  );

  it('keeps few blocks for one recipient: an older block is read again', async () => {
    const { file, reads } = counted();
    const source = createFileSource({ file, sha256, blockBytes: blockBytes });
    for (const block of [0, 1, 2, 0, 3, 0]) await source.readBlock(block);
    expect(reads.slice(0, 4)).toEqual([2, 1, 1, 1]);
  });

  it('keeps digests but no block when released', async () => {
    const { file, reads } = counted();
    const source = createFileSource({ file, sha256, blockBytes: blockBytes });
    const digest = await source.fileDigest();
    await source.readBlock(0);
    source.release();
    await source.readBlock(0);
    expect(reads.slice(0, 2)).toEqual([3, 1]);
    expect(await source.fileDigest()).toBe(digest);
  });

  it('stops reading when closed, also while it computes digests', async () => {
    const { file, reads } = counted();
    const source = createFileSource({ file, sha256, blockBytes: blockBytes });
    const slice = file.slice.bind(file);
    file.slice = (start = 0, end) => {
      if (start === 3 * blockBytes) source.close();
      return slice(start, end);
    };
    await expect(source.hashBefore(blockCount)).rejects.toMatchObject({ code: 'file-unreadable' });
    await expect(source.fileDigest()).rejects.toMatchObject({ code: 'file-unreadable' });
    expect(reads.filter((count) => count > 0).length).toBe(4);
  });
});
