/** Peers that violate docs/protocol.md, part 2. */

import { createHash } from 'node:crypto';
import { createRateLimit } from '../../pacing/rate-limit.js';
import type { DownloadEvent } from '../../receive/download/download-options.js';
import { Download } from '../../receive/download/download.js';
import type { ReceivedFile } from '../../receive/received-file.js';
import { createAcknowledged } from '../../send/acknowledged.js';
import type { FileSource } from '../../send/source/file-source.js';
import type { UploadEvent } from '../../send/upload/upload-options.js';
import { Upload } from '../../send/upload/upload.js';
import { describeDevice } from '../../support/env.js';
import { createPause } from '../../support/pause.js';
import { createChunkEncoder } from '../../wire/chunk-frames.js';
import { asChannel, createChannelPair } from '../support/fake-channel.js';
import { createTestSink, randomFile, settle } from '../support/session-support.js';
import { makeReceivedFile, makeSource, plainEnv } from '../support/transfer-over-channel.js';

const fileDigest = 'a'.repeat(64);
const encode = createChunkEncoder(200_000);
const chunk = (index: number, total: number, size: number) =>
  encode(index, total, new Uint8Array(size)).slice();
const control = (message: object): string => JSON.stringify(message);

const metadataV1 = {
  type: 'file-metadata',
  filename: 'a',
  fileSize: 40_000,
  fileType: '',
  chunks: 3,
};
const metadataV2 = {
  ...metadataV1,
  protocol: 2,
  fileId: 'f',
  fileBytes: 40_000,
  blockBytes: 20_000,
};
const transferStart = {
  type: 'transfer-start',
  chunkBytes: 10_000,
  totalChunks: 4,
  blocks: 2,
  fromBlock: 0,
};

/** Sends the messages to a receiver and returns its events and replies. */
const receive = async (messages: (string | Uint8Array<ArrayBuffer>)[], ownFile?: ReceivedFile) => {
  const { near, far } = createChannelPair();
  const sink = createTestSink();
  const events: DownloadEvent[] = [];
  const download = new Download({
    channel: asChannel(far),
    file: ownFile ?? makeReceivedFile(sink),
    env: plainEnv(),
    pause: createPause(),
    maxMessageBytes: 262_144,
    onEvent: (event) => void events.push(event),
  });
  const replies: Record<string, unknown>[] = [];
  near.addEventListener('message', (event) => {
    replies.push(JSON.parse((event as MessageEvent<string>).data) as Record<string, unknown>);
  });
  download.start();
  for (const message of messages) {
    near.send(message);
    await settle(5);
  }
  await settle();
  return { sink, events, replies };
};

