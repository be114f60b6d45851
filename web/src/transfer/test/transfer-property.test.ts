/** Protocol version 2 over channels that break and blocks that are damaged: docs/protocol.md, 2.4–2.6. */

import fc from 'fast-check';
import type { ChannelPair } from './support/fake-channel.js';
import { createTestSink, digestOf, randomFile } from './support/session-support.js';
import { makeReceivedFile, makeSource, transferOnce } from './support/transfer-over-channel.js';

const blockBytes = 32_768;
const windowBlocks = 16;

/** Closes the channel at the n-th message of one side. */
const breakAt =
  (side: 'near' | 'far', after: number) =>
  (pair: ChannelPair): void => {
    let left = after;
    pair[side].intercept = (message) => (left-- > 0 ? message : null);
  };

/** Flips one bit of the n-th chunk. */
const damageChunk =
  (index: number) =>
  (pair: ChannelPair): void => {
    let left = index;
    pair.near.intercept = (message) => {
      if (typeof message === 'string' || left-- !== 0) return message;
      const damaged = message.slice();
      damaged[damaged.length - 1] = (damaged.at(-1) ?? 0) ^ 0x40;
      return damaged;
    };
  };

describe('a transfer over failing channels', () => {
  it('completes after any sequence of breaks, and resends at most one window per break', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 20 * blockBytes }),
        fc.array(fc.tuple(fc.constantFrom('near' as const, 'far' as const), fc.nat(60)), {
          maxLength: 4,
        }),
        async (sizeBytes, breaks) => {
          const { file, digest } = randomFile(sizeBytes);
          const source = makeSource(file, blockBytes);
          const sink = createTestSink();
          const received = makeReceivedFile(sink);
          let chunks = 0;
          for (const [side, after] of breaks) {
            await transferOnce(source, received, (pair) => {
              breakAt(side, after)(pair);
              const { near } = pair;
              near.send = ((send) => (data: string | Uint8Array<ArrayBuffer>) => {
                if (typeof data !== 'string') chunks += 1;
                send.call(near, data);
              })(near.send.bind(near));
            });
          }
          const last = await transferOnce(source, received);
          expect(last).toEqual({
            sender: { type: 'completed', isVerified: true },
            receiver: { type: 'completed', isVerified: true },
          });
          expect(digestOf(sink.bytes())).toBe(digest);
          // The file is opened once, and each block is written once.
          expect(sink.opened.length).toBe(1);
          expect(sink.writes).toBe(Math.ceil(sizeBytes / blockBytes));
          const chunksPerBlock = 2;
          const atMost = (source.blocks + breaks.length * (windowBlocks + 1)) * chunksPerBlock;
          expect(chunks).toBeLessThanOrEqual(atMost);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('requests exactly the damaged block again and completes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: blockBytes, max: 12 * blockBytes }),
        fc.nat(20),
        async (sizeBytes, damaged) => {
          const { file, digest } = randomFile(sizeBytes);
          const sink = createTestSink();
          const retries: string[] = [];
          const result = await transferOnce(
            makeSource(file, blockBytes),
            makeReceivedFile(sink),
            (pair) => {
              damageChunk(damaged)(pair);
              pair.far.intercept = (message) => {
                if (typeof message === 'string' && message.includes('block-retry'))
                  retries.push(message);
                return message;
              };
            },
          );
          const chunks = Math.ceil(sizeBytes / (blockBytes / 2));
          expect(result.receiver).toEqual({ type: 'completed', isVerified: true });
          expect(retries.length).toBe(damaged < chunks ? 1 : 0);
          expect(digestOf(sink.bytes())).toBe(digest);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('fails with digest-mismatch when a block is always damaged, and does not write it', async () => {
    const { file } = randomFile(3 * blockBytes);
    const sink = createTestSink();
    const result = await transferOnce(
      makeSource(file, blockBytes),
      makeReceivedFile(sink),
      (pair) => {
        pair.near.intercept = (message) => {
          if (
            typeof message === 'string' ||
            !new TextDecoder().decode(message.subarray(0, 60)).includes('"chunkIndex":3,')
          )
            return message;
          const damaged = message.slice();
          damaged[damaged.length - 1] = (damaged.at(-1) ?? 0) ^ 1;
          return damaged;
        };
      },
    );
    expect(result.receiver).toMatchObject({
      type: 'failed',
      error: { code: 'digest-mismatch', isPartKept: true },
    });
    expect(result.sender).toMatchObject({ type: 'failed', error: { code: 'failed-at-peer' } });
    expect(sink.writes).toBe(1);
    expect(sink.isClosed()).toBe(false);
  });
});
