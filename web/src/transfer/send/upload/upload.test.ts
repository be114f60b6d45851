import type { LaneEvents, OpenLane } from '../../lanes/lane-connection.js';
import { createRateLimit } from '../../pacing/rate-limit.js';
import { controlBurst, readyTimeoutMs } from '../../support/constants.js';
import { sha256 } from '../../support/env.js';
import { createLatch } from '../../support/latch.js';
import { createPause } from '../../support/pause.js';
import { createFakeClock } from '../../test/support/clocks/fake-clock.js';
import { asChannel, createChannelPair, type FakeChannel } from '../../test/support/fake-channel.js';
import { settle } from '../../test/support/session-support.js';
import { createSignallingHub } from '../../test/support/signalling-hub.js';
import { weriftEnv } from '../../test/support/werift-env.js';
import type { FileMetadata, ReceiverReady } from '../../wire/control-messages.js';
import { createAcknowledged } from '../acknowledged.js';
import { createFileSource } from '../source/file-source.js';
import type { UploadEvent, UploadOptions } from './upload-options.js';
import { Upload } from './upload.js';

const blockBytes = 32_768;

const startUpload = (channel: FakeChannel, sizeBytes = 1, more: Partial<UploadOptions> = {}) => {
  const clock = createFakeClock();
  const limit = createRateLimit(clock);
  const events: UploadEvent[] = [];
  const changed = createLatch();
  const upload = new Upload({
    channel: asChannel(channel),
    source: createFileSource({
      file: new File([new Uint8Array(sizeBytes)], 'x'),
      sha256,
      blockBytes: blockBytes,
    }),
    acknowledged: createAcknowledged(),
    limit,
    env: weriftEnv(createSignallingHub(), { clock, lanesAtStart: 2 }),
    maxMessageBytes: 16_384,
    isHeld: false,
    pause: createPause(),
    onEvent: (event) => {
      events.push(event);
      changed.notify();
    },
    ...more,
  });
  upload.start();
  const event = async (type: UploadEvent['type']): Promise<UploadEvent> => {
    for (;;) {
      const found = events.find((each) => each.type === type);
      if (found !== undefined) return found;
      await changed.next();
    }
  };
  return { upload, events, event, clock };
};

/** A receiver that is ready for the whole file, and whose messages the test sends. */
const startV2 = async (
  sizeBytes: number,
  more: Partial<UploadOptions> = {},
  accepted: Partial<ReceiverReady> = {},
) => {
  const { near, far } = createChannelPair();
  const received: { type: string }[] = [];
  const messages = createLatch();
  far.addEventListener('message', (event) => {
    const { data } = event as MessageEvent<unknown>;
    if (typeof data !== 'string') return;
    received.push(JSON.parse(data) as { type: string });
    messages.notify();
  });
  const message = async (type: string): Promise<unknown> => {
    for (;;) {
      const found = received.find((each) => each.type === type);
      if (found !== undefined) return found;
      await messages.next();
    }
  };
  const { upload, events, event, clock } = startUpload(near, sizeBytes, more);
  const { fileId } = (await message('file-metadata')) as FileMetadata & { fileId: string };
  const say = (control: object): void => far.send(JSON.stringify(control));
  const ready = { protocol: 2, fileId, nextBlock: 0, windowBlocks: 1, maxMessageBytes: 16_384 };
  say({ type: 'receiver-ready', ...ready, ...accepted });
  await event('started');
  return { upload, clock, events, message, say, received };
};

const violation = {
  type: 'failed',
  error: { code: 'protocol-violation' },
  isNotified: true,
};

describe('an upload that waits for approval', () => {
  it('sends a receiver of version 1 nothing of the file before it', async () => {
    const { near, far } = createChannelPair();
    const received: unknown[] = [];
    const messages = createLatch();
    far.addEventListener('message', (event) => {
      received.push((event as MessageEvent<unknown>).data);
      messages.notify();
    });
    const metadata = messages.next();
    const { upload, event, clock } = startUpload(near, 1, { isHeld: true });
    await metadata;
    clock.advance(readyTimeoutMs);
    await event('asking');
    clock.advance(60_000);
    await settle();
    expect(received).toHaveLength(1);
    const more = messages.next();
    upload.approve();
    await event('started');
    clock.advance(1_000);
    await more;
  });
});

