/** Specification, section 9: chunk size, pause between chunks, back-pressure on iOS. */
import { asChannel, createChannelPair } from '../test/support/fake-channel.js';
import { createFakeClock } from '../test/support/fake-clock.js';
import { createSignallingHub } from '../test/support/signalling-hub.js';
import { weriftEnv } from '../test/support/werift-env.js';
import { createChannelWriter, watermarksFor } from '../wire/flow-control.js';
import { describeDevice } from '../support/env.js';
import { createFileSource } from './file-source.js';
import { decodeChunk } from '../wire/chunk-frames.js';
import { createLatch } from '../support/latch.js';
import { uploadV1 } from './upload-v1.js';

const promisesRun = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** A version 1 transfer of 40,000 bytes whose clock and channel the test moves. */
const begin = (userAgent: string) => {
  const clock = createFakeClock();
  const device = describeDevice(userAgent, 0, 1_920);
  const env = weriftEnv(createSignallingHub(), { clock, device });
  const payloads: number[] = [];
  const source = createFileSource({
    file: new File([new Uint8Array(40_000)], 'a.bin'),
    sha256: env.sha256,
    blockBytes: 262_144,
  });
  const writer = {
    send: (message: string | Uint8Array<ArrayBuffer>) => {
      if (typeof message === 'string') throw new Error('a chunk is bytes');
      payloads.push(decodeChunk(message)?.payload.length ?? -1);
    },
    whenWritable: () => null,
    bufferedBytes: () => 0,
  };
  const context = {
    source,
    env,
    writer,
    changed: createLatch(),
    isStopped: () => false,
    isPaused: () => false,
    send: () => undefined,
  };
  const done = uploadV1(context, () => undefined);
  return { clock, payloads, done };
};

describe('Protocol version 1, sending (specification, section 9)', () => {
  it.each([
    ['chunks of 16384 bytes, 10 ms apart', 'x', 10, [16_384, 16_384, 7_232]],
    [
      'chunks of 8192 bytes, 25 ms apart on iOS',
      'Mozilla/5.0 (iPhone)',
      25,
      [8_192, 8_192, 8_192, 8_192, 7_232],
    ],
  ])('sends %s [9.14, 9.15]', async (_what, userAgent, pauseMs, expected) => {
    const { clock, payloads, done } = begin(userAgent);
    for (let sent = 1; sent <= expected.length; sent++) {
      // The file is read first; the pause begins when the chunk is out.
      while (clock.pending() === 0) await promisesRun();
      expect(payloads).toEqual(expected.slice(0, sent));
      clock.advance(pauseMs - 1);
      await promisesRun();
      expect(payloads).toHaveLength(sent);
      clock.advance(1);
    }
    await done;
  });
});

describe('back-pressure (specification, section 9)', () => {
  it('on iOS waits above 32768 queued bytes until they are 16384 or fewer, told at 8192 [9.16]', async () => {
    const { near } = createChannelPair();
    const writer = createChannelWriter(asChannel(near), createFakeClock(), watermarksFor(true));
    expect(near.bufferedAmountLowThreshold).toBe(8_192);
    near.bufferedAmount = 32_768;
    expect(writer.whenWritable()).toBeNull();
    near.bufferedAmount = 32_769;
    let hasRoom = false;
    const waiting = writer.whenWritable()?.then(() => {
      hasRoom = true;
    });
    near.bufferedAmount = 16_385;
    near.dispatchEvent(new Event('bufferedamountlow'));
    await promisesRun();
    expect(hasRoom).toBe(false);
    near.bufferedAmount = 16_384;
    near.dispatchEvent(new Event('bufferedamountlow'));
    await waiting;
    expect(hasRoom).toBe(true);
  });

  it('a channel that is not open is named with its state (section 8) [8.100]', () => {
    const { near } = createChannelPair();
    const writer = createChannelWriter(asChannel(near), createFakeClock(), watermarksFor(false));
    near.close();
    const refusal = expect.objectContaining({
      code: 'channel-not-ready',
      facts: { channelState: 'closed' },
    }) as Error;
    expect(() => writer.send('x')).toThrow(refusal);
  });
});
