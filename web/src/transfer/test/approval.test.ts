/** A share that asks first, and the end of one recipient: docs/protocol.md, 2.7. */

import { closeCodes } from '@tandem/proto/browser/close-codes';
import { speakPlain } from './support/plain-wire.js';
import { createHarness, type Harness } from './support/session-harness.js';
import {
  createGate,
  createTestSink,
  digestOf,
  randomFile,
  until,
} from './support/session-support.js';
import { testBlockBytes } from './support/werift-env.js';

const grace = {
  name: 'Grace Hopper',
  email: 'grace@example.test',
  basis: 'self-declared',
} as const;
const isOver = ({ state }: { state: string }): boolean =>
  state === 'completed' || state === 'error';

describe('a share that asks first', () => {
  let harness: Harness;
  beforeEach(() => {
    harness = createHarness();
  });
  afterEach(() => harness.close());

  const ask = async () => {
    const { file, digest } = randomFile(testBlockBytes + 9);
    const sink = createTestSink();
    const sender = harness.send(file, undefined, undefined, true);
    const receiver = harness.receive(sink, undefined, undefined, grace);
    const { recipients } = await until(
      sender,
      ({ recipients: [first] }) => first?.approval === 'asking',
    );
    await until(receiver, ({ isAwaitingApproval }) => isAwaitingApproval);
    return { sender, receiver, sink, digest, recipient: recipients[0] };
  };

  it('names the recipient and sends nothing before the answer', async () => {
    const { sender, receiver, sink, digest, recipient } = await ask();
    expect(recipient).toMatchObject({ person: { name: grace.name, email: grace.email } });
    expect(receiver.getSnapshot()).toMatchObject({ state: 'paused', pausedBy: 'there' });
    expect(sink.writes).toBe(0);
    sender.approve(recipient?.peerId ?? '', true);
    expect(await until(receiver, isOver)).toMatchObject({
      state: 'completed',
      isVerified: true,
      isAwaitingApproval: false,
    });
    expect(digestOf(sink.bytes())).toBe(digest);
    expect(sender.getSnapshot().recipients).toMatchObject([{ approval: 'given' }]);
  });

  it('still asks after pauses of both sides have ended', async () => {
    const { sender, receiver, sink, digest, recipient } = await ask();
    const first = () => sender.getSnapshot().recipients[0];
    sender.pause();
    receiver.pause();
    await until(sender, ({ recipients }) => recipients[0]?.pausedBy === 'both');
    sender.resume();
    expect(first()).toMatchObject({ state: 'paused', pausedBy: 'there', approval: 'asking' });
    receiver.resume();
    await until(sender, ({ recipients }) => recipients[0]?.state !== 'paused');
    expect(first()).toMatchObject({ state: 'waiting', pausedBy: null, approval: 'asking' });
    expect(sink.writes).toBe(0);
    receiver.pause();
    await until(sender, ({ recipients }) => recipients[0]?.state === 'paused');
    sender.approve(recipient?.peerId ?? '', true);
    expect(first()).toMatchObject({ state: 'paused', pausedBy: 'there', approval: 'given' });
    receiver.resume();
    expect(await until(receiver, isOver)).toMatchObject({ state: 'completed' });
    expect(digestOf(sink.bytes())).toBe(digest);
  });

  it('tells both sides that the recipient was declined', async () => {
    const { sender, receiver, sink, recipient } = await ask();
    sender.approve(recipient?.peerId ?? '', false);
    expect(await until(receiver, isOver)).toMatchObject({ error: { code: 'declined-by-sender' } });
    expect(sender.getSnapshot().recipients).toMatchObject([
      { state: 'error', error: { code: 'declined-here' } },
    ]);
    expect(sink.writes).toBe(0);
    expect(harness.deliveries).toEqual([]);
  });

  it('counts an empty file to a recipient of protocol version 1 after the approval only', async () => {
    const env = harness.env({}, false);
    speakPlain(env);
    const sender = harness.send(randomFile(0).file, env, undefined, true);
    const receiver = harness.receive(createTestSink());
    expect(await until(receiver, isOver)).toMatchObject({ state: 'completed' });
    const { recipients } = await until(
      sender,
      ({ recipients: [first] }) => first?.approval === 'asking' || first?.state === 'completed',
    );
    expect(recipients).toMatchObject([{ state: 'waiting', approval: 'asking' }]);
    expect(harness.deliveries).toEqual([]);
    sender.approve(recipients[0]?.peerId ?? '', true);
    await until(sender, isOver);
    expect(sender.getSnapshot().recipients).toMatchObject([
      { state: 'completed', approval: 'given' },
    ]);
    expect(harness.deliveries).toMatchObject([{ outcome: 'unverified', bytes: 0 }]);
  });

  it('withdraws the question when the share ends before the answer', async () => {
    const { sender } = await ask();
    harness.hub.dropAll(closeCodes.shareEnded.closeCode);
    const { recipients } = await until(sender, ({ recipients: [first] }) => first?.error != null);
    expect(recipients).toMatchObject([{ state: 'error', approval: 'pending' }]);
  });

  it('withdraws the question when the recipient cancels before the answer', async () => {
    const { sender, receiver } = await ask();
    receiver.close();
    const { recipients } = await until(sender, ({ recipients: [first] }) => first?.error != null);
    expect(recipients).toMatchObject([{ state: 'error', approval: 'pending' }]);
  });

  it('ends one recipient and continues with the others', async () => {
    const { file, digest } = randomFile(3 * testBlockBytes);
    const { opened: gate, open: release } = createGate();
    const kept = createTestSink(() => gate);
    const sender = harness.send(file);
    const first = harness.receive(createTestSink(() => gate));
    await until(first, ({ state }) => state === 'receiving');
    const ended = sender.getSnapshot().recipients[0]?.peerId ?? '';
    const second = harness.receive(kept);
    await until(second, ({ state }) => state === 'receiving');
    sender.endRecipient(ended);
    expect(await until(first, isOver)).toMatchObject({ error: { code: 'cancelled-by-peer' } });
    release();
    expect(await until(second, isOver)).toMatchObject({ state: 'completed' });
    expect(digestOf(kept.bytes())).toBe(digest);
    expect(sender.getSnapshot().recipients.find(({ peerId }) => peerId === ended)?.error).toEqual({
      code: 'ended-here',
    });
  });
});
