/** Two engines over werift, a WebRTC stack without a browser: docs/protocol.md, part 2. */

import { jest } from '@jest/globals';
import { createReceiver } from '../receive/receive-session.js';
import { createSender } from '../send/send-session.js';
import { v1ChunkBytes, v1ChunkBytesIos } from '../support/constants.js';
import { describeDevice } from '../support/env.js';
import { speakPlain } from './support/plain-wire.js';
import {
  createTestSink,
  digestOf,
  guestCredentials,
  ownerCredentials,
  randomFile,
  sessionOptions,
  until,
} from './support/session-support.js';
import { createSignallingHub } from './support/signalling-hub.js';
import { weriftEnv } from './support/werift-env.js';

// Many tests share two cores in the full suite.
jest.setTimeout(240_000);

const isOver = ({ state }: { state: string }): boolean =>
  state === 'completed' || state === 'error';

describe('engine to engine', () => {
  it.each([
    ['a file of several blocks', 9 * 256 * 1024 + 17],
    ['a file smaller than a chunk', 1_000],
    ['an empty file', 0],
  ])('version 2: %s arrives verified [1.3, 1.27]', async (_name, sizeBytes) => {
    const hub = createSignallingHub();
    const env = weriftEnv(hub);
    const { file, digest } = randomFile(sizeBytes, '../a "film" 🎬.bin');
    const options = sessionOptions();
    const sink = createTestSink();
    const sender = createSender({ ...options, credentials: ownerCredentials, file }, env);
    const receiver = createReceiver({ ...options, credentials: guestCredentials, sink }, env);
    try {
      const received = await until(receiver, isOver);
      const sent = await until(sender, isOver);
      expect(received).toMatchObject({ state: 'completed', isVerified: true, error: null });
      expect(received.stats).toMatchObject({ progressPercent: 100, bytesTransferred: sizeBytes });
      expect(received.file).toMatchObject({ filename: 'a film 🎬.bin', totalBytes: sizeBytes });
      expect(sent.recipients).toMatchObject([{ state: 'completed', isVerified: true }]);
      expect(sink.isClosed()).toBe(true);
      expect(digestOf(sink.bytes())).toBe(digest);
    } finally {
      sender.close();
      receiver.close();
      await env.dispose();
    }
  });

  it.each([
    ['measures the path over a second connection', 1, 2],
    ['goes over three connections and one that measures', 3, 4],
  ])('a paced transfer %s and arrives verified', async (_how, lanesAtStart, connections) => {
    const hub = createSignallingHub();
    const senderEnv = weriftEnv(hub, { isPaced: true, lanesAtStart });
    const receiverEnv = weriftEnv(hub, { isPaced: true });
    const { file, digest } = randomFile(9 * 256 * 1024 + 17);
    const options = sessionOptions();
    // On a busy machine a lane may fail to open, and one at a standstill is given up for another.
    const isLaneLost = (): boolean =>
      senderEnv.connections.some(({ connectionState }) => connectionState === 'closed');
    // The receiver stores nothing before the lanes are open.
    const sink = createTestSink(() =>
      until(
        sender,
        ({ recipients }) => (recipients[0]?.connection.lanes ?? 0) >= lanesAtStart || isLaneLost(),
      ).then(() => undefined),
    );
    const sender = createSender({ ...options, credentials: ownerCredentials, file }, senderEnv);
    const receiver = createReceiver(
      { ...options, credentials: guestCredentials, sink },
      receiverEnv,
    );
    try {
      const received = await until(receiver, isOver);
      await until(sender, isOver);
      expect(received).toMatchObject({ state: 'completed', isVerified: true, error: null });
      expect(digestOf(sink.bytes())).toBe(digest);
      // More when a lane stood still on a busy machine: another replaced it.
      expect(senderEnv.connections.length).toBeGreaterThanOrEqual(connections);
    } finally {
      sender.close();
      receiver.close();
      await senderEnv.dispose();
      await receiverEnv.dispose();
    }
  });

  it.each([
    ['sender', true, false],
    ['receiver', false, true],
  ])(
    'a transfer is not paced when only the %s supports pacing',
    async (_side, senderPaces, receiverPaces) => {
      const hub = createSignallingHub();
      const senderEnv = weriftEnv(hub, { isPaced: senderPaces });
      const receiverEnv = weriftEnv(hub, { isPaced: receiverPaces });
      const { file, digest } = randomFile(3 * 256 * 1024 + 17);
      const options = sessionOptions();
      const sink = createTestSink();
      const sender = createSender({ ...options, credentials: ownerCredentials, file }, senderEnv);
      const receiver = createReceiver(
        { ...options, credentials: guestCredentials, sink },
        receiverEnv,
      );
      try {
        expect(await until(receiver, isOver)).toMatchObject({
          state: 'completed',
          isVerified: true,
        });
        expect(digestOf(sink.bytes())).toBe(digest);
        expect(senderEnv.connections).toHaveLength(1);
      } finally {
        sender.close();
        receiver.close();
        await senderEnv.dispose();
        await receiverEnv.dispose();
      }
    },
  );

  const desktop = describeDevice('node', 0, 1_920);
  const phone = describeDevice('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5, 390);

  it.each([
    ['a desktop to a phone', desktop, phone, 20 * v1ChunkBytes + 5],
    ['a phone to a desktop', phone, desktop, 20 * v1ChunkBytesIos + 5],
    ['an empty file', desktop, desktop, 0],
  ])('version 1: %s', async (_name, from, to, sizeBytes) => {
    const hub = createSignallingHub();
    const senderEnv = weriftEnv(hub, { device: from }, false);
    const receiverEnv = weriftEnv(hub, { device: to });
    speakPlain(senderEnv);
    const { file, digest } = randomFile(sizeBytes, '../plain.bin');
    const options = sessionOptions();
    const sink = createTestSink();
    const sender = createSender({ ...options, credentials: ownerCredentials, file }, senderEnv);
    const receiver = createReceiver(
      { ...options, credentials: guestCredentials, sink },
      receiverEnv,
    );
    try {
      const received = await until(receiver, isOver);
      const sent = await until(sender, isOver);
      // Version 1 has no digest, so the transfer is not verified.
      expect(received).toMatchObject({ state: 'completed', isVerified: false, error: null });
      expect(received.file).toMatchObject({ filename: 'plain.bin', totalBytes: sizeBytes });
      expect(sent.recipients).toMatchObject([{ state: 'completed', isVerified: false }]);
      expect(sink.isClosed()).toBe(true);
      expect(digestOf(sink.bytes())).toBe(digest);
    } finally {
      sender.close();
      receiver.close();
      await senderEnv.dispose();
      await receiverEnv.dispose();
    }
  });
});
