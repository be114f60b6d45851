/** A transfer on which nothing moves: what the sender's snapshot shows of it. */
import { createReceiver } from '../receive/receive-session.js';
import { createSender } from '../send/send-session.js';
import { statsIntervalMs } from '../support/constants.js';
import { FakeNetwork } from './support/fake-network.js';
import {
  createTestSink,
  guestCredentials,
  ownerCredentials,
  randomFile,
  sessionOptions,
  settle,
  until,
} from './support/session-support.js';
import { createSignallingHub } from './support/signalling-hub.js';
import { testBlockBytes } from './support/werift-env.js';

const startTransferToStuckDisk = () => {
  const hub = createSignallingHub();
  const network = new FakeNetwork();
  const options = sessionOptions();
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
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
  it('is silent within 15 s at 0 %, and no longer once it acknowledges', async () => {
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
