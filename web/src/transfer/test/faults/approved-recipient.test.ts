/** An approval holds for the recipient that the user was asked about: docs/protocol.md, 2.7. */

import { createReceiver } from '../../receive/receive-session.js';
import { createSender } from '../../send/send-session.js';
import { answererTimeoutMs, readyTimeoutMs } from '../../support/constants.js';
import { FakeNetwork } from '../support/fake-network.js';
import {
  createGate,
  createHeldSink,
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

/** When the recipient answers with its delivery ID: within the sender's time limit, or later. */
type Answer = 'in time' | 'late, before the approval' | 'late, after the approval';

/** The user has approved a recipient, it has one block, and its connection is lost. */
const loseApproved = async (answer: Answer = 'in time') => {
  const { opened: storage, open: openStorage } = createGate();
  const { sink, isAtSecond, openGate } = createHeldSink();
  const open = sink.open.bind(sink);
  sink.open = async (file) => {
    await storage;
    return open(file);
  };
  const hub = createSignallingHub();
  const network = new FakeNetwork();
  const options = sessionOptions();
  const { file, digest } = randomFile(8 * testBlockBytes);
  const sender = createSender(
    { ...options, credentials: ownerCredentials, file, asksFirst: () => true },
    network.env(hub),
  );
  /** The server assigns the peer id, as it likes. */
  const receive = (peerId: string, into = createTestSink()) =>
    createReceiver(
      { ...options, credentials: guestCredentials, sink: into },
      network.env(hub, { randomId: () => peerId }),
    );
  const receiver = createReceiver(
    { ...options, credentials: guestCredentials, sink },
    network.env(hub),
  );
  if (answer === 'in time') openStorage();
  await until(sender, ({ recipients }) => recipients[0]?.state === 'waiting');
  await settle();
  network.clock.advance(readyTimeoutMs);
  const asked = await until(sender, ({ recipients }) => recipients[0]?.approval === 'asking');
  const peerId = asked.recipients[0]?.peerId ?? '';
  if (answer === 'late, before the approval') openStorage();
  await settle();
  sender.approve(peerId, true);
  openStorage();
  await isAtSecond;
  await settle();
  return { hub, network, sender, receiver, receive, sink, digest, peerId, openGate };
};

describe('an approved recipient', () => {
  it.each<Answer>(['in time', 'late, before the approval', 'late, after the approval'])(
    'whose storage answers %s is not asked about again when it returns under another peer id',
    async (answer) => {
      const { network, sender, receiver, sink, digest, peerId, openGate } =
        await loseApproved(answer);
      network.isHeld = true;
      network.peers[0]?.close();
      openGate();
      await settle();
      network.clock.advance(answererTimeoutMs);
      await settle();
      network.release();
      expect(await until(receiver, isOver)).toMatchObject({ state: 'completed', isVerified: true });
      expect(digestOf(sink.bytes())).toBe(digest);
      const { recipients } = await until(sender, (now) =>
        now.recipients.some(({ state }) => state === 'completed'),
      );
      const recipient = recipients.find(({ state }) => state === 'completed');
      expect(recipient?.approval).toBe('given');
      expect(recipient?.peerId).not.toBe(peerId);
      for (const session of [sender, receiver]) session.close();
    },
  );

  it('is asked about when the server presents another one under its peer id', async () => {
    const { hub, network, sender, receiver, receive, peerId } = await loseApproved();
    hub.holdDepartures();
    network.peers[0]?.close();
    receiver.close();
    const stolen = createTestSink();
    const other = receive(peerId, stolen);
    const { recipients } = await until(
      sender,
      ({ recipients: [first] }) => first?.approval === 'asking' || first?.state === 'completed',
    );
    expect(recipients).toMatchObject([{ peerId, approval: 'asking' }]);
    expect(stolen.writes).toBe(0);
    for (const session of [sender, other]) session.close();
  });
});
