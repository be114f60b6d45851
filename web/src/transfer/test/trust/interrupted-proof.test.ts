/** A path that is interrupted while the peers prove themselves: docs/protocol.md, 3.5. */

import { createReceiver } from '../../receive/receive-session.js';
import { createSender } from '../../send/send-session.js';
import { importLinkKey } from '../../trust/link/link-key.js';
import { proofTimeoutMs } from '../../trust/proof-exchange.js';
import { FakeNetwork } from '../support/fake-network.js';
import {
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

it('does not accuse a peer whose proof waits for the path', async () => {
  const hub = createSignallingHub();
  const network = new FakeNetwork();
  network.isHeld = true;
  const options = sessionOptions();
  const linkKey = await importLinkKey('AAECAwQFBgcICQoLDA0ODw', options.shareId);
  const { file, digest } = randomFile(3 * testBlockBytes);
  const sink = createTestSink();
  const sender = createSender(
    { ...options, credentials: ownerCredentials, file, linkKey },
    network.env(hub),
  );
  const receiver = createReceiver(
    { ...options, credentials: guestCredentials, sink, linkKey },
    network.env(hub),
  );
  await settle();
  // The path is lost in the round trip after the channel has opened.
  for (const { channel } of network.peers) channel.hold();
  network.release();
  for (const peer of network.peers) peer.setIceState('disconnected');
  network.isHeld = true;
  await settle();
  network.clock.advance(proofTimeoutMs + 1_000);
  await settle();
  expect(sender.getSnapshot().recipients).toMatchObject([{ proof: 'pending', error: null }]);
  expect(receiver.getSnapshot()).toMatchObject({ state: 'connecting', error: null });

  network.release();
  for (const peer of network.peers) {
    peer.channel.release();
    peer.setIceState('connected');
  }
  await until(receiver, ({ state }) => state === 'completed');
  await until(sender, ({ state }) => state === 'completed');
  expect(sender.getSnapshot().recipients).toMatchObject([{ proof: 'proven' }]);
  expect(digestOf(sink.bytes())).toBe(digest);
  sender.close();
  receiver.close();
});
