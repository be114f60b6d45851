/** The snapshots of both sides while a transfer makes no progress. */

import { closeCodes } from '@tandem/proto/browser/close-codes';
import type { ReceiveSession, ReceiverSnapshot, SendSession } from '../../api.js';
import { createReceiver } from '../../receive/receive-session.js';
import { createSender } from '../../send/send-session.js';
import { answererTimeoutMs, silenceMs, statsIntervalMs } from '../../support/constants.js';
import type { EngineEnv } from '../../support/env.js';
import { createDisk, createDurableSink } from '../support/durable-sink.js';
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

const startTransferToStuckDisk = () => {
  const hub = createSignallingHub();
  const network = new FakeNetwork();
  const options = sessionOptions();
  const { opened: gate, open: release } = createGate();
  const sink = createTestSink(() => gate);
  const { file } = randomFile(8 * testBlockBytes);
  const sender = createSender(
    { ...options, credentials: ownerCredentials, file },
    network.env(hub),
  );
  const receiver = createReceiver(
    { ...options, credentials: guestCredentials, sink },
    network.env(hub),
  );
  return {
    clock: network.clock,
    sender,
    receiver,
    release: () => release(),
    close: () => {
      sender.close();
      receiver.close();
    },
  };
};

describe('a recipient that stores nothing', () => {
  it('is silent after 15 s at 0 %, until it acknowledges a block', async () => {
    const { clock, sender, receiver, release, close } = startTransferToStuckDisk();
    await until(sender, ({ state }) => state === 'sending');
    // The whole window arrives; none of it is acknowledged.
    await settle(200);
    clock.advance(statsIntervalMs);
    expect(sender.getSnapshot()).toMatchObject({
      recipients: [{ state: 'sending', isSilent: false, stats: { bytesTransferred: 0 } }],
      stats: { bytesTransferred: 0, totalBytes: 8 * testBlockBytes },
    });
    clock.advance(15_000);
    expect(sender.getSnapshot().recipients).toMatchObject([{ state: 'sending', isSilent: true }]);

    release();
    await settle(200);
    clock.advance(statsIntervalMs);
    await until(sender, ({ recipients }) => recipients[0]?.isSilent === false);
    const sent = await until(sender, ({ state }) => state === 'completed');
    expect(sent.recipients).toMatchObject([{ isVerified: true, isSilent: false }]);
    await until(receiver, ({ state }) => state === 'completed');
    close();
  });
});

/** Lets the first reads of the second block wait. */
const slowFile = (file: File, gate: Promise<void>, slowReads: number): File => {
  const slice = file.slice.bind(file);
  let reads = 0;
  file.slice = (start = 0, end = file.size) => {
    const part = slice(start, end);
    const read = part.arrayBuffer.bind(part);
    if (start !== testBlockBytes || (reads += 1) > slowReads) return part;
    part.arrayBuffer = async () => {
      await gate;
      return read();
    };
    return part;
  };
  return file;
};

/** A whole file has been delivered, and both pages are loaded again. */
const returnAfterDelivery = async () => {
  const hub = createSignallingHub();
  const network = new FakeNetwork();
  const options = sessionOptions();
  const { file, digest } = randomFile(8 * testBlockBytes);
  const disk = createDisk();
  const send = (): SendSession =>
    createSender({ ...options, credentials: ownerCredentials, file }, network.env(hub));
  const receive = (beforeRead = () => Promise.resolve()): ReceiveSession => {
    const stored = createDurableSink(disk);
    const read = async (...range: [number, number]): Promise<Uint8Array<ArrayBuffer>> => {
      await beforeRead();
      return stored.read?.(...range) ?? new Uint8Array();
    };
    const sink = { ...stored, read };
    return createReceiver({ ...options, credentials: guestCredentials, sink }, network.env(hub));
  };
  const sender = send();
  const receiver = receive();
  await until(receiver, ({ state }) => state === 'completed');
  sender.close();
  receiver.close();
  await settle();
  return { clock: network.clock, file, digest, disk, send, receive };
};

describe('a sender whose page was loaded again after it had sent everything', () => {
  // The digest of the file reads the block first, then the check of the recipient's claim.
  it.each([
    ['for the digest', 1],
    ['to check what the recipient has', 2],
  ])('is at work for both sides while it reads its file %s', async (_purpose, slowReads) => {
    const { clock, file, digest, disk, send, receive } = await returnAfterDelivery();
    const { opened: gate, open: release } = createGate();
    slowFile(file, gate, slowReads);
    const sender = send();
    const receiver = receive();
    await until(sender, ({ state }) => state === 'sending');
    const step = async (): Promise<void> => {
      await settle();
      clock.advance(statsIntervalMs);
    };
    const sides = () => [receiver.getSnapshot(), ...sender.getSnapshot().recipients];
    const isDiskWaitedFor = (): boolean =>
      sides().every(({ connection }) => connection.limitedBy === 'sender-disk');
    const isAnySilent = (): boolean => sides().some(({ isSilent }) => isSilent);
    // The recipient's claim comes first: real cryptography, which takes any number of steps on a busy machine.
    while (!isDiskWaitedFor() && !isAnySilent()) await step();
    await step();
    const seen = { isSilent: false, isStalled: false };
    for (let passedMs = 0; passedMs < 3 * silenceMs; passedMs += statsIntervalMs) {
      await step();
      for (const side of sides()) {
        seen.isSilent ||= side.isSilent;
        seen.isStalled ||= side.isStalled;
      }
    }
    expect(seen).toEqual({ isSilent: false, isStalled: false });
    expect(isDiskWaitedFor()).toBe(true);
    release();
    await until(receiver, ({ state }) => state === 'completed');
    expect(digestOf(disk.delivered.at(-1) ?? new Uint8Array())).toBe(digest);
    sender.close();
    receiver.close();
  });
});

