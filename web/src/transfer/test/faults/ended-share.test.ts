/** The share ends while a recipient that has every byte saves the file: docs/protocol.md, 2.7. */

import { jest } from '@jest/globals';
import type { DeliveryReport } from '../../api.js';
import { createReceiver } from '../../receive/receive-session.js';
import { createSender } from '../../send/send-session.js';
import { importLinkKey } from '../../trust/link/link-key.js';
import type { Person } from '../../trust/receipt/receipt-statement.js';
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
import { testBlockBytes, weriftEnv } from '../support/werift-env.js';

// Many tests share two cores in the full suite.
jest.setTimeout(60_000);

const stopped = 4004;
const passwordChanged = 4016;
const minuteMs = 60_000;
const ada: Person = { name: 'Ada', email: 'ada@example.test', basis: 'signed-in' };
const rita: Person = { name: 'Rita', email: 'rita@example.test', basis: 'self-declared' };

const isCompleted = ({ state }: { state: string }): boolean => state === 'completed';
const isOver = ({ state }: { state: string }): boolean =>
  state === 'completed' || state === 'error';

/** A sink that stands still in one step until the test opens it. */
const createHeldSink = (step: 'write' | 'close') => {
  const sink = createTestSink();
  const held = { open: (): void => undefined };
  const opened = new Promise<void>((resolve) => {
    held.open = resolve;
  });
  const [write, close] = [sink.write.bind(sink), sink.close.bind(sink)];
  const reached = new Promise<void>((resolve) => {
    const hold = async (): Promise<void> => {
      resolve();
      await opened;
    };
    if (step === 'write')
      sink.write = async (bytes) => {
        await hold();
        return write(bytes);
      };
    else
      sink.close = async () => {
        await hold();
        return close();
      };
  });
  return { sink, reached, open: () => held.open() };
};

const sessions: { close: () => void }[] = [];
afterEach(() => {
  for (const session of sessions.splice(0)) session.close();
});

describe('the end of a share over a protected link', () => {
  it('waits for a recipient that saves: both have the receipt', async () => {
    const hub = createSignallingHub();
    const environments = [weriftEnv(hub), weriftEnv(hub)] as const;
    const options = sessionOptions();
    const linkKey = await importLinkKey('AAECAwQFBgcICQoLDA0ODw', options.shareId);
    const { file, digest } = randomFile(3 * testBlockBytes + 17);
    const { sink, reached, open } = createHeldSink('close');
    const sender = createSender(
      { ...options, credentials: ownerCredentials, file, linkKey, person: ada },
      environments[0],
    );
    const receiver = createReceiver(
      { ...options, credentials: guestCredentials, sink, linkKey, person: rita },
      environments[1],
    );
    sessions.push(sender, receiver);
    await reached;
    hub.dropAll(stopped);
    await settle();
    expect(receiver.getSnapshot()).toMatchObject({ state: 'saving', error: null });
    open();
    const { receipt } = await until(receiver, (now) => now.receipt !== null);
    const { recipients } = await until(sender, (now) => now.recipients[0]?.receipt != null);
    expect(recipients).toMatchObject([{ state: 'completed', isVerified: true, receipt }]);
    expect(digestOf(sink.bytes())).toBe(digest);
    await Promise.all(environments.map((each) => each.dispose()));
  });
});

/** By default a share that stops with its first counted delivery, as one for a single download does. */
const serve = async (step: 'write' | 'close', { blocks = 3, isLimited = true } = {}) => {
  const hub = createSignallingHub();
  const network = new FakeNetwork();
  const options = sessionOptions();
  const { file } = randomFile(blocks * testBlockBytes);
  const deliveries: DeliveryReport[] = [];
  const onDelivery = (report: DeliveryReport): void => {
    deliveries.push(report);
    if (isLimited) hub.dropAll(stopped);
  };
  const sender = createSender(
    { ...options, credentials: ownerCredentials, file, onDelivery },
    network.env(hub),
  );
  const { sink, reached, open } = createHeldSink(step);
  const receiver = createReceiver(
    { ...options, credentials: guestCredentials, sink },
    network.env(hub),
  );
  sessions.push(sender, receiver);
  await reached;
  await settle(200);
  const { shareId } = options;
  return { hub, network, shareId, sender, receiver, deliveries, sink, open };
};

