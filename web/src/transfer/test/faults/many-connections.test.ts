/** Receivers that leave the room and keep their connections: they must not occupy the sender. */
import { silenceMs, statsIntervalMs } from '../../support/constants.js';
import type { ReceiveSession } from '../../api.js';
import { createReceiver } from '../../receive/receive-session.js';
import { createSender, maxRecipients } from '../../send/send-session.js';
import { FakeNetwork } from '../support/fake-network.js';
import {
  createTestSink,
  guestCredentials,
  ownerCredentials,
  randomFile,
  sessionOptions,
  settle,
  until,
} from '../support/session-support.js';
import { createSignallingHub } from '../support/signalling-hub.js';
import { testBlockBytes } from '../support/werift-env.js';

/** The most receivers that a sender lists, with disks that write nothing. */
const setUp = async (asksFirst: boolean) => {
  const hub = createSignallingHub();
  const network = new FakeNetwork();
  const options = sessionOptions();
  const { file } = randomFile(2 * testBlockBytes);
  const sender = createSender(
    { ...options, credentials: ownerCredentials, file, asksFirst: () => asksFirst },
    network.env(hub),
  );
  await hub.joined('sender');
  const receive = (): ReceiveSession =>
    createReceiver(
      {
        ...options,
        credentials: guestCredentials,
        sink: createTestSink(() => new Promise(() => undefined)),
      },
      network.env(hub),
    );
  const receivers = Array.from({ length: maxRecipients }, receive);
  await until(
    sender,
    ({ recipients }) =>
      recipients.length === maxRecipients &&
      recipients.every(({ state, approval }) =>
        asksFirst ? approval === 'asking' : state === 'sending',
      ),
  );
  const ids = (): string[] => sender.getSnapshot().recipients.map(({ peerId }) => peerId);
  /** Members that have joined lose their sockets, and only a newcomer can reach the server. */
  const leaveRoom = async (): Promise<void> => {
    hub.setReachable(false);
    hub.leave('receiver');
    await settle();
  };
  const join = async (): Promise<void> => {
    hub.setReachable(true);
    receivers.push(receive());
    await settle();
    hub.setReachable(false);
  };
  const close = (): void => {
    for (const session of [sender, ...receivers]) session.close();
  };
  return { network, sender, receivers, ids, leaveRoom, join, close };
};

describe('a sender with as many connections as it lists', () => {
  it('gives the place of the oldest one that is absent and gets no bytes to a newcomer', async () => {
    const { sender, ids, leaveRoom, join, close } = await setUp(true);
    const [first = '', second, ...others] = ids();
    sender.approve(first, true);
    await until(sender, ({ recipients }) => recipients[0]?.state === 'sending');
    await leaveRoom();
    await join();
    expect(ids()).toHaveLength(maxRecipients);
    expect(ids().slice(0, -1)).toEqual([first, ...others]);
    expect(ids()).not.toContain(second);
    close();
  });

  it('gives up a place only for silence while bytes are sent', async () => {
    const { network, sender, ids, leaveRoom, join, close } = await setUp(false);
    const before = ids();
    await leaveRoom();
    await join();
    expect(ids()).toEqual(before);
    for (let ms = 0; ms <= silenceMs; ms += statsIntervalMs) {
      network.clock.advance(statsIntervalMs);
      await settle();
    }
    await until(sender, ({ recipients }) => recipients[0]?.peerId !== before[0]);
    expect(ids()).toEqual([...before.slice(1), expect.any(String)]);
    close();
  });

  it('keeps those in the room, and refuses the newcomer', async () => {
    const { ids, join, close } = await setUp(true);
    const before = ids();
    await join();
    expect(ids()).toEqual(before);
    close();
  });

  it('admits the refused newcomer when another one leaves', async () => {
    const { sender, receivers, ids, join, close } = await setUp(true);
    const before = ids();
    await join();
    receivers[0]?.close();
    await until(sender, ({ recipients }) => recipients.every(({ peerId }) => peerId !== before[0]));
    expect(ids()).toEqual([...before.slice(1), expect.any(String)]);
    const last = ids().at(-1);
    await until(sender, ({ recipients }) =>
      recipients.some(({ peerId, approval }) => peerId === last && approval === 'asking'),
    );
    close();
  });
});
