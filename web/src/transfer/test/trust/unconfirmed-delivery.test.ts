/** Recipients that got the whole file and do not say so: their deliveries count all the same. */

import type { DeliveryReport, Sink } from '../../api.js';
import { createReceiver } from '../../receive/receive-session.js';
import { createSender } from '../../send/send-session.js';
import { returnGraceMs, statsIntervalMs } from '../../support/constants.js';
import { createDisk, createDurableSink } from '../support/durable-sink.js';
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

const isCompleted = ({ state }: { state: string }): boolean => state === 'completed';

const sessions: { close: () => void }[] = [];
afterEach(() => {
  for (const session of sessions.splice(0)) session.close();
});

/** The recipient has been sent what its window of four blocks admits, and has acknowledged nothing. */
const sendTo = async (blocks: number) => {
  const { opened: gate, open: openGate } = createGate();
  const hub = createSignallingHub();
  const network = new FakeNetwork();
  const options = sessionOptions();
  const { file } = randomFile(blocks * testBlockBytes);
  const deliveries: DeliveryReport[] = [];
  const onDelivery = (report: DeliveryReport): void => void deliveries.push(report);
  const sender = createSender(
    { ...options, credentials: ownerCredentials, file, onDelivery },
    network.env(hub),
  );
  const receiver = createReceiver(
    { ...options, credentials: guestCredentials, sink: createTestSink(() => gate) },
    network.env(hub),
  );
  sessions.push(sender, receiver);
  await until(sender, ({ state }) => state === 'sending');
  await settle(200);
  const counted = {
    deliveryId: receiver.getSnapshot().deliveryId,
    outcome: 'unverified',
    bytes: file.size,
  };
  return { hub, network, sender, receiver, deliveries, counted, openGate };
};

const whole = 3;
const moreThanTheWindow = 8;

describe('a recipient that has been sent the whole file and acknowledges none of it', () => {
  it('is counted when the sender ends its transfer', async () => {
    const { sender, deliveries, counted } = await sendTo(whole);
    sender.endRecipient(sender.getSnapshot().recipients[0]?.peerId ?? '');
    expect(deliveries).toEqual([{ ...counted, reason: 'ended-here' }]);
  });

  it('is counted when it leaves with its connection', async () => {
    const { network, sender, receiver, deliveries, counted } = await sendTo(whole);
    receiver.close();
    network.peers[1]?.close();
    await until(sender, ({ recipients }) => recipients.length === 0 || deliveries.length > 0);
    expect(deliveries).toMatchObject([counted]);
  });

  it('is counted after half a minute if it stays, and once more when it is verified', async () => {
    const { network, sender, deliveries, counted, openGate } = await sendTo(whole);
    network.clock.advance(29_000);
    expect(deliveries).toEqual([]);
    network.clock.advance(2_000);
    expect(deliveries).toEqual([counted]);
    network.clock.advance(60_000);
    openGate();
    await until(sender, isCompleted);
    expect(deliveries).toEqual([counted, { ...counted, outcome: 'verified' }]);
  });

  it('is not reported before, when it is verified in time', async () => {
    const { network, sender, deliveries, counted, openGate } = await sendTo(whole);
    openGate();
    await until(sender, isCompleted);
    network.clock.advance(120_000);
    expect(deliveries).toEqual([{ ...counted, outcome: 'verified' }]);
  });

  it('is counted once when its connection was lost and it is verified on the next one', async () => {
    const { network, sender, deliveries, counted, openGate } = await sendTo(whole);
    network.peers[0]?.close();
    openGate();
    for (let turn = 0; turn < 50 && sender.getSnapshot().state !== 'completed'; turn++) {
      await settle(100);
      network.clock.advance(statsIntervalMs);
    }
    expect(deliveries).toEqual([{ ...counted, outcome: 'verified' }]);
  });
});