describe.each([
  ['saves the file', 'close'],
  ['stores the last window', 'write'],
] as const)('a share for one download whose recipient %s for minutes', (_, step) => {
  it('ends with a verified delivery', async () => {
    const { network, sender, receiver, deliveries, open } = await serve(step);
    network.clock.advance(31_000);
    await settle();
    expect(deliveries).toMatchObject([{ outcome: 'unverified' }]);
    network.clock.advance(8 * minuteMs);
    await settle();
    expect(sender.getSnapshot()).toMatchObject({
      state: 'sending',
      error: { code: 'share-closed' },
    });
    open();
    expect(await until(receiver, isOver)).toMatchObject({ state: 'completed', isVerified: true });
    expect(await until(sender, isOver)).toMatchObject({
      state: 'completed',
      error: { code: 'share-closed' },
      recipients: [{ state: 'completed', isVerified: true }],
    });
    const { deliveryId } = receiver.getSnapshot();
    expect(deliveries).toMatchObject([
      { deliveryId, outcome: 'unverified' },
      { deliveryId, outcome: 'verified' },
    ]);
  });

  it('fails for the sender when the confirmation does not come', async () => {
    const { network, sender, deliveries } = await serve(step);
    network.clock.advance(31_000);
    await settle();
    network.clock.advance(11 * minuteMs);
    expect(await until(sender, isOver)).toMatchObject({
      state: 'error',
      error: { code: 'share-closed' },
      recipients: [{ state: 'error' }],
    });
    expect(deliveries).toMatchObject([{ outcome: 'unverified' }]);
  });

  it('fails for the sender when the connection is lost', async () => {
    const { network, sender, deliveries } = await serve(step);
    network.clock.advance(31_000);
    await settle();
    expect(sender.getSnapshot().state).toBe('sending');
    network.peers[0]?.close();
    expect(await until(sender, isOver)).toMatchObject({
      state: 'error',
      error: { code: 'share-closed' },
    });
    expect(deliveries).toMatchObject([{ outcome: 'unverified' }]);
  });
});

describe('a recipient that resumes with every block while it saves the file', () => {
  it.each([
    ['has stopped', stopped, 'share-closed'],
    ['gets another password', passwordChanged, 'password-changed'],
  ])('is verified after the share %s', async (_, closeCode, code) => {
    const page = await serve('close', { isLimited: false });
    const { hub, network, sender, receiver, deliveries, open } = page;
    network.peers[0]?.close();
    await until(sender, ({ state }) => state === 'retrying');
    network.clock.advance(1_000);
    await until(sender, ({ recipients }) => recipients[0]?.state === 'sending');
    await settle(200);
    hub.dropAll(closeCode);
    expect(await until(sender, ({ error }) => error !== null)).toMatchObject({
      state: 'sending',
      error: { code },
    });
    open();
    expect(await until(receiver, isOver)).toMatchObject({ state: 'completed', isVerified: true });
    expect(await until(sender, isOver)).toMatchObject({
      recipients: [{ state: 'completed', isVerified: true }],
    });
    expect(deliveries).toMatchObject([{ outcome: 'verified' }]);
  });
});

