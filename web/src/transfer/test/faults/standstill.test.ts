/** A connection that stands still while its path answers, and a recipient whose computer sleeps: docs/protocol.md, 2.8. */
import type { ReceiveSession, SendSession } from '../../api.js';
import { createReceiver } from '../../receive/receive-session.js';
import { createSender } from '../../send/send-session.js';
import { channelLabel, pathChannelLabel, returnGraceMs } from '../../support/constants.js';
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
const setUp = (standing = 1) => {
  const hub = createSignallingHub();
  const network = new FakeNetwork();
  const options = sessionOptions();
  const { file, digest } = randomFile(40 * testBlockBytes);
  const sink = createTestSink();
  let isAsleep = false;
  const mute = { readyState: 0, send: () => undefined, close: () => undefined };
  const isMeasured = (): boolean =>
    network.peers.some(
      ({ channel }) => channel.label === pathChannelLabel && channel.readyState === 'open',
    );
  let connections = 0;
  const senderEnv = network.env(hub, { isPaced: true });
  const { createPeerConnection } = senderEnv;
  senderEnv.createPeerConnection = (config) => {
    const peer = createPeerConnection(config);
    const { channel } = peer as unknown as FakePeer;
    let number = 0;
    channel.intercept = (message) => {
      if (channel.label !== channelLabel) return message;
      if (number === 0) number = connections += 1;
      return number <= standing && isMeasured() ? JSON.stringify({ type: 'lost' }) : message;
    };
    return peer;
  };
  const receiverEnv = network.env(hub, {
    isPaced: true,
    createSocket: (url) => (isAsleep ? mute : hub.connect(url)) as unknown as WebSocket,
  });
  network.isHeld = true;
  const sender: SendSession = createSender(
    { ...options, credentials: ownerCredentials, file },
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
    fileConnections,
    advance,
    connect,
    fallAsleep: () => (isAsleep = true),
    wake: () => (isAsleep = false),
    expectVerified: (): void => {
      expect(receiver.getSnapshot()).toMatchObject(verified);
      expect(sender.getSnapshot().recipients).toMatchObject([verified]);
      expect(digestOf(sink.bytes())).toBe(digest);
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

describe('a recipient whose computer sleeps for longer than its place is kept', () => {
  it('goes on when it wakes, and is not told that the transfer was cancelled', async () => {
    const { hub, network, sender, receiver, ...rest } = setUp();
    await rest.connect();
    rest.fallAsleep();
    hub.leave('receiver');
    for (const peer of network.peers) peer.setIceState('disconnected');
    await rest.advance(returnGraceMs);
    expect(sender.getSnapshot().recipients).toEqual([]);
    expect(receiver.getSnapshot().state).not.toBe('error');
    rest.wake();
    await rest.advance(60_000);
    rest.expectVerified();
    rest.close();
  });
});
