/** A connection that stands still while its path answers, and computers that sleep: docs/protocol.md, 1.3 and 2.8. */

import type { DeliveryReport, ReceiveSession, SendSession } from '../../api.js';
import { initialWindowBytes } from '../../pacing/window/send-window.js';
import { createReceiver } from '../../receive/receive-session.js';
import { createSender } from '../../send/send-session.js';
import {
  answererTimeoutMs,
  channelLabel,
  pathChannelLabel,
  peersGraceMs,
  returnGraceMs,
} from '../../support/constants.js';
import { FakeNetwork, type FakePeer } from '../support/fake-network.js';
import {
  createTestSink,
  digestOf,
  guestCredentials,
  ownerCredentials,
  randomFile,
  sessionOptions,
  settle,
} from '../support/session-support.js';
import { createSignallingHub } from '../support/signalling-hub.js';
import { testBlockBytes } from '../support/werift-env.js';

const verified = { state: 'completed', isVerified: true };

/** @param standing how many of the first connections deliver nothing more of the sender's once their path is measured. */
const setUp = (standing = 1, totalBytes = 40 * testBlockBytes) => {
  let stillStanding = standing;
  const hub = createSignallingHub();
  const network = new FakeNetwork();
  const options = sessionOptions();
  const { file, digest } = randomFile(totalBytes);
  const sink = createTestSink();
  const asleep = { sender: false, receiver: false };
  const notice = { sender: (): void => undefined, receiver: (): void => undefined };
  /** The environment of a computer that can sleep. */
  const sleeper = (side: 'sender' | 'receiver') => ({
    isPaced: true,
    createSocket: (url: string) => (asleep[side] ? mute : hub.connect(url)) as unknown as WebSocket,
    onReturn: (callback: (cause: 'online') => void) => {
      notice[side] = () => callback('online');
      return () => undefined;
    },
  });
  const mute = { readyState: 0, send: () => undefined, close: () => undefined };
  const isMeasured = (): boolean =>
    network.peers.some(
      ({ channel }) => channel.label === pathChannelLabel && channel.readyState === 'open',
    );
  let connections = 0;
  const senderEnv = network.env(hub, sleeper('sender'));
  const { createPeerConnection } = senderEnv;
  senderEnv.createPeerConnection = (config) => {
    const peer = createPeerConnection(config);
    const { channel } = peer as unknown as FakePeer;
    let number = 0;
    channel.intercept = (message) => {
      if (channel.label !== channelLabel) return message;
      if (number === 0) number = connections += 1;
      return number <= stillStanding && isMeasured() ? JSON.stringify({ type: 'lost' }) : message;
    };
    return peer;
  };
  const receiverEnv = network.env(hub, sleeper('receiver'));
  network.isHeld = true;
  const deliveries: DeliveryReport[] = [];
  const onDelivery = (report: DeliveryReport): void => void deliveries.push(report);
  const sender: SendSession = createSender(
    { ...options, credentials: ownerCredentials, file, onDelivery },
    senderEnv,
  );
  const receiver: ReceiveSession = createReceiver(
    { ...options, credentials: guestCredentials, sink },
    receiverEnv,
  );
  /** The sender's ends of the connections that carried the file. */
  const fileConnections = (): FakePeer[] =>
    network.peers.filter(
      ({ channel, localDescription }) =>
        channel.label === channelLabel && localDescription?.type === 'offer',
    );
  const advance = async (ms: number): Promise<void> => {
    for (let passedMs = 0; passedMs < ms; passedMs += 100) {
      await settle();
      network.clock.advance(100);
    }
  };
  const connect = async (): Promise<void> => {
    await settle();
    network.release();
    await settle();
  };
  return {
    hub,
    network,
    sender,
    receiver,
    deliveries,
    fileConnections,
    advance,
    connect,
    fallAsleep: (side: 'sender' | 'receiver'): void => {
      asleep[side] = true;
      hub.leave(side);
    },
    wake: (side: 'sender' | 'receiver'): void => {
      asleep[side] = false;
      notice[side]();
    },
    expectVerified: (): void => {
      expect(receiver.getSnapshot()).toMatchObject(verified);
      expect(sender.getSnapshot().recipients).toMatchObject([verified]);
      expect(digestOf(sink.bytes())).toBe(digest);
    },
    standNoMore: (): void => {
      stillStanding = 0;
    },
    close: (): void => {
      sender.close();
      receiver.close();
    },
  };
};

