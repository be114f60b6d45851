/** A receiver's membership of its room when senders replace each other and when the transfer has failed. */
import type { ReceiveSession, SendSession } from '../../api.js';
import { createReceiver } from '../../receive/receive-session.js';
import { createSender } from '../../send/send-session.js';
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

const isOver = ({ state }: { state: string }): boolean =>
  state === 'completed' || state === 'error';

const setUp = (sink = createTestSink()) => {
  const hub = createSignallingHub();
  const network = new FakeNetwork();
  const options = sessionOptions();
  const { file, digest } = randomFile(2 * testBlockBytes);
  const send = (): SendSession =>
    createSender({ ...options, credentials: ownerCredentials, file }, network.env(hub));
  const receive = (): ReceiveSession =>
    createReceiver({ ...options, credentials: guestCredentials, sink }, network.env(hub));
  return { hub, network, digest, sink, send, receive };
};

describe('a receiver whose sender is replaced before the channel opens', () => {
  it('keeps the new connection when the departure of the old sender is announced late', async () => {
    const { hub, network, digest, sink, send, receive } = setUp();
    network.isHeld = true;
    const first = send();
    const receiver = receive();
    await settle();
    const announceDepartures = hub.holdDepartures();
    const second = send();
    await settle();
    announceDepartures();
    await settle();
    expect(network.peers.slice(2).map(({ isClosed }) => isClosed)).toEqual([false, false]);
    network.release();
    expect(await until(receiver, isOver)).toMatchObject({ state: 'completed', isVerified: true });
    expect(digestOf(sink.bytes())).toBe(digest);
    for (const session of [first, second, receiver]) session.close();
  });
});

describe('a receiver that has failed', () => {
  it('leaves the room, so that no sender tries to reach it, until it tries again', async () => {
    let failures = 1;
    const { hub, digest, sink, send, receive } = setUp(
      createTestSink(() =>
        failures-- > 0 ? Promise.reject(new Error('disk')) : Promise.resolve(),
      ),
    );
    const sender = send();
    const receiver = receive();
    expect(await until(receiver, isOver)).toMatchObject({ state: 'error' });
    await settle();
    expect([hub.members('sender'), hub.members('receiver')]).toEqual([1, 0]);
    receiver.retry();
    expect(await until(receiver, isOver)).toMatchObject({ state: 'completed', isVerified: true });
    expect(digestOf(sink.bytes())).toBe(digest);
    expect(hub.members('receiver')).toBe(1);
    for (const session of [sender, receiver]) session.close();
  });
});