describe('a receiver of a misbehaving sender', () => {
  it.each<[string, (string | Uint8Array<ArrayBuffer>)[]]>([
    ['a chunk before any metadata', [chunk(0, 3, 10)]],
    ['text that is not JSON', ['hello']],
    ['metadata twice', [control(metadataV1), control(metadataV1)]],
    ['a chunk out of order', [control(metadataV1), chunk(1, 3, 10)]],
    ['a different total', [control(metadataV1), chunk(0, 4, 10)]],
    ['more bytes than announced', [control(metadataV1), chunk(0, 3, 40_001)]],
    ['a binary message without header', [control(metadataV1), new Uint8Array(100)]],
    [
      'a start with inconsistent numbers',
      [control(metadataV2), control({ ...transferStart, totalChunks: 5 })],
    ],
    [
      'a start at another block',
      [control(metadataV2), control({ ...transferStart, fromBlock: 1 })],
    ],
    ['a second start', [control(metadataV2), control(transferStart), control(transferStart)]],
    [
      'a short chunk in the middle',
      [control(metadataV2), control(transferStart), chunk(0, 4, 9_999)],
    ],
    [
      'a digest before its block is complete',
      [
        control(metadataV2),
        control(transferStart),
        chunk(0, 4, 10_000),
        control({ type: 'block-digest', block: 0, sha256: fileDigest }),
      ],
    ],
    [
      'the end before the blocks',
      [
        control(metadataV2),
        control(transferStart),
        control({ type: 'file-digest', sha256: fileDigest }),
      ],
    ],
    [
      'a digest before the start',
      [control(metadataV2), control({ type: 'block-digest', block: 0, sha256: fileDigest })],
    ],
  ])('refuses %s with protocol-violation', async (_name, messages) => {
    const { sink, events, replies } = await receive(messages);
    expect(events.at(-1)).toMatchObject({ type: 'failed', error: { code: 'protocol-violation' } });
    expect(replies.at(-1)).toEqual({ type: 'transfer-error', code: 'protocol-violation' });
    expect([sink.writes, sink.isClosed()]).toEqual([0, false]);
  });

  it.each([
    ['unknown messages', () => control({ type: 'weather' })],
    [
      'pauses and resumes in turn',
      (n: number) => control({ type: n % 2 === 0 ? 'transfer-pause' : 'transfer-resume' }),
    ],
  ])('ends the transfer on a flood of %s', async (_name, message) => {
    const flood = Array.from({ length: 1_000 }, (_, n) => message(n));
    const { events, replies } = await receive([
      control(metadataV2),
      control(transferStart),
      ...flood,
    ]);
    expect(events.at(-1)).toMatchObject({ type: 'failed', error: { code: 'protocol-violation' } });
    expect(replies.at(-1)).toEqual({ type: 'transfer-error', code: 'protocol-violation' });
    expect(events.length).toBeLessThan(300);
  });

  it('does not report pauses that change nothing', async () => {
    const pauses = Array.from({ length: 20 }, () => control({ type: 'transfer-pause' }));
    const { events } = await receive([control(metadataV2), control(transferStart), ...pauses]);
    expect(events.filter(({ type }) => type === 'paused')).toHaveLength(1);
  });

  it.each([-1, '-1', 0.5])('refuses the size %j in protocol version 1', async (fileSize) => {
    const { sink, events } = await receive([control({ ...metadataV1, fileSize })]);
    expect(events).toMatchObject([{ type: 'failed', error: { code: 'protocol-violation' } }]);
    expect(sink.opened).toEqual([]);
  });

  it.each([
    ['grows', 40_001],
    ['becomes unknown', 'much'],
  ])('refuses a file that %s between two connections', async (_name, fileSize) => {
    const sink = createTestSink();
    const file = makeReceivedFile(sink);
    const first = await receive([control(metadataV1)], file);
    expect(first.events.map(({ type }) => type)).toEqual(['announced', 'ready']);
    const { events, replies } = await receive([control({ ...metadataV1, fileSize })], file);
    expect(events).toMatchObject([{ type: 'failed', error: { code: 'file-changed' } }]);
    expect(replies).toEqual([{ type: 'transfer-error', code: 'file-changed' }]);
    expect(sink.opened.length).toBe(1);
  });

  it('ignores unknown control messages and fields', async () => {
    const { replies, events } = await receive([
      control({ type: 'weather' }),
      control({ ...metadataV2, mood: 'good' }),
    ]);
    expect(events.map(({ type }) => type)).toEqual(['announced', 'ready']);
    expect(replies).toMatchObject([
      { type: 'receiver-ready', protocol: 2, fileId: 'f', nextBlock: 0 },
    ]);
  });

  it('treats an unreadable size as unknown and keeps every byte', async () => {
    const { events, sink } = await receive([
      control({ ...metadataV1, fileSize: '0.04 MB', chunks: 1 }),
      chunk(0, 1, 39_999),
    ]);
    expect(sink.opened).toMatchObject([{ totalBytes: null }]);
    expect(sink.bytes().length).toBe(39_999);
    expect(events.at(-1)).toEqual({ type: 'completed', isVerified: false });
  });

  it('writes chunks of one byte regularly, so that they do not accumulate in memory', async () => {
    const crumbs = Array.from({ length: 1_024 }, (_, index) => chunk(index, 40_000, 1));
    const { events, sink } = await receive([control({ ...metadataV1, chunks: 40_000 }), ...crumbs]);
    expect(sink.bytes().length).toBe(1_024);
    expect(events.map(({ type }) => type)).toEqual(['announced', 'ready']);
  });

  it('does not complete a file whose size differs from the announced one', async () => {
    const { events, sink } = await receive([
      control({ ...metadataV1, chunks: 1 }),
      chunk(0, 1, 39_999),
    ]);
    expect(sink.writes).toBe(1);
    expect(events.at(-1)).toMatchObject({ type: 'failed', error: { code: 'size-mismatch' } });
  });
});

/** Sends the messages to a sender and returns its events and messages. */
const send = async (
  messages: object[],
  device = describeDevice('node', 0, 1_920),
  overrides: Partial<FileSource> = {},
) => {
  const { near, far } = createChannelPair();
  const { file } = randomFile(40_000);
  // Without a receiver-ready the upload continues with version 1.
  const env = { ...plainEnv(messages.length > 0), device };
  const events: UploadEvent[] = [];
  const outgoing = new Upload({
    channel: asChannel(near),
    acknowledged: createAcknowledged(),
    limit: createRateLimit(env.clock),
    source: { ...makeSource(file, 16_384), ...overrides },
    env,
    maxMessageBytes: 262_144,
    pause: createPause(),
    onEvent: (event) => void events.push(event),
  });
  const received: (string | ArrayBuffer)[] = [];
  const metadata = new Promise<Record<string, unknown>>((resolve) => {
    far.addEventListener('message', (event) => {
      const { data } = event as MessageEvent<string | ArrayBuffer>;
      received.push(data);
      if (received.length === 1) resolve(JSON.parse(data as string) as Record<string, unknown>);
    });
  });
  outgoing.start();
  const { fileId } = await metadata;
  for (const message of messages) far.send(control({ fileId, ...message }));
  await settle(40);
  return { events, received, outgoing, far };
};

const receiverReady = {
  type: 'receiver-ready',
  protocol: 2,
  nextBlock: 0,
  windowBlocks: 1,
  maxMessageBytes: 65_536,
};

