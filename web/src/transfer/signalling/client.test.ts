import { EngineFailure } from '../support/failures.js';
import { setUpSignalling as setUp } from '../test/support/signalling-socket.js';
import type { Signal } from './messages.js';

describe('signalling client', () => {
  it('joins with share, peer and password as the first frame [7.37]', async () => {
    const { client, latest, open } = setUp();
    client.connect();
    await open();
    expect(latest().url).toBe('wss://host.test/ws?share=share-1');
    expect(latest().sent).toEqual([
      {
        type: 'join',
        shareId: 'share-1',
        peerId: 'peer-1',
        password: 'pw',
        traceparent: 'trace-1',
      },
    ]);
  });

  it('joins with a new grant each time, or with the cookie alone', async () => {
    let issued = 0;
    const granted = setUp({ kind: 'grant', grant: () => Promise.resolve(`g${++issued}`) });
    granted.client.connect();
    await granted.open();
    granted.latest().onclose({ code: 1006, reason: '' });
    granted.clock.advance(3_000);
    await granted.open();
    expect(granted.latest().sent).toMatchObject([
      { type: 'join', grant: 'g2', traceparent: 'trace-2' },
    ]);
    const owner = setUp({ kind: 'cookie' });
    owner.client.connect();
    await owner.open();
    expect(Object.keys(owner.latest().sent[0] ?? {}).sort()).toEqual([
      ...['peerId', 'shareId', 'traceparent', 'type'],
    ]);
  });

  it('fails when access is refused, and tries again when the grant cannot be loaded', async () => {
    const refusal = new EngineFailure('access-denied', { serverText: 'No.' });
    const refused = setUp({ kind: 'grant', grant: () => Promise.reject(refusal) });
    refused.client.connect();
    await refused.open();
    const error = { code: 'access-denied', serverText: 'No.' };
    expect(refused.events).toEqual([{ type: 'failed', error }]);
    expect(refused.clock.pending()).toBe(0);
    const offline = setUp({ kind: 'grant', grant: () => Promise.reject(new Error('offline')) });
    offline.client.connect();
    await offline.open();
    expect(offline.events).toEqual([{ type: 'retrying', attempt: 1 }]);
    offline.client.close();
  });

  it('probes the socket, and reconnects when the ping is not answered within 3 s', async () => {
    const { client, clock, sockets, latest, joined, open, events } = setUp();
    client.connect();
    await open();
    latest().say(joined);
    client.reconnectNow();
    client.probe();
    expect(latest().sent.filter(({ type }) => type === 'ping')).toHaveLength(1);
    latest().say({ type: 'ping' });
    clock.advance(10_000);
    expect(sockets).toHaveLength(1);
    client.probe();
    clock.advance(2_999);
    expect(sockets).toHaveLength(1);
    clock.advance(1);
    expect(sockets).toHaveLength(2);
    await open();
    latest().say(joined);
    clock.advance(10_000);
    expect(sockets).toHaveLength(2);
    // Nothing failed: no attempt is shown to the user.
    expect(events.map(({ type }) => type)).toEqual(['joined', 'joined']);
  });

  it('reconnects without delay when the probed socket closes, and waits again after that', async () => {
    const { client, clock, sockets, latest, joined, open, events } = setUp();
    client.connect();
    await open();
    latest().say(joined);
    client.reconnectNow();
    latest().onclose({ code: 1006, reason: '' });
    expect(sockets).toHaveLength(2);
    expect(events.map(({ type }) => type)).toEqual(['joined']);
    latest().onclose({ code: 1006, reason: '' });
    expect(sockets).toHaveLength(2);
    clock.advance(3_000);
    expect(sockets).toHaveLength(3);
  });

  it('pings every 25 s and drops the socket after 10 s without an answer [4.45, 7.39, 9.18]', async () => {
    const { client, clock, latest, joined, open, events } = setUp();
    client.connect();
    await open();
    latest().say(joined);
    clock.advance(24_999);
    expect(latest().sent.at(-1)).toMatchObject({ type: 'join' });
    clock.advance(1);
    expect(latest().sent.at(-1)).toMatchObject({ type: 'ping' });
    latest().say({ type: 'ping' });
    clock.advance(25_000);
    expect(events.map(({ type }) => type)).toEqual(['joined']);
    clock.advance(10_000);
    expect(events.at(-1)).toEqual({ type: 'retrying', attempt: 1 });
  });

  it('pings every 15 s on iOS [9.37]', async () => {
    const { client, clock, latest, joined, open } = setUp(undefined, 'Mozilla/5.0 (iPhone)');
    client.connect();
    await open();
    latest().say(joined);
    clock.advance(14_999);
    expect(latest().sent.at(-1)).toMatchObject({ type: 'join' });
    clock.advance(1);
    expect(latest().sent.at(-1)).toMatchObject({ type: 'ping' });
  });

  it('drops an attempt that takes longer than 30 s [9.17]', () => {
    const { client, clock, events } = setUp();
    client.connect();
    clock.advance(29_999);
    expect(events).toEqual([]);
    clock.advance(1);
    expect(events).toEqual([{ type: 'retrying', attempt: 1 }]);
  });

  it('reconnects five times, 3 s × attempt apart, then fails [8.87, 8.88, 8.89, 8.90, 8.91, 8.92, 9.19]', () => {
    const { client, clock, sockets, latest, events } = setUp();
    client.connect();
    for (let attempt = 1; attempt <= 5; attempt++) {
      latest().onclose({ code: 1006, reason: '' });
      clock.advance(3_000 * attempt - 1);
      expect(sockets.length).toBe(attempt);
      clock.advance(1);
      expect(sockets.length).toBe(attempt + 1);
    }
    latest().onclose({ code: 1006, reason: '' });
    const last = events.at(-1);
    expect(last).toMatchObject({ type: 'failed', error: { code: 'max-retries' } });
    expect(clock.pending()).toBe(0);
  });

  it('resets the attempts on a join', async () => {
    const { client, clock, latest, joined, open, events } = setUp();
    client.connect();
    latest().onclose({ code: 1006, reason: '' });
    clock.advance(3_000);
    await open();
    latest().say(joined);
    latest().onclose({ code: 1006, reason: '' });
    expect(events.at(-1)).toEqual({ type: 'retrying', attempt: 1 });
  });

  it.each(['reconnectNow', 'probe'] as const)(
    'starts again on %s once its attempts are used up',
    async (reason) => {
      const { client, clock, sockets, latest, joined, open, events } = setUp();
      client.connect();
      const useUpAttempts = (): void => {
        for (let attempt = 1; attempt <= 6; attempt++) {
          latest().onclose({ code: 1006, reason: '' });
          clock.advance(3_000 * attempt);
        }
      };
      useUpAttempts();
      expect([sockets.length, clock.pending(), client.isExhausted()]).toEqual([6, 0, true]);
      client.send({ type: 'answer', payload: { sdp: 'of long ago' } }, 'peer-2');
      client[reason]();
      expect([sockets.length, client.isExhausted()]).toEqual([7, false]);
      useUpAttempts();
      expect([sockets.length, client.isExhausted()]).toEqual([12, true]);
      client[reason]();
      await open();
      latest().say(joined);
      expect(events.at(-1)).toEqual({ type: 'joined', peers: [] });
      expect(latest().sent.map(({ type }) => type)).toEqual(['join']);
      client.close();
    },
  );

  it('does not start again after close() or a final refusal', async () => {
    const { client, sockets, latest, open } = setUp();
    client.connect();
    await open();
    latest().onclose({ code: 4003, reason: '' });
    client.reconnectNow();
    client.probe();
    expect(sockets.length).toBe(1);
  });

  it("fails with the server's text after a wrong password [4.44]", async () => {
    const { client, clock, latest, open, events } = setUp();
    client.connect();
    await open();
    const payload = { code: 'access-denied', message: 'Invalid password or expired link.' };
    latest().say({ type: 'error', payload });
    latest().onclose({ code: 4003, reason: '' });
    const error = { code: payload.code, serverText: payload.message };
    expect(events).toEqual([{ type: 'failed', error }]);
    expect(clock.pending()).toBe(0);
  });

  it('reconnects after a drain without counting an attempt', async () => {
    const { client, clock, sockets, latest, joined, open, events } = setUp();
    client.connect();
    await open();
    latest().say(joined);
    latest().onclose({ code: 1012, reason: '' });
    clock.advance(0);
    expect(sockets.length).toBe(2);
    expect(events.at(-1)).toEqual({ type: 'retrying', attempt: 0 });
  });

  it("fails with the server's text for a full room once the attempts are used up", () => {
    const { client, clock, latest, events } = setUp();
    client.connect();
    for (let i = 0; i <= 5; i++) {
      latest().say({
        type: 'error',
        payload: { code: 'room-full', message: 'Too many people.', retryable: true },
      });
      latest().onclose({ code: 4007, reason: '' });
      clock.advance(20_000);
    }
    expect(events.at(-1)).toEqual({
      type: 'failed',
      error: { code: 'room-full', serverText: 'Too many people.' },
    });
  });

  it('queues signals until the join and addresses them', async () => {
    const { client, latest, joined, open } = setUp();
    client.connect();
    client.send({ type: 'answer', payload: { sdp: 'v=0' } }, 'peer-2');
    await open();
    latest().say(joined);
    expect(latest().sent.at(-1)).toMatchObject({
      type: 'answer',
      payload: { sdp: 'v=0' },
      to: 'peer-2',
    });
  });

  it('queues for a peer the last description only, once, and the candidates found after it', async () => {
    const { client, latest, joined, open } = setUp();
    const candidate = (name: string): Signal => ({
      type: 'ice-candidate',
      payload: { candidate: name, sdpMid: '0', sdpMLineIndex: 0 },
    });
    const [first, second] = ['first', 'second'].map((sdp): Signal => ({
      type: 'offer',
      payload: { sdp },
    })) as [Signal, Signal];
    client.connect();
    client.send(first, 'peer-3');
    for (const signal of [first, candidate('of first'), second, candidate('of second')])
      client.send(signal, 'peer-2');
    client.send({ ...second }, 'peer-2');
    await open();
    latest().say(joined);
    expect(latest().sent.slice(1)).toMatchObject([
      { to: 'peer-3', ...first },
      { to: 'peer-2', ...second },
      { to: 'peer-2', ...candidate('of second') },
    ]);
  });

  it('writes the payload of a signal last, and consecutive candidates alike up to it', async () => {
    const { client, latest, joined, open } = setUp();
    const candidate = (n: number): Signal => ({
      type: 'ice-candidate',
      payload: { candidate: `candidate:${n}`, sdpMid: '0', sdpMLineIndex: 0 },
    });
    client.connect();
    client.send(candidate(1), 'peer-2');
    await open();
    latest().say(joined);
    client.send(candidate(2), 'peer-2');
    const written = latest()
      .sent.slice(-2)
      .map((frame) => JSON.stringify(frame));
    const [queued, sent] = written.map((text) => text.split('{"candidate":'));
    expect(queued).toEqual([
      expect.stringMatching(/"payload":$/),
      '"candidate:1","sdpMid":"0","sdpMLineIndex":0}}',
    ]);
    expect(sent?.[0]).toBe(queued?.[0]);
  });

  it('reconnects on return of the page or the network without waiting for the next attempt', () => {
    const { client, sockets, latest } = setUp();
    client.connect();
    latest().onclose({ code: 1006, reason: '' });
    client.reconnectNow();
    expect(sockets.length).toBe(2);
  });

  it.each([
    ['no JSON', 'hello'],
    ['binary', new ArrayBuffer(3)],
    ['a joined without peers', JSON.stringify({ type: 'joined', payload: {} })],
    ['an offer without sender', JSON.stringify({ type: 'offer', payload: { sdp: 'v=0' } })],
    ['more than 64 KiB', JSON.stringify({ type: 'x', payload: 'y'.repeat(70_000) })],
  ])('fails on %s [8.93]', async (_name, data) => {
    const { client, latest, open, events } = setUp();
    client.connect();
    await open();
    latest().onmessage({ data });
    expect(events).toEqual([{ type: 'failed', error: { code: 'invalid-server-message' } }]);
  });

  it.each([
    ['an offer whose description is no text', 'offer', { sdp: 7 }],
    ['an answer without a payload', 'answer', undefined],
    ['a candidate that is an object', 'ice-candidate', { candidate: {} }],
    ['a candidate of a line that cannot be', 'ice-candidate', { candidate: '', sdpMLineIndex: -1 }],
    ['as much as the server lets through', 'ice-candidate', { candidate: 'x'.repeat(65_480) }],
  ])('ignores %s of a peer', async (_name, type, payload) => {
    const { client, latest, joined, open, events } = setUp();
    client.connect();
    await open();
    latest().say(joined);
    const peerId = 'p'.repeat(64);
    latest().say({ type, shareId: 's'.repeat(64), peerId, payload });
    const signal = { type: 'answer', payload: { sdp: 'v=0' } };
    latest().say({ type: 'answer', peerId: 'honest', payload: signal.payload });
    expect(events).toEqual([
      { type: 'joined', peers: [] },
      { type: 'signal', from: 'honest', signal },
    ]);
  });

  it('ignores frames of unknown types, and every event after close()', async () => {
    const { client, clock, latest, joined, open, events } = setUp();
    client.connect();
    await open();
    latest().say({ type: 'weather', payload: { sunny: true } });
    client.close();
    latest().say(joined);
    latest().onclose({ code: 1006, reason: '' });
    expect(events).toEqual([]);
    expect(clock.pending()).toBe(0);
  });
});
