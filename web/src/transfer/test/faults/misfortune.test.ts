/**
 * Sessions under random failures. Once the failures end, every recipient gets the file, and closed sessions leave no
 * connection and no timer behind.
 */

import { createHmac, KeyObject } from 'node:crypto';
import { jest } from '@jest/globals';
import fc from 'fast-check';
import type { ReceiveSession, SendSession, Sink } from '../../api.js';
import { createReceiver } from '../../receive/receive-session.js';
import { createSender } from '../../send/send-session.js';
import type { EngineEnv } from '../../support/env.js';
import { createDisk, createDurableSink, type TestDisk } from '../support/durable-sink.js';
import { FakeNetwork, type FakePeer } from '../support/fake-network.js';
import {
  digestOf,
  guestCredentials,
  ownerCredentials,
  randomFile,
  sessionOptions,
  settle,
} from '../support/session-support.js';
import { createSignallingHub } from '../support/signalling-hub.js';
import { testBlockBytes } from '../support/werift-env.js';

/** A few fixed cases by default; `LONG_RUN=true PROPERTY_SEED=random` searches for more. */
const runs = process.env['LONG_RUN'] ? 2_500 : 20;
const timeoutMs = 120_000 + runs * 2_000;

/** Once `content` is read, reads resolve without I/O, so that every run takes the same number of event loop turns. */
const createFile = (): { file: File; digest: string; content: Promise<ArrayBuffer> } => {
  const { file, digest } = randomFile(8 * testBlockBytes + 9);
  const content = file.arrayBuffer();
  file.slice = (start = 0, end) =>
    ({ arrayBuffer: () => content.then((bytes) => bytes.slice(start, end)) }) as Blob;
  return { file, digest, content };
};

/** A disk whose writes the test releases one by one. */
const createSlowDisk = () => {
  const disk: TestDisk = createDisk();
  let waiting: { pass: () => void; fail: (cause: Error) => void }[] = [];
  let isFree = false;
  let tab = 0;
  return {
    disk,
    createSink(): Sink {
      const own = tab;
      const sink = createDurableSink(disk);
      const write = sink.write.bind(sink);
      const commit = sink.commit?.bind(sink);
      const close = sink.close.bind(sink);
      /** Pending operations of a reloaded tab never finish. */
      const whileHere = <T>(act: () => Promise<T>): Promise<T> =>
        own === tab ? act() : new Promise(() => undefined);
      sink.write = async (bytes) => {
        if (!isFree) await new Promise<void>((pass, fail) => waiting.push({ pass, fail }));
        return whileHere(() => write(bytes));
      };
      sink.commit = (digests) => whileHere(async () => commit?.(digests));
      sink.close = () => whileHere(close);
      return sink;
    },
    writeOne: () => waiting.shift()?.pass(),
    failOne: () => waiting.shift()?.fail(new DOMException('full', 'QuotaExceededError')),
    /** Drops the pending writes, as a reload of the writing tab does. */
    forget() {
      tab += 1;
      waiting = [];
    },
    free() {
      isFree = true;
      for (const { pass } of waiting.splice(0)) pass();
    },
  };
};

/** One sender and two recipients; each can reload. */
const createPeople = () => {
  const hub = createSignallingHub();
  const network = new FakeNetwork();
  const options = sessionOptions();
  const { file, digest, content } = createFile();
  const disks = [createSlowDisk(), createSlowDisk()] as const;
  const returns = new Set<(cause: 'foreground' | 'online') => void>();
  const env = (): EngineEnv =>
    network.env(hub, {
      onReturn(callback) {
        returns.add(callback);
        return () => returns.delete(callback);
      },
    });
  const send = (): SendSession =>
    createSender({ ...options, credentials: ownerCredentials, file }, env());
  const receive = (who: 0 | 1): ReceiveSession =>
    createReceiver(
      { ...options, credentials: guestCredentials, sink: disks[who].createSink() },
      env(),
    );
  const people = {
    sender: send(),
    receivers: [receive(0), receive(1)] as [ReceiveSession, ReceiveSession],
  };
  return {
    hub,
    network,
    disks,
    digest,
    content,
    people,
    all: (): (SendSession | ReceiveSession)[] => [people.sender, ...people.receivers],
    comeBack: () => {
      for (const callback of [...returns]) callback('online');
    },
    peers: (): FakePeer[] => network.peers.filter(({ isClosed }) => !isClosed),
    reloadSender() {
      people.sender.close();
      people.sender = send();
    },
    reloadReceiver(who: 0 | 1) {
      people.receivers[who].close();
      disks[who].forget();
      people.receivers[who] = receive(who);
    },
  };
};

