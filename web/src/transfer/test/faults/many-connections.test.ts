/** Receivers that leave the room and keep their connections: they must not occupy the sender. */

import type { ReceiveSession } from '../../api.js';
import { createReceiver } from '../../receive/receive-session.js';
import { maxRecipients } from '../../send/recipients.js';
import { createSender } from '../../send/send-session.js';
import {
  kib,
  longAbsenceMs,
  maxOfferedWindowBlocks,
  silenceMs,
  statsIntervalMs,
} from '../../support/constants.js';
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
import { createSignallingHub, type HubSocket } from '../support/signalling-hub.js';

/** A disk that writes when the test says so. */
const createSlowDisk = () => {
  const waiting: (() => void)[] = [];
  return {
    sink: createTestSink(() => new Promise((resolve) => waiting.push(resolve))),
    /** A window: a receiver acknowledges no less of small blocks. */
    write: async (): Promise<void> => {
      for (let block = 0; block < maxOfferedWindowBlocks; block += 1) {
        waiting.shift()?.();
        await settle();
      }
    },
  };
};

/** The most receivers that a sender lists: the first ones have these disks, the others some that write nothing. */
const setUp = async (asksFirst: boolean, disks: ReturnType<typeof createSlowDisk>[] = []) => {
  const hub = createSignallingHub();
  const network = new FakeNetwork();
  const options = sessionOptions();
  const blockBytes = 16 * kib;
  const { file } = randomFile(640 * blockBytes);
  const env = network.env(hub);
  const sender = createSender(
    { ...options, credentials: ownerCredentials, file, asksFirst: () => asksFirst },
    { ...env, memory: { ...env.memory, blockBytes } },
  );
  await hub.joined('sender');
  const sockets: HubSocket[][] = [];
  const receive = (_: unknown, index: number): ReceiveSession => {
    const own: HubSocket[] = (sockets[index] = []);
    const createSocket = (url: string): WebSocket => {
      own.push(hub.connect(url));
      return own.at(-1) as unknown as WebSocket;
    };
    const { sink } = disks[index] ?? createSlowDisk();
    return createReceiver(
      { ...options, credentials: guestCredentials, sink },
      network.env(hub, { createSocket }),
    );
  };
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
  /** As `leaveRoom`, for one. */
  const leave = async (index: number): Promise<void> => {
    hub.setReachable(false);
    for (const socket of sockets[index] ?? []) socket.close(1006);
    await settle();
  };
  const join = async (): Promise<void> => {
    hub.setReachable(true);
    receivers.push(receive(null, receivers.length));
    await settle();
    hub.setReachable(false);
  };
  const close = (): void => {
    for (const session of [sender, ...receivers]) session.close();
  };
  return { network, sender, receivers, ids, leaveRoom, leave, join, close };
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

  it('gives up the place of the slowest one that has been absent for minutes', async () => {
    const [fast, slow] = [createSlowDisk(), createSlowDisk()];
    const { network, sender, ids, leave, join, close } = await setUp(true, [fast, slow]);
    const before = ids();
    const [fastId = '', slowId = ''] = before;
    for (const peerId of [fastId, slowId]) sender.approve(peerId, true);
    await until(sender, ({ recipients }) =>
      recipients.slice(0, 2).every(({ state }) => state === 'sending'),
    );
    await leave(0);
    await leave(1);
    await join();
    const wait = async (ms: number): Promise<void> => {
      for (let passed = 0; passed < ms; passed += 5_000) {
        network.clock.advance(5_000);
        await fast.write();
        if (passed % 10_000 === 0) await slow.write();
      }
    };
    await wait(longAbsenceMs - 5_000);
    expect(ids()).toEqual(before);
    await wait(5_000);
    expect(ids()).toEqual([fastId, ...before.slice(2), expect.any(String)]);
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
