import { answererTimeoutMs } from '../support/constants.js';
import { FakeNetwork } from '../test/support/fake-network.js';
import { createSignallingHub } from '../test/support/signalling-hub.js';
import { fixedIceServers } from './ice-servers.js';
import {
  measuringConnectionOpener,
  type PathSignal,
  type MeasuringConnection,
} from './measuring-connection.js';

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
};

/** Both ends of a measuring connection, whose signals always arrive, as over a data channel. */
const connect = () => {
  const network = new FakeNetwork();
  const env = network.env(createSignallingHub());
  const opened = { near: [] as RTCDataChannel[], far: [] as RTCDataChannel[] };
  const signals: PathSignal[] = [];
  let far: MeasuringConnection | null = null;
  const near = measuringConnectionOpener(
    'offer',
    env,
    fixedIceServers([]),
  )({
    send(message) {
      signals.push(message);
      // As a download does, with the first signal.
      far ??= measuringConnectionOpener(
        'answer',
        env,
        fixedIceServers([]),
      )({
        send: (answer) => near?.receive(answer),
        onOpen: (channel) => opened.far.push(channel),
      });
      far?.receive(message);
    },
    onOpen: (channel) => opened.near.push(channel),
  });
  /** Neither checks nor restarts have an effect from now on. */
  const breakPath = (): void => {
    network.isHeld = true;
    for (const peer of network.peers.filter(({ isClosed }) => !isClosed))
      peer.setIceState('disconnected');
  };
  const advance = async (durationMs: number): Promise<void> => {
    for (let elapsedMs = 0; elapsedMs < durationMs; elapsedMs += 1_000) {
      network.clock.advance(1_000);
      await settle();
    }
  };
  return {
    network,
    opened,
    /** Ids of the connections that the sender has offered. */
    offered: () =>
      new Set(
        signals.flatMap(({ kind, payload }) =>
          kind === 'offer' ? [String(payload['connection'])] : [],
        ),
      ),
    near,
    far: () => far,
    breakPath,
    advance,
    openPeers: () => network.peers.filter(({ isClosed }) => !isClosed).length,
  };
};

const isOpen = (channel: RTCDataChannel | undefined): boolean => channel?.readyState === 'open';

describe('a measuring connection', () => {
  it('is replaced when its connection is lost', async () => {
    const { network, opened, offered, breakPath, advance, openPeers } = connect();
    await settle();
    expect(opened.near.map(isOpen)).toEqual([true]);
    breakPath();
    // The sender is not notified that the receiver gives up.
    await advance(answererTimeoutMs - 15_000);
    expect(offered().size).toBe(2);
    await advance(20_000);
    network.release();
    await advance(10_000);
    expect(opened.near.map(isOpen)).toEqual([false, true]);
    expect(opened.far.map(isOpen)).toEqual([false, true]);
    expect(openPeers()).toBe(2);
  });

  it('is replaced as often as it is lost', async () => {
    const { network, opened, breakPath, advance } = connect();
    await settle();
    for (let outage = 0; outage < 10; outage += 1) {
      breakPath();
      await advance(30_000);
      network.release();
      await advance(10_000);
    }
    expect(opened.near.map(isOpen)).toEqual([...Array.from({ length: 10 }, () => false), true]);
  });

  it('survives a successful ICE restart', async () => {
    const { network, opened, breakPath, advance } = connect();
    await settle();
    breakPath();
    await advance(4_000);
    network.release();
    await advance(60_000);
    expect(opened.near.map(isOpen)).toEqual([true]);
    expect(network.peers).toHaveLength(2);
  });

  it('is not replaced at the end of a transfer, which the receiver closes first', async () => {
    const { network, near, far, advance, openPeers } = connect();
    await settle();
    far()?.close();
    await advance(3_000);
    near?.close();
    await advance(60_000);
    expect(network.peers).toHaveLength(2);
    expect(openPeers()).toBe(0);
  });

  it('is given up after five replacements that do not open', async () => {
    const { network, breakPath, advance, openPeers } = connect();
    await settle();
    breakPath();
    await advance(600_000);
    // Of each side: the first one and five more.
    expect(network.peers).toHaveLength(12);
    expect(openPeers()).toBe(0);
  });

  it('opens a bounded number of connections for a receiver that keeps closing them', async () => {
    const { network, far, advance } = connect();
    await settle();
    for (let closed = 0; closed < 100; closed += 1) {
      for (const peer of network.peers.filter((_, index) => index % 2 === 1)) peer.close();
      await advance(10_000);
    }
    expect(network.peers).toHaveLength(2 * 64);
    far()?.close();
  });

  it('accepts a bounded number of connections from a sender', async () => {
    const network = new FakeNetwork();
    const far = measuringConnectionOpener(
      'answer',
      network.env(createSignallingHub()),
      fixedIceServers([]),
    )({
      send: () => undefined,
      onOpen: () => undefined,
    });
    for (let connection = 0; connection < 1_000; connection += 1) {
      const payload = { sdp: `a=fingerprint:sha-256 ${connection}`, connection: `${connection}` };
      far?.receive({ type: 'path-signal', kind: 'offer', payload });
      await settle();
    }
    expect(network.peers).toHaveLength(64);
    expect(network.peers.filter(({ isClosed }) => !isClosed).length).toBeLessThanOrEqual(1);
  });
});
