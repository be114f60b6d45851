/** Memory is constant on both sides, for any file size and disk speed. */

import { createBufferPool } from '../receive/download/blocks/buffer-pool.js';
import { createMemorySink } from '../sinks/memory.js';
import { digestOf, randomFile, settle } from './support/session-support.js';
import { makeReceivedFile, makeSource, transferOnce } from './support/transfer-over-channel.js';

describe('buffer pool', () => {
  it('reuses released buffers, not detached or foreign ones', () => {
    const pool = createBufferPool(64, 2);
    const first = pool.acquire(64);
    pool.release(first);
    expect(pool.acquire(10).buffer).toBe(first.buffer);
    const lost = new Uint8Array(64);
    structuredClone(lost, { transfer: [lost.buffer] });
    pool.release(lost);
    pool.release(new Uint8Array(63));
    pool.release(undefined);
    expect(pool.acquire(64).length).toBe(64);
  });

  it('keeps at most the given number of unused buffers', () => {
    const pool = createBufferPool(8, 1);
    const [a, b] = [pool.acquire(8), pool.acquire(8)];
    pool.release(a);
    pool.release(b);
    const again = [pool.acquire(8).buffer, pool.acquire(8).buffer];
    expect(again.includes(a.buffer)).toBe(true);
    expect(again.includes(b.buffer)).toBe(false);
  });
});

describe('a transfer of many blocks', () => {
  it('reuses the buffers of one window', async () => {
    const blockBytes = 16_384;
    const { file, digest } = randomFile(40 * blockBytes + 5);
    const saved: Blob[] = [];
    const memory = createMemorySink((blob) => void saved.push(blob));
    const buffers = new Set<ArrayBufferLike>();
    const received = makeReceivedFile({
      ...memory,
      write(bytes) {
        buffers.add(bytes.buffer);
        return memory.write(bytes);
      },
    });
    const outcome = await transferOnce(makeSource(file, blockBytes), received);
    expect(outcome.receiver).toMatchObject({ type: 'completed', isVerified: true });
    const bytes = new Uint8Array((await saved[0]?.arrayBuffer()) ?? new ArrayBuffer(0));
    expect(digestOf(bytes)).toBe(digest);
    // The window's blocks and the one being filled.
    expect(buffers.size).toBeLessThanOrEqual(17);
  });

  it('holds the sender within one window when the disk is ten times slower than the network', async () => {
    const blockBytes = 16_384;
    const windowBlocks = 16;
    const { file, digest } = randomFile(60 * blockBytes);
    const source = makeSource(file, blockBytes);
    let written = 0;
    let furthestAhead = 0;
    const watched = {
      ...source,
      readBlock(block: number) {
        furthestAhead = Math.max(furthestAhead, block + 1 - written);
        return source.readBlock(block);
      },
    };
    const saved: Blob[] = [];
    const memory = createMemorySink((blob) => void saved.push(blob));
    const slow = makeReceivedFile({
      ...memory,
      async write(bytes) {
        // A block that has been read crosses the channel in one or two turns of the event loop.
        await settle(20);
        written += 1;
        return memory.write(bytes);
      },
    });
    const outcome = await transferOnce(watched, slow);
    expect(outcome.receiver).toMatchObject({ type: 'completed', isVerified: true });
    expect(digestOf(new Uint8Array((await saved[0]?.arrayBuffer()) ?? new ArrayBuffer(0)))).toBe(
      digest,
    );
    // One more is read ahead. The lower bound shows that the disk was the slower side.
    expect(furthestAhead).toBeLessThanOrEqual(windowBlocks + 2);
    expect(furthestAhead).toBeGreaterThan(windowBlocks / 2);
  });
});
