/** The engine against an implementation written from docs/protocol.md, in both directions and both versions. */

import { randomBytes } from 'node:crypto';
import { jest } from '@jest/globals';
import { createReceiver } from '../receive/receive-session.js';
import { createSender } from '../send/send-session.js';
import { createLatch } from '../support/latch.js';
import { plainReceive, plainSend, type PlainVersion } from './support/plain-peer.js';
import {
  createTestSink,
  digestOf,
  guestCredentials,
  ownerCredentials,
  randomFile,
  sessionOptions,
  until,
} from './support/session-support.js';
import { createSignallingHub, receiverPassword } from './support/signalling-hub.js';
import { weriftEnv } from './support/werift-env.js';

const cases: [PlainVersion, number][] = [
  [1, 300_000],
  [1, 0],
  [2, 3 * 1024 * 1024 + 5],
  [2, 0],
];
/** Only a receiver that states its digests is verified. */
const sendCases = cases.flatMap(([version, sizeBytes]) =>
  (version === 1 ? [false] : [false, true]).map(
    (isCommitted) => [version, sizeBytes, isCommitted] as const,
  ),
);

const finished = ({ state }: { state: string }): boolean =>
  state === 'completed' || state === 'error';

// Many tests share two cores in the full suite.
jest.setTimeout(240_000);

describe('the engine and an independent implementation', () => {
  it.each(sendCases)(
    'the engine sends in protocol version %i (%i bytes, stated digests: %s) [3.82, 3.83, 3.84, 3.85]',
    async (version, sizeBytes, isCommitted) => {
      const hub = createSignallingHub();
      const env = weriftEnv(hub, {}, version === 2);
      const options = sessionOptions();
      const { file, digest } = randomFile(sizeBytes);
      const { shareId } = options;
      const connect = (url: string) => hub.connect(url);
      const password = receiverPassword;
      const plain = plainReceive({ connect, shareId, password, version, isCommitted });
      const sender = createSender({ ...options, credentials: ownerCredentials, file }, env);
      try {
        const received = await plain.done;
        const sent = await until(sender, finished);
        expect(digestOf(received.bytes)).toBe(digest);
        expect(received.version).toBe(version);
        expect(received.metadata).toMatchObject({
          filename: 'film.bin',
          fileSize: sizeBytes,
          fileType: file.type,
          chunks: Math.ceil(sizeBytes / 16_384),
        });
        expect(sent.state).toBe('completed');
        expect(sent.recipients[0]?.isVerified).toBe(isCommitted);
      } finally {
        sender.close();
        await plain.close();
        await env.dispose();
      }
    },
  );

  it.each(cases)(
    'the engine receives in protocol version %i (%i bytes)',
    async (version, sizeBytes) => {
      const hub = createSignallingHub();
      const env = weriftEnv(hub);
      const options = sessionOptions();
      const bytes = randomBytes(sizeBytes);
      const { shareId } = options;
      const connect = (url: string) => hub.connect(url);
      const sink = createTestSink();
      const plain = plainSend({ connect, shareId, version, bytes, filename: 'a/b.txt' });
      const receiver = createReceiver({ ...options, credentials: guestCredentials, sink }, env);
      try {
        const received = await until(receiver, finished);
        const confirmation = await plain.done;
        expect(received).toMatchObject({ state: 'completed', isVerified: version === 2 });
        expect(received.file?.filename).toBe('b.txt');
        expect(digestOf(sink.bytes())).toBe(digestOf(bytes));
        expect(typeof confirmation['sha256']).toBe(version === 2 ? 'string' : 'undefined');
      } finally {
        receiver.close();
        await plain.close();
        await env.dispose();
      }
    },
  );

  it('the engine shows the size of what has arrived where a sender of version 1 announced it as text', async () => {
    const hub = createSignallingHub();
    const env = weriftEnv(hub);
    const options = sessionOptions();
    const bytes = randomBytes(20_000);
    const connect = (url: string) => hub.connect(url);
    const announced = { bytes, filename: 'b.txt', sizeText: '19.53 KB' };
    const plain = plainSend({ connect, shareId: options.shareId, version: 1, ...announced });
    const sink = createTestSink();
    const receiver = createReceiver({ ...options, credentials: guestCredentials, sink }, env);
    try {
      expect(await until(receiver, finished)).toMatchObject({
        state: 'completed',
        stats: { bytesTransferred: bytes.length, totalBytes: bytes.length, progressPercent: 100 },
      });
      expect(digestOf(sink.bytes())).toBe(digestOf(bytes));
    } finally {
      receiver.close();
      await plain.close();
      await env.dispose();
    }
  });

  it.each(['before', 'while'])(
    'the engine does not show a sender of version 1 as paused, when asked to pause it %s it sends',
    async (when) => {
      const hub = createSignallingHub();
      const env = weriftEnv(hub);
      const options = sessionOptions();
      const bytes = randomBytes(300_000);
      const { shareId } = options;
      const connect = (url: string) => hub.connect(url);
      const sink = createTestSink();
      const lastChunk = createLatch();
      const plain = plainSend({
        connect,
        shareId,
        version: 1,
        bytes,
        filename: 'b.txt',
        lastChunkAfter: lastChunk.next(),
      });
      const receiver = createReceiver({ ...options, credentials: guestCredentials, sink }, env);
      const shown = new Set<string>();
      receiver.subscribe(() => {
        const { file, state, pausedBy } = receiver.getSnapshot();
        if (file !== null) shown.add(`${state} ${pausedBy}`);
      });
      try {
        if (when === 'before') receiver.pause();
        else {
          expect(await until(receiver, ({ state }) => state === 'receiving')).toMatchObject({
            canPause: false,
            canLimit: false,
          });
          receiver.pause();
        }
        lastChunk.notify();
        await until(receiver, finished);
        expect(digestOf(sink.bytes())).toBe(digestOf(bytes));
        expect(
          [...shown].filter((state) => !/^(waiting|receiving|saving|completed) null$/.test(state)),
        ).toEqual([]);
      } finally {
        receiver.close();
        await plain.close();
        await env.dispose();
      }
    },
  );

  it('the engine resends a block that the receiver reports as damaged (version 2)', async () => {
    const hub = createSignallingHub();
    const env = weriftEnv(hub);
    const options = sessionOptions();
    const { file, digest } = randomFile(5 * 256 * 1024);
    const plain = plainReceive({
      connect: (url) => hub.connect(url),
      shareId: options.shareId,
      password: receiverPassword,
      version: 2,
      damageBlock: 1,
    });
    const sender = createSender({ ...options, credentials: ownerCredentials, file }, env);
    try {
      expect(digestOf((await plain.done).bytes)).toBe(digest);
      expect(await until(sender, finished)).toMatchObject({ state: 'completed' });
    } finally {
      sender.close();
      await plain.close();
      await env.dispose();
    }
  });
});
