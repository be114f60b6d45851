/** The limit that a user sets, over real connections: docs/protocol.md, 2.7. */

import { randomBytes } from 'node:crypto';
import { jest } from '@jest/globals';
import type { LimitingFactor, SendSession, SenderSnapshot } from '../api.js';
import { createReceiver } from '../receive/receive-session.js';
import { plainSend } from './support/plain-peer.js';
import { createHarness, type Harness } from './support/session-harness.js';
import {
  createTestSink,
  digestOf,
  guestCredentials,
  randomFile,
  sessionOptions,
  until,
} from './support/session-support.js';
import { createSignallingHub } from './support/signalling-hub.js';
import { testBlockBytes, weriftEnv } from './support/werift-env.js';

const over = ({ state }: { state: string }): boolean => state === 'completed' || state === 'error';
const limitOf = (bytesPerSecond: number | null) => ({ bytesPerSecond, isYielding: false });
const paced = { isPaced: true };
/** A peer refuses lower ones (wire/control-messages.ts). */
const lowestLimit = 10_240;

/**
 * How much of a limit is used depends on the machine here; `pacing/rate-limit.test.ts` measures it in virtual time.
 *
 * @param elapsedMs with the time to connect
 */
const expectBelow = (bytes: number, elapsedMs: number, limit: number): void =>
  expect((bytes * 1_000) / elapsedMs).toBeLessThan(1.1 * limit);

// Many tests share two cores in the full suite.
jest.setTimeout(90_000);

describe('a limit on the rate', () => {
  let harness: Harness;
  beforeEach(() => {
    harness = createHarness();
  });
  afterEach(() => harness.close());

  /** Both sides with a paced transfer. */
  const start = (sizeBytes: number, sink = createTestSink(), file = randomFile(sizeBytes).file) => {
    const sender = harness.send(file, harness.env(paced));
    return { sender, sink, join: () => harness.receive(sink, harness.env(paced)) };
  };

  it('of the sender is kept for the sum over its recipients', async () => {
    const limit = 400_000;
    const { sender, join } = start(3 * testBlockBytes);
    sender.setLimit(limitOf(limit));
    const startedMs = performance.now();
    const receivers = [join(), harness.receive(createTestSink(), harness.env(paced))];
    for (const receiver of receivers)
      expect(await until(receiver, over)).toMatchObject({ state: 'completed', isVerified: true });
    expectBelow(6 * testBlockBytes, performance.now() - startedMs, limit);
  });

  it('of the receiver is kept by the sender', async () => {
    const limit = 400_000;
    const { sink, join } = start(6 * testBlockBytes);
    const startedMs = performance.now();
    const receiver = join();
    receiver.setLimit(limitOf(limit));
    expect(await until(receiver, over)).toMatchObject({ state: 'completed', isVerified: true });
    expectBelow(6 * testBlockBytes, performance.now() - startedMs, limit);
    expect(sink.bytes()).toHaveLength(6 * testBlockBytes);
  });

  it('leaves the sender’s progress moving within a block', async () => {
    const { sender, join } = start(testBlockBytes);
    sender.setLimit(limitOf(lowestLimit));
    join();
    await until(sender, ({ recipients }) => (recipients[0]?.stats.bytesTransferred ?? 0) > 0);
    const [recipient] = sender.getSnapshot().recipients;
    expect(recipient?.storedBytes).toBe(0);
    expect(recipient?.stats.bytesTransferred).toBeLessThan(testBlockBytes);
    sender.setLimit(limitOf(null));
    await until(sender, ({ recipients }) => recipients[0]?.state === 'completed');
  });

  it('leaves the sender’s progress below 100 % until the recipient has stored the file', async () => {
    let store = (): void => undefined;
    const stored = new Promise<void>((resolve) => {
      store = resolve;
    });
    const { sender, join } = start(
      testBlockBytes,
      createTestSink(() => stored),
    );
    join();
    const allButOne = testBlockBytes - 1;
    await until(sender, ({ recipients }) => recipients[0]?.stats.bytesTransferred === allButOne);
    expect(sender.getSnapshot().recipients[0]?.stats.progressPercent).toBeLessThan(100);
    store();
    await until(sender, ({ recipients }) => recipients[0]?.stats.progressPercent === 100);
  });

  it('can be lifted while the transfer runs', async () => {
    const { join } = start(8 * testBlockBytes);
    const receiver = join();
    receiver.setLimit(limitOf(lowestLimit));
    await until(receiver, ({ connection }) => connection.rates.length >= 2);
    const { bytesTransferred } = receiver.getSnapshot().stats;
    expect(bytesTransferred).toBeGreaterThan(0);
    expect(bytesTransferred).toBeLessThan(200_000);
    receiver.setLimit(limitOf(null));
    // At the limit it would take three minutes, longer than the test may.
    expect(await until(receiver, over)).toMatchObject({ state: 'completed' });
  });

  const peerLimit = (session: SendSession): Promise<SenderSnapshot> =>
    until(
      session,
      ({ recipients }) => recipients[0]?.connection.peerLimit.bytesPerSecond === 20_000,
    );

  it('of the receiver is shown to the sender, and kept after a pause and a lost connection', async () => {
    const env = harness.env(paced);
    const sender = harness.send(randomFile(4 * testBlockBytes).file, env);
    const receiver = harness.receive(createTestSink(), harness.env(paced));
    receiver.setLimit(limitOf(20_000));
    await peerLimit(sender);
    receiver.pause();
    await until(sender, ({ recipients }) => recipients[0]?.state === 'paused');
    receiver.resume();
    await until(receiver, ({ state }) => state === 'receiving');
    expect(receiver.getSnapshot().stats.bytesTransferred).toBeLessThan(600_000);
    await Promise.all(env.connections.map((connection) => connection.close()));
    await until(sender, ({ recipients }) => recipients[0]?.state === 'retrying');
    await peerLimit(sender);
    receiver.setLimit(limitOf(null));
    expect(await until(receiver, over)).toMatchObject({ state: 'completed' });
  });

  it('of the receiver applies even with a sender that does not support it', async () => {
    const limit = 200_000;
    const hub = createSignallingHub();
    const bytes = randomBytes(10 * 65_536);
    const env = weriftEnv(hub, { memory: { blockBytes: testBlockBytes, windowBytes: 65_536 } });
    const options = sessionOptions();
    const plain = plainSend({
      connect: (url) => hub.connect(url),
      shareId: options.shareId,
      version: 2,
      bytes,
      blockBytes: 65_536,
      filename: 'a',
    });
    const sink = createTestSink();
    const startedMs = performance.now();
    const receiver = createReceiver({ ...options, credentials: guestCredentials, sink }, env);
    receiver.setLimit(limitOf(limit));
    try {
      expect(await until(receiver, over)).toMatchObject({ state: 'completed' });
      expectBelow(bytes.length, performance.now() - startedMs, limit);
      expect(digestOf(sink.bytes())).toBe(digestOf(bytes));
    } finally {
      receiver.close();
      await plain.close();
      await env.dispose();
    }
  });
});

