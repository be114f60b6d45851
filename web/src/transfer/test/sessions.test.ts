/** Whole sessions over werift, with failures: docs/protocol.md, 1.2, 1.3, 2.4, 2.6 and 2.7. */

import { jest } from '@jest/globals';
import type { SenderSnapshot } from '../api.js';
import { sha256 } from '../support/env.js';
import { createDisk, createDurableSink } from './support/durable-sink.js';
import { createHarness, type Harness } from './support/session-harness.js';
import {
  createGate,
  createTestSink,
  digestOf,
  randomFile,
  type TestSink,
  until,
} from './support/session-support.js';
import { testBlockBytes } from './support/werift-env.js';

const blockBytes = testBlockBytes;

const over = ({ state }: { state: string }): boolean => state === 'completed' || state === 'error';

/** `reached` resolves once the sink received this many blocks. */
const sinkAt = (
  blocks: number,
  hold?: () => Promise<void>,
): { sink: TestSink; reached: Promise<void> } => {
  const { opened: reached, open: reach } = createGate();
  let taken = 0;
  const sink = createTestSink(async () => {
    taken += 1;
    if (taken > blocks) await hold?.();
    if (taken >= blocks) reach();
  });
  return { sink, reached };
};

/** A write that never finishes, so that the transfer cannot end. */
const forever = (): Promise<void> => new Promise(() => undefined);

// Many tests share two cores in the full suite.
jest.setTimeout(240_000);

