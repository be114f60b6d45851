/** Pause and resume: docs/protocol.md, 2.7. */

import { jest } from '@jest/globals';
import { createHarness, type Harness } from './support/session-harness.js';
import {
  createGate,
  createTestSink,
  digestOf,
  randomFile,
  until,
} from './support/session-support.js';
import { testBlockBytes } from './support/werift-env.js';

const over = ({ state }: { state: string }): boolean => state === 'completed' || state === 'error';

// Many tests share two cores in the full suite.
jest.setTimeout(90_000);

describe('pausing', () => {
  let harness: Harness;
  beforeEach(() => {
    harness = createHarness();
  });
  afterEach(() => harness.close());

  it.each(['sender', 'receiver'] as const)(
    'by the %s is shown on both sides and ends when it resumes [1.28]',
    async (who) => {
      const { file, digest } = randomFile(3 * testBlockBytes);
      const { opened: gate, open: release } = createGate();
      // The disk blocks on the first block, so that the transfer cannot end before the pause arrives.
      const sink = createTestSink(() => gate);
      const sender = harness.send(file);
      const receiver = harness.receive(sink);
      await until(receiver, ({ state }) => state === 'receiving');
      const session = who === 'sender' ? sender : receiver;
      session.pause();
      const isSender = who === 'sender';
      await until(receiver, ({ pausedBy }) => pausedBy === (isSender ? 'there' : 'here'));
      await until(
        sender,
        ({ recipients }) => recipients[0]?.pausedBy === (isSender ? 'here' : 'there'),
      );
      session.resume();
      release();
      expect(await until(receiver, over)).toMatchObject({ state: 'completed' });
      expect(digestOf(sink.bytes())).toBe(digest);
    },
  );

  it.each([true, false])(
    'says whether what has arrived outlives the page: %p',
    async (survivesReload) => {
      const { file } = randomFile(3 * testBlockBytes);
      const { opened: gate, open: release } = createGate();
      const sink = Object.assign(
        createTestSink(() => gate),
        { survivesReload },
      );
      harness.send(file);
      const receiver = harness.receive(sink);
      await until(receiver, ({ state }) => state === 'receiving');
      receiver.pause();
      const paused = await until(receiver, ({ state }) => state === 'paused');
      expect(paused.survivesReload).toBe(survivesReload);
      release();
    },
  );

  it('by both sides lasts until each side has resumed', async () => {
    const { file } = randomFile(3 * testBlockBytes);
    const { opened: gate, open: release } = createGate();
    const sender = harness.send(file);
    const receiver = harness.receive(createTestSink(() => gate));
    await until(receiver, ({ state }) => state === 'receiving');
    sender.pause();
    await until(receiver, ({ pausedBy }) => pausedBy === 'there');
    // Resuming here does not end the sender's pause.
    receiver.resume();
    expect(receiver.getSnapshot()).toMatchObject({ state: 'paused', pausedBy: 'there' });
    receiver.pause();
    await until(receiver, ({ pausedBy }) => pausedBy === 'both');
    await until(sender, ({ recipients }) => recipients[0]?.pausedBy === 'both');
    receiver.resume();
    await until(receiver, ({ pausedBy }) => pausedBy === 'there');
    await until(sender, ({ recipients }) => recipients[0]?.pausedBy === 'here');
    sender.resume();
    release();
    expect(await until(receiver, over)).toMatchObject({ state: 'completed', pausedBy: null });
  });

  it('by the sender is shown to a receiver that joins later', async () => {
    const { file, digest } = randomFile(testBlockBytes + 9);
    const sink = createTestSink();
    const sender = harness.send(file);
    sender.pause();
    const receiver = harness.receive(sink);
    await until(receiver, ({ state }) => state === 'paused');
    expect(sink.writes).toBe(0);
    sender.resume();
    expect(await until(receiver, over)).toMatchObject({ state: 'completed', isVerified: true });
    expect(digestOf(sink.bytes())).toBe(digest);
  });
});