describe('a share that is begun again while its last recipient saves the file', () => {
  it.each([
    ['restarted after its last allowed download', 'closes', stopped, 'closed', 'close'],
    ['given another password', 'closes', passwordChanged, 'password-changed', 'close'],
    ['given another password', 'stores', passwordChanged, 'password-changed', 'write'],
  ] as const)('because it was %s delivers to both: the first one %s it', async (...row) => {
    const [, , closeCode, reason, step] = row;
    const page = await serve(step, { isLimited: false });
    const { hub, network, shareId, sender, receiver, deliveries, open } = page;
    hub.dropAll(closeCode);
    await settle();
    expect(receiver.getSnapshot().error).toBeNull();
    sender.restart(reason);
    await until(sender, ({ error }) => error === null);
    const sink = createTestSink();
    const second = createReceiver(
      { ...sessionOptions(shareId), credentials: guestCredentials, sink },
      network.env(hub),
    );
    sessions.push(second);
    expect(await until(second, isOver)).toMatchObject({ state: 'completed' });
    const { recipients } = await until(sender, (now) => now.recipients.some(isCompleted));
    expect(recipients).toMatchObject([{ state: 'sending' }, { state: 'completed' }]);
    open();
    expect(await until(receiver, isOver)).toMatchObject({ state: 'completed', isVerified: true });
    await until(sender, (now) => now.recipients.every(isCompleted));
    const verified = deliveries.filter(({ outcome }) => outcome === 'verified');
    expect(verified.map(({ deliveryId }) => deliveryId).sort()).toEqual(
      [receiver, second].map((session) => session.getSnapshot().deliveryId).sort(),
    );
  });

  it.each([
    ['restarted', stopped, 'share-closed'],
    ['given another password', passwordChanged, 'password-changed'],
  ])(
    'and that was %s elsewhere says so, and serves others again once the user retries',
    async (...row) => {
      const [, closeCode, code] = row;
      const page = await serve('close', { isLimited: false });
      const { hub, network, shareId, sender, receiver, deliveries, open } = page;
      hub.dropAll(closeCode);
      expect(await until(sender, ({ error }) => error !== null)).toMatchObject({
        state: 'sending',
        error: { code },
        recipients: [{ state: 'sending', isOutlivingShare: true }],
      });
      sender.retry();
      expect(sender.getSnapshot()).toMatchObject({ state: 'sending', error: null });
      const second = createReceiver(
        { ...sessionOptions(shareId), credentials: guestCredentials, sink: createTestSink() },
        network.env(hub),
      );
      sessions.push(second);
      expect(await until(second, isOver)).toMatchObject({ state: 'completed' });
      open();
      expect(await until(receiver, isOver)).toMatchObject({ state: 'completed', isVerified: true });
      await until(sender, (now) => now.recipients.every(isCompleted));
      expect(deliveries.filter(({ outcome }) => outcome === 'verified')).toHaveLength(2);
    },
  );

  it('ends a recipient that lacks a part, as before', async () => {
    const moreThanTheWindow = 8;
    const { sender, receiver } = await serve('write', {
      blocks: moreThanTheWindow,
      isLimited: false,
    });
    sender.restart('password-changed');
    expect(await until(receiver, isOver)).toMatchObject({ error: { code: 'password-changed' } });
    expect(sender.getSnapshot().recipients).toEqual([]);
  });

  it('continues sharing when the connection of that recipient is lost', async () => {
    const { hub, network, sender } = await serve('close', { isLimited: false });
    hub.dropAll(stopped);
    await settle();
    sender.restart();
    await settle();
    network.peers[0]?.close();
    await until(sender, ({ recipients }) => recipients.every(isOver));
    expect(sender.getSnapshot()).toMatchObject({ state: 'waiting', error: null });
  });
});

describe('the end of a share', () => {
  it('ends a recipient that has every byte and stores nothing more, once the sender gives up', async () => {
    const { network, receiver } = await serve('write');
    network.clock.advance(31_000);
    await settle();
    network.clock.advance(11 * minuteMs);
    expect(await until(receiver, isOver)).toMatchObject({ error: { code: 'share-closed' } });
  });

  it('immediately ends a recipient that lacks a part', async () => {
    const moreThanTheWindow = 8;
    const { hub, sender, receiver, deliveries } = await serve('write', {
      blocks: moreThanTheWindow,
    });
    hub.dropAll(stopped);
    for (const session of [sender, receiver])
      expect(await until<{ state: string }>(session, isOver)).toMatchObject({
        error: { code: 'share-closed' },
      });
    expect(deliveries).toMatchObject([{ outcome: 'failed' }]);
  });

  it('leaves a share completed whose last recipient was saving', async () => {
    const { hub, sender, open } = await serve('close');
    hub.dropAll(stopped);
    await settle();
    open();
    expect(await until(sender, isCompleted)).toMatchObject({ error: { code: 'share-closed' } });
  });
});
