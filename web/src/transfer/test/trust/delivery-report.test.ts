/** What the sending session reports about the end of each recipient's transfer: docs/protocol.md, 1.4. */

import { jest } from '@jest/globals';
import { speakPlain } from '../support/plain-wire.js';
import { createHarness, type Harness } from '../support/session-harness.js';
import { createTestSink, randomFile, until } from '../support/session-support.js';

// Many tests share two cores in the full suite.
jest.setTimeout(60_000);

const isOver = ({ state }: { state: string }): boolean =>
  state === 'completed' || state === 'error';
const blockBytes = 256 * 1024;
const sizeBytes = 3 * blockBytes;

describe('the report of a delivery', () => {
  let harness: Harness;
  beforeEach(() => {
    harness = createHarness();
  });
  afterEach(() => harness.close());

  const oneBlockAtATime = () => harness.env({ memory: { blockBytes, windowBytes: blockBytes } });

  it('is verified, with the ID of the recipient and every byte', async () => {
    const sender = harness.send(randomFile(sizeBytes).file);
    const receiver = harness.receive(createTestSink());
    const { deliveryId } = await until(receiver, isOver);
    await until(sender, isOver);
    expect(deliveryId).toMatch(/^[\w-]{22}$/);
    expect(harness.deliveries).toEqual([{ deliveryId, outcome: 'verified', bytes: sizeBytes }]);
  });

  it('is unverified for a transfer of protocol version 1', async () => {
    const env = harness.env({}, false);
    speakPlain(env);
    const sender = harness.send(randomFile(10_000).file, env);
    const receiver = harness.receive(createTestSink());
    const { deliveryId } = await until(receiver, isOver);
    await until(sender, isOver);
    expect(harness.deliveries).toMatchObject([{ outcome: 'unverified', bytes: 10_000 }]);
    expect(harness.deliveries[0]?.deliveryId).not.toBe(deliveryId);
  });

  it('is unverified when a recipient of protocol version 1 got every byte and does not say so', async () => {
    const env = harness.env({}, false);
    speakPlain(env);
    const sender = harness.send(randomFile(10_000).file, env);
    harness.receive(createTestSink(() => new Promise(() => undefined)));
    const { recipients } = await until(
      sender,
      ({ recipients: [first] }) => first?.stats.bytesTransferred === 10_000,
    );
    sender.endRecipient(recipients[0]?.peerId ?? '');
    expect(harness.deliveries).toMatchObject([{ outcome: 'unverified', bytes: 10_000 }]);
  });

  it('has the acknowledged bytes of a transfer that the recipient ended', async () => {
    const sink = createTestSink(() =>
      sink.writes < 2 ? Promise.resolve() : Promise.reject(new Error('disk')),
    );
    const sender = harness.send(randomFile(4 * blockBytes).file);
    const receiver = harness.receive(sink, oneBlockAtATime());
    const { deliveryId } = await until(receiver, isOver);
    await until(sender, isOver);
    expect(harness.deliveries).toEqual([
      { deliveryId, outcome: 'failed', bytes: 2 * blockBytes, reason: 'not-saved-at-recipient' },
    ]);
  });

  it.each([
    ['names the recipient', 'Grace', 'Grace'],
    ['cuts a name to what the server takes', 'a'.repeat(300), 'a'.repeat(200)],
  ])('%s of a transfer that the sender ended', async (_what, stated, name) => {
    const sink = createTestSink(() =>
      sink.writes < 2 ? Promise.resolve() : new Promise(() => undefined),
    );
    const person = { email: 'grace@example.test', basis: 'self-declared' } as const;
    const sender = harness.send(randomFile(4 * blockBytes).file);
    harness.receive(sink, oneBlockAtATime(), undefined, { ...person, name: stated });
    await until(sender, ({ stats }) => stats.bytesTransferred === 2 * blockBytes);
    sender.close();
    const recipient = { name, email: person.email };
    expect(harness.deliveries).toMatchObject([{ outcome: 'failed', reason: 'closed', recipient }]);
  });

  it('is not made for a recipient that leaves before the first block', async () => {
    const sender = harness.send(randomFile(sizeBytes).file);
    const sink = createTestSink(() => new Promise(() => undefined));
    const receiver = harness.receive(sink, oneBlockAtATime());
    await until(receiver, ({ state }) => state === 'waiting' || state === 'receiving');
    sender.close();
    expect(harness.deliveries).toEqual([]);
  });
});
