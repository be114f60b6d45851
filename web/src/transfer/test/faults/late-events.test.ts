/** Events that arrive after a session ended or its peer left: docs/protocol.md, 1.3 and 2.7. */

import type { ReceiveSession, SendSession } from '../../api.js';
import { createReceiver } from '../../receive/receive-session.js';
import { createSender } from '../../send/send-session.js';
import {
  answererTimeoutMs,
  disconnectedRestartMs,
  lingerMs,
  maxReconnects,
  reconnectStepMs,
  peerRetryDelayMs,
  statsIntervalMs,
} from '../../support/constants.js';
import { createPeerConnection, type EngineEnv } from '../../support/env.js';
import { FakeNetwork } from '../support/fake-network.js';
import {
  createGate,
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

const setUp = () => {
  const hub = createSignallingHub();
  const network = new FakeNetwork();
  const options = sessionOptions();
  const { file, digest } = randomFile(3 * testBlockBytes);
  const { opened: gate, open: openGate } = createGate();
  const { opened: isWriting, open: reachDisk } = createGate();
  const sink = createTestSink(() => {
    reachDisk();
    return gate;
  });
  const sessions: (SendSession | ReceiveSession)[] = [];
  let comeBack: (cause: 'foreground' | 'online') => void = () => undefined;
  const onReturn: EngineEnv['onReturn'] = (callback) => {
    comeBack = callback;
    return () => undefined;
  };
  const send = (overrides: Partial<EngineEnv> = {}): SendSession => {
    const env = network.env(hub, { onReturn, ...overrides });
    const session = createSender({ ...options, credentials: ownerCredentials, file }, env);
    sessions.push(session);
    return session;
  };
  const receive = (into = sink, overrides: Partial<EngineEnv> = {}): ReceiveSession => {
    const env = network.env(hub, overrides);
    const session = createReceiver({ ...options, credentials: guestCredentials, sink: into }, env);
    sessions.push(session);
    return session;
  };
  /** Keeps the server unreachable until the sender has used all its reconnect attempts. */
  const loseSignalling = async (sender: SendSession): Promise<void> => {
    hub.setReachable(false);
    hub.dropAll();
    for (let tries = 1; tries <= maxReconnects; tries++) {
      await until(sender, ({ attempt }) => attempt === tries);
      await settle();
      network.clock.advance(reconnectStepMs * tries);
    }
    await until(sender, ({ attempt }) => attempt === 0);
    await settle();
    hub.setReachable(true);
  };
  const closeAll = (): void => {
    for (const session of sessions) session.close();
  };
  return {
    hub,
    network,
    sink,
    file,
    digest,
    openGate: () => openGate(),
    isWriting,
    comeBack: () => comeBack('online'),
    loseSignalling,
    send,
    receive,
    closeAll,
  };
};

describe('a channel that opens after the session ended', () => {
  const sentBytes = (network: FakeNetwork): number =>
    network.peers.reduce((sum, { channel }) => sum + channel.sent, 0);

  it.each([
    ['the sender stopped', ({ sender }: { sender: SendSession }) => sender.close()],
    ['the receiver stopped', ({ receiver }: { receiver: ReceiveSession }) => receiver.close()],
    [
      'the share was stopped',
      ({ hub }: { hub: ReturnType<typeof createSignallingHub> }) => hub.dropAll(4004),
    ],
  ])('carries no bytes of the file after %s', async (_who, end) => {
    const { hub, network, sink, send, receive, closeAll } = setUp();
    network.isHeld = true;
    const sender = send();
    const receiver = receive();
    await settle();
    expect(network.peers.length).toBe(2);
    end({ hub, sender, receiver });
    await settle();
    network.release();
    await settle();
    expect([sentBytes(network), sink.opened.length]).toEqual([0, 0]);
    expect(network.peers.filter(({ isClosed }) => !isClosed).length).toBeLessThan(2);
    closeAll();
  });
});

describe('a paused receiver', () => {
  it('stays paused on a new connection and can resume', async () => {
    const { network, sink, digest, openGate, isWriting, send, receive, closeAll } = setUp();
    const sender = send();
    const receiver = receive();
    await isWriting;
    network.clock.advance(statsIntervalMs);
    await until(receiver, ({ state }) => state === 'receiving');
    receiver.pause();
    await until(receiver, ({ state }) => state === 'paused');
    network.peers[0]?.close();
    await until(receiver, ({ state }) => state === 'retrying');
    network.clock.advance(peerRetryDelayMs);
    openGate();
    // The pause is sent once the new transfer is negotiated.
    await until(sender, ({ recipients }) => recipients[0]?.state === 'paused');
    expect(receiver.getSnapshot().state).toBe('paused');
    receiver.resume();
    expect(await until(receiver, isOver)).toMatchObject({ state: 'completed', isVerified: true });
    expect(digestOf(sink.bytes())).toBe(digest);
    closeAll();
  });
});

describe('a receiver whose sender leaves while the channel is closing', () => {
  it('returns to connecting', async () => {
    const { hub, network, isWriting, send, receive, closeAll } = setUp();
    const sender = send();
    const receiver = receive();
    await isWriting;
    network.clock.advance(statsIntervalMs);
    await until(receiver, ({ state }) => state === 'receiving');
    // `peer-left` arrives before the channel's close event.
    const [, answering] = network.peers;
    if (answering === undefined) throw new Error('no answering peer');
    answering.channel.readyState = 'closing';
    hub.leave('sender');
    expect(await until(receiver, ({ state }) => state !== 'receiving')).toMatchObject({
      state: 'connecting',
      error: null,
    });
    sender.close();
    closeAll();
  });
});

describe('signalling without reconnect attempts left', () => {
  it('reconnects when the network returns, for a sender whose recipients are done', async () => {
    const { network, openGate, comeBack, loseSignalling, send, receive, closeAll } = setUp();
    openGate();
    const sender = send();
    const first = receive();
    await until(first, isOver);
    await until(sender, isOver);
    await loseSignalling(sender);
    expect(sender.getSnapshot().state).toBe('error');
    comeBack();
    network.clock.advance(0);
    const second = receive(createTestSink());
    expect(await until(second, isOver)).toMatchObject({ state: 'completed', isVerified: true });
    closeAll();
  });

  it('reconnects when the path of a transfer is interrupted', async () => {
    const { network, sink, digest, openGate, isWriting, loseSignalling, send, receive, closeAll } =
      setUp();
    const sender = send();
    const receiver = receive();
    await isWriting;
    network.clock.advance(statsIntervalMs);
    await loseSignalling(sender);
    expect(receiver.getSnapshot().state).toBe('receiving');
    for (const peer of network.peers) peer.setIceState('disconnected');
    network.clock.advance(disconnectedRestartMs);
    await until(receiver, ({ state }) => state === 'receiving');
    await until(sender, ({ state }) => state === 'sending');
    openGate();
    expect(await until(receiver, isOver)).toMatchObject({ state: 'completed', isVerified: true });
    expect([digestOf(sink.bytes()), network.peers.length]).toEqual([digest, 2]);
    closeAll();
  });

  it('reconnects when a transfer loses its channel', async () => {
    const { network, sink, digest, openGate, isWriting, loseSignalling, send, receive, closeAll } =
      setUp();
    const sender = send();
    const receiver = receive();
    await isWriting;
    network.clock.advance(statsIntervalMs);
    await loseSignalling(sender);
    network.peers[0]?.close();
    expect(receiver.getSnapshot()).toMatchObject({ state: 'retrying', error: null });
    openGate();
    network.clock.advance(peerRetryDelayMs);
    expect(await until(receiver, isOver)).toMatchObject({ state: 'completed', isVerified: true });
    expect(digestOf(sink.bytes())).toBe(digest);
    closeAll();
  });
});

describe('a browser that cannot create a peer connection', () => {
  const refuse: Partial<EngineEnv> = {
    createPeerConnection: () => {
      throw new DOMException('no', 'NotSupportedError');
    },
  };

  it('fails with offer-failed at the sender after five attempts', async () => {
    const { network, send, receive, closeAll } = setUp();
    const sender = send(refuse);
    receive();
    for (let tries = 1; tries <= maxReconnects; tries++) {
      await until(sender, ({ state }) => state === 'retrying');
      await settle();
      network.clock.advance(peerRetryDelayMs * tries);
    }
    expect((await until(sender, isOver)).error?.code).toBe('offer-failed');
    closeAll();
  });

  it('fails with offer-processing-failed at the receiver after five attempts', async () => {
    const { sink, send, receive, closeAll } = setUp();
    send();
    const receiver = receive(sink, refuse);
    expect((await until(receiver, isOver)).error?.code).toBe('offer-processing-failed');
    closeAll();
  });
});

describe('a browser without WebRTC', () => {
  const blocked: Partial<EngineEnv> = { createPeerConnection };

  it('fails at the sender without a second attempt, and says why', async () => {
    expect(globalThis).not.toHaveProperty('RTCPeerConnection');
    const { send, receive, closeAll } = setUp();
    const sender = send(blocked);
    receive();
    expect(await until(sender, isOver)).toMatchObject({ error: { code: 'webrtc-unavailable' } });
    closeAll();
  });

  it('fails at the receiver without a second attempt, and says why', async () => {
    const { sink, send, receive, closeAll } = setUp();
    send();
    const receiver = receive(sink, blocked);
    const seen: string[] = [];
    receiver.subscribe(() => seen.push(receiver.getSnapshot().state));
    expect(await until(receiver, isOver)).toMatchObject({ error: { code: 'webrtc-unavailable' } });
    expect(seen).not.toContain('retrying');
    closeAll();
  });
});

/** @returns how often the first block was read. */
const countReads = (file: File): (() => number) => {
  let reads = 0;
  const slice = file.slice.bind(file);
  file.slice = (start = 0, end = file.size) => {
    if (start === 0 && end >= testBlockBytes) reads += 1;
    return slice(start, end);
  };
  return () => reads;
};

describe('a sender whose recipients are all done', () => {
  it('frees its cache and rereads the file for the next recipient', async () => {
    const { openGate, file, send, receive, closeAll } = setUp();
    openGate();
    const reads = countReads(file);
    const sender = send();
    for (const times of [1, 2]) {
      const receiver = receive(createTestSink());
      expect(await until(receiver, isOver)).toMatchObject({ state: 'completed' });
      await until(sender, ({ recipients }) => recipients.filter(isOver).length === times);
      expect(reads()).toBe(times);
    }
    closeAll();
  });
});

describe('a sender that restarts its share', () => {
  it('frees its cache before the next recipient', async () => {
    const { network, file, isWriting, sink, send, receive, closeAll } = setUp();
    const reads = countReads(file);
    const sender = send();
    receive(sink, { memory: { blockBytes: testBlockBytes, windowBytes: testBlockBytes } });
    await isWriting;
    await settle();
    // The recipient does not learn of the end, and stays in the room.
    network.peers[0]?.channel.hold();
    sender.restart();
    const next = receive(createTestSink());
    expect(await until(next, isOver)).toMatchObject({ state: 'completed' });
    expect(reads()).toBe(2);
    closeAll();
  });
});

describe('a receiver closed while its path is interrupted', () => {
  it('does not rejoin the room when the connection times out', async () => {
    const { network, isWriting, send, receive } = setUp();
    const sender = send();
    const receiver = receive();
    await isWriting;
    network.peers[1]?.setIceState('disconnected');
    await until(receiver, ({ state }) => state === 'retrying');
    network.clock.advance(answererTimeoutMs - 1_000);
    receiver.close();
    network.clock.advance(1_000);
    await settle();
    sender.close();
    network.clock.advance(2 * lingerMs);
    expect(network.clock.pending()).toBe(0);
  });
});
