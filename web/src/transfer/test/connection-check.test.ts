/** A check of the connection before a download: docs/protocol.md, 1.5. */

import { checkDeadlineMs, maxChecks, peersGraceMs } from '../support/constants.js';
import { systemClock } from '../support/env.js';
import { createFakeClock } from './support/clocks/fake-clock.js';
import { createHarness, type Harness } from './support/session-harness.js';
import { createTestSink, randomFile, settle, until } from './support/session-support.js';

/** Ends a check that finds nothing without waiting. */
const hastyClock = {
  ...systemClock,
  setTimeout: (callback: () => void, delayMs: number) =>
    systemClock.setTimeout(callback, delayMs === checkDeadlineMs ? 500 : delayMs),
};

const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

describe('a check of the connection', () => {
  let harness: Harness;
  beforeEach(() => {
    harness = createHarness();
  });
  afterEach(() => harness.close());

  const startSending = async (env = harness.env()) => {
    const sender = harness.send(randomFile(1_000).file, env);
    await harness.hub.joined('sender');
    return { env, sender };
  };

  const disabled = () =>
    harness.env({
      createPeerConnection: () => {
        throw new DOMException('disabled', 'NotSupportedError');
      },
    });

  it('finds a sender, who lists no recipient and offers no file', async () => {
    const { env, sender } = await startSending();
    const own = harness.env({}, false);
    expect(await harness.check(own)).toMatchObject({ result: 'connected', route: 'direct' });
    expect(sender.getSnapshot().recipients).toEqual([]);
    expect(env.connections).toHaveLength(1);
    expect(harness.hub.members('receiver')).toBe(0);
    expect(own.connections.map(({ connectionState }) => connectionState)).toEqual(['closed']);
    const [connection] = env.connections;
    while (connection?.connectionState !== 'closed') await nextTurn();
  });

  it('does not disturb a download', async () => {
    await startSending();
    const receiver = harness.receive(createTestSink());
    expect(await harness.check(harness.env({}, false))).toMatchObject({ result: 'connected' });
    expect(await until(receiver, ({ state }) => state === 'completed')).toMatchObject({
      isVerified: true,
    });
  });

  it('reports that no sender is connected', async () => {
    expect(await harness.check()).toEqual({ result: 'absent' });
  });

  it('finds a sender whom the server announces after the join', async () => {
    await startSending();
    const announce = harness.hub.holdPeers();
    const check = harness.check(harness.env({}, false));
    await harness.hub.joined('receiver');
    await settle();
    announce();
    expect(await check).toMatchObject({ result: 'connected', route: 'direct' });
  });

  it.each([
    ['silent', 'has been announced', true],
    ['absent', 'has not been announced in time', false],
  ])('ends as %s when a sender that offers nothing %s', async (result, _, isAnnounced) => {
    await startSending(disabled());
    const announce = harness.hub.holdPeers();
    const clock = createFakeClock();
    const check = harness.check(harness.env({ clock }));
    await harness.hub.joined('receiver');
    await settle();
    clock.advance(peersGraceMs - 1);
    if (isAnnounced) announce();
    await settle();
    clock.advance(1);
    clock.advance(checkDeadlineMs);
    expect(await check).toEqual({ result });
  });

  it('ends as absent when the sender leaves before it has offered a connection', async () => {
    const { sender } = await startSending(disabled());
    const clock = createFakeClock();
    const check = harness.check(harness.env({ clock }));
    await harness.hub.joined('receiver');
    await settle();
    sender.close();
    await settle();
    clock.advance(peersGraceMs);
    clock.advance(checkDeadlineMs);
    expect(await check).toEqual({ result: 'absent' });
  });

  it('blames the networks only after the sender has offered a connection', async () => {
    await startSending();
    const clock = createFakeClock();
    const own = harness.env({ clock }, false);
    const check = harness.check(own);
    while (own.connections.length === 0) await nextTurn();
    clock.advance(checkDeadlineMs);
    expect(await check).toEqual({ result: 'unreachable' });
  });

  it('says that this browser makes no connection', async () => {
    await startSending();
    const error = { code: 'webrtc-unavailable' };
    expect(await harness.check(disabled())).toEqual({ result: 'refused', error });
  });

  it('says why it is not admitted, and ends with its page', async () => {
    expect(await harness.check(undefined, undefined, 'wrong')).toMatchObject({
      result: 'refused',
      error: { code: 'access-denied' },
    });
    await startSending();
    const end = new AbortController();
    const found = harness.check(undefined, end.signal);
    end.abort();
    expect(await found).toEqual({ result: 'failed' });
    expect(await harness.check(undefined, AbortSignal.abort())).toEqual({ result: 'failed' });
  });

  it('gets no answer while the sender answers others', async () => {
    const { env } = await startSending();
    const checks = Array.from({ length: maxChecks + 1 }, () =>
      harness.check(harness.env({ clock: hastyClock })),
    );
    await Promise.all(checks);
    expect(env.connections.length).toBeLessThanOrEqual(maxChecks);
  });
});
