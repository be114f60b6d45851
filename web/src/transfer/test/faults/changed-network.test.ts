/** A change of network during a transfer: its path and its web sockets die without a word (docs/protocol.md, 1.3). */

import { jest } from '@jest/globals';
import { createReceiver } from '../../receive/receive-session.js';
import { createSender } from '../../send/send-session.js';
import { RoomMembership } from '../../signalling/room-membership.js';
import {
  disconnectedRestartMs,
  probeGapMs,
  probeTimeoutMs,
  reconnectStepMs,
} from '../../support/constants.js';
import { FakeNetwork } from '../support/fake-network.js';
import {
  createGate,
  createTestSink,
  guestCredentials,
  ownerCredentials,
  randomFile,
  sessionOptions,
  settle,
  until,
} from '../support/session-support.js';
import { createSignallingHub } from '../support/signalling-hub.js';
import { testBlockBytes } from '../support/werift-env.js';

/** A transfer whose recipient waits for its disk. */
const setUp = async () => {
  const hub = createSignallingHub();
  const network = new FakeNetwork();
  const { file } = randomFile(3 * testBlockBytes);
  const gate = createGate();
  const disk = createGate();
  const sink = createTestSink(() => {
    disk.open();
    return gate.opened;
  });
  const options = sessionOptions();
  const sender = createSender(
    { ...options, credentials: ownerCredentials, file },
    network.env(hub),
  );
  const receiver = createReceiver(
    { ...options, credentials: guestCredentials, sink },
    network.env(hub),
  );
  await disk.opened;
  const advance = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 250) {
      network.clock.advance(250);
      await settle();
    }
  };
  const isBack = (): boolean =>
    sender.getSnapshot().recipients[0]?.state === 'sending' &&
    receiver.getSnapshot().state === 'receiving';
  return {
    hub,
    network,
    advance,
    isBack,
    loseThePath: () => {
      for (const peer of network.peers) if (!peer.isClosed) peer.setIceState('disconnected');
    },
    /** @returns ms until both sides transfer again, or the limit. */
    recover: async (limitMs: number): Promise<number> => {
      const fromMs = network.clock.now();
      while (!isBack() && network.clock.now() - fromMs < limitMs) await advance(250);
      return network.clock.now() - fromMs;
    },
    finish: async (): Promise<void> => {
      gate.open();
      await until(receiver, ({ state }) => state === 'completed');
      expect(network.peers.filter(({ isClosed }) => !isClosed)).toHaveLength(2);
      sender.close();
      receiver.close();
    },
  };
};

describe.each([
  ['the sender', 'sender'],
  ['the recipient', 'receiver'],
  ['both', undefined],
] as const)('a change of network of %s', (_who, role) => {
  it('ends with an ICE restart as soon as the web socket is replaced', async () => {
    const { hub, loseThePath, recover, finish } = await setUp();
    hub.silence(role);
    loseThePath();
    expect(await recover(60_000)).toBeLessThan(disconnectedRestartMs);
    await finish();
  });

  it('is noticed by the next probe when it happens while the path is down already', async () => {
    const { hub, network, advance, loseThePath, isBack, recover, finish } = await setUp();
    network.isHeld = true;
    loseThePath();
    await advance(2 * disconnectedRestartMs);
    expect(isBack()).toBe(false);
    hub.silence(role);
    network.isHeld = false;
    expect(await recover(60_000)).toBeLessThan(5_000 + probeTimeoutMs);
    await finish();
  });

  it('is noticed as soon when it follows a time without the server', async () => {
    const { hub, network, advance, loseThePath, isBack, recover, finish } = await setUp();
    network.isHeld = true;
    hub.setReachable(false);
    hub.dropAll();
    loseThePath();
    await advance(2 * disconnectedRestartMs);
    hub.setReachable(true);
    await advance(4 * reconnectStepMs);
    expect([hub.members('sender'), hub.members('receiver'), isBack()]).toEqual([1, 1, false]);
    hub.silence(role);
    network.isHeld = false;
    expect(await recover(60_000)).toBeLessThan(5_000 + probeTimeoutMs);
    await finish();
  });
});

describe('a recipient that is silent for long', () => {
  it('costs one ping to the server every four seconds, and nothing that grows', () => {
    const network = new FakeNetwork();
    const { signallingUrl, shareId } = sessionOptions();
    const room = new RoomMembership({
      signallingUrl,
      shareId,
      credentials: ownerCredentials,
      env: network.env(createSignallingHub()),
      role: 'receiver',
      onEvent: () => undefined,
    });
    const isJoined = jest.spyOn(room, 'isJoined').mockReturnValue(true);
    const rounds = 500;
    room.probeWhile(() => true);
    network.clock.advance(rounds * probeGapMs);
    expect(isJoined.mock.calls.length).toBe(rounds);
    room.close();
    expect(network.clock.pending()).toBe(0);
  });
});