describe('a sender to a misbehaving receiver', () => {
  it.each<[string, object[]]>([
    ['acknowledges a block before it is ready', [{ type: 'block-ack', block: 0 }]],
    ['is ready for another file', [{ ...receiverReady, fileId: 'other' }]],
    ['has more blocks than the file', [{ ...receiverReady, nextBlock: 99 }]],
    ['acknowledges a block that was not sent', [receiverReady, { type: 'block-ack', block: 2 }]],
    [
      'completes without acknowledging any block',
      [receiverReady, { type: 'transfer-complete', sha256: fileDigest }],
    ],
    ['completes before a version 1 chunk was sent', [{ type: 'transfer-complete' }]],
    ['sends a malformed message', [{ type: 'block-retry', block: -1 }]],
  ])('fails when the receiver %s', async (_name, messages) => {
    const { events } = await send(messages);
    expect(events.at(-1)).toMatchObject({ type: 'failed', error: { code: 'protocol-violation' } });
  });

  it('sends no more than the window of the receiver', async () => {
    const { received, outgoing } = await send([receiverReady]);
    const chunks = received.filter((message) => typeof message !== 'string');
    // One block of 16384 bytes in one message; the second block waits for credit.
    expect(chunks.length).toBe(1);
    outgoing.stop();
  });
});

describe('a sender that still digests its file', () => {
  it('sends a damaged block again', async () => {
    const ready = { ...receiverReady, nextBlock: 1, windowBlocks: 2 };
    const { received, far, outgoing } = await send([ready], undefined, {
      fileDigest: () => new Promise(() => undefined),
    });
    const chunks = () => received.filter((message) => typeof message !== 'string').length;
    expect(chunks()).toBe(2);
    far.send(control({ type: 'block-retry', block: 1 }));
    await settle(40);
    expect(chunks()).toBe(4);
    outgoing.stop();
  });
});

describe('a download', () => {
  it('of protocol version 1 sends transfer-complete once all chunks have arrived [3.87, 4.46]', async () => {
    const metadata = control({ ...metadataV1, chunks: 2 });
    const early = await receive([metadata, chunk(0, 2, 20_000)]);
    expect(early.replies).toEqual([]);
    const { events, replies } = await receive([metadata, chunk(0, 2, 20_000), chunk(1, 2, 20_000)]);
    expect(events.at(-1)).toEqual({ type: 'completed', isVerified: false });
    expect(replies).toEqual([{ type: 'transfer-complete' }]);
  });

  it('of protocol version 2 sends transfer-complete with the digest of the file [3.87, 4.46]', async () => {
    const sha256 = await makeSource(new File([new Uint8Array(40_000)], 'a'), 20_000).fileDigest();
    const ofBlock = createHash('sha256').update(new Uint8Array(20_000)).digest('hex');
    const { events, replies } = await receive([
      control(metadataV2),
      control(transferStart),
      chunk(0, 4, 10_000),
      chunk(1, 4, 10_000),
      control({ type: 'block-digest', block: 0, sha256: ofBlock }),
      chunk(2, 4, 10_000),
      chunk(3, 4, 10_000),
      control({ type: 'block-digest', block: 1, sha256: ofBlock }),
      control({ type: 'file-digest', sha256 }),
    ]);
    expect(events.at(-1)).toEqual({ type: 'completed', isVerified: true });
    expect(replies.map(({ type }) => type)).toEqual([
      'receiver-ready',
      'block-ack',
      'block-ack',
      'transfer-complete',
    ]);
    expect(replies.at(-1)).toEqual({ type: 'transfer-complete', sha256 });
  });
});

describe('an upload of protocol version 1', () => {
  it.each([
    ['desktop', describeDevice('node', 0, 1_920), 16_384, 3],
    ['iOS', describeDevice('Mozilla/5.0 (iPhone)', 5, 390), 8_192, 5],
  ])(
    'sends chunks of the specified size on %s and completes at transfer-complete [4.46]',
    async (_name, device, chunkBytes, count) => {
      const { received, far, events, outgoing } = await send([], device);
      await new Promise<void>((resolve) => {
        const check = (): void => {
          if (received.length === count + 1) resolve();
        };
        far.addEventListener('message', check);
        check();
      });
      const [metadata, ...chunks] = received;
      expect(JSON.parse(metadata as string)).toMatchObject({ fileSize: 40_000, chunks: count });
      const sizes = chunks.map((message) => {
        const bytes = new Uint8Array(message as ArrayBuffer);
        return bytes.length - bytes.indexOf(10) - 1;
      });
      expect(sizes).toEqual([
        ...Array.from({ length: count - 1 }, () => chunkBytes),
        40_000 - (count - 1) * chunkBytes,
      ]);
      expect(events).toEqual([{ type: 'started', version: 1 }]);
      far.send(control({ type: 'transfer-complete' }));
      await settle();
      expect(events.at(-1)).toEqual({ type: 'completed', isVerified: false });
      outgoing.stop();
    },
  );
});
