/** The sender goes while the recipient's browser still saves the file: protocol document 2.5 and 2.7. */
import { jest } from '@jest/globals';
import { createHarness, type Harness } from './session-harness.js';
import { createTestSink, digestOf, randomFile, until } from './session-support.js';
import { TEST_BLOCK_BYTES } from './werift-env.js';

// Many tests share two cores in the full suite.
jest.setTimeout(90_000);

/** A sink that closes when it is told to, or cannot. */
const createSlowSink = () => {
  const sink = createTestSink();
  const close = sink.close.bind(sink);
  const gate = { open: (): void => undefined, fail: (): void => undefined };
  const opened = new Promise<void>((resolve, reject) => {
    gate.open = resolve;
    gate.fail = () => reject(new DOMException('no room', 'QuotaExceededError'));
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

describe('saving', () => {
  let harness: Harness;
  beforeEach(() => {
    harness = createHarness();
  });
  afterEach(() => harness.close());

  it.each(['closes its page', 'vanishes'])(
    'the sender %s: the file is complete all the same, verified and reported once',
    async (how) => {
      const { file, digest } = randomFile(2 * TEST_BLOCK_BYTES);
      const { sink, closing, gate } = createSlowSink();
      const senderEnv = harness.env();
      const sender = harness.send(file, senderEnv);
      const receiverEnv = harness.env();
      const receiver = harness.receive(sink, receiverEnv);
      await closing;
      if (how === 'vanishes') {
        await senderEnv.crash();
        // As the browser does once it has waited long enough.
        await receiverEnv.connections[0]?.close();
      } else {
        sender.close();
      }
      await until(receiver, ({ state }) => state !== 'waiting' && state !== 'receiving');
      gate.open();
      const { isVerified } = await until(receiver, ({ state }) => state === 'completed');
      expect(isVerified).toBe(true);
      expect(digestOf(sink.bytes())).toBe(digest);
      await harness.reported(1);
      expect(harness.reports).toHaveLength(1);
    },
  );

  it('saving fails: both sides know, and another try saves again without a byte sent twice', async () => {
    const { file, digest } = randomFile(2 * TEST_BLOCK_BYTES);
    const { sink, closing, gate } = createSlowSink();
    const sender = harness.send(file);
    const receiver = harness.receive(sink);
    await closing;
    gate.fail();
    await until(receiver, ({ state }) => state === 'error');
    await until(sender, ({ state }) => state === 'error');
    expect(sink.isClosed()).toBe(false);
    receiver.retry();
    const { isVerified } = await until(receiver, ({ state }) => state === 'completed');
    expect(isVerified).toBe(true);
    await until(sender, ({ state }) => state === 'completed');
    expect([sink.opened.length, sink.writes]).toEqual([1, 2]);
    expect(digestOf(sink.bytes())).toBe(digest);
  });
});
