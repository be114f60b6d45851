import { createRateLimit } from '../../pacing/rate-limit.js';
import { createWaitMeter } from '../../progress/wait-meter.js';
import { describeDevice } from '../../support/device.js';
import { createLatch } from '../../support/latch.js';
import { createFakeClock } from '../../test/support/clocks/fake-clock.js';
import { createSignallingHub } from '../../test/support/signalling-hub.js';
import { weriftEnv } from '../../test/support/werift-env.js';
import { decodeChunk } from '../../wire/chunk-frames.js';
import { createFileSource } from '../source/file-source.js';
import { createUploadLimits } from './upload-limits.js';
import { UploadV1 } from './upload-v1.js';

const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** An upload of 40,000 bytes under a fake clock. */
const startUpload = (userAgent: string) => {
  const clock = createFakeClock();
  const device = describeDevice(userAgent, 0, 1_920);
  const env = weriftEnv(createSignallingHub(), { clock, device });
  const payloads: number[] = [];
  const source = createFileSource({
    file: new File([new Uint8Array(40_000)], 'a.bin'),
    sha256: env.sha256,
    blockBytes: 32_768,
  });
  const reads: number[] = [];
  const writer = {
    send: (message: string | Uint8Array<ArrayBuffer>) => {
      if (typeof message === 'string') throw new Error('a chunk is binary');
      payloads.push(decodeChunk(message)?.payload.length ?? -1);
    },
    whenWritable: () => null,
    bufferedBytes: () => 0,
    onLow: () => undefined,
    setLowMark: () => undefined,
  };
  const abort = new AbortController();
  const upload = new UploadV1({
    source: {
      ...source,
      readBlock(block) {
        reads.push(block);
        return source.readBlock(block);
      },
    },
    env,
    writer,
    pacer: null,
    lanes: null,
    linkKey: null,
    limits: createUploadLimits(createRateLimit(clock), clock, {
      onChange: () => undefined,
      onOwnLimit: () => undefined,
    }),
    waits: createWaitMeter(clock),
    changed: createLatch(),
    signal: abort.signal,
    isPaused: () => false,
    send: () => undefined,
  });
  return { clock, payloads, reads, abort, upload, done: upload.run() };
};

describe('an upload of protocol version 1', () => {
  it.each([
    ['chunks of 16384 bytes, 10 ms apart', 'x', 10, [16_384, 16_384, 7_232]],
    [
      'chunks of 8192 bytes, 25 ms apart on iOS',
      'Mozilla/5.0 (iPhone)',
      25,
      [8_192, 8_192, 8_192, 8_192, 7_232],
    ],
  ])('sends %s [9.14, 9.15]', async (_what, userAgent, pauseMs, expected) => {
    const { clock, payloads, upload, done } = startUpload(userAgent);
    for (let sent = 1; sent <= expected.length; sent++) {
      // The pause starts once the block was read and the chunk sent.
      while (clock.pending() === 0) await nextTurn();
      expect(payloads).toEqual(expected.slice(0, sent));
      clock.advance(pauseMs - 1);
      await nextTurn();
      expect(payloads).toHaveLength(sent);
      clock.advance(1);
    }
    await done;
    expect(upload.bytesSent()).toBe(40_000);
  });

  it('reads a block once for all of its chunks: many recipients displace each other from the cache', async () => {
    const { clock, reads, done } = startUpload('x');
    for (let sent = 1; sent <= 3; sent++) {
      while (clock.pending() === 0) await nextTurn();
      clock.advance(10);
    }
    await done;
    expect(reads).toEqual([0, 1]);
  });

  it('stops when aborted', async () => {
    const { clock, payloads, abort, done } = startUpload('x');
    while (clock.pending() === 0) await nextTurn();
    abort.abort();
    clock.advance(10);
    await done;
    expect(payloads).toEqual([16_384]);
  });
});
