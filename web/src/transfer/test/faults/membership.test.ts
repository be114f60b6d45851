/** Membership of the room: senders that replace each other, failed transfers, and returns on another server. */

import type { DeliveryReport, ReceiveSession, SendSession } from '../../api.js';
import { createReceiver } from '../../receive/receive-session.js';
import { createSender } from '../../send/send-session.js';
import {
  answersMs,
  lingerMs,
  maxReconnects,
  peersGraceMs,
  reconnectStepMs,
} from '../../support/constants.js';
import { FakeNetwork } from '../support/fake-network.js';
import {
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

const setUp = (sink = createTestSink()) => {
  const hub = createSignallingHub();
  const network = new FakeNetwork();
  const options = sessionOptions();
  const { file, digest } = randomFile(2 * testBlockBytes);
  const send = (): SendSession =>
    createSender({ ...options, credentials: ownerCredentials, file }, network.env(hub));
  const receive = (): ReceiveSession =>
    createReceiver({ ...options, credentials: guestCredentials, sink }, network.env(hub));
  return { hub, network, digest, sink, options, file, send, receive };
};

describe('a receiver whose sender is replaced before the channel opens', () => {
  it('keeps the new connection when the departure of the old sender is announced late', async () => {
    const { hub, network, digest, sink, send, receive } = setUp();
    network.isHeld = true;
    const first = send();
    const receiver = receive();
    await settle();
    const announceDepartures = hub.holdDepartures();
    const second = send();
    await settle();
    announceDepartures();
    await settle();
    expect(network.peers.slice(2).map(({ isClosed }) => isClosed)).toEqual([false, false]);
    network.release();
    expect(await until(receiver, isOver)).toMatchObject({ state: 'completed', isVerified: true });
    expect(digestOf(sink.bytes())).toBe(digest);
    for (const session of [first, second, receiver]) session.close();
  });
});

describe('a sender that is closed just after its receiver has left', () => {
  it('leaves no timer behind once its last messages are sent', async () => {
    const { network, send, receive } = setUp();
    const sender = send();
    const receiver = receive();
    expect(await until(receiver, isOver)).toMatchObject({ state: 'completed' });
    receiver.close();
    await settle();
    sender.close();
    network.clock.advance(lingerMs);
    expect(network.clock.pending()).toBe(0);
  });
});

describe('a receiver that is closed when its file is complete', () => {
  it('confirms the file, and leaves no timer behind', async () => {
    const { network, send, receive } = setUp();
    const sender = send();
    const receiver = receive();
    receiver.subscribe(() => {
      if (isOver(receiver.getSnapshot())) receiver.close();
    });
    expect(await until(receiver, isOver)).toMatchObject({ state: 'completed' });
    await settle();
    const { recipients } = sender.getSnapshot();
    expect(recipients).toMatchObject([{ state: 'completed', isVerified: true, error: null }]);
    sender.close();
    network.clock.advance(lingerMs);
    expect(network.clock.pending()).toBe(0);
  });
});

describe('a receiver that has failed', () => {
  it('leaves the room, so that no sender tries to reach it, until it tries again', async () => {
    let failures = 1;
    const { hub, digest, sink, send, receive } = setUp(
      createTestSink(() =>
        failures-- > 0 ? Promise.reject(new Error('disk')) : Promise.resolve(),
      ),
    );
    const sender = send();
    const receiver = receive();
    expect(await until(receiver, isOver)).toMatchObject({ state: 'error' });
    await settle();
    expect([hub.members('sender'), hub.members('receiver')]).toEqual([1, 0]);
    receiver.retry();
    expect(await until(receiver, isOver)).toMatchObject({ state: 'completed', isVerified: true });
    expect(digestOf(sink.bytes())).toBe(digest);
    expect(hub.members('receiver')).toBe(1);
    for (const session of [sender, receiver]) session.close();
  });
});

describe('a receiver that has the file', () => {
  it('answers a sender that returns for ten minutes, and then leaves its place in the room', async () => {
    const stepMs = 5_000;
    const { hub, network, send, receive } = setUp();
    const sender = send();
    const receiver = receive();
    expect(await until(receiver, isOver)).toMatchObject({ state: 'completed', isVerified: true });
    // In steps, between which pings are answered.
    for (let passedMs = 0; passedMs < answersMs; passedMs += stepMs) {
      expect(hub.members('receiver')).toBe(1);
      network.clock.advance(stepMs);
      await settle();
    }
    expect([hub.members('sender'), hub.members('receiver')]).toEqual([1, 0]);
    expect(receiver.getSnapshot()).toMatchObject({ state: 'completed', isVerified: true });
    expect(sender.getSnapshot()).toMatchObject({ state: 'completed', error: null });
    for (const session of [sender, receiver]) session.close();
  });
});

describe('a session whose socket returns on a server that does not know the other side yet', () => {
  /** The first block is acknowledged, the second is being written. */
  const setUpRunning = async () => {
    const { sink, isAtSecond, openGate } = createHeldSink();
    const { hub, network, digest, options, file, receive } = setUp(sink);
    const deliveries: DeliveryReport[] = [];
    const sender = createSender(
      {
        ...options,
        credentials: ownerCredentials,
        file,
        asksFirst: () => true,
        onDelivery: (report) => deliveries.push(report),
      },
      network.env(hub),
    );
    const receiver = receive();
    const { recipients } = await until(
      sender,
      ({ recipients: [first] }) => first?.approval === 'asking',
    );
    sender.approve(recipients[0]?.peerId ?? '', true);
    await isAtSecond;
    await settle();
    return { hub, network, digest, sink, sender, receiver, deliveries, openGate };
  };

  /** The connection of the file breaks too; new ones wait for `network.release()`. */
  const returnElsewhere = async (
    { hub, network }: Awaited<ReturnType<typeof setUpRunning>>,
    role: 'sender' | 'receiver',
  ): Promise<() => void> => {
    const announce = hub.holdPeers();
    network.isHeld = true;
    hub.leave(role);
    await settle();
    if (role === 'sender') network.peers[0]?.close();
    await settle();
    network.clock.advance(reconnectStepMs);
    await settle();
    if (role === 'receiver') network.peers[0]?.close();
    await settle();
    return announce;
  };

  it('keeps the recipient, the approval and the delivery of a sender', async () => {
    const running = await setUpRunning();
    const { network, sender, receiver, deliveries, digest, sink } = running;
    const announce = await returnElsewhere(running, 'sender');
    const before = sender.getSnapshot().recipients;
    expect(before).toMatchObject([{ approval: 'given' }]);
    announce();
    await settle();
    network.clock.advance(peersGraceMs);
    network.release();
    running.openGate();
    expect(await until(receiver, isOver)).toMatchObject({ state: 'completed', isVerified: true });
    await until(sender, isOver);
    expect(sender.getSnapshot().recipients).toMatchObject([{ approval: 'given' }]);
    expect(deliveries).toMatchObject([{ outcome: 'verified' }]);
    expect(digestOf(sink.bytes())).toBe(digest);
    for (const session of [sender, receiver]) session.close();
  });

  it('removes a recipient that is not announced in time', async () => {
    const running = await setUpRunning();
    const { network, sender, receiver, deliveries } = running;
    await returnElsewhere(running, 'sender');
    network.clock.advance(peersGraceMs - 1);
    expect(sender.getSnapshot().recipients).toHaveLength(1);
    network.clock.advance(1);
    expect(sender.getSnapshot().recipients).toEqual([]);
    // It was sent the whole file.
    expect(deliveries).toMatchObject([{ outcome: 'unverified', reason: 'peer-left' }]);
    for (const session of [sender, receiver]) session.close();
  });

  it('keeps the sender for a recipient, until it is not announced in time', async () => {
    const running = await setUpRunning();
    const { network, sender, receiver } = running;
    await returnElsewhere(running, 'receiver');
    expect(receiver.getSnapshot().state).toBe('retrying');
    sender.close();
    network.clock.advance(peersGraceMs);
    await settle();
    expect(receiver.getSnapshot().state).toBe('connecting');
    receiver.close();
  });
});

describe('a sender that loses the server after a delivery', () => {
  it('is shown as offline, and serves further recipients when it tries again [4.59]', async () => {
    const { hub, network, sink, options, send, receive } = setUp();
    const sender = send();
    const first = receive();
    expect(await until(first, isOver)).toMatchObject({ state: 'completed' });
    expect(await until(sender, isOver)).toMatchObject({ state: 'completed' });
    first.close();
    hub.setReachable(false);
    hub.dropAll();
    await settle();
    expect(sender.getSnapshot()).toMatchObject({ state: 'retrying', attempt: 1 });
    for (let attempt = 1; attempt <= maxReconnects; attempt += 1) {
      network.clock.advance(attempt * reconnectStepMs);
      await settle();
    }
    expect(sender.getSnapshot()).toMatchObject({
      state: 'error',
      error: { code: 'max-retries' },
      recipients: [{ state: 'completed' }],
    });
    hub.setReachable(true);
    sender.retry();
    await settle();
    expect(sender.getSnapshot()).toMatchObject({ state: 'completed', error: null });
    const later = createTestSink();
    const second = createReceiver(
      { ...options, credentials: guestCredentials, sink: later },
      network.env(hub),
    );
    expect(await until(second, isOver)).toMatchObject({ state: 'completed' });
    expect(digestOf(later.bytes())).toBe(digestOf(sink.bytes()));
    for (const session of [sender, second]) session.close();
  });
});
