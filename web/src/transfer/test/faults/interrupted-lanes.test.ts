/** The path of a transfer with many lanes breaks, and comes back: docs/protocol.md, 2.7 and 2.9. */

import { createReceiver } from '../../receive/receive-session.js';
import { createSender } from '../../send/send-session.js';
import {
  channelLabel,
  laneChannelLabel,
  maxLaneNumber,
  pathChannelLabel,
  maxLanes,
} from '../../support/constants.js';
import type { EngineEnv } from '../../support/env.js';
import { createLatch } from '../../support/latch.js';
import type { FakeChannel } from '../support/fake-channel.js';
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

/** Enough for bytes to move until the last lane has its number. */
const blocksForAllNumbers = 200;
const verified = { state: 'completed', isVerified: true };

/** @param prepare called with each channel of this side. */
const withChannels = (env: EngineEnv, prepare: (channel: FakeChannel) => void): EngineEnv => ({
  ...env,
  createPeerConnection(config) {
    const peer = env.createPeerConnection(config);
    prepare((peer as unknown as FakePeer).channel);
    return peer;
  },
});

/** The receiver answers as one of an earlier version. */
const answerAsBefore = (channel: FakeChannel): void => {
  channel.intercept = (message) =>
    typeof message === 'string' ? message.replace(/,"digestCopies":\d+/, '') : message;
};

const setUp = (
  blocks = 40,
  lanesAtStart = 1 + maxLanes,
  prepareReceiver: (channel: FakeChannel) => void = () => undefined,
) => {
  const hub = createSignallingHub();
  const network = new FakeNetwork();
  // As many as a computer with IPv4, IPv6 and two interfaces finds.
  network.candidates = 6;
  const options = sessionOptions();
  const { file, digest } = randomFile(blocks * testBlockBytes);
  let permits = 0;
  const changed = createLatch();
  const sink = createTestSink(async () => {
    while (permits === 0) await changed.next();
    permits -= 1;
  });
  /** The recipient stores so many blocks more. */
  const letPass = (count: number): void => {
    permits += count;
    changed.notify();
  };
  const digests = new Map<string, number>();
  const sender = createSender(
    { ...options, credentials: ownerCredentials, file },
    withChannels(network.env(hub, { isPaced: true, lanesAtStart }), (channel) => {
      const send = channel.send.bind(channel);
      channel.send = (message) => {
        if (typeof message === 'string' && message.includes('-digest"'))
          digests.set(message, (digests.get(message) ?? 0) + 1);
        send(message);
      };
    }),
  );
  const receiver = createReceiver(
    { ...options, credentials: guestCredentials, sink },
    withChannels(network.env(hub, { isPaced: true }), prepareReceiver),
  );
  const opened = (label: string): FakePeer[] =>
    network.peers.filter(
      ({ channel, localDescription }) =>
        channel.label === label && localDescription?.type === 'offer',
    );
  return {
    hub,
    network,
    sender,
    receiver,
    sink,
    digest,
    digests,
    opened,
    letPass,
    openGate: () => letPass(blocks),
  };
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

describe('a transfer with lanes', () => {
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

  /** All connections stand still, then pings return. @returns those that stand still, and the blocks stored before. */
  const interruptAll = async ({
    network,
    sender,
    sink,
    opened,
    openGate,
  }: ReturnType<typeof setUp>) => {
    openGate();
    sender.setLimit({ bytesPerSecond: testBlockBytes, isYielding: false });
    await pass(network, 3);
    const peers = [channelLabel, laneChannelLabel, pathChannelLabel].flatMap(opened);
    for (const { channel } of peers) channel.hold();
    await pass(network, 3);
    const stored = sink.writes;
    expect(stored).toBeLessThan(3);
    for (const { channel } of opened(pathChannelLabel)) channel.discard();
    sender.setLimit({ bytesPerSecond: null, isYielding: false });
    return { peers, stored };
  };

  it.each([1, 2, 4])(
    'stores blocks after an interruption before SCTP resumes on any of its %i connections',
    async (connections) => {
      const set = setUp(12, connections);
      const { network, sender, receiver, sink, digest, opened } = set;
      const { peers, stored } = await interruptAll(set);
      expect(peers).toHaveLength(connections + 1);
      await pass(network, 0.5);
      expect(sink.writes).toBeGreaterThan(stored);
      await pass(network, 2);
      expect(receiver.getSnapshot()).toMatchObject({ ...verified, error: null });
      expect(sender.getSnapshot().recipients).toMatchObject([verified]);
      expect(digestOf(sink.bytes())).toBe(digest);
      expect(opened(channelLabel)).toHaveLength(1);
      for (const session of [sender, receiver]) session.close();
    },
  );

  it.each([
    ['one copy of each digest to a receiver that does not accept more', answerAsBefore, 2],
    ['more to one that does', undefined, 3],
  ])('sends %s', async (_what, prepareReceiver, most) => {
    const set = setUp(12, 4, prepareReceiver);
    const { network, sender, receiver, digests } = set;
    const { peers } = await interruptAll(set);
    await pass(network, 1);
    for (const { channel } of peers) channel.release();
    await pass(network, 2);
    expect(receiver.getSnapshot()).toMatchObject({ ...verified, error: null });
    expect(Math.max(...digests.values())).toBe(most);
    for (const session of [sender, receiver]) session.close();
  });

  /** All lanes are lost again and again, and replaced while bytes move. */
  const loseLanes = async (lanes: number) => {
    const set = setUp(blocksForAllNumbers);
    const { network, opened, letPass } = set;
    const open = (): FakePeer[] => opened(laneChannelLabel).filter(({ isClosed }) => !isClosed);
    await pass(network, 1);
    while (opened(laneChannelLabel).length < lanes) {
      if (open().length === maxLanes) for (const lane of open()) lane.setIceState('disconnected');
      letPass(1);
      await pass(network, 0.3);
    }
    return { ...set, open };
  };

  it('keeps its lanes when more are lost than one connection has numbers for', async () => {
    const { network, sender, receiver, sink, digest, opened, open, letPass, openGate } =
      await loseLanes(maxLaneNumber);
    expect(open()).toHaveLength(maxLanes);
    for (const lane of open()) lane.setIceState('disconnected');
    // What arrived over the first connection is stored before the second one is used.
    for (let stored = 0; stored < 20; stored += 1) {
      letPass(1);
      await pass(network, 0.3);
    }
    expect(open()).toHaveLength(maxLanes);
    expect(opened(laneChannelLabel)).toHaveLength(maxLaneNumber + maxLanes);
    expect(opened(channelLabel)).toHaveLength(2);
    openGate();
    await pass(network, 15);
    expect(receiver.getSnapshot()).toMatchObject({ ...verified, error: null });
    expect(sender.getSnapshot().recipients).toMatchObject([verified]);
    expect(digestOf(sink.bytes())).toBe(digest);
    for (const session of [sender, receiver]) session.close();
  });

  it('keeps the lanes that it has while the server that a new connection needs is unreachable', async () => {
    const { hub, network, sender, receiver, opened, open, letPass, openGate } =
      await loseLanes(maxLaneNumber);
    hub.setReachable(false);
    hub.dropAll();
    await settle();
    open()[0]?.setIceState('disconnected');
    letPass(8);
    await pass(network, 3);
    expect(open()).toHaveLength(maxLanes - 1);
    expect(opened(channelLabel)).toHaveLength(1);
    openGate();
    await pass(network, 15);
    expect(receiver.getSnapshot()).toMatchObject(verified);
    for (const session of [sender, receiver]) session.close();
  });
});
