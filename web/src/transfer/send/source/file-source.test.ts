import { sha256 } from '../../support/env.js';
import { createFileSource } from './file-source.js';

const blockBytes = 16;
const blockCount = 24;

/** A file that counts how often each block is read. */
const counted = () => {
  const reads = Array.from({ length: blockCount }, () => 0);
  const file = new File([new Uint8Array(blockBytes * blockCount)], 'counted.bin');
  const slice = file.slice.bind(file);
  file.slice = (start = 0, end = file.size) => {
    if (end - start === blockBytes)
      reads[start / blockBytes] = (reads[start / blockBytes] ?? 0) + 1;
    return slice(start, end);
  };
  return { file, reads };
};

/** A file that is read as Firefox reads one: with its bytes of now, and the size it had when it was chosen. */
const rewritable = (bytes: Uint8Array<ArrayBuffer>) => {
  const file = new File([bytes], 'rewritable.bin');
  let now: Blob = file;
  const slice = (start?: number, end?: number) =>
    now === file ? File.prototype.slice.call(file, start, end) : now.slice(start, end);
  file.slice = slice;
  return {
    file,
    rewrite: (content: Uint8Array<ArrayBuffer>) => {
      now = new Blob([content]);
    },
  };
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

  it.each([
    ['small', 24 * blockBytes],
    ['large', 1024 * 1024 + 1],
  ])('gives no digest of a %s file that was saved anew after it was read', async (_, size) => {
    const { file, rewrite } = rewritable(new Uint8Array(size).fill(1));
    const source = createFileSource({ file, sha256, blockBytes: 64 * 1024 });
    await source.hashBefore(source.blocks);
    rewrite(new Uint8Array(size).fill(2));
    await expect(source.fileDigest()).rejects.toMatchObject({ code: 'file-unreadable' });
  });

  it.each([0, 1024 * 1024])('notices a change of the byte at %i', async (at) => {
    const bytes = new Uint8Array(1024 * 1024 + 1);
    const { file, rewrite } = rewritable(bytes);
    const source = createFileSource({ file, sha256, blockBytes: 64 * 1024 });
    await source.hashBefore(source.blocks);
    rewrite(bytes.map((byte, index) => (index === at ? 1 : byte)));
    await expect(source.fileDigest()).rejects.toMatchObject({ code: 'file-unreadable' });
  });

  it('keeps its digest when the file is saved anew, deleted or moved afterwards', async () => {
    const { file, rewrite } = rewritable(new Uint8Array(1024 * 1024));
    const source = createFileSource({ file, sha256, blockBytes: 64 * 1024 });
    const digest = await source.fileDigest();
    rewrite(new Uint8Array(0));
    expect(await source.fileDigest()).toBe(digest);
    await expect(source.readBlock(0)).rejects.toMatchObject({ code: 'file-unreadable' });
  });

  it('gives no digest of a file that was saved anew before it was read', async () => {
    const { file, rewrite } = rewritable(new Uint8Array(1024 * 1024));
    const source = createFileSource({ file, sha256, blockBytes: 64 * 1024 });
    await source.fileId();
    rewrite(new Uint8Array(1024 * 1024).fill(2));
    await expect(source.fileDigest()).rejects.toMatchObject({ code: 'file-unreadable' });
  });

  it('gives neither id nor digest of a file that was saved anew since an earlier session', async () => {
    const { file, rewrite } = rewritable(new Uint8Array(1024 * 1024));
    const earlier = createFileSource({ file, sha256, blockBytes: 64 * 1024 });
    await earlier.fileId();
    earlier.close();
    rewrite(new Uint8Array(1024 * 1024 + 1).fill(2));
    const source = createFileSource({ file, sha256, blockBytes: 64 * 1024 });
    for (const sent of [source.fileId(), source.fileDigest()])
      await expect(sent).rejects.toMatchObject({ code: 'file-unreadable' });
  });

  it('gives no digest of a file whose parts have changed', async () => {
    let isSame = false;
    const { file } = rewritable(new Uint8Array(1024 * 1024));
    const isUnchanged = () => Promise.resolve(isSame);
    const source = createFileSource({ file, sha256, blockBytes: 64 * 1024, isUnchanged });
    await expect(source.fileDigest()).rejects.toMatchObject({ code: 'file-unreadable' });
    isSame = true;
    expect(await source.fileDigest()).toMatch(/^[0-9a-f]{64}$/);
  });
});
