/** Transfers over several lanes in memory: lost, stopped, damaged and hostile ones. docs/protocol.md, 2.9. */

import fc from 'fast-check';
import { maxDigestCopies } from '../support/constants.js';
import type { ChannelPair } from './support/fake-channel.js';
import { createLanePairs, type LanePairs } from './support/lane-pairs.js';
import { createTestSink, digestOf, randomFile } from './support/session-support.js';
import {
  makeReceivedFile,
  makeSource,
  transferOnce,
  type Outcome,
} from './support/transfer-over-channel.js';

const blockBytes = 32_768;
const complete: Outcome = { type: 'completed', isVerified: true };

type Message = string | Uint8Array<ArrayBuffer>;

const transfer = async (
  sizeBytes: number,
  lanes: LanePairs,
  prepare: (pair: ChannelPair) => void = () => undefined,
) => {
  const { file, digest } = randomFile(sizeBytes);
  const sink = createTestSink();
  const source = makeSource(file, blockBytes);
  const received = makeReceivedFile(sink);
  const attempt = (over = lanes) => transferOnce(source, received, prepare, true, null, over);
  const outcome = await attempt();
  return { outcome, sink, digest, attempt };
};

/** Counts the pieces of each lane. */
const countPieces = () => {
  const pieces = new Map<number, number>();
  const prepare = ({ near }: ChannelPair, lane: number): void => {
    near.intercept = (message) => {
      if (typeof message !== 'string') pieces.set(lane, (pieces.get(lane) ?? 0) + 1);
      return message;
    };
  };
  return { pieces, prepare };
};

/** Changes one bit of the n-th binary message that passes. */
const flipAt = (index: number, byte: number, bit: number) => {
  let left = index;
  return (message: Message): Message => {
    if (typeof message === 'string' || left-- !== 0) return message;
    const damaged = message.slice();
    const at = byte % damaged.length;
    damaged[at] = (damaged[at] ?? 0) ^ (1 << bit);
    return damaged;
  };
};

/** A commitment of this transfer, made up. */
const digestOfBlock3 = (digit: string): string =>
  JSON.stringify({ type: 'block-digest', block: 3, commitment: digit.repeat(64) });

describe('a transfer over several lanes', () => {
  it('sends pieces over each of them, and the file is right', async () => {
    const { pieces, prepare } = countPieces();
    const { outcome, sink, digest } = await transfer(60 * blockBytes + 5, createLanePairs(prepare));
    expect(outcome).toEqual({ sender: complete, receiver: complete });
    expect(digestOf(sink.bytes())).toBe(digest);
    expect(sink.writes).toBe(61);
    expect([...pieces.keys()].sort()).toEqual([1, 2]);
    for (const count of pieces.values()) expect(count).toBeGreaterThan(5);
  });

  it('sends what was under way on a lost lane over another', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.nat(25)), { maxLength: 5 }),
        async (breaks) => {
          const lanes = createLanePairs(({ near }, lane) => {
            let left = breaks.find(([of]) => of === lane)?.[1] ?? Infinity;
            near.intercept = (message) => (left-- > 0 ? message : null);
          });
          const { outcome, sink, digest } = await transfer(40 * blockBytes, lanes);
          expect(outcome).toEqual({ sender: complete, receiver: complete });
          expect(digestOf(sink.bytes())).toBe(digest);
          expect(sink.writes).toBe(40);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('never accepts a file from messages that were changed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 2 }),
        fc.nat(12),
        fc.oneof(fc.nat(15), fc.nat(20_000)),
        fc.nat(7),
        async (lane, index, byte, bit) => {
          const lanes = createLanePairs(({ near }, of) => {
            if (of === lane) near.intercept = flipAt(index, byte, bit);
          });
          const { outcome, sink, digest, attempt } = await transfer(30 * blockBytes, lanes);
          if (outcome.receiver.type === 'failed') {
            expect(outcome.receiver.error.code).toBe('protocol-violation');
            expect(sink.isClosed()).toBe(false);
            // The next connection resumes with what was verified.
            await attempt(createLanePairs());
          } else expect(outcome.receiver).toEqual(complete);
          expect(digestOf(sink.bytes())).toBe(digest);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('resumes after the connection broke in the middle', async () => {
    const { sink, digest, attempt, outcome } = await transfer(
      40 * blockBytes,
      createLanePairs(),
      (pair) => {
        let acknowledged = 0;
        pair.far.intercept = (message) => {
          if (typeof message === 'string' && message.includes('"block-ack"')) acknowledged += 1;
          return acknowledged < 20 ? message : null;
        };
      },
    );
    expect(outcome.sender.type).toBe('broken');
    let last = outcome;
    for (let i = 0; i < 5 && last.receiver.type === 'broken'; i += 1)
      last = await attempt(createLanePairs());
    expect(last.receiver).toEqual(complete);
    expect(digestOf(sink.bytes())).toBe(digest);
  });

  /** Sends signals of lanes once the transfer has started, as they arrive after an interruption. */
  const signalling = (lanes: number, signals: number) => (pair: ChannelPair) => {
    pair.near.intercept = (message) => {
      if (typeof message !== 'string' || !message.includes('"transfer-start"')) return message;
      for (let lane = 1; lane <= lanes; lane += 1)
        for (let i = 0; i < signals; i += 1)
          pair.near.send(
            JSON.stringify({ type: 'lane-signal', lane, kind: 'ice-candidate', payload: {} }),
          );
      return message;
    };
  };

  it('survives the signals of all lanes in one burst', async () => {
    const { outcome, sink, digest } = await transfer(
      40 * blockBytes,
      createLanePairs(),
      signalling(30, 60),
    );
    expect(outcome).toEqual({ sender: complete, receiver: complete });
    expect(digestOf(sink.bytes())).toBe(digest);
  });

  it('ends with a violation at a flood of signals of one lane', async () => {
    const { outcome } = await transfer(40 * blockBytes, createLanePairs(), signalling(1, 1_000));
    expect(outcome.receiver).toMatchObject({
      type: 'failed',
      error: { code: 'protocol-violation' },
    });
  });

  it.each<[string, (lane: ChannelPair) => void]>([
    ['a control message', ({ near }) => near.send('{"type":"transfer-pause"}')],
    ['text that is no message', ({ near }) => near.send('x')],
    ['a binary message that is no piece', ({ near }) => near.send(new Uint8Array([9, 9, 9]))],
    [
      'a piece of a later pass',
      ({ near }) => near.send(new Uint8Array([1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 7])),
    ],
    [
      'another digest of a block',
      ({ near }) => {
        near.send(digestOfBlock3('0'));
        near.send(digestOfBlock3('1'));
      },
    ],
    [
      'more copies of a digest than it accepts',
      ({ near }) => {
        for (let n = 0; n <= (1 + maxDigestCopies) * 41; n += 1) near.send(digestOfBlock3('0'));
      },
    ],
    [
      'a piece beyond the credit',
      ({ near }) => near.send(new Uint8Array([1, 0, 0, 0, 0, 0, 0, 39, 0, 0, 0, 0, 7])),
    ],
  ])('ends with a violation at %s on a lane', async (_what, act) => {
    const lanes = createLanePairs((pair, lane) => {
      if (lane === 1) setImmediate(() => act(pair));
    });
    const { outcome, sink } = await transfer(40 * blockBytes, lanes);
    expect(outcome.receiver).toMatchObject({
      type: 'failed',
      error: { code: 'protocol-violation' },
    });
    expect(sink.isClosed()).toBe(false);
  });
});