describe('a recipient whose connection is interrupted behind the last byte', () => {
  it('is counted half a minute after its path is back', async () => {
    const { network, deliveries, counted } = await sendTo(whole);
    network.clock.advance(20_000);
    network.isHeld = true;
    network.peers[0]?.setIceState('disconnected');
    network.clock.advance(60_000);
    expect(deliveries).toEqual([]);
    network.peers[0]?.setIceState('connected');
    network.clock.advance(29_000);
    expect(deliveries).toEqual([]);
    network.clock.advance(2_000);
    expect(deliveries).toEqual([counted]);
  });

  it('is not counted before another one is made', async () => {
    const { network, sender, deliveries, counted, openGate } = await sendTo(whole);
    network.clock.advance(20_000);
    network.isHeld = true;
    network.peers[0]?.close();
    // In steps, between which pings are answered.
    for (let seconds = 0; seconds < 15; seconds += 1) {
      await settle();
      network.clock.advance(1_000);
    }
    expect(deliveries).toEqual([]);
    network.release();
    openGate();
    for (let turn = 0; turn < 50 && sender.getSnapshot().state !== 'completed'; turn++) {
      await settle(100);
      network.clock.advance(statsIntervalMs);
    }
    expect(deliveries).toEqual([{ ...counted, outcome: 'verified' }]);
  });

  it('is counted when it does not come back', async () => {
    const { hub, network, sender, deliveries, counted } = await sendTo(whole);
    network.isHeld = true;
    network.peers[0]?.setIceState('disconnected');
    hub.setReachable(false);
    hub.leave('receiver');
    await settle();
    network.clock.advance(returnGraceMs);
    await settle();
    expect(sender.getSnapshot().recipients).toEqual([]);
    expect(deliveries).toEqual([{ ...counted, reason: 'peer-left' }]);
  });
});

describe('a recipient whose claim to have the first blocks is still being checked', () => {
  it('is not counted before it could confirm the rest', async () => {
    const hub = createSignallingHub();
    const network = new FakeNetwork();
    const options = sessionOptions();
    const { file } = randomFile(6 * testBlockBytes);
    const deliveries: DeliveryReport[] = [];
    const disk = createDisk();
    const pair = (failsAt: number) => {
      const durable = createDurableSink(disk);
      const write: Sink['write'] = (bytes) =>
        disk.writes === failsAt ? Promise.reject(new Error('disk')) : durable.write(bytes);
      const sink = { ...durable, write };
      const sender = createSender(
        {
          ...options,
          credentials: ownerCredentials,
          file,
          onDelivery: (report) => void deliveries.push(report),
        },
        network.env(hub),
      );
      const receiver = createReceiver(
        { ...options, credentials: guestCredentials, sink },
        network.env(hub),
      );
      sessions.push(sender, receiver);
      return { sender, receiver };
    };
    const first = pair(3);
    await until(first.receiver, ({ state }) => state === 'error');
    first.sender.close();
    first.receiver.close();
    await settle();
    deliveries.length = 0;

    const { opened: gate, open: release } = createGate();
    const slice = file.slice.bind(file);
    let reads = 0;
    file.slice = (start = 0, end = file.size) => {
      const part = slice(start, end);
      const read = part.arrayBuffer.bind(part);
      // The first read is for the digest of the file, the second one for the check.
      if (start === testBlockBytes && (reads += 1) === 2)
        part.arrayBuffer = () => gate.then(() => read());
      return part;
    };
    const { sender } = pair(Infinity);
    await until(sender, ({ state }) => state === 'sending');
    for (let seconds = 0; seconds < 45; seconds += 1) {
      await settle();
      network.clock.advance(1_000);
    }
    expect(disk.writes).toBe(6);
    expect(deliveries).toEqual([]);
    release();
    await until(sender, isCompleted);
    expect(deliveries).toMatchObject([{ outcome: 'verified' }]);
  });
});

describe('a recipient that has been sent a part of the file', () => {
  it('is not counted when it leaves', async () => {
    const { sender, deliveries } = await sendTo(moreThanTheWindow);
    sender.endRecipient(sender.getSnapshot().recipients[0]?.peerId ?? '');
    expect(deliveries).toEqual([]);
  });

  it('is not counted when the end of the file is still in the send queue', async () => {
    const { network, sender, deliveries } = await sendTo(whole);
    const channel = network.peers[0]?.channel;
    if (channel === undefined) throw new Error('no connection');
    channel.bufferedAmount = 100_000;
    sender.endRecipient(sender.getSnapshot().recipients[0]?.peerId ?? '');
    expect(deliveries).toEqual([]);
  });
});
