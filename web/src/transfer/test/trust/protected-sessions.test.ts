/** Several connections, recipients and reloads over protected links, with werift: docs/protocol.md, 3.5 and 3.6. */

import { jest } from '@jest/globals';
import { RTCPeerConnection } from 'werift';
import type { Sink } from '../../api.js';
import { createReceiver } from '../../receive/receive-session.js';
import { createSender } from '../../send/send-session.js';
import { createLatch } from '../../support/latch.js';
import { importLinkKey, type LinkKey } from '../../trust/link/link-key.js';
import { createDisk, createDurableSink } from '../support/durable-sink.js';
import {
  createTestSink,
  digestOf,
  guestCredentials,
  ownerCredentials,
  randomFile,
  sessionOptions,
  until,
} from '../support/session-support.js';
import { createSignallingHub } from '../support/signalling-hub.js';
import { testBlockBytes, weriftEnv, type TestEnv } from '../support/werift-env.js';

// Many tests share two cores in the full suite.
jest.setTimeout(240_000);

const isOver = ({ state }: { state: string }): boolean =>
  state === 'completed' || state === 'error';
const sizeBytes = 3 * testBlockBytes + 9;

/** The types of the first messages of the sender on each of its connections. */
const recordOpenings = (env: TestEnv): string[][] => {
  const openings: string[][] = [];
  const { createPeerConnection } = env;
  env.createPeerConnection = (config) => {
    const connection = createPeerConnection(config);
    const create = connection.createDataChannel.bind(connection);
    connection.createDataChannel = (...args) => {
      const types: string[] = [];
      openings.push(types);
      const channel = create(...args);
      const send = channel.send.bind(channel) as (data: string | ArrayBuffer) => void;
      channel.send = (data: unknown) => {
        if (typeof data === 'string' && types.length < 3)
          types.push((JSON.parse(data) as { type: string }).type);
        send(data as string | ArrayBuffer);
      };
      return channel;
    };
    return connection;
  };
  return openings;
};

/**
 * The channel delivers its first message before `setRemoteDescription` resolves, and `remoteDescription` is null until
 * then. On a busy machine Chromium was seen to open the channel that early.
 */
const applyAnswersLate = (env: TestEnv): void => {
  const { createPeerConnection } = env;
  env.createPeerConnection = (config) => {
    const connection = createPeerConnection(config);
    const isHeard = createLatch();
    const heard = isHeard.next();
    let isApplied = false;
    const create = connection.createDataChannel.bind(connection);
    connection.createDataChannel = (...args) => {
      const channel = create(...args);
      channel.addEventListener('message', () => isHeard.notify(), { once: true });
      return channel;
    };
    const plain = connection as unknown as { setRemoteDescription: (to: unknown) => Promise<void> };
    const apply = plain.setRemoteDescription.bind(connection);
    plain.setRemoteDescription = async (description) => {
      await apply(description);
      await heard;
      isApplied = true;
    };
    const { prototype } = RTCPeerConnection;
    const read = () => Reflect.get(prototype, 'remoteDescription', connection) as unknown;
    Object.defineProperty(connection, 'remoteDescription', {
      get: () => (isApplied ? read() : null),
    });
    return connection;
  };
};

/** A sink that stops at the second block until it is released. */
const createHeldSink = () => {
  const released = createLatch();
  const reached = createLatch();
  let isHeld = true;
  let taken = 0;
  const sink = createTestSink(async () => {
    taken += 1;
    if (taken < 2 || !isHeld) return;
    const wake = released.next();
    reached.notify();
    await wake;
  });
  const isReached = reached.next();
  return {
    sink,
    isReached,
    release: (): void => {
      isHeld = false;
      released.notify();
    },
  };
};

