import fc from 'fast-check';
import { maxBlockRanges } from '../../../support/constants.js';
import { layoutBlocks } from '../../../wire/block-layout.js';
import { createBlockCollector } from './block-collector.js';
import { createBufferPool } from './buffer-pool.js';

const announced = { sha256: '0'.repeat(64) };
const collect = (totalBytes: number, blockBytes: number, fromBlock = 0) => {
  const layout = layoutBlocks(totalBytes, blockBytes, blockBytes);
  return createBlockCollector(layout, fromBlock, createBufferPool(blockBytes, 4));
};
const piece = (block: number, offset: number, length: number) => ({
  block,
  offset,
  payload: new Uint8Array(length).fill(1),
});

describe('the block collector', () => {
  it('returns the file from pieces and digests in any order, some of them twice', () => {
    const blockBytes = 64;
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 5 * blockBytes }),
        fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1 }),
        fc.infiniteStream(fc.nat()),
        (file, lengths, order) => {
          const collector = collect(file.length, blockBytes);
          const blocks = Math.ceil(file.length / blockBytes);
          const steps: (() => boolean)[] = [];
          for (let block = 0; block < blocks; block += 1) {
            const bytes = file.subarray(block * blockBytes, (block + 1) * blockBytes);
            steps.push(() => collector.announce(block, announced, blocks));
            for (let offset = 0, i = 0; offset < bytes.length; i += 1) {
              const length = lengths[i % lengths.length] ?? 1;
              const payload = bytes.slice(offset, offset + length);
              const at = offset;
              const step = () => collector.acceptPiece({ block, offset: at, payload }, blocks);
              steps.push(step);
              if (i % 3 === 0) steps.push(step);
              offset += payload.length;
            }
          }
          const received: number[] = [];
          while (steps.length > 0) {
            const [step] = steps.splice((order.next().value ?? 0) % steps.length, 1);
            expect(step?.()).toBe(true);
            for (let taken = collector.take(); taken !== null; taken = collector.take()) {
              expect(taken.block).toBe(Math.floor(received.length / blockBytes));
              received.push(...taken.bytes);
            }
          }
          expect(received).toEqual([...file]);
          expect(collector.isDone()).toBe(true);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('accepts copies of a digest, and refuses another one of the same block', () => {
    const collector = collect(128, 64);
    expect(collector.announce(0, announced, 2)).toBe(true);
    expect(collector.announce(0, { ...announced }, 2)).toBe(true);
    expect(collector.announce(0, { sha256: '1'.repeat(64) }, 2)).toBe(false);
    expect(collector.announce(1, { commitment: announced.sha256 }, 2)).toBe(true);
    expect(collector.announce(1, announced, 2)).toBe(false);
  });

  it.each([
    ['beyond the credit window', piece(2, 0, 8)],
    ['beyond the end of its block', piece(0, 60, 8)],
    ['that overlaps others in part', piece(0, 4, 8)],
    ['around others', piece(1, 0, 64)],
    ['with other bytes than those received', { ...piece(0, 0, 8), payload: new Uint8Array(8) }],
  ])('refuses a piece %s', (_what, refused) => {
    const collector = collect(200, 64);
    expect(collector.acceptPiece(piece(0, 0, 8), 2)).toBe(true);
    expect(collector.acceptPiece(piece(1, 8, 8), 2)).toBe(true);
    expect(collector.acceptPiece(refused, 2)).toBe(false);
  });

  it('refuses more separate ranges than a sender can leave', () => {
    const collector = collect(16_384, 16_384);
    const accepted = Array.from({ length: maxBlockRanges + 1 }, (_, i) =>
      collector.acceptPiece(piece(0, 2 * i, 1), 1),
    );
    expect(accepted.indexOf(false)).toBe(maxBlockRanges);
  });

  it('has no memory for a digest outside the window, and keeps the first of several', () => {
    const collector = collect(64, 64);
    expect(collector.announce(1, announced, 4)).toBe(false);
    collector.announce(0, announced, 4);
    collector.announce(0, { sha256: '1'.repeat(64) }, 4);
    collector.acceptPiece(piece(0, 0, 64), 4);
    expect(collector.take()?.announced).toBe(announced);
  });

  it('forgets all later pieces at a rewind', () => {
    const collector = collect(128, 64);
    collector.acceptPiece(piece(1, 0, 64), 2);
    collector.announce(1, announced, 2);
    collector.rewind(0);
    expect(collector.receivedBytes()).toBe(0);
    collector.acceptPiece(piece(0, 0, 64), 2);
    collector.announce(0, announced, 2);
    expect(collector.take()?.block).toBe(0);
    expect(collector.take()).toBeNull();
  });

  it('counts what has arrived in progress, also out of order', () => {
    const collector = collect(200, 64, 1);
    collector.acceptPiece(piece(2, 8, 8), 4);
    expect(collector.receivedBytes()).toBe(72);
  });
});
