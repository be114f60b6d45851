/** Constant memory on both sides, whatever the size of the file and however slow the disk. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createBufferPool } from '../receive/buffer-pool.js';
import { createMemorySink } from '../sinks/memory.js';
import { digestOf, randomFile } from './support/session-support.js';
import { makeReceivedFile, makeSource, transferOnce } from './support/transfer-over-channel.js';

describe('buffer pool', () => {
  it('gives back what it got, and only that', () => {
    const pool = createBufferPool(64, 2);
    const first = pool.take(64);
    pool.give(first);
    expect(pool.take(10).buffer).toBe(first.buffer);
    const lost = new Uint8Array(64);
    structuredClone(lost, { transfer: [lost.buffer] });
    pool.give(lost);
    pool.give(new Uint8Array(63));
    pool.give(undefined);
    expect(pool.take(64).length).toBe(64);
  });

  it('keeps no more than it may', () => {
    const pool = createBufferPool(8, 1);
    const [a, b] = [pool.take(8), pool.take(8)];
    pool.give(a);
    pool.give(b);
    const again = [pool.take(8).buffer, pool.take(8).buffer];
    expect(again.includes(a.buffer)).toBe(true);
    expect(again.includes(b.buffer)).toBe(false);
  });
});

describe('a transfer of many blocks', () => {
  it('fills few buffers again and again, and the file is the same', async () => {
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

  it('a disk ten times slower than the network holds the sender within one window', async () => {
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
        // A block crosses the channel in one or two turns of the event loop.
        for (let turn = 0; turn < 20; turn++) await nextTurn();
        written += 1;
        return memory.write(bytes);
      },
    });
    const outcome = await transferOnce(watched, slow);
    expect(outcome.receiver).toMatchObject({ type: 'completed', isVerified: true });
    expect(digestOf(new Uint8Array((await saved[0]?.arrayBuffer()) ?? new ArrayBuffer(0)))).toBe(
      digest,
    );
    // One more is read ahead; near the window, or the disk would not have been the slow one.
    expect(furthestAhead).toBeLessThanOrEqual(windowBlocks + 2);
    expect(furthestAhead).toBeGreaterThan(windowBlocks / 2);
  });
});