describe('a connection that stands still', () => {
  it('is replaced within five seconds while its path answers, and the file is right', async () => {
    const { sender, fileConnections, advance, connect, expectVerified, close } = setUp();
    await connect();
    await advance(3_500);
    expect(fileConnections().length).toBe(1);
    expect(sender.getSnapshot().state).toBe('sending');
    await advance(1_500);
    expect(fileConnections().length).toBe(2);
    await advance(2_000);
    expectVerified();
    expect(fileConnections().length).toBe(2);
    close();
  });

  it('is kept while the server that a new one needs is unreachable', async () => {
    const { hub, fileConnections, advance, connect, expectVerified, close } = setUp();
    await connect();
    hub.setReachable(false);
    hub.dropAll();
    await advance(6_000);
    expect(fileConnections().length).toBe(1);
    expect(fileConnections()[0]?.isClosed).toBe(false);
    hub.setReachable(true);
    await advance(6_000);
    expectVerified();
    close();
  });

  it('is replaced twice in a row at most', async () => {
    const { sender, fileConnections, advance, connect, close } = setUp(Infinity);
    await connect();
    await advance(30_000);
    expect(fileConnections().length).toBe(3);
    expect(sender.getSnapshot().recipients).toMatchObject([{ state: 'sending', error: null }]);
    close();
  });
});

describe('a connection that stands still when its share is restarted', () => {
  it('is kept, because its recipient cannot connect again', async () => {
    // The sender hands over all of it before the connection stands still.
    const smallBytes = 1.5 * initialWindowBytes;
    const { hub, sender, fileConnections, ...rest } = setUp(Infinity, smallBytes);
    await rest.connect();
    await rest.advance(3_000);
    hub.holdDepartures();
    rest.fallAsleep('receiver');
    sender.restart('password-changed');
    await rest.advance(peersGraceMs - 200);
    expect(sender.getSnapshot().recipients).toMatchObject([
      { state: 'sending', isOutlivingShare: true },
    ]);
    expect(fileConnections().map(({ isClosed }) => isClosed)).toEqual([false]);
    rest.close();
  });
});

describe('a recipient whose computer sleeps for longer than its place is kept', () => {
  it('continues when it wakes, and gets no message that the transfer was cancelled', async () => {
    const { network, sender, receiver, ...rest } = setUp();
    await rest.connect();
    rest.fallAsleep('receiver');
    for (const peer of network.peers) peer.setIceState('disconnected');
    await rest.advance(returnGraceMs);
    expect(sender.getSnapshot().recipients).toEqual([]);
    expect(receiver.getSnapshot().state).not.toBe('error');
    rest.wake('receiver');
    await rest.advance(60_000);
    rest.expectVerified();
    rest.close();
  });
});

describe('a sender whose computer sleeps until the recipient has given the connection up', () => {
  it('continues with the recipient within ten seconds after it wakes, and lists it once', async () => {
    const { network, receiver, ...rest } = setUp(Infinity);
    await rest.connect();
    rest.fallAsleep('sender');
    network.isCut = true;
    const ends = network.peers.filter(({ localDescription }) => localDescription !== null);
    for (const peer of ends.filter(({ localDescription }) => localDescription?.type === 'answer'))
      peer.setIceState('disconnected');
    await rest.advance(answererTimeoutMs + 1_000);
    expect(receiver.getSnapshot().state).not.toBe('error');
    rest.standNoMore();
    network.isCut = false;
    rest.wake('sender');
    for (const peer of ends.filter(({ localDescription }) => localDescription?.type === 'offer'))
      if (!peer.isClosed) peer.setIceState('disconnected');
    await rest.advance(10_000);
    rest.expectVerified();
    expect(rest.deliveries).toMatchObject([{ outcome: 'verified' }]);
    rest.close();
  });
});