type World = ReturnType<typeof createPeople>;

const at = <T>(list: readonly T[], n: number): T | undefined => list[n % list.length];
const who = (n: number): 0 | 1 => (n % 2 === 0 ? 0 : 1);

const misfortunes: Record<string, (world: World, n: number) => void> = {
  pause: ({ all }, n) => at(all(), n)?.pause(),
  resume: ({ all }, n) => at(all(), n)?.resume(),
  retry: ({ all }, n) => at(all(), n)?.retry(),
  'lose a connection': ({ peers }, n) => at(peers(), n)?.close(),
  'lose a path': ({ peers }, n) => at(peers(), n)?.setIceState('disconnected'),
  'lose all paths': ({ peers }) => {
    for (const peer of peers()) peer.setIceState('failed');
  },
  'find a path': ({ peers }, n) => {
    const peer = at(peers(), n);
    if (peer?.channel.readyState === 'open') peer.setIceState('connected');
  },
  'drop signalling': ({ hub }) => hub.dropAll(),
  'restart signalling': ({ hub }) => hub.dropAll(1012),
  'lose the server': ({ hub }) => hub.setReachable(false),
  'find the server': ({ hub }) => hub.setReachable(true),
  'hold connections': ({ network }) => {
    network.isHeld = true;
  },
  'release connections': ({ network }) => network.release(),
  'return to the page': ({ comeBack }) => comeBack(),
  'reload the sender': (world) => world.reloadSender(),
  'reload a receiver': (world, n) => world.reloadReceiver(who(n)),
  'write a block': ({ disks }, n) => disks[who(n)].writeOne(),
  'fail a write': ({ disks }, n) => disks[who(n)].failOne(),
};
const names = Object.keys(misfortunes);
/** Weighted towards written blocks. */
const misfortune = fc.record({
  name: fc.constantFrom(
    ...names,
    'write a block',
    'write a block',
    'write a block',
    'write a block',
  ),
  n: fc.nat(5),
  turns: fc.nat(8),
  ms: fc.constantFrom(0, 0, 100, 600, 1_000, 3_000, 9_000, 31_000),
});

const isDone = ({ getSnapshot }: { getSnapshot: () => { state: string } }): boolean =>
  getSnapshot().state === 'completed';

const heal = async (world: World): Promise<void> => {
  const { hub, network, disks, people, all, comeBack } = world;
  for (const disk of disks) disk.free();
  hub.setReachable(true);
  network.release();
  for (const session of all()) session.resume();
  comeBack();
  for (let round = 0; round < 1_000 && !people.receivers.every(isDone); round++) {
    // As if the user pressed Try Again.
    for (const session of all()) if (session.getSnapshot().state === 'error') session.retry();
    await settle(6);
    network.clock.advance(round < 20 ? 100 : 1_000);
  }
};

// Many tests share two cores in the full suite.
jest.setTimeout(240_000);

/** Answers to challenges resolve within one turn too: the clock must not run ahead of threads on a busy machine. */
const signAtOnce = (): void => {
  const sign = (_algorithm: unknown, key: CryptoKey, data: BufferSource): Promise<ArrayBuffer> => {
    const tag = createHmac('sha256', KeyObject.from(key)).update(data as Uint8Array);
    return Promise.resolve(new Uint8Array(tag.digest()).buffer);
  };
  jest.spyOn(crypto.subtle, 'sign').mockImplementation(sign);
};

describe('sessions under random failures', () => {
  beforeEach(signAtOnce);
  afterEach(() => jest.restoreAllMocks());

  it(
    'deliver the file to every recipient and leave no connection or timer behind',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(misfortune, { minLength: 10, maxLength: 30 }), async (events) => {
          const world = createPeople();
          const { network, people, disks, digest, all, peers } = world;
          await world.content;
          for (const { name, n, turns, ms } of events) {
            misfortunes[name]?.(world, n);
            await settle(turns);
            network.clock.advance(ms);
          }
          await heal(world);
          expect(people.receivers.map((receiver) => receiver.getSnapshot().state)).toEqual([
            'completed',
            'completed',
          ]);
          for (const { disk } of disks)
            expect([...new Set(disk.delivered.map(digestOf))]).toEqual([digest]);
          for (const session of all()) session.close();
          for (let seconds = 0; seconds < 120; seconds++) {
            await settle(1);
            network.clock.advance(1_000);
          }
          expect([peers().length, network.clock.pending()]).toEqual([0, 0]);
        }),
        { numRuns: runs, endOnFailure: true },
      );
    },
    timeoutMs,
  );
});
