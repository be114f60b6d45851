/** What is shown of a transfer while lanes are lost, and after a pause: never more than what has arrived. */

import type { DeliveryReport } from '../../api.js';
import { createReceiver } from '../../receive/receive-session.js';
import { createSender } from '../../send/send-session.js';
import { laneChannelLabel } from '../../support/constants.js';
import { decodePiece } from '../../wire/piece-frames.js';
import { FakeNetwork, type FakePeer } from '../support/fake-network.js';
import {
  createTestSink,
  guestCredentials,
  ownerCredentials,
  randomFile,
  sessionOptions,
  settle,
} from '../support/session-support.js';
import { createSignallingHub } from '../support/signalling-hub.js';
import { testBlockBytes } from '../support/werift-env.js';

const bytesPerSecond = 256 * 1024;
const sessions: { close: () => void }[] = [];
afterEach(() => {
  for (const session of sessions.splice(0)) session.close();
});

/** @param lanesAtStart the file’s channel included. */
const setUp = (blocks: number, lanesAtStart: number) => {
  const hub = createSignallingHub();
  const network = new FakeNetwork();
  const env = network.env(hub, { isPaced: true, lanesAtStart });
  const options = sessionOptions();
  const { file } = randomFile(blocks * testBlockBytes);
  const deliveries: DeliveryReport[] = [];
  const pieces = new Map<string, number>();
  const near: FakePeer[] = [];

  const note = (message: string | Uint8Array<ArrayBuffer>) => {
    const piece = typeof message === 'string' ? null : decodePiece(message);
    if (piece !== null) pieces.set(`${piece.block} ${piece.offset}`, piece.payload.length);
    return message;
  };
  /** Everything that the sender sends passes. */
  const createPeerConnection: typeof env.createPeerConnection = (config) => {
    const peer = env.createPeerConnection(config);
    const fake = peer as unknown as FakePeer;
    fake.channel.intercept = note;
    near.push(fake);
    return peer;
  };
  const sender = createSender(
    {
      ...options,
      credentials: ownerCredentials,
      file,
      onDelivery: (report) => void deliveries.push(report),
    },
    { ...env, createPeerConnection },
  );
  sender.setLimit({ bytesPerSecond, isYielding: false });
  const receiver = createReceiver(
    { ...options, credentials: guestCredentials, sink: createTestSink() },
    network.env(hub, { isPaced: true }),
  );
  sessions.push(sender, receiver);
  const arrived = (): number => [...pieces.values()].reduce((sum, bytes) => sum + bytes, 0);
  const shown = () => {
    const recipient = sender.getSnapshot().recipients[0];
    const rates = recipient?.connection.rates ?? [];
    return {
      bytes: recipient?.stats.bytesTransferred ?? 0,
      /** The area below the curve, which has a point for each second. */
      bytesOfCurve: rates.reduce((sum, rate) => sum + rate, 0),
    };
  };
  /** Time passes, and at no time more is shown than has arrived. */
  const pass = async (seconds: number): Promise<void> => {
    for (let passed = 0; passed < seconds; passed += 0.1) {
      network.clock.advance(100);
      await settle(4);
      expect(shown().bytes).toBeLessThanOrEqual(arrived());
      expect(shown().bytesOfCurve).toBeLessThanOrEqual(arrived());
    }
  };
  const lanes = (): FakePeer[] =>
    near.filter(({ channel, isClosed }) => channel.label === laneChannelLabel && !isClosed);
  return { sender, receiver, deliveries, near, lanes, arrived, shown, pass };
};

describe('the progress that the sender shows', () => {
  it('does not jump ahead when a lane takes over the pieces of the file’s channel', async () => {
    const { near, lanes, shown, pass } = setUp(64, 1);
    await pass(3);
    for (const { channel } of near) channel.hold();
    await pass(3);
    const before = shown().bytes;
    expect(before).toBeGreaterThan(bytesPerSecond);
    // The path is back, and SCTP on the file’s channel waits for its timer.
    const [file, measuring] = near;
    measuring?.channel.discard();
    await pass(3);
    expect(lanes()).toHaveLength(1);
    file?.channel.release();
    await pass(2);
    expect(shown().bytes).toBeGreaterThan(before + 2 * bytesPerSecond);
  });

  it('does not jump ahead when lanes are lost', async () => {
    const { near, lanes, shown, pass } = setUp(64, 4);
    await pass(3);
    expect(lanes()).toHaveLength(3);
    for (const { channel } of near) channel.hold();
    await pass(3);
    const before = shown().bytes;
    for (const lane of lanes()) lane.setIceState('disconnected');
    await pass(3);
    for (const { channel } of near) channel.release();
    await pass(4);
    expect(shown().bytes).toBeGreaterThan(before + 2 * bytesPerSecond);
  });
});

describe('the progress after a long pause', () => {
  it.each(['sender', 'receiver'] as const)(
    'of the %s is shown within a second, on both sides',
    async (side) => {
      const { sender, receiver, shown, pass } = setUp(64, 1);
      await pass(3);
      const session = side === 'sender' ? sender : receiver;
      session.pause();
      await pass(16);
      const before = { sent: shown().bytes, received: receiver.getSnapshot().stats };
      expect(receiver.getSnapshot()).toMatchObject({ state: 'paused', isStalled: false });
      session.resume();
      await pass(1.2);
      expect(shown().bytes).toBeGreaterThan(before.sent);
      const { stats, isStalled } = receiver.getSnapshot();
      expect(stats.bytesTransferred).toBeGreaterThan(before.received.bytesTransferred);
      expect(isStalled).toBe(false);
    },
  );
});

describe('a file whose end waits in a lane that is lost', () => {
  it('is not counted as sent', async () => {
    const { sender, deliveries, lanes, arrived, pass } = setUp(3, 3);
    while (arrived() < 3 * testBlockBytes - bytesPerSecond / 4) await pass(0.1);
    for (const { channel } of lanes()) channel.hold();
    await pass(0.6);
    expect(arrived()).toBeLessThan(3 * testBlockBytes);
    sender.pause();
    for (const lane of lanes()) lane.setIceState('disconnected');
    await pass(1);
    sender.endRecipient(sender.getSnapshot().recipients[0]?.peerId ?? '');
    expect(deliveries).toMatchObject([{ outcome: 'failed', reason: 'ended-here' }]);
  });
});
