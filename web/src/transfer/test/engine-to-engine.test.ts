/** Two engines over a real WebRTC stack that is not a browser's (werift): protocol document, part 2. */
import { jest } from '@jest/globals';
import { createReceiver } from '../receiver.js';
import { createSender } from '../sender.js';
import { createSignallingHub } from './signalling-hub.js';
import {
  createTestSink,
  digestOf,
  GUEST,
  OWNER,
  randomFile,
  sessionOptions,
  until,
} from './session-support.js';
import { weriftEnv } from './werift-env.js';

// Many tests share two cores in the full suite.
jest.setTimeout(90_000);

describe('engine to engine', () => {
  it.each([
    ['a file of several blocks', 9 * 256 * 1024 + 17],
    ['a file smaller than a chunk', 1_000],
    ['an empty file', 0],
  ])('fast profile: %s arrives verified', async (_name, sizeBytes) => {
    const hub = createSignallingHub();
    const env = weriftEnv(hub);
    const { file, digest } = randomFile(sizeBytes, '../a "film" 🎬.bin');
    const options = sessionOptions();
    const sink = createTestSink();
    const sender = createSender({ ...options, authority: OWNER, file }, env);
    const receiver = createReceiver({ ...options, authority: GUEST, sink }, env);
    try {
      const received = await until(
        receiver,
        ({ state }) => state === 'completed' || state === 'error',
      );
      const sent = await until(sender, ({ state }) => state === 'completed' || state === 'error');
      expect(received).toMatchObject({ state: 'completed', isVerified: true, error: null });
      expect(received.stats).toMatchObject({ progressPercent: 100, bytesTransferred: sizeBytes });
      expect(received.file).toMatchObject({ filename: 'a film 🎬.bin', totalBytes: sizeBytes });
      expect(sent.receivers).toMatchObject([{ state: 'completed', isVerified: true }]);
      expect(sink.isClosed()).toBe(true);
      expect(digestOf(sink.bytes())).toBe(digest);
    } finally {
      sender.close();
      receiver.close();
      await env.dispose();
    }
  });
});
