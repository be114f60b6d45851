import type { SenderLanesOptions } from '../sender-lanes.js';
import { asChannel, Channel, kib, message, setUp } from './fake-lanes.js';

describe('the sender’s lanes', () => {
  it('open one at first while the transfer is held back', () => {
    const { clock, state, opened, open, send } = setUp();
    state.mainWaiting = 200 * kib;
    send(1);
    clock.advance(2_000);
    expect([...opened.keys()]).toEqual([1]);
    open(1).bufferedAmount = 100 * kib;
    clock.advance(600);
    expect([...opened.keys()]).toEqual([1]);
  });

  it.each<[string, Partial<SenderLanesOptions>, number, number]>([
    ['two connections through a relay', { isRelayed: () => true }, 15, 1],
    ['what the receiver accepts', { maxLanes: 2 }, 15, 2],
    ['what is left on the page', {}, 3, 3],
    ['one while it leaves room for others', { isYielding: () => true }, 15, 0],
  ])('stay within %s', (_what, more, pagesLanes, most) => {
    const { clock, opened, lanes, budget } = setUp({ ...more, lanesAtStart: 16 }, pagesLanes);
    clock.advance(1_000);
    expect(opened.size).toBe(most);
    lanes.stop();
    expect(budget.left()).toBe(pagesLanes);
    clock.advance(10_000);
    expect(opened.size).toBe(most);
  });

  it('close during a pause once their pieces have arrived, so that other transfers of the page can open some', () => {
    let isPaused = false;
    const { clock, opened, state, budget, lanes, send, open, takeAll } = setUp({
      lanesAtStart: 3,
      isPaused: () => isPaused,
    });
    clock.advance(1_000);
    open(1);
    open(2);
    state.mainWaiting = 100 * kib;
    send(2);
    state.mainWaiting = 0;
    isPaused = true;
    clock.advance(1_000);
    expect(budget.left()).toBe(13);
    lanes.readDelivered({ receivedBytes: 0, lanes: [[2, message.length]] });
    state.silentMs = 1_000;
    clock.advance(8_000);
    expect([state.closed, budget.left()]).toEqual([[2], 14]);
    lanes.readDelivered({ receivedBytes: 0, lanes: [[1, message.length]] });
    clock.advance(1_000);
    expect([state.closed, budget.left(), takeAll()]).toEqual([[2, 1], 15, []]);
    expect([...opened.keys()]).toEqual([1, 2]);
    isPaused = false;
    state.silentMs = 0;
    clock.advance(1_000);
    expect([...opened.keys()]).toEqual([1, 2, 3, 4]);
  });

  it('are checked once a second during a pause, and again as usual after it', () => {
    let isPaused = true;
    let checks = 0;
    const { clock, opened } = setUp({
      lanesAtStart: 3,
      isPaused: () => {
        checks += 1;
        return isPaused;
      },
    });
    const checksIn = (ms: number): number => {
      checks = 0;
      clock.advance(ms);
      return checks;
    };
    const before = checksIn(2_000);
    clock.advance(8_000);
    expect(checksIn(10_000)).toBe(before);
    isPaused = false;
    clock.advance(1_000);
    expect([...opened.keys()]).toEqual([1, 2]);
    expect(checksIn(2_000)).toBe(before);
  });

  it('are kept in a short pause that follows a long one within a second', () => {
    let isPaused = true;
    const { clock, state, lanes, open } = setUp({ lanesAtStart: 2, isPaused: () => isPaused });
    const setPaused = (now: boolean): void => {
      isPaused = now;
      lanes.onPauseChanged();
    };
    setPaused(true);
    clock.advance(10_000);
    setPaused(false);
    clock.advance(100);
    lanes.canSend(message.length);
    open(1);
    setPaused(true);
    clock.advance(4_000);
    expect(state.closed).toEqual([]);
    clock.advance(2_000);
    expect(state.closed).toEqual([1]);
  });

  it('keep no piece that the receiver has acknowledged, although it has reported none', () => {
    const { clock, opened, open, state, lanes, send, takeAll } = setUp({ lanesAtStart: 2 });
    clock.advance(200);
    open(1);
    state.mainWaiting = 100 * kib;
    send(3);
    lanes.forget(({ offset }) => offset >= 2 * message.length);
    opened.get(1)?.onLost();
    expect(takeAll()).toEqual([2]);
  });

  it('are not opened into a path whose pings do not return, but once they do', () => {
    const { clock, opened, state, open } = setUp({ lanesAtStart: 16 });
    clock.advance(200);
    for (const lane of [...opened.keys()]) open(lane);
    expect(opened.size).toBe(15);
    state.silentMs = 1_000;
    for (const { onLost } of [...opened.values()]) onLost();
    clock.advance(20_000);
    expect(opened.size).toBe(15);
    state.silentMs = 0;
    clock.advance(200);
    expect(opened.size).toBe(30);
  });

  it('are wanted as before when they could not open because the path was interrupted', () => {
    const { clock, opened, state } = setUp({ lanesAtStart: 9 });
    clock.advance(200);
    state.silentMs = 1_000;
    for (const { onLost } of [...opened.values()]) onLost();
    state.silentMs = 0;
    clock.advance(200);
    expect(opened.size).toBe(16);
  });

  it('open without a measurement of the path', () => {
    const { clock, opened, pacing, state } = setUp({ lanesAtStart: 2 });
    pacing.rttMs = null;
    state.silentMs = Infinity;
    clock.advance(200);
    expect(opened.size).toBe(1);
  });

  it('rest after one could not open', () => {
    const { clock, opened } = setUp({ lanesAtStart: 2 });
    clock.advance(200);
    opened.get(1)?.onLost();
    clock.advance(4_000);
    expect(opened.size).toBe(1);
  });

  it('signal when one of them takes the next message, however short', () => {
    let changes = 0;
    const { clock, state, main, lanes, open } = setUp({
      lanesAtStart: 2,
      onChange: () => (changes += 1),
    });
    clock.advance(200);
    const lane = open(1);
    state.mainWaiting = lane.bufferedAmount = 9 * kib;
    expect(lanes.canSend(8 * kib)).toBe(false);
    for (const channel of [main, lane]) {
      expect(channel.bufferedAmountLowThreshold).toBe(8 * kib);
      changes = 0;
      channel.dispatchEvent(new Event('bufferedamountlow'));
      expect(changes).toBe(1);
    }
    lane.bufferedAmount = 8 * kib;
    expect(lanes.canSend(8 * kib)).toBe(true);
  });

  it('end the wait for room in the file’s channel when one opens, because that channel may be at a standstill', async () => {
    const writer: SenderLanesOptions['writer'] = {
      send: () => undefined,
      whenWritable: () => new Promise<void>(() => undefined),
      bufferedBytes: () => 2_000 * kib,
      onLow: () => undefined,
      setLowMark: () => undefined,
    };
    const { clock, lanes, open } = setUp({ writer, lanesAtStart: 2 });
    clock.advance(200);
    let hasEnded = false;
    void lanes.whenWritable()?.then(() => {
      hasEnded = true;
    });
    await Promise.resolve();
    expect(hasEnded).toBe(false);
    open(1);
    await Promise.resolve();
    expect(hasEnded).toBe(true);
    expect(lanes.canSend(message.length)).toBe(true);
  });

  it('send a piece again when its lane closes, or refuses it', () => {
    const { clock, opened, state, send, open, takeAll } = setUp({ lanesAtStart: 2 });
    clock.advance(200);
    open(1);
    state.mainWaiting = 100 * kib;
    send(1);
    opened.get(1)?.onLost();
    expect(takeAll()).toEqual([0]);
    clock.advance(200);
    open(2).isBroken = true;
    send(1);
    expect(takeAll()).toEqual([1]);
    expect(state.lostBytes).toBe(2 * message.length);
  });

  it('report what is to be sent again until it is sent, and what of it has never left a lane', () => {
    const { clock, opened, state, lanes, send, open } = setUp({ lanesAtStart: 2 });
    clock.advance(200);
    const lane = open(1);
    state.mainWaiting = 100 * kib;
    send(3);
    lane.bufferedAmount = 2 * message.length + 100;
    opened.get(1)?.onLost();
    const lost = (): unknown => lanes.lostBytes(() => true);
    expect(lost()).toEqual({ all: 3 * message.length, neverSent: 2 * message.length });
    const [first, second] = [lanes.nextLost(() => true), lanes.nextLost(() => true)];
    expect(second).toBe(first);
    clock.advance(200);
    open(2).bufferedAmount = message.length;
    if (first !== null) lanes.send(first, message);
    expect(lost()).toEqual({ all: 2 * message.length, neverSent: 2 * message.length });
    // The piece has left the first lane, whatever happens on the second.
    opened.get(2)?.onLost();
    expect(lost()).toEqual({ all: 3 * message.length, neverSent: 2 * message.length });
    expect(lanes.lostBytes(({ offset }) => offset === 0).all).toBe(message.length);
  });

  it('refuse a report of more than was sent on a lane', () => {
    const { lanes, send } = setUp();
    send(1);
    expect(lanes.readDelivered({ receivedBytes: message.length, lanes: [] })).toBe(message.length);
    expect(lanes.readDelivered({ receivedBytes: message.length + 1, lanes: [] })).toBeNull();
  });

  it('copy their signals to the measuring channel, and digests to a lane', () => {
    const { clock, opened, lanes, sent, open } = setUp({ lanesAtStart: 2 });
    const measuring = new Channel();
    lanes.signalOver(asChannel(measuring));
    clock.advance(200);
    const offer = { type: 'lane-signal', lane: 1, kind: 'offer', payload: { sdp: 'v=0' } } as const;
    opened.get(1)?.send(offer);
    expect(sent).toEqual([offer]);
    expect(measuring.sent).toEqual([JSON.stringify(offer)]);
    const digest = { type: 'block-digest', block: 0, sha256: '0' } as const;
    const lane = open(1);
    lanes.copyDigest(digest, () => true);
    expect(lane.sent).toEqual([JSON.stringify(digest)]);
  });
});
