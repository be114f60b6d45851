/**
 * A recipient's page that is suspended between its proof and the description of the file, as on a phone whose user opens
 * another app. Without an answer the sender begins version 1, and the page receives all of it at once when it wakes.
 */

import { createReceiver } from '../../receive/receive-session.js';
import { createSender } from '../../send/send-session.js';
import { highWaterBytes, mib, windowBytes } from '../../support/constants.js';
import { importLinkKey } from '../../trust/link/link-key.js';
import { FakeNetwork } from '../support/fake-network.js';
import {
  createTestSink,
  digestOf,
  guestCredentials,
  ownerCredentials,
  randomFile,
  sessionOptions,
  settle,
} from '../support/session-support.js';
import { createSignallingHub } from '../support/signalling-hub.js';

const createWorld = async () => {
  const hub = createSignallingHub();
  const network = new FakeNetwork();
  const options = sessionOptions();
  const linkKey = await importLinkKey('AAECAwQFBgcICQoLDA0ODw', options.shareId);
  const { file, digest } = randomFile(2 * highWaterBytes);
  const sink = createTestSink();
  const senderEnv = network.env(hub);
  const { createPeerConnection } = senderEnv;
  senderEnv.createPeerConnection = (config) => {
    const connection = createPeerConnection(config);
    const channel = network.peers.at(-1)?.channel;
    if (channel === undefined) return connection;
    channel.intercept = (message) => {
      if (typeof message === 'string' && message.includes('"peer-proof"')) channel.hold();
      return message;
    };
    return connection;
  };
  const sender = createSender(
    { ...options, credentials: ownerCredentials, file, linkKey },
    senderEnv,
  );
  const receiver = createReceiver(
    { ...options, credentials: guestCredentials, sink, linkKey },
    network.env(hub),
  );
  return { network, sender, receiver, sink, digest };
};

describe('a recipient’s page that is suspended after its proof', () => {
  let sessions: { close: () => void }[] = [];
  afterEach(() => {
    for (const session of sessions.splice(0)) session.close();
  });

  const fallAsleep = async () => {
    const world = await createWorld();
    const { network, sender, receiver } = world;
    sessions = [sender, receiver];
    const pass = async (ms: number): Promise<void> => {
      for (let passedMs = 0; passedMs < ms; passedMs += 10) {
        await settle(3);
        network.clock.advance(10);
      }
    };
    await pass(4_000);
    const [offering] = network.peers;
    if (offering === undefined) throw new Error('no connection');
    return { ...world, pass, channel: offering.channel };
  };

  it('gets the file, verified, when it wakes', async () => {
    const { sender, receiver, sink, digest, pass, channel } = await fallAsleep();
    expect(channel.bufferedAmount).toBeGreaterThan(highWaterBytes);
    channel.release();
    await pass(2_000);
    const { state, isVerified, error } = receiver.getSnapshot();
    expect({ state, isVerified, error }).toEqual({
      state: 'completed',
      isVerified: true,
      error: null,
    });
    expect(digestOf(sink.bytes())).toBe(digest);
    const { recipients } = sender.getSnapshot();
    expect(recipients).toMatchObject([{ state: 'completed', isVerified: true }]);
  });

  it('ends the transfer when more arrives than it has memory for', async () => {
    const { receiver, pass, channel } = await fallAsleep();
    for (let bytes = 0; bytes < windowBytes; bytes += mib) channel.send(new Uint8Array(mib));
    await pass(100);
    channel.release();
    expect(receiver.getSnapshot().error?.code).toBe('protocol-violation');
  });
});
