/**
 * Storage that opens after the sender's negotiation timeout, on a loaded machine or a slow disk: docs/protocol.md,
 * 2.1. The transfer is still verified and can resume.
 */

import type { Sink } from '../../api.js';
import { parseControl, type TransferStart } from '../../wire/control-messages.js';
import { createDisk, createDurableSink } from '../support/durable-sink.js';
import type { ChannelPair } from '../support/fake-channel.js';
import { createGate, createTestSink, digestOf, randomFile } from '../support/session-support.js';
import { makeReceivedFile, makeSource, transferOnce } from '../support/transfer-over-channel.js';

const blockBytes = 32_768;
/** Five version 1 chunks, three blocks. */
const fileBytes = 4 * 16_384 + 9;
const verified = { type: 'completed', isVerified: true };

/** Opens the sink after the sender's timeout, once it has sent `chunks` chunks of version 1. */
const openLate = (sink: Sink, chunks: number) => {
  const { opened: released, open: release } = createGate();
  const open = sink.open.bind(sink);
  sink.open = async (file) => {
    await released;
    return open(file);
  };
  const starts: TransferStart[] = [];
  const watch = ({ near }: ChannelPair): void => {
    let left = chunks;
    near.intercept = (message) => {
      if (typeof message === 'string') {
        const control = parseControl(message);
        if (control.type === 'transfer-start') starts.push(control);
      } else if (--left === 0) {
        release();
      }
      return message;
    };
  };
  return { watch, starts };
};

describe('a receiver that answers after the sender started version 1', () => {
  it.each([
    ['after one plain chunk', 1],
    ['after all of them', 5],
  ])('%s, switches the transfer to version 2, which is verified', async (_when, chunks) => {
    const { file, digest } = randomFile(fileBytes);
    const sink = createTestSink();
    const { watch, starts } = openLate(sink, chunks);
    const source = makeSource(file, blockBytes);
    const ends = await transferOnce(source, makeReceivedFile(sink), watch, false);
    expect(ends).toEqual({ sender: verified, receiver: verified });
    expect(starts).toMatchObject([{ fromBlock: 0, blocks: 3 }]);
    expect(digestOf(sink.bytes())).toBe(digest);
    expect([sink.opened.length, sink.writes]).toEqual([1, 3]);
  });

  it('resumes after its durable blocks', async () => {
    const { file, digest } = randomFile(fileBytes);
    const source = makeSource(file, blockBytes);
    const disk = createDisk();
    // The connection closes and the receiver's tab reloads while the third block is in flight.
    let chunks = 0;
    const first = await transferOnce(source, makeReceivedFile(createDurableSink(disk)), (pair) => {
      pair.near.intercept = (message) =>
        typeof message !== 'string' && ++chunks > 4 ? null : message;
    });
    expect(first).toEqual({ sender: { type: 'broken' }, receiver: { type: 'broken' } });

    const sink = createDurableSink(disk);
    const { watch, starts } = openLate(sink, 2);
    const ends = await transferOnce(source, makeReceivedFile(sink), watch, false);
    expect(ends).toEqual({ sender: verified, receiver: verified });
    expect(starts).toHaveLength(1);
    expect(starts[0]?.fromBlock).toBeGreaterThan(0);
    expect(disk.delivered.map(digestOf)).toEqual([digest]);
  });
});
