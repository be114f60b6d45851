/** A file, a sink and helpers for session tests. */

import { createHash, randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { JoinCredentials, Session, Sink } from '../../api.js';
import { randomId } from '../../support/env.js';
import { isWorkPending } from './clocks/pending-work.js';
import { receiverPassword } from './signalling-hub.js';

export const digestOf = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

export const randomFile = (
  sizeBytes: number,
  name = 'film.bin',
): { file: File; digest: string } => {
  const bytes = new Uint8Array(randomBytes(sizeBytes));
  return {
    file: new File([bytes], name, {
      type: 'application/octet-stream',
      lastModified: 1_700_000_000_000,
    }),
    digest: digestOf(bytes),
  };
};

export interface TestSink extends Sink {
  bytes(): Uint8Array;
  opened: { filename: string; totalBytes: number | null; fileId: string }[];
  isClosed(): boolean;
  writes: number;
}

/** @param beforeWrite delays or fails a write. */
export const createTestSink = (
  beforeWrite: () => Promise<void> = () => Promise.resolve(),
): TestSink => {
  let parts: Uint8Array[] = [];
  let closed = false;
  const sink: TestSink = {
    kind: 'memory',
    opened: [],
    writes: 0,
    open(file) {
      sink.opened.push(file);
      parts = [];
      return Promise.resolve(0);
    },
    async write(bytes) {
      await beforeWrite();
      sink.writes += 1;
      // The buffer is returned for reuse; if it is overwritten too early, the digest differs.
      parts.push(bytes.slice());
      return bytes;
    },
    read: (offset, length) => Promise.resolve(sink.bytes().slice(offset, offset + length)),
    close() {
      closed = true;
      return Promise.resolve(parts.reduce((sum, part) => sum + part.length, 0));
    },
    abort: () => Promise.resolve(),
    bytes: () => new Uint8Array(Buffer.concat(parts)),
    isClosed: () => closed,
  };
  return sink;
};

/** `opened` resolves once `open` is called. */
export const createGate = (): { opened: Promise<void>; open: () => void } => {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
};

/** A sink that stores the first block, and the second one only after `openGate`. */
export const createHeldSink = () => {
  const { opened, open: openGate } = createGate();
  const { opened: isAtSecond, open: reachSecond } = createGate();
  const sink = createTestSink(async () => {
    if (sink.writes === 0) return;
    reachSecond();
    await opened;
  });
  return { sink, isAtSecond, openGate };
};

/** Resolves when the snapshot satisfies the condition. */
export const until = <Snapshot>(
  session: Session<Snapshot>,
  condition: (snapshot: Snapshot) => boolean,
): Promise<Snapshot> =>
  new Promise((resolve) => {
    const check = (): void => {
      const snapshot = session.getSnapshot();
      if (!condition(snapshot)) return;
      unsubscribe();
      resolve(snapshot);
    };
    const unsubscribe = session.subscribe(check);
    check();
  });

export const ownerCredentials: JoinCredentials = { kind: 'cookie' };
export const guestCredentials: JoinCredentials = { kind: 'password', password: receiverPassword };

export const sessionOptions = (shareId = randomId()) => ({
  shareId,
  signallingUrl: 'ws://signalling.test/ws',
  iceServers: () => Promise.resolve<RTCIceServer[]>([]),
});

/**
 * Waits some turns of the event loop. Turns that pass while cryptography or a read runs do not count: on a busy machine
 * there is any number of them.
 */
export const settle = async (turns = 20): Promise<void> => {
  for (let passed = 0; passed < turns;) {
    await nextTurn();
    if (!isWorkPending()) passed += 1;
  }
};
