/** Whose sender may learn about the stored part of an interrupted download, and add to it. */

import { jest } from '@jest/globals';
import { createReceiver } from '../../receive/receive-session.js';
import { createSender } from '../../send/send-session.js';
import { importLinkKey } from '../../trust/link/link-key.js';
import { createDisk, createDurableSink, type TestDisk } from '../support/durable-sink.js';
import {
  guestCredentials,
  ownerCredentials,
  randomFile,
  sessionOptions,
  until,
} from '../support/session-support.js';
import { createSignallingHub } from '../support/signalling-hub.js';
import { testBlockBytes, weriftEnv } from '../support/werift-env.js';

// Many tests share two cores in the full suite.
jest.setTimeout(60_000);

const blocks = 4;
const key = 'AAECAwQFBgcICQoLDA0ODw';
const otherKey = 'Dw4NDAsKCQgHBgUEAwIBAA';

/** Receives the file in one page; resolves with the blocks that were written before it ended. */
const receive = async (
  disk: TestDisk,
  file: File,
  session: ReturnType<typeof sessionOptions>,
  linkText: string | null,
  failsAfter = Infinity,
): Promise<number> => {
  const hub = createSignallingHub();
  const envs = [weriftEnv(hub), weriftEnv(hub)] as const;
  const linkKey = linkText === null ? null : await importLinkKey(linkText, session.shareId);
  const sender = createSender(
    { ...session, credentials: ownerCredentials, file, linkKey },
    envs[0],
  );
  const before = disk.writes;
  const sink = createDurableSink(disk);
  const write: typeof sink.write = (bytes) =>
    disk.writes - before === failsAfter ? Promise.reject(new Error('disk')) : sink.write(bytes);
  const receiver = createReceiver(
    { ...session, credentials: guestCredentials, sink: { ...sink, write }, linkKey },
    envs[1],
  );
  await until(receiver, ({ state }) => state === 'completed' || state === 'error');
  sender.close();
  receiver.close();
  for (const env of envs) await env.dispose();
  return disk.writes - before;
};

const share = sessionOptions();

it.each([
  ['another share', sessionOptions(), key],
  ['another key of the share', share, otherKey],
  ['the plain link of the share', share, null],
])('the sender of %s neither sees nor changes the part', async (_name, session, linkText) => {
  const disk = createDisk();
  const { file } = randomFile(blocks * testBlockBytes);
  const part = await receive(disk, file, share, key, 2);
  expect(part).toBe(2);
  // The same file has the same ID.
  expect(await receive(disk, file, session, linkText, 3)).toBe(3);
  expect(await receive(disk, file, share, key)).toBe(blocks - part);
});