describe('a recipient whose page was loaded again after it had stored everything', () => {
  it('is silent for both sides while it reads its disk for the proof that it has the file', async () => {
    const { clock, send, receive } = await returnAfterDelivery();
    const { opened: gate, open: release } = createGate();
    const { opened: isReading, open: startReading } = createGate();
    const sender = send();
    const receiver = receive(() => {
      startReading();
      return gate;
    });
    await isReading;
    clock.advance(silenceMs + statsIntervalMs);
    expect(receiver.getSnapshot()).toMatchObject({ isSilent: true, silentSide: 'receiver' });
    expect(sender.getSnapshot().recipients).toMatchObject([{ isSilent: true }]);
    release();
    await until(receiver, ({ state }) => state === 'completed');
    sender.close();
    receiver.close();
  });
});

const completed = ({ state }: { state: string }): boolean => state === 'completed';
const silent = ({ isSilent }: ReceiverSnapshot): boolean => isSilent;

describe('a receiver', () => {
  const sessions: (SendSession | ReceiveSession)[] = [];
  afterEach(() => {
    for (const session of sessions.splice(0)) session.close();
  });

  const setUp = (beforeWrite?: () => Promise<void>) => {
    const hub = createSignallingHub();
    const network = new FakeNetwork();
    const options = sessionOptions();
    const { file, digest } = randomFile(8 * testBlockBytes);
    const sink = createTestSink(beforeWrite);
    const send = (overrides: Partial<EngineEnv> = {}): SendSession => {
      const env = network.env(hub, overrides);
      const sender = createSender({ ...options, credentials: ownerCredentials, file }, env);
      sessions.push(sender);
      return sender;
    };
    const receive = (overrides: Partial<EngineEnv> = {}): ReceiveSession => {
      const env = network.env(hub, overrides);
      const receiver = createReceiver({ ...options, credentials: guestCredentials, sink }, env);
      sessions.push(receiver);
      return receiver;
    };
    /** Both sides have joined and negotiated; the channel opens when the test releases the network. */
    const connect = async () => {
      network.isHeld = true;
      send();
      const receiver = receive();
      await settle();
      const [near, far] = network.peers.map(({ channel }) => channel);
      if (near === undefined || far === undefined) throw new Error('no connection');
      return { receiver, near, far };
    };
    /** Lets transfers run and be sampled until the receiver completes. */
    const finish = async (receiver: ReceiveSession): Promise<ReceiverSnapshot> => {
      for (let turn = 0; turn < 50 && !completed(receiver.getSnapshot()); turn++) {
        await settle(100);
        network.clock.advance(statsIntervalMs);
      }
      expect(receiver.getSnapshot()).toMatchObject({ state: 'completed', isSilent: false });
      expect(digestOf(sink.bytes())).toBe(digest);
      return receiver.getSnapshot();
    };
    return { hub, network, clock: network.clock, send, receive, connect, finish };
  };

  const quiet = { type: 'status' };

  it('shows an absent sender as silent, and continues when it joins', async () => {
    const { clock, send, receive, finish } = setUp();
    const receiver = receive();
    await settle();
    clock.advance(silenceMs - 1);
    expect(receiver.getSnapshot()).toMatchObject({ state: 'connecting', isSilent: false });
    clock.advance(1);
    expect(receiver.getSnapshot()).toMatchObject({
      state: 'connecting',
      isSilent: true,
      silentSide: 'sender',
      isAlone: true,
    });
    send();
    expect(await until(receiver, (snapshot) => !silent(snapshot))).toMatchObject({
      isAlone: false,
    });
    await finish(receiver);
  });

  it('shows the server as silent when it does not answer the join', async () => {
    const { clock, receive } = setUp();
    const mute = { readyState: 0, send: () => undefined, close: () => undefined };
    const receiver = receive({ createSocket: () => mute as unknown as WebSocket });
    await settle();
    clock.advance(silenceMs);
    expect(receiver.getSnapshot()).toMatchObject({
      state: 'connecting',
      isSilent: true,
      silentSide: 'server',
      isAlone: false,
    });
  });

  it('is not alone after Try Again until the server has admitted it again', async () => {
    const { hub, receive } = setUp();
    const receiver = receive();
    await until(receiver, ({ isAlone }) => isAlone);
    hub.dropAll(closeCodes.shareEnded.closeCode);
    await until(receiver, ({ state }) => state === 'error');
    receiver.retry();
    expect(receiver.getSnapshot()).toMatchObject({ state: 'connecting', isAlone: false });
    await until(receiver, ({ isAlone }) => isAlone);
  });

  it('is alone when the sender leaves before the channel opens, and not before', async () => {
    const { hub, connect } = setUp();
    const { receiver } = await connect();
    expect(receiver.getSnapshot()).toMatchObject({ state: 'connecting', isAlone: false });
    hub.leave('sender');
    expect(await until(receiver, ({ isAlone }) => isAlone)).toMatchObject({ state: 'connecting' });
  });

  it('shows a sender that announces no file as silent, and gets the file on retry', async () => {
    const { network, clock, connect, finish } = setUp();
    const { receiver, near } = await connect();
    near.intercept = () => JSON.stringify(quiet);
    network.release();
    await until(receiver, ({ state }) => state === 'waiting');
    await settle();
    clock.advance(silenceMs);
    expect(receiver.getSnapshot()).toMatchObject({
      state: 'waiting',
      isSilent: true,
      silentSide: 'sender',
    });
    receiver.retry();
    expect(receiver.getSnapshot()).toMatchObject({ state: 'connecting', isSilent: false });
    await finish(receiver);
  });

  it('shows a sender that stops half-way as silent, and continues when bytes arrive', async () => {
    const { network, clock, connect, finish } = setUp();
    const { receiver, near, far } = await connect();
    const held: (string | ArrayBuffer)[] = [];
    let passed = 0;
    near.intercept = (message) => {
      passed += 1;
      if (passed <= 6) return message;
      held.push(typeof message === 'string' ? message : message.buffer);
      return JSON.stringify(quiet);
    };
    network.release();
    await until(receiver, ({ state }) => state === 'waiting');
    await settle(100);
    clock.advance(statsIntervalMs);
    await until(receiver, ({ state }) => state === 'receiving');
    await settle(100);
    clock.advance(silenceMs + statsIntervalMs);
    expect(receiver.getSnapshot()).toMatchObject({
      state: 'receiving',
      isSilent: true,
      silentSide: 'sender',
    });
    near.intercept = (message) => message;
    for (const data of held) far.dispatchEvent(new MessageEvent('message', { data }));
    await settle(100);
    clock.advance(statsIntervalMs);
    expect(receiver.getSnapshot().isSilent).toBe(false);
    await finish(receiver);
  });

  it('shows a sender that offers no other connection as silent, and gets the file on retry', async () => {
    const { hub, network, clock, send, receive, finish } = setUp();
    const { createPeerConnection } = network.env(hub);
    let hasTooMany = false;
    send({
      createPeerConnection: (config) => {
        if (hasTooMany) throw new DOMException('Too many connections', 'UnknownError');
        return createPeerConnection(config);
      },
    });
    const receiver = receive();
    await until(receiver, ({ state }) => state === 'waiting');
    hasTooMany = true;
    network.peers[0]?.channel.close();
    await settle();
    expect(receiver.getSnapshot()).toMatchObject({ state: 'retrying', isSilent: false });
    // In steps, so that the server answers pings. Joining again under another peer ID makes no difference.
    const endsAt = clock.now() + answererTimeoutMs + silenceMs + 2_000;
    while (clock.now() < endsAt) {
      clock.advance(statsIntervalMs);
      await settle(6);
    }
    expect(receiver.getSnapshot()).toMatchObject({
      state: 'retrying',
      isSilent: true,
      silentSide: 'sender',
    });
    hasTooMany = false;
    receiver.retry();
    expect(receiver.getSnapshot()).toMatchObject({ state: 'connecting', isSilent: false });
    await finish(receiver);
  });

  it('shows itself as silent while its own disk is stuck', async () => {
    const { opened: gate, open: release } = createGate();
    const { network, clock, connect, finish } = setUp(() => gate);
    const { receiver } = await connect();
    network.release();
    await until(receiver, ({ state }) => state === 'waiting');
    await settle(200);
    clock.advance(statsIntervalMs);
    await until(receiver, ({ state }) => state === 'receiving');
    clock.advance(silenceMs + statsIntervalMs);
    expect(receiver.getSnapshot()).toMatchObject({ isSilent: true, silentSide: 'receiver' });
    release();
    await finish(receiver);
  });

  it('is not silent while it is paused', async () => {
    const { network, clock, connect } = setUp();
    const { receiver } = await connect();
    receiver.pause();
    network.release();
    await until(receiver, ({ state }) => state === 'paused');
    await settle(100);
    clock.advance(2 * silenceMs);
    expect(receiver.getSnapshot()).toMatchObject({ state: 'paused', isSilent: false });
  });
});
