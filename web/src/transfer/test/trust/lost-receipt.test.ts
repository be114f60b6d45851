/** A connection that is lost between the completion and the receipt: docs/protocol.md, 3.7. */

import { jest } from '@jest/globals';
import type { DeliveryReport } from '../../api.js';
import { createReceiver } from '../../receive/receive-session.js';
import { createSender } from '../../send/send-session.js';
import { lingerMs, peerRetryDelayMs } from '../../support/constants.js';
import { importLinkKey } from '../../trust/link/link-key.js';
import type { Person } from '../../trust/receipt/receipt-statement.js';
import { FakeNetwork, type FakePeer } from '../support/fake-network.js';
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

// Many tests share two cores in the full suite.
jest.setTimeout(20_000);

const ada: Person = { name: 'Ada', email: 'ada@example.test', basis: 'signed-in' };
const rita: Person = { name: 'Rita', email: 'rita@example.test', basis: 'self-declared' };

type Side = 'sender' | 'receiver';
type Message = string | Uint8Array<ArrayBuffer>;
type Intercept = FakePeer['channel']['intercept'];

/** Of the present test, in the order of their creation. */
const peers = { sender: [] as FakePeer[], receiver: [] as FakePeer[] };
beforeEach(() => {
  peers.sender = [];
  peers.receiver = [];
});

/** @param intercept messages of the n-th connection, from 0. */
const deliver = async (intercept: (side: Side, connection: number) => Intercept) => {
  const hub = createSignallingHub();
  const network = new FakeNetwork();
  let now = new Date('2026-01-01T14:00:00.000Z');
  const wallClock = (): Date => now;
  const env = (side: Side) => {
    const own = network.env(hub, { wallClock });
    const create = own.createPeerConnection;
    own.createPeerConnection = (config) => {
      const peer = create(config);
      const fake = peer as unknown as FakePeer;
      fake.channel.intercept = intercept(side, peers[side].length);
      peers[side].push(fake);
      return peer;
    };
    return own;
  };
  const options = sessionOptions();
  const linkKey = await importLinkKey('AAECAwQFBgcICQoLDA0ODw', options.shareId);
  const { file } = randomFile(2 * testBlockBytes + 9);
  const sink = createTestSink();
  const deliveries: DeliveryReport[] = [];
  const onDelivery = (report: DeliveryReport): void => void deliveries.push(report);
  const sender = createSender(
    { ...options, credentials: ownerCredentials, file, linkKey, person: ada, onDelivery },
    env('sender'),
  );
  const receiver = createReceiver(
    { ...options, credentials: guestCredentials, sink, linkKey, person: rita },
    env('receiver'),
  );
  await until(sender, ({ state }) => state === 'completed');
  await settle();
  now = new Date(now.getTime() + 60_000);
  return {
    hub,
    network,
    sender,
    receiver,
    deliveries,
    receiptOf: () => sender.getSnapshot().recipients[0]?.receipt ?? null,
    close: (): void => {
      sender.close();
      receiver.close();
      network.clock.advance(2 * lingerMs);
      expect(network.clock.pending()).toBe(0);
    },
  };
};

const isOf = (message: Message, type: string): boolean =>
  typeof message === 'string' && message.startsWith(`{"type":"${type}"`);

/** Closes the first channel instead of delivering a message of this type. */
const closeAt =
  (side: Side, type: string) =>
  (of: Side, connection: number): Intercept =>
  (message) =>
    of === side && connection === 0 && isOf(message, type) ? null : message;

describe('a receipt whose connection is lost', () => {
  it.each([
    ['sender', 'receipt-key'],
    ['receiver', 'receipt-key'],
    ['sender', 'receipt'],
    ['receiver', 'receipt'],
  ] as const)('with the %s’s %s is made over another one', async (side, type) => {
    const { network, sender, receiver, deliveries, receiptOf, close } = await deliver(
      closeAt(side, type),
    );
    while (peers.sender[0]?.channel.readyState !== 'closed') await settle();
    expect(receiptOf()).toBeNull();
    await settle();
    network.clock.advance(peerRetryDelayMs);
    await until(sender, () => receiptOf() !== null);
    const { receipt } = await until(receiver, (seen) => seen.receipt?.statement !== undefined);
    expect(receiptOf()).toEqual(receipt);
    expect(JSON.parse(receipt?.statement ?? '')).toMatchObject({
      startedAt: '2026-01-01T14:00:00.000Z',
      completedAt: '2026-01-01T14:00:00.000Z',
    });
    expect(sender.getSnapshot().recipients).toMatchObject([
      { state: 'completed', isVerified: true },
    ]);
    expect(deliveries).toMatchObject([{ outcome: 'verified' }]);
    expect(peers.sender.length).toBe(2);
    close();
  });

  it('is tried once, and not for one that asks for the file again', async () => {
    const messages: Message[] = [];
    const { network, deliveries, receiptOf, close } = await deliver(
      (side, connection) => (message) => {
        if (connection === 0) return closeAt('sender', 'receipt-key')(side, 0)(message);
        if (side === 'sender') messages.push(message);
        return isOf(message, 'receiver-ready') && typeof message === 'string'
          ? message.replace(/"nextBlock":\d+/, '"nextBlock":0')
          : message;
      },
    );
    while (peers.sender[0]?.channel.readyState !== 'closed') await settle();
    await settle();
    network.clock.advance(peerRetryDelayMs);
    // On a busy machine the proofs take longer than the clock below would allow.
    while (!messages.some((message) => isOf(message, 'file-metadata'))) await settle();
    for (let rounds = 0; rounds < 40; rounds += 1) {
      await settle();
      network.clock.advance(lingerMs / 20);
    }
    expect(messages.filter((message) => isOf(message, 'file-metadata')).length).toBe(1);
    expect(messages.filter((message) => typeof message !== 'string')).toEqual([]);
    expect([peers.sender.length, receiptOf()]).toEqual([2, null]);
    expect(peers.sender.map(({ isClosed }) => isClosed)).toEqual([true, true]);
    expect(deliveries).toMatchObject([{ outcome: 'verified' }]);
    close();
  });
});

describe('a receipt whose path is interrupted', () => {
  it('is made over the same connection when the path is back', async () => {
    const { network, sender, receiver, receiptOf, close } = await deliver((side) => (message) => {
      if (side === 'receiver' && isOf(message, 'transfer-complete'))
        peers.sender[0]?.channel.hold();
      return message;
    });
    network.isHeld = true;
    for (const peer of network.peers) peer.setIceState('disconnected');
    for (let passedMs = 0; passedMs < 2 * lingerMs; passedMs += 1_000) {
      await settle();
      network.clock.advance(1_000);
    }
    expect(receiptOf()).toBeNull();
    network.release();
    peers.sender[0]?.channel.release();
    await until(sender, () => receiptOf() !== null);
    expect(receiptOf()).toEqual(receiver.getSnapshot().receipt);
    expect(peers.sender.length).toBe(1);
    network.clock.advance(lingerMs);
    expect(peers.sender[0]?.isClosed).toBe(true);
    close();
  });
});
