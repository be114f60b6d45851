/** The path of a transfer with many lanes breaks, and comes back: docs/protocol.md, 2.7 and 2.9. */
import { createReceiver } from '../../receive/receive-session.js';
import { createSender } from '../../send/send-session.js';
import { channelLabel, laneChannelLabel, maxLanes } from '../../support/constants.js';
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

const setUp = () => {
  const hub = createSignallingHub();
  const network = new FakeNetwork();
  // As many as a computer with IPv4, IPv6 and two interfaces finds.
  network.candidates = 6;
  const options = sessionOptions();
  const { file, digest } = randomFile(40 * testBlockBytes);
  let openGate: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    openGate = resolve;
  });
  const sink = createTestSink(() => gate);
  const sender = createSender(
    { ...options, credentials: ownerCredentials, file },
    network.env(hub, { isPaced: true, lanesAtStart: 1 + maxLanes }),
  );
  const receiver = createReceiver(
    { ...options, credentials: guestCredentials, sink },
    network.env(hub, { isPaced: true }),
  );
  const opened = (label: string): FakePeer[] =>
    network.peers.filter(
      ({ channel, localDescription }) =>
        channel.label === label && localDescription?.type === 'offer',
    );
  return { network, sender, receiver, sink, digest, opened, openGate: () => openGate() };
};

const pass = async ({ clock }: FakeNetwork, seconds: number): Promise<void> => {
  for (let passed = 0; passed < seconds; passed += 0.1) {
    clock.advance(100);
    await settle(4);
  }
};

const interrupt = (network: FakeNetwork): void => {
  network.isHeld = true;
  network.isCut = true;
  for (const peer of network.peers) {
    peer.channel.hold();
    if (!peer.isClosed) peer.setIceState('disconnected');
  }
};

const restore = (network: FakeNetwork): void => {
  network.isCut = false;
  network.release();
  for (const { channel } of network.peers) channel.release();
};

describe('a transfer with many lanes', () => {
  it.each([3, 12])('resumes after an interruption of %i s', async (seconds) => {
    const { network, sender, receiver, sink, digest, opened, openGate } = setUp();
    await pass(network, 1);
    expect(opened(laneChannelLabel).length).toBe(maxLanes);
    interrupt(network);
    await pass(network, seconds);
    // They would wait for the path as well.
    expect(opened(laneChannelLabel).length).toBe(maxLanes);
    restore(network);
    // Back before ICE was restarted.
    for (const peer of network.peers) if (!peer.isClosed) peer.setIceState('connected');
    openGate();
    await pass(network, 5);
    expect(receiver.getSnapshot()).toMatchObject({ ...verified, error: null });
    expect(sender.getSnapshot().recipients).toMatchObject([verified]);
    expect(digestOf(sink.bytes())).toBe(digest);
    expect(opened(channelLabel)).toHaveLength(1);
    for (const session of [sender, receiver]) session.close();
  });
});