describe('sessions of a protected link', () => {
  let close: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of close) await end();
    close = [];
  });

  const meet = async () => {
    const hub = createSignallingHub();
    const options = sessionOptions();
    const key = await importLinkKey('AAECAwQFBgcICQoLDA0ODw', options.shareId);
    const keep = <Session extends { close: () => void }>(session: Session, env: TestEnv) => {
      close.push(async () => {
        session.close();
        await env.dispose();
      });
      return session;
    };
    return {
      env: () => weriftEnv(hub),
      send: (file: File, env = weriftEnv(hub)) =>
        keep(
          createSender({ ...options, credentials: ownerCredentials, file, linkKey: key }, env),
          env,
        ),
      receive: (sink: Sink, linkKey: LinkKey | null = key, env = weriftEnv(hub)) =>
        keep(
          createReceiver({ ...options, credentials: guestCredentials, sink, linkKey }, env),
          env,
        ),
    };
  };

  it('prove themselves although the first messages arrive before the answer is applied', async () => {
    const { env, send, receive } = await meet();
    const { file, digest } = randomFile(sizeBytes);
    const senderEnv = env();
    applyAnswersLate(senderEnv);
    const sender = send(file, senderEnv);
    const sink = createTestSink();
    const receiver = receive(sink);
    expect(await until(receiver, isOver)).toMatchObject({ state: 'completed', isVerified: true });
    expect((await until(sender, isOver)).recipients).toMatchObject([
      { state: 'completed', proof: 'proven' },
    ]);
    expect(digestOf(sink.bytes())).toBe(digest);
  });

  it('prove every connection anew, and resume on it', async () => {
    const { env, send, receive } = await meet();
    const { file, digest } = randomFile(sizeBytes);
    const senderEnv = env();
    const openings = recordOpenings(senderEnv);
    const { sink, isReached, release } = createHeldSink();
    const sender = send(file, senderEnv);
    const receiver = receive(sink);
    await isReached;
    await senderEnv.connections[0]?.close();
    release();
    expect(await until(receiver, isOver)).toMatchObject({
      ...{ state: 'completed', isVerified: true, isProven: true },
    });
    expect((await until(sender, isOver)).recipients).toMatchObject([
      { state: 'completed', isVerified: true, proof: 'proven' },
    ]);
    expect(digestOf(sink.bytes())).toBe(digest);
    const proven = ['peer-hello', 'peer-proof', 'file-metadata'];
    expect(openings).toEqual([proven, proven]);
  });

  it('prove again after a reload of either side, and resume', async () => {
    const { env, send, receive } = await meet();
    const { file, digest } = randomFile(sizeBytes);
    const disk = createDisk();
    const sink = createDurableSink(disk);
    const isCommitted = createLatch();
    const commit = sink.commit?.bind(sink);
    sink.commit = async (digests) => {
      await commit?.(digests);
      isCommitted.notify();
    };
    const [firstSender, firstReceiver] = [env(), env()];
    const committed = isCommitted.next();
    send(file, firstSender);
    receive(sink, undefined, firstReceiver);
    await committed;
    await firstReceiver.crash();
    await firstSender.crash();
    const sender = send(file);
    const receiver = receive(createDurableSink(disk));
    expect(await until(receiver, isOver)).toMatchObject({
      ...{ state: 'completed', isVerified: true, isProven: true },
    });
    expect((await until(sender, isOver)).recipients).toMatchObject([
      { state: 'completed', isVerified: true, proof: 'proven' },
    ]);
    expect(disk.delivered.map(digestOf)).toEqual([digest]);
  });

  it('ask about each recipient without a proof, once, and about no other', async () => {
    const { env, send, receive } = await meet();
    const { file, digest } = randomFile(sizeBytes);
    const senderEnv = env();
    const sender = send(file, senderEnv);
    const proofs = () => sender.getSnapshot().recipients.map(({ proof }) => proof);

    const proven = receive(createTestSink());
    expect(await until(proven, isOver)).toMatchObject({ state: 'completed', isProven: true });

    const { sink, isReached, release } = createHeldSink();
    const allowed = receive(sink, null);
    const asking = await until(sender, ({ recipients }) => recipients[1]?.proof === 'asking');
    expect(sink.opened).toEqual([]);
    sender.answerUnproven(asking.recipients[1]?.peerId ?? '', true);
    await isReached;
    // The answer outlives the connection.
    const changes: string[] = [];
    const stop = sender.subscribe(() => changes.push(...proofs().slice(1)));
    await senderEnv.connections[1]?.close();
    release();
    expect(await until(allowed, isOver)).toMatchObject({ state: 'completed', isProven: false });
    stop();
    expect(digestOf(sink.bytes())).toBe(digest);
    expect(new Set(changes)).toEqual(new Set(['waived']));

    const other = createTestSink();
    const refused = receive(other, null);
    const again = await until(sender, ({ recipients }) => recipients[2]?.proof === 'asking');
    sender.answerUnproven(again.recipients[2]?.peerId ?? '', false);
    expect((await until(refused, isOver)).error?.code).toBe('refused-by-sender');
    expect(other.opened).toEqual([]);
    expect(proofs().slice(0, 2)).toEqual(['proven', 'waived']);
  });
});