describe('what limits a transfer is shown on both sides', () => {
  let harness: Harness;
  beforeEach(() => {
    harness = createHarness();
  });
  afterEach(() => harness.close());

  const later = (delayMs: number): Promise<void> =>
    new Promise((resolve) => {
      setTimeout(resolve, delayMs);
    });

  /** For each block: far longer than a busy machine takes to send it, so that nothing else limits the transfer. */
  const slowMs = 2_000;

  const slowFile = (): File => {
    const { file } = randomFile(16 * testBlockBytes);
    const slice = file.slice.bind(file);
    file.slice = (start, end) => {
      const part = slice(start, end);
      const read = part.arrayBuffer.bind(part);
      part.arrayBuffer = async () => {
        await later(slowMs);
        return read();
      };
      return part;
    };
    return file;
  };

  const plainFile = (): File => randomFile(16 * testBlockBytes).file;

  const cases: [
    string,
    LimitingFactor,
    () => File,
    () => Promise<void>,
    number | null,
    number | null,
  ][] = [
    ['a slow sink', 'recipient-disk', plainFile, () => later(slowMs), null, null],
    ['a slow source', 'sender-disk', slowFile, () => later(0), null, null],
    ["the sender's limit", 'sender-limit', plainFile, () => later(0), 300_000, null],
    ["the recipient's limit", 'recipient-limit', plainFile, () => later(0), null, 300_000],
  ];

  it.each(cases)('%s: %s', async (_name, expected, file, beforeWrite, ownLimit, peerLimit) => {
    const sender = harness.send(file(), harness.env(paced));
    const receiver = harness.receive(createTestSink(beforeWrite), harness.env(paced));
    sender.setLimit(limitOf(ownLimit));
    receiver.setLimit(limitOf(peerLimit));
    await until(sender, ({ recipients }) => recipients[0]?.connection.limitedBy === expected);
    await until(receiver, ({ connection }) => connection.limitedBy === expected);
    expect(receiver.getSnapshot().state).toBe('receiving');
  });
});
