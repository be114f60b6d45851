/** The sender's user ends the transfer to a recipient whose connection is down: docs/protocol.md, 2.7. */

import type { DeliveryReport } from '../../api.js';
import { createReceiver } from '../../receive/receive-session.js';
import { createSender } from '../../send/send-session.js';
import { answererTimeoutMs, readyTimeoutMs } from '../../support/constants.js';
import { FakeNetwork } from '../support/fake-network.js';
import {
  createGate,
  createHeldSink,
  createTestSink,
  digestOf,
  guestCredentials,
  ownerCredentials,
  randomFile,
  sessionOptions,
  settle,
  until,
} from '../support/session-support.js';
import { createSignallingHub } from '../support/signalling-hub.js';
import { testBlockBytes } from '../support/werift-env.js';

const isOver = ({ state }: { state: string }): boolean =>
  state === 'completed' || state === 'error';

/** The first block is acknowledged, the connection is lost, and the user ends the transfer. */
const endWhileRetrying = async () => {
  const { sink, isAtSecond, openGate } = createHeldSink();
  const hub = createSignallingHub();
  const network = new FakeNetwork();
  const options = sessionOptions();
  const { file, digest } = randomFile(8 * testBlockBytes);
  const deliveries: DeliveryReport[] = [];
  const sender = createSender(
    {
      ...options,
      credentials: ownerCredentials,
      file,
      onDelivery: (report) => deliveries.push(report),
    },
    network.env(hub),
  );
  const receiver = createReceiver(
    { ...options, credentials: guestCredentials, sink },
    network.env(hub),
  );
  await isAtSecond;
  await settle();
  network.isHeld = true;
  network.peers[0]?.close();
  await settle();
  const [recipient] = sender.getSnapshot().recipients;
  expect(recipient?.state).toBe('retrying');
  sender.endRecipient(recipient?.peerId ?? '');
  openGate();
  /** The receiver joins again, under another peer id. */
  const comeBack = async (): Promise<void> => {
    network.clock.advance(answererTimeoutMs);
    await settle();
    network.release();
  };
  return { sender, receiver, sink, digest, deliveries, comeBack };
};

describe('a recipient whose transfer was ended while it reconnected', () => {
  it('learns of it when it returns, and gets nothing more', async () => {
    const { sender, receiver, deliveries, comeBack } = await endWhileRetrying();
    await comeBack();
    expect(await until(receiver, isOver)).toMatchObject({ error: { code: 'cancelled-by-peer' } });
    await settle();
    expect(sender.getSnapshot().recipients).toMatchObject([{ error: { code: 'ended-here' } }]);
    expect(deliveries).toMatchObject([{ outcome: 'failed', reason: 'ended-here' }]);
    for (const session of [sender, receiver]) session.close();
  });

  it('gets the file when it asks again', async () => {
    const { sender, receiver, sink, digest, deliveries, comeBack } = await endWhileRetrying();
    await comeBack();
    const { deliveryId } = await until(receiver, isOver);
    receiver.retry();
    expect(await until(receiver, isOver)).toMatchObject({ state: 'completed', isVerified: true });
    expect(digestOf(sink.bytes())).toBe(digest);
    expect(receiver.getSnapshot().deliveryId).not.toBe(deliveryId);
    await settle();
    expect(deliveries).toMatchObject([
      { deliveryId, outcome: 'failed' },
      { deliveryId: receiver.getSnapshot().deliveryId, outcome: 'verified' },
    ]);
    for (const session of [sender, receiver]) session.close();
  });
});

/** A share that asks first, and storage that opens after the sender's time limit. */
const endWhileAsking = async () => {
  const { opened: storage, open: openStorage } = createGate();
  const sink = createTestSink();
  const open = sink.open.bind(sink);
  sink.open = async (file) => {
    await storage;
    return open(file);
  };
  const hub = createSignallingHub();
  const network = new FakeNetwork();
  const options = sessionOptions();
  const { file } = randomFile(testBlockBytes);
  const sender = createSender(
    { ...options, credentials: ownerCredentials, file, asksFirst: () => true },
    network.env(hub),
  );
  const receiver = createReceiver(
    { ...options, credentials: guestCredentials, sink },
    network.env(hub),
  );
  await until(sender, ({ recipients }) => recipients[0]?.state === 'waiting');
  await settle();
  network.clock.advance(readyTimeoutMs);
  const asked = await until(sender, ({ recipients }) => recipients[0]?.approval === 'asking');
  openStorage();
  await settle();
  network.isHeld = true;
  network.peers[0]?.close();
  await settle();
  sender.endRecipient(asked.recipients[0]?.peerId ?? '');
  network.clock.advance(answererTimeoutMs);
  await settle();
  network.release();
  return { sender, receiver };
};

describe('a recipient whose transfer was ended while the user was asked', () => {
  it('learns of it when it returns, although it had answered late', async () => {
    const { sender, receiver } = await endWhileAsking();
    await until(receiver, (now) => isOver(now) || now.isAwaitingApproval);
    expect(receiver.getSnapshot()).toMatchObject({ error: { code: 'cancelled-by-peer' } });
    for (const session of [sender, receiver]) session.close();
  });
});

/** The page ends a recipient in the notification that its channel is open. */
const endAtOpening = async () => {
  const hub = createSignallingHub();
  const network = new FakeNetwork();
  const options = sessionOptions();
  const { file } = randomFile(8 * testBlockBytes);
  const sender = createSender(
    { ...options, credentials: ownerCredentials, file },
    network.env(hub),
  );
  sender.subscribe(() => {
    const recipient = sender.getSnapshot().recipients.find(({ state }) => state === 'waiting');
    if (recipient !== undefined) sender.endRecipient(recipient.peerId);
  });
  const { sink } = createHeldSink();
  const receiver = createReceiver(
    { ...options, credentials: guestCredentials, sink },
    network.env(hub),
  );
  await until(sender, ({ recipients }) => recipients[0]?.state === 'error');
  await settle();
  return { network, sender, receiver };
};

describe('a recipient that the page ends in the notification that its channel is open', () => {
  it('is neither sent to nor measured any more', async () => {
    const { network, sender, receiver } = await endAtOpening();
    const ended = sender.getSnapshot();
    network.clock.advance(5_000);
    await settle();
    expect(sender.getSnapshot()).toBe(ended);
    for (const session of [sender, receiver]) session.close();
    network.clock.advance(60_000);
    await settle();
    expect(network.clock.pending()).toBe(0);
  });
});
