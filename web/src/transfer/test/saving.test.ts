/** The sender leaves while the recipient's browser is saving the file: docs/protocol.md, 2.5 and 2.7. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { discardReason } from '../sinks/sink.js';
import { EngineFailure } from '../support/failures.js';
import { createHarness, type Harness } from './support/session-harness.js';
import { createTestSink, digestOf, randomFile, until } from './support/session-support.js';
import { testBlockBytes } from './support/werift-env.js';

// Many tests share two cores in the full suite.
jest.setTimeout(90_000);

/** A sink whose first close waits for the test, which lets it succeed or fail. */
const createSlowSink = () => {
  const sink = createTestSink();
  const close = sink.close.bind(sink);
  const gate = { open: (): void => undefined, fail: (_cause: Error): void => undefined };
  const opened = new Promise<void>((resolve, reject) => {
    gate.open = resolve;
    gate.fail = reject;
  });
  const closing = new Promise<void>((resolve) => {
    sink.close = async () => {
      resolve();
      sink.close = close;
      await opened;
      return close();
    };
  });
  return { sink, closing, gate };
};

const noRoom = new EngineFailure('no-room-to-save', { isComplete: true });
const completed = ({ state }: { state: string }): boolean => state === 'completed';
const failed = ({ state }: { state: string }): boolean => state === 'error';

describe('saving', () => {
  let harness: Harness;
  beforeEach(() => {
    harness = createHarness();
  });
  afterEach(() => harness.close());

  /** Starts a transfer and resolves while it is saved, after its sender has left. */
  const saveAlone = async (how: 'closes its page' | 'vanishes') => {
    const { file, digest } = randomFile(2 * testBlockBytes);
    const slow = createSlowSink();
    const [senderEnv, receiverEnv] = [harness.env(), harness.env()];
    const sender = harness.send(file, senderEnv);
    const receiver = harness.receive(slow.sink, receiverEnv);
    await slow.closing;
    if (how === 'vanishes') {
      await senderEnv.crash();
      // The browser closes the connection after its timeout.
      await receiverEnv.connections[0]?.close();
    } else {
      sender.close();
    }
    while (receiverEnv.connections[0]?.connectionState !== 'closed') await nextTurn();
    return { ...slow, file, digest, receiver };
  };

  it.each(['closes its page', 'vanishes'] as const)(
    'completes when the sender %s: the file is verified and reported once',
    async (how) => {
      const { sink, gate, file, digest, receiver } = await saveAlone(how);
      expect(receiver.getSnapshot()).toMatchObject({ state: 'saving', error: null });
      gate.open();
      expect(await until(receiver, completed)).toMatchObject({ isVerified: true });
      expect(digestOf(sink.bytes())).toBe(digest);
      // A sender that returns gets the result; nothing is received or reported again.
      const again = harness.send(file);
      expect((await until(again, completed)).recipients).toMatchObject([{ isVerified: true }]);
      await harness.reported(2);
      expect(harness.reports).toHaveLength(2);
      expect([sink.opened.length, sink.writes]).toEqual([1, 2]);
    },
  );

  it('reports a failed save after the sender left, and saves on retry without the sender', async () => {
    const { sink, gate, digest, receiver } = await saveAlone('closes its page');
    gate.fail(noRoom);
    const { error, stats } = await until(receiver, failed);
    expect([error?.code, stats.progressPercent]).toEqual(['no-room-to-save', 100]);
    expect(sink.isClosed()).toBe(false);
    receiver.retry();
    expect(await until(receiver, completed)).toMatchObject({ isVerified: true });
    expect(digestOf(sink.bytes())).toBe(digest);
    expect([sink.opened.length, sink.writes]).toEqual([1, 2]);
  });

  it.each([
    ['retries closing a sink that kept the file, without resending a byte', noRoom, [1, 2]],
    ['reopens a sink that lost the file', new DOMException('', 'NotReadableError'), [2, 4]],
  ])(
    'reports a failed save to both sides and, on retry, %s',
    async (_, cause, [opened, writes]) => {
      const { file, digest } = randomFile(2 * testBlockBytes);
      const { sink, closing, gate } = createSlowSink();
      const sender = harness.send(file);
      const receiver = harness.receive(sink);
      await closing;
      gate.fail(cause);
      await until(receiver, failed);
      await until(sender, failed);
      expect(sink.isClosed()).toBe(false);
      receiver.retry();
      expect(await until(receiver, completed)).toMatchObject({ isVerified: true });
      await until(sender, completed);
      expect([sink.opened.length, sink.writes]).toEqual([opened, writes]);
      expect(digestOf(sink.bytes())).toBe(digest);
    },
  );

  const blocked = 'Blocked by Safe Browsing.';
  const unchecked = 'Failed to perform Safe Browsing check.';
  it.each([
    [blocked, 'AbortError', 'blocked-here', 'blocked-at-recipient', [discardReason]],
    [unchecked, 'AbortError', 'sink-failed', 'not-saved-at-recipient', []],
    ['', 'AbortError', 'sink-failed', 'not-saved-at-recipient', []],
    ['', 'NotAllowedError', 'permission-lost', 'not-saved-at-recipient', []],
  ])(
    'names a failed save to both sides, and discards only what the browser has blocked: %j, %s',
    async (message, name, code, codeAtSender, discarded) => {
      const { sink, closing, gate } = createSlowSink();
      const aborted: string[] = [];
      sink.abort = (reason) => Promise.resolve(void aborted.push(reason));
      const sender = harness.send(randomFile(testBlockBytes).file);
      const receiver = harness.receive(sink);
      await closing;
      gate.fail(new DOMException(message, name));
      expect((await until(receiver, failed)).error?.code).toBe(code);
      const { recipients } = await until(sender, failed);
      expect(recipients.map(({ error }) => error?.code)).toEqual([codeAtSender]);
      expect(aborted).toEqual(discarded);
    },
  );

  it('refuses another file after one was saved, and still shows that one', async () => {
    const first = randomFile(testBlockBytes);
    const sink = createTestSink();
    const sender = harness.send(first.file);
    const receiver = harness.receive(sink);
    const { file } = await until(receiver, completed);
    sender.close();
    const other = harness.send(randomFile(testBlockBytes - 1).file);
    expect((await until(other, failed)).recipients).toMatchObject([{ state: 'error' }]);
    expect(receiver.getSnapshot()).toMatchObject({ state: 'completed', file });
    expect(digestOf(sink.bytes())).toBe(first.digest);
  });
});
