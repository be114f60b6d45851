/** Lanes at a standstill, and after an interruption of the path. */

import { kib, message, setUp } from './fake-lanes.js';

describe('the sender’s lanes', () => {
  it('replace one at a standstill, and send its pieces again', () => {
    const { clock, opened, state, sent, lanes, send, open, takeAll } = setUp({ lanesAtStart: 2 });
    clock.advance(1_000);
    open(1);
    state.mainWaiting = 100 * kib;
    send(3);
    clock.advance(1_200);
    lanes.readDelivered({ receivedBytes: 0, lanes: [[1, message.length]] });
    expect(takeAll()).toEqual([]);
    clock.advance(400);
    expect(takeAll()).toEqual([1, 2]);
    expect(state.lostBytes).toBe(2 * message.length);
    expect(state.closed).toEqual([1]);
    expect(sent).toContainEqual({ type: 'lane-close', lane: 1 });
    clock.advance(200);
    expect([...opened.keys()]).toEqual([1, 2]);
  });

  it('give up a file’s channel at a standstill', () => {
    const { clock, opened, state, lanes, send, open, takeAll } = setUp();
    clock.advance(1_000);
    send(4);
    state.mainWaiting = 20 * kib;
    clock.advance(1_200);
    expect([...opened.keys()]).toEqual([]);
    clock.advance(400);
    expect([...opened.keys()]).toEqual([1]);
    expect(takeAll()).toEqual([]);
    const lane = open(1);
    clock.advance(200);
    expect(takeAll()).toEqual([0, 1, 2, 3]);
    expect(lanes.isOwed()).toBe(true);
    send(2);
    expect(lane.sent).toHaveLength(2);
    // The file's channel carries pieces again once it has delivered its own.
    state.mainWaiting = 0;
    lane.bufferedAmount = 100 * kib;
    expect(lanes.canSend(message.length)).toBe(false);
    lanes.readDelivered({ receivedBytes: 0, lanes: [[0, 4 * message.length]] });
    expect(lanes.isOwed()).toBe(false);
    clock.advance(10);
    expect(lanes.canSend(message.length)).toBe(true);
  });

  it('are kept during a pause while the file’s channel is at a standstill, because it could carry nothing alone', () => {
    let isPaused = false;
    const { clock, state, lanes, send, open, takeAll } = setUp({ isPaused: () => isPaused });
    clock.advance(1_000);
    send(1);
    clock.advance(1_600);
    open(1);
    clock.advance(200);
    expect(takeAll()).toEqual([0]);
    isPaused = true;
    clock.advance(10_000);
    expect(state.closed).toEqual([]);
    lanes.readDelivered({ receivedBytes: 0, lanes: [[0, message.length]] });
    clock.advance(1_000);
    expect(state.closed).toEqual([1]);
  });

  it('are left alone while no ping returns, which is the network or the machine', () => {
    const { clock, state, send, open, takeAll } = setUp({ lanesAtStart: 2 });
    clock.advance(1_000);
    open(1);
    state.mainWaiting = 100 * kib;
    send(2);
    state.silentMs = 5_000;
    clock.advance(5_000);
    expect(takeAll()).toEqual([]);
    // The measuring connection may be what is lost.
    clock.advance(6_000);
    expect(takeAll()).toEqual([0, 1]);
  });

  it('do not take over from the file’s channel between near peers, where SCTP recovers faster', () => {
    const { clock, state, pacing, send, open, takeAll } = setUp({ lanesAtStart: 2 });
    pacing.isNear = true;
    clock.advance(1_000);
    send(4);
    state.mainWaiting = 200 * kib;
    open(1);
    clock.advance(5_000);
    expect(takeAll()).toEqual([]);
  });

  it('get time to resume after an interruption', () => {
    const { clock, opened, state, send } = setUp();
    clock.advance(1_000);
    send(4);
    state.mainWaiting = 20 * kib;
    state.silentMs = 2_000;
    clock.advance(2_000);
    state.silentMs = 0;
    clock.advance(4_800);
    expect(opened.size).toBe(0);
    clock.advance(600);
    expect(opened.size).toBe(1);
  });

  it('are replaced after an interruption, and the new one takes over from the file’s channel', () => {
    const { clock, opened, state, lanes, send, open, takeAll } = setUp({ lanesAtStart: 2 });
    clock.advance(200);
    open(1);
    send(1);
    state.mainWaiting = 100 * kib;
    send(1);
    clock.advance(400);
    lanes.onInterrupted(400);
    expect([...opened.keys()]).toEqual([1, 2]);
    // They may resume before the new one opens.
    expect([state.closed, takeAll()]).toEqual([[], []]);
    open(2);
    expect([state.closed, takeAll()]).toEqual([[1], [0, 1]]);
    expect(lanes.isOwed()).toBe(true);
  });

  it('are replaced at most four at a time: each takes one of the numbers', () => {
    const { clock, opened, state, lanes, send, open } = setUp({ lanesAtStart: 9 });
    clock.advance(200);
    for (const lane of [...opened.keys()]) {
      open(lane).bufferedAmount = 0;
      send(1);
      state.mainWaiting = 100 * kib;
    }
    for (let n = 0; n < 8; n += 1) send(1);
    clock.advance(400);
    lanes.onInterrupted(400);
    expect(opened.size).toBe(8 + 4);
  });

  it('are closed before a new one opens where there is room for one, whose pieces wait for it', () => {
    const { clock, opened, state, lanes, send, open, takeAll } = setUp({ lanesAtStart: 2 }, 1);
    clock.advance(200);
    open(1);
    send(1);
    state.mainWaiting = 100 * kib;
    send(1);
    clock.advance(400);
    lanes.onInterrupted(400);
    expect([state.closed, [...opened.keys()], takeAll()]).toEqual([[1], [1, 2], [1]]);
    expect(lanes.canSend(message.length)).toBe(false);
    // The new lane does not open, and the file's channel may resume.
    clock.advance(1_600);
    expect(lanes.canSend(message.length)).toBe(true);
  });

  it('take over immediately where one carries no piece from before the interruption', () => {
    const { clock, opened, state, lanes, send, open, takeAll } = setUp({ lanesAtStart: 2 });
    clock.advance(200);
    send(1);
    clock.advance(400);
    open(1);
    state.mainWaiting = 100 * kib;
    send(1);
    lanes.onInterrupted(400);
    expect([state.closed, opened.size, takeAll()]).toEqual([[], 1, [0]]);
  });

  it('close again between near peers, once the file’s channel has resumed', () => {
    const { clock, opened, state, pacing, budget, lanes, send, open } = setUp();
    pacing.isNear = true;
    clock.advance(200);
    send(1);
    clock.advance(1_200);
    lanes.onInterrupted(1_200);
    open(1);
    state.mainWaiting = 0;
    lanes.readDelivered({ receivedBytes: 0, lanes: [[0, message.length]] });
    clock.advance(400);
    expect([state.closed, budget.left()]).toEqual([[1], 15]);
    clock.advance(2_000);
    expect(opened.size).toBe(1);
  });

  it('leave to the file’s channel what it was given after the interruption', () => {
    const { clock, lanes, send, open, takeAll } = setUp();
    clock.advance(200);
    send(1);
    clock.advance(400);
    lanes.onInterrupted(400);
    lanes.readDelivered({ receivedBytes: message.length, lanes: [] });
    clock.advance(100);
    send(1);
    clock.advance(100);
    open(1);
    expect(takeAll()).toEqual([]);
    expect(lanes.isOwed()).toBe(false);
  });

  it('stay after an interruption of the measuring connection alone', () => {
    const { clock, opened, state, lanes, send, open } = setUp({ lanesAtStart: 2 });
    clock.advance(200);
    open(1);
    clock.advance(400);
    send(1);
    state.mainWaiting = 100 * kib;
    send(1);
    clock.advance(100);
    lanes.onInterrupted(400);
    expect([state.closed, opened.size]).toEqual([[], 1]);
  });

  it('do not open after an interruption while the transfer leaves room for others', () => {
    const { clock, opened, lanes, send } = setUp({ isYielding: () => true });
    clock.advance(200);
    send(1);
    clock.advance(400);
    lanes.onInterrupted(400);
    clock.advance(1_000);
    expect(opened.size).toBe(0);
  });

  it('get the digests that wait in a file’s channel whose pieces they take over', () => {
    const { clock, lanes, send, open } = setUp();
    const digest = (block: number) => ({ type: 'block-digest', block, sha256: '0' }) as const;
    clock.advance(200);
    send(1);
    lanes.copyDigest(digest(0), () => false);
    lanes.copyDigest(digest(1), () => true);
    clock.advance(400);
    lanes.onInterrupted(400);
    expect(open(1).sent).toEqual([JSON.stringify(digest(1))]);
  });
});