describe('sessions', () => {
  let harness: Harness;
  beforeEach(() => {
    harness = createHarness();
  });
  afterEach(() => harness.close());

  it('a running transfer survives the loss of every signalling socket', async () => {
    const { file, digest } = randomFile(3 * blockBytes);
    const { sink, reached } = sinkAt(1);
    const sender = harness.send(file);
    const receiver = harness.receive(sink);
    const states = new Set<string>();
    await reached;
    receiver.subscribe(() => states.add(receiver.getSnapshot().state));
    // Once the file is delivered, the sender shows that it is offline.
    const isDelivered = ({ recipients: [recipient] }: SenderSnapshot): boolean =>
      recipient?.state === 'completed';
    sender.subscribe(() => {
      const snapshot = sender.getSnapshot();
      if (!isDelivered(snapshot)) states.add(snapshot.state);
    });
    harness.hub.dropAll();
    const received = await until(receiver, over);
    await until(sender, isDelivered);
    expect(received).toMatchObject({ state: 'completed', isVerified: true });
    expect(digestOf(sink.bytes())).toBe(digest);
    expect(
      [...states].filter(
        (state) => !['receiving', 'saving', 'sending', 'completed'].includes(state),
      ),
    ).toEqual([]);
  });

  it('a lost peer connection is replaced, and the transfer resumes after the last durable block [1.28, 4.31]', async () => {
    const { file, digest } = randomFile(3 * blockBytes + 9);
    const { sink, reached } = sinkAt(1);
    const senderEnv = harness.env();
    const sender = harness.send(file, senderEnv);
    const receiver = harness.receive(sink);
    await reached;
    await senderEnv.connections[0]?.close();
    const received = await until(receiver, over);
    expect(received).toMatchObject({ state: 'completed', isVerified: true });
    expect((await until(sender, over)).recipients).toMatchObject([{ state: 'completed' }]);
    expect(senderEnv.connections.length).toBe(2);
    expect(digestOf(sink.bytes())).toBe(digest);
    expect([sink.opened.length, sink.writes]).toEqual([1, 4]);
    // After a reload the page finds what is stored by it.
    expect(received.file?.fileId).toBe(sink.opened[0]?.fileId);
  });

  it('a reloaded receiver resumes from its disk', async () => {
    const { file, digest } = randomFile(3 * blockBytes + 9);
    const disk = createDisk();
    harness.send(file);
    const first = createDurableSink(disk);
    const commit = first.commit?.bind(first);
    const committed = new Promise<void>((resolve) => {
      first.commit = async (digests) => {
        await commit?.(digests);
        resolve();
      };
    });
    const firstTab = harness.env();
    harness.receive(first, firstTab);
    await committed;
    await firstTab.crash();
    const after = harness.receive(createDurableSink(disk));
    expect(await until(after, over)).toMatchObject({ state: 'completed', isVerified: true });
    expect(disk.delivered.map(digestOf)).toEqual([digest]);
    // At most one window is written twice: four blocks, here the rest of the file.
    expect(disk.writes).toBeLessThanOrEqual(4 + 3);
  });

  it('a reloaded sender does not resend the durable blocks of the same file [1.5]', async () => {
    const { file, digest } = randomFile(3 * blockBytes + 9);
    const { sink, reached } = sinkAt(1);
    const firstTab = harness.env();
    harness.send(file, firstTab);
    const receiver = harness.receive(sink);
    await reached;
    await firstTab.crash();
    const after = harness.send(file);
    expect(await until(receiver, over)).toMatchObject({ state: 'completed', isVerified: true });
    expect(await until(after, over)).toMatchObject({ state: 'completed' });
    expect(digestOf(sink.bytes())).toBe(digest);
    expect([sink.opened.length, sink.writes]).toEqual([1, 4]);
  });

  it('a stuck disk does not slow down another recipient, and each block is read once', async () => {
    const { file, digest } = randomFile(3 * blockBytes);
    let reads = 0;
    const counted = new Proxy(file, {
      get(target, key) {
        if (key === 'slice')
          return (start: number, end: number) => {
            if (end - start === blockBytes) reads += 1;
            return target.slice(start, end);
          };
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    const { opened: gate, open: release } = createGate();
    const slow = createTestSink(() => gate);
    const quick = createTestSink();
    const sender = harness.send(counted);
    const slowReceiver = harness.receive(slow);
    const quickReceiver = harness.receive(quick);
    expect(await until(quickReceiver, over)).toMatchObject({ state: 'completed' });
    expect(slowReceiver.getSnapshot().state).not.toBe('completed');
    release();
    expect(await until(slowReceiver, over)).toMatchObject({ state: 'completed' });
    await until(sender, ({ recipients }) => recipients.every(({ state }) => state === 'completed'));
    expect([digestOf(quick.bytes()), digestOf(slow.bytes())]).toEqual([digest, digest]);
    expect(reads).toBe(3);
  });

  it('a recipient that joins again and again does not use up the requests for relays', async () => {
    let loads = 0;
    const relay = { urls: 'turn:127.0.0.1:9', username: 'u', credential: 'c' };
    const load = () => {
      loads += 1;
      return Promise.resolve([relay]);
    };
    const { file } = randomFile(blockBytes);
    const sender = harness.send(file, undefined, undefined, undefined, load);
    for (let joins = 0; joins < 3; joins += 1) {
      const receiver = harness.receive(createTestSink());
      await until(receiver, over);
      receiver.close();
    }
    expect(sender.getSnapshot().recipients).toHaveLength(3);
    expect(loads).toBe(1);
  });

  it('a stuck disk stops the sender after one window', async () => {
    const { file } = randomFile(7 * blockBytes);
    const { opened: gate, open: release } = createGate();
    const sink = createTestSink(() => gate);
    const sender = harness.send(file);
    const receiver = harness.receive(sink);
    // The credit is four blocks; the fifth must not be sent.
    const full = await until(receiver, ({ stats }) => stats.bytesTransferred >= 4 * blockBytes);
    expect(full.stats.bytesTransferred).toBe(4 * blockBytes);
    // The sender counts acknowledged bytes only.
    expect(sender.getSnapshot().recipients[0]?.stats.bytesTransferred).toBe(0);
    release();
    expect(await until(receiver, over)).toMatchObject({ state: 'completed' });
  });

  it('a damaged block is resent', async () => {
    const { file, digest } = randomFile(2 * blockBytes);
    let lies = 1;
    const env = harness.env({
      sha256: (bytes) =>
        bytes.length === blockBytes && lies-- > 0 ? sha256(new Uint8Array(1)) : sha256(bytes),
    });
    const sink = createTestSink();
    harness.send(file);
    const receiver = harness.receive(sink, env);
    expect(await until(receiver, over)).toMatchObject({ state: 'completed', isVerified: true });
    expect(digestOf(sink.bytes())).toBe(digest);
  });

  it('a sink that opens after the negotiation timeout still uses protocol version 2', async () => {
    const { file, digest } = randomFile(100_000);
    const sink = createTestSink();
    const open = sink.open.bind(sink);
    sink.open = async (announced) => {
      await new Promise((resolve) => {
        setTimeout(resolve, 1_200);
      });
      return open(announced);
    };
    harness.send(file, harness.env({}, false));
    const receiver = harness.receive(sink);
    expect(await until(receiver, over)).toMatchObject({ state: 'completed', isVerified: true });
    expect(digestOf(sink.bytes())).toBe(digest);
  });

  it('a cancelled transfer ends on the other side with cancelled-by-peer', async () => {
    const { file } = randomFile(3 * blockBytes);
    const { sink, reached } = sinkAt(1, forever);
    const sender = harness.send(file);
    const receiver = harness.receive(sink);
    await reached;
    sender.close();
    const { error } = await until(receiver, over);
    expect(error).toEqual({ code: 'cancelled-by-peer' });
    expect(sink.isClosed()).toBe(false);
  });

  it('a file that changes during the transfer fails, and both sides learn why', async () => {
    const { file } = randomFile(2 * blockBytes);
    const changed = new Proxy(file, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key, target);
        if (key === 'slice')
          return (start: number, end: number) =>
            start === 0
              ? target.slice(start, end)
              : { arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) };
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    const sender = harness.send(changed);
    const receiver = harness.receive(createTestSink());
    expect((await until(sender, over)).error?.code).toBe('file-unreadable');
    expect((await until(receiver, over)).error?.code).toBe('unreadable-at-sender');
  });

  it("a wrong password fails with the server's text, without a retry", async () => {
    const receiver = harness.receive(createTestSink(), harness.env(), 'guess');
    const refused = await until(receiver, over);
    expect(refused).toMatchObject({
      attempt: 0,
      error: { code: 'access-denied', serverText: 'Invalid password or expired link.' },
    });
  });

  it('a failing disk is reported on both sides', async () => {
    const { file } = randomFile(blockBytes);
    const sink = createTestSink(() =>
      Promise.reject(new DOMException('no room', 'QuotaExceededError')),
    );
    const sender = harness.send(file);
    const receiver = harness.receive(sink);
    expect((await until(receiver, over)).error?.code).toBe('storage-full');
    expect((await until(sender, over)).error?.code).toBe('full-at-recipient');
  });

  it('a stopped share ends a running transfer on both sides', async () => {
    const { file } = randomFile(8 * blockBytes);
    const { sink, reached } = sinkAt(1, forever);
    const sender = harness.send(file);
    const receiver = harness.receive(sink);
    await reached;
    harness.hub.dropAll(4004);
    expect((await until(receiver, over)).error?.code).toBe('share-closed');
    expect((await until(sender, over)).error?.code).toBe('share-closed');
  });

  it('the sender accepts a recipient’s report that the share has ended only when the server confirms it', async () => {
    // More than fits into the window: a recipient that has every byte keeps on saving after the end of the share.
    const { file } = randomFile(8 * blockBytes);
    const sender = harness.send(file);
    await until(harness.receive(createTestSink()), over);
    const { sink, reached } = sinkAt(2, forever);
    const interrupted = harness.receive(sink);
    await reached;
    await until(sender, ({ recipients }) => (recipients[1]?.stats.bytesTransferred ?? 0) > 0);
    harness.hub.leave('receiver', 4004);
    expect((await until(interrupted, over)).error?.code).toBe('share-closed');
    const { recipients } = await until(
      sender,
      ({ recipients: [, second] }) => second?.error != null,
    );
    expect(recipients[1]?.error?.code).toBe('cancelled-by-peer');
    harness.hub.leave('sender', 4004);
    const ended = await until(sender, ({ error }) => error !== null);
    expect(ended).toMatchObject({ state: 'error', error: { code: 'share-closed' } });
  });

  it('another password ends a running transfer with that reason on both sides', async () => {
    const { file } = randomFile(8 * blockBytes);
    const { sink, reached } = sinkAt(1, forever);
    const sender = harness.send(file);
    const receiver = harness.receive(sink);
    await reached;
    harness.hub.dropAll(4016);
    expect((await until(receiver, over)).error?.code).toBe('password-changed');
    expect((await until(sender, over)).error?.code).toBe('password-changed');
  });

  it('continues the open file of a recipient that has got the new password', async () => {
    const { file, digest } = randomFile(3 * blockBytes);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { sink, reached } = sinkAt(1, () => held);
    const sender = harness.send(file);
    const receiver = harness.receive(sink);
    await reached;
    harness.hub.dropAll(4016);
    expect((await until(receiver, over)).error?.code).toBe('password-changed');
    await until(sender, over);
    release();
    sender.retry();
    receiver.retry();
    expect(await until(receiver, over)).toMatchObject({ state: 'completed', isVerified: true });
    expect([sink.opened.length, sink.writes]).toEqual([1, 3]);
    expect(digestOf(sink.bytes())).toBe(digest);
  });

  it("each side reports a completed transfer once, with the connection's statistics", async () => {
    const { file } = randomFile(blockBytes);
    const sender = harness.send(file);
    const receiver = harness.receive(createTestSink());
    expect((await until(receiver, over)).state).toBe('completed');
    await until(sender, ({ recipients }) => recipients[0]?.connectionType !== 'unknown');
    await until(receiver, ({ connectionType }) => connectionType !== 'unknown');
    await harness.reported(2);
    expect(harness.reports.length).toBe(2);
    for (const report of harness.reports) {
      expect(report).toMatchObject({
        bytesTransferred: String(blockBytes),
        stunServersUsed: [],
        turnServersUsed: [],
        userAgent: 'node',
        isMobile: false,
        browserType: 'Other',
      });
      expect(report.selectedCandidatePair?.localAddress).toMatch(/:\d+$/);
      // Both addresses are local; werift sometimes reports one as peer-reflexive.
      expect(['direct', 'stun']).toContain(report.connectionType);
      expect(Date.parse(report.transferStartedAt)).toBeLessThanOrEqual(
        Date.parse(report.transferCompletedAt),
      );
    }
  });
});
