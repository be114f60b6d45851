/** The engine and an implementation written from docs/protocol.md alone, both directions, both profiles. */
import { jest } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { createReceiver } from '../receive/receive-session.js';
import { createSender } from '../send/send-session.js';
import { plainReceive, plainSend, type PlainProfile } from './support/plain-peer.js';
import {
  createTestSink,
  digestOf,
  GUEST,
  OWNER,
  randomFile,
  sessionOptions,
  until,
} from './support/session-support.js';
import { createSignallingHub, RECEIVER_PASSWORD } from './support/signalling-hub.js';
import { weriftEnv } from './support/werift-env.js';

const CASES: [PlainProfile, number][] = [
  ['compat', 300_000],
  ['compat', 0],
  ['fast', 3 * 1024 * 1024 + 5],
  ['fast', 0],
];

const finished = ({ state }: { state: string }): boolean =>
  state === 'completed' || state === 'error';

// Many tests share two cores in the full suite.
jest.setTimeout(240_000);

describe('engine and an independent peer', () => {
  it.each(CASES)(
    'the engine sends in the %s profile (%i bytes) [4.46]',
    async (profile, sizeBytes) => {
      const hub = createSignallingHub();
      const env = weriftEnv(hub, {}, profile === 'fast');
      const options = sessionOptions();
      const { file, digest } = randomFile(sizeBytes);
      const { shareId } = options;
      const connect = (url: string) => hub.connect(url);
      const plain = plainReceive({ connect, shareId, password: RECEIVER_PASSWORD, profile });
      const sender = createSender({ ...options, authority: OWNER, file }, env);
      try {
        const received = await plain.done;
        const sent = await until(sender, finished);
        expect(digestOf(received.bytes)).toBe(digest);
        expect(received.profile).toBe(profile);
        expect(received.metadata).toMatchObject({ filename: 'film.bin', fileSize: sizeBytes });
        expect(sent.state).toBe('completed');
        expect(sent.recipients[0]?.isVerified).toBe(profile === 'fast');
      } finally {
        sender.close();
        await plain.close();
        await env.dispose();
      }
    },
  );

  it.each(CASES)(
    'the engine receives in the %s profile (%i bytes) [3.87, 4.46]',
    async (profile, sizeBytes) => {
      const hub = createSignallingHub();
      const env = weriftEnv(hub);
      const options = sessionOptions();
      const bytes = randomBytes(sizeBytes);
      const { shareId } = options;
      const connect = (url: string) => hub.connect(url);
      const sink = createTestSink();
      const plain = plainSend({ connect, shareId, profile, bytes, filename: 'a/b.txt' });
      const receiver = createReceiver({ ...options, authority: GUEST, sink }, env);
      try {
        const received = await until(receiver, finished);
        const confirmation = await plain.done;
        expect(received).toMatchObject({ state: 'completed', isVerified: profile === 'fast' });
        expect(received.file?.filename).toBe('b.txt');
        expect(digestOf(sink.bytes())).toBe(digestOf(bytes));
        expect(typeof confirmation['sha256']).toBe(profile === 'fast' ? 'string' : 'undefined');
      } finally {
        receiver.close();
        await plain.close();
        await env.dispose();
      }
    },
  );

  it('the engine sends a block again that the receiver calls broken (fast profile)', async () => {
    const hub = createSignallingHub();
    const env = weriftEnv(hub);
    const options = sessionOptions();
    const { file, digest } = randomFile(5 * 256 * 1024);
    const plain = plainReceive({
      connect: (url) => hub.connect(url),
      shareId: options.shareId,
      password: RECEIVER_PASSWORD,
      profile: 'fast',
      damageBlock: 1,
    });
    const sender = createSender({ ...options, authority: OWNER, file }, env);
    try {
      expect(digestOf((await plain.done).bytes)).toBe(digest);
      expect(await until(sender, finished)).toMatchObject({ state: 'completed' });
    } finally {
      sender.close();
      await plain.close();
      await env.dispose();
    }
  });
});
