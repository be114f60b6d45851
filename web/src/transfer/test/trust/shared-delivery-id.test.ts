/** Modified recipients that state one delivery ID: each copy of the file counts (docs/adr/0022). */

import { jest } from '@jest/globals';
import type { DeliveryReport, Sink } from '../../api.js';
import { createReceiver } from '../../receive/receive-session.js';
import { createSender } from '../../send/send-session.js';
import { answersMs } from '../../support/constants.js';
import { createDisk, createDurableSink } from '../support/durable-sink.js';
import { FakeChannel } from '../support/fake-channel.js';
import { FakeNetwork } from '../support/fake-network.js';
import {
  createGate,
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

const deliveryId = 'D'.repeat(22);

const sessions: { close: () => void }[] = [];
beforeEach(() => {
  const send: FakeChannel['send'] = Reflect.get(FakeChannel.prototype, 'send');
  jest.spyOn(FakeChannel.prototype, 'send').mockImplementation(function (this: FakeChannel, data) {
    const isText = typeof data === 'string';
    const message = isText ? data.replace(/("deliveryId":")[^"]+/, `$1${deliveryId}`) : data;
    Reflect.apply(send, this, [message]);
  });
});
afterEach(() => {
  for (const session of sessions.splice(0)) session.close();
  jest.restoreAllMocks();
});

const share = () => {
  const hub = createSignallingHub();
  const network = new FakeNetwork();
  const options = sessionOptions();
  const { file } = randomFile(3 * testBlockBytes);
  const deliveries: DeliveryReport[] = [];
  const sender = createSender(
    {
      ...options,
      credentials: ownerCredentials,
      file,
      onDelivery: (report) => void deliveries.push(report),
    },
    network.env(hub),
  );
  const receive = (peerId: string, sink: Sink = createTestSink()) => {
    const receiver = createReceiver(
      { ...options, credentials: guestCredentials, sink },
      network.env(hub, { randomId: () => peerId }),
    );
    sessions.push(receiver);
    return receiver;
  };
  sessions.push(sender);
  return { hub, network, sender, receive, deliveries };
};

const isCompleted = ({ state }: { state: string }): boolean => state === 'completed';
/** Stores nothing, so that nothing is acknowledged. */
const stuckSink = () => createTestSink(() => new Promise(() => undefined));

const first = { deliveryId, outcome: 'verified' };
const otherId: unknown = expect.not.stringMatching(deliveryId);
const further = { deliveryId: otherId, outcome: 'verified' };

describe('recipients that state one delivery ID', () => {
  it('are counted one by one, each with an ID of its own after the first', async () => {
    const { sender, receive, deliveries } = share();
    for (const [index, peerId] of ['a', 'b', 'c'].map((letter) => letter.repeat(22)).entries()) {
      await until(receive(peerId), isCompleted);
      await until(sender, () => deliveries.length > index);
    }
    expect(deliveries).toMatchObject([first, further, further]);
    expect(new Set(deliveries.map(({ deliveryId: id }) => id)).size).toBe(3);
  });

  it('are counted one by one when they receive at the same time and confirm nothing', async () => {
    const { network, sender, receive, deliveries } = share();
    receive('a'.repeat(22), stuckSink());
    receive('b'.repeat(22), stuckSink());
    const isSending = ({ state }: { state: string }): boolean => state === 'sending';
    await until(sender, ({ recipients }) => recipients.filter(isSending).length === 2);
    await settle(200);
    network.clock.advance(31_000);
    expect(deliveries).toMatchObject([
      { deliveryId, outcome: 'unverified' },
      { ...further, outcome: 'unverified' },
    ]);
  });

  it('are counted one by one when the second takes the place of the first in the room', async () => {
    const { hub, network, sender, receive, deliveries } = share();
    const peerId = 'a'.repeat(22);
    const receiver = receive(peerId, stuckSink());
    await until(sender, ({ state }) => state === 'sending');
    await settle(200);
    network.clock.advance(31_000);
    hub.holdDepartures();
    network.peers[0]?.close();
    receiver.close();
    await until(receive(peerId), isCompleted);
    await until(sender, isCompleted);
    expect(deliveries).toMatchObject([{ deliveryId, outcome: 'unverified' }, further]);
  });
});

describe('a recipient whose delivery goes on with another peer', () => {
  it('leaves nothing running when it starts after it has been replaced', async () => {
    const { hub, network, sender, receive } = share();
    const { opened: gate, open: openGate } = createGate();
    const { opened: isOpening, open: reachOpen } = createGate();
    const slow: Sink = {
      ...stuckSink(),
      async open() {
        reachOpen();
        await gate;
        return 0;
      },
    };
    receive('a'.repeat(22), slow);
    await isOpening;
    hub.leave('receiver');
    await settle();
    receive('b'.repeat(22), stuckSink());
    await until(sender, ({ state }) => state === 'sending');
    openGate();
    await until(sender, ({ recipients }) => recipients.length === 1);
    for (const session of sessions.splice(0)) session.close();
    network.clock.advance(answersMs);
    expect(network.clock.pending()).toBe(0);
  });
});

describe('a recipient that was counted before it confirmed', () => {
  it('keeps its ID when it returns under another peer id and continues with what it has', async () => {
    const { network, sender, receive, deliveries } = share();
    const disk = createDisk();
    const sink = createDurableSink(disk);
    let writes = 0;
    const write: Sink['write'] = (bytes) => {
      writes += 1;
      return writes === 1 ? sink.write(bytes) : new Promise(() => undefined);
    };
    const receiver = receive('a'.repeat(22), { ...sink, write });
    await until(sender, ({ state }) => state === 'sending');
    await settle(200);
    receiver.close();
    network.peers[0]?.close();
    await until(sender, () => deliveries.length > 0);
    await until(receive('b'.repeat(22), createDurableSink(disk)), isCompleted);
    await until(sender, isCompleted);
    expect(deliveries).toMatchObject([{ deliveryId, outcome: 'unverified' }, first]);
  });
});