describe('an upload', () => {
  it('fails with channel-error when the channel rejects a message [8.98]', async () => {
    const { near } = createChannelPair();
    const send = near.send.bind(near);
    let failures = 1;
    near.send = (data) => {
      if (failures-- > 0) throw new Error('the queue is full');
      send(data);
    };
    const { event } = startUpload(near);
    expect(await event('failed')).toEqual({
      type: 'failed',
      error: { code: 'channel-error' },
      isNotified: true,
    });
  });

  it('ignores a pause that changes nothing', async () => {
    const { say, events, message } = await startV2(blockBytes);
    for (let n = 0; n < 5; n++) say({ type: 'transfer-pause' });
    for (let n = 0; n < 5; n++) say({ type: 'transfer-resume' });
    await message('block-digest');
    expect(events.filter(({ type }) => type === 'paused')).toEqual([
      { type: 'paused', isPaused: true },
      { type: 'paused', isPaused: false },
    ]);
  });

  it('keeps its lanes in a short pause that follows a long one within a second', async () => {
    const opened: LaneEvents[] = [];
    const closed: number[] = [];
    const openLane: OpenLane = (lane, events) => {
      opened.push(events);
      return { receive: () => undefined, close: () => void closed.push(lane) };
    };
    const { upload, clock, say } = await startV2(1, { openLane }, { paced: true, lanes: 2 });
    const pass = async (ms: number): Promise<void> => {
      await settle();
      clock.advance(ms);
      await settle();
    };
    await pass(0);
    say({ type: 'piece-receipt', bytes: 1 });
    say({ type: 'transfer-pause' });
    await pass(10_000);
    say({ type: 'transfer-resume' });
    await pass(0);
    opened.at(-1)?.onOpen(asChannel(createChannelPair().near), []);
    say({ type: 'transfer-pause' });
    await pass(4_000);
    expect(closed).toEqual([]);
    await pass(2_000);
    expect(closed).toEqual([1]);
    upload.stop();
  });

  it('ends for a receiver that pauses and resumes endlessly', async () => {
    const { say, events, message } = await startV2(blockBytes);
    for (let n = 0; n < 10_000; n++) {
      say({ type: 'transfer-pause' });
      say({ type: 'transfer-resume' });
    }
    await settle(50);
    expect(events.at(-1)).toEqual(violation);
    expect(await message('transfer-error')).toMatchObject({ code: 'protocol-violation' });
    expect(events.length).toBeLessThanOrEqual(controlBurst + 2);
  });

  it('ends for a receiver that floods it with unknown messages', async () => {
    const { say, events } = await startV2(blockBytes);
    for (let n = 0; n <= controlBurst; n++) say({ type: 'weather' });
    await settle(50);
    expect(events.at(-1)).toEqual(violation);
  });

  it('ends at the fourth retry of one block', async () => {
    const { say, events, received } = await startV2(blockBytes);
    const digests = (): number => received.filter(({ type }) => type === 'block-digest').length;
    for (let sent = 1; sent <= 4; sent++) {
      while (digests() < sent) await settle(1);
      say({ type: 'block-retry', block: 0 });
    }
    await settle(50);
    expect(events.at(-1)).toEqual(violation);
    expect(digests()).toBe(4);
  });

  it('ends for a retry of a block that is not the first unacknowledged one', async () => {
    const { say, events, message } = await startV2(2 * blockBytes);
    await message('block-digest');
    say({ type: 'block-ack', block: 0 });
    say({ type: 'block-retry', block: 0 });
    await settle(50);
    expect(events.at(-1)).toEqual(violation);
  });
});
