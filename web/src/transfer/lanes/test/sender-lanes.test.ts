import type { Pacer, Pacing } from '../../pacing/pacer.js';
import { createFakeClock } from '../../test/support/clocks/fake-clock.js';
import type { ControlMessage } from '../../wire/control-messages.js';
import type { SentPiece } from '../lane-book.js';
import type { LaneEvents } from '../lane-connection.js';
import { createLaneBudget } from '../opening/lane-budget.js';
import { createSenderLanes, type SenderLanesOptions } from '../sender-lanes.js';

const kib = 1024;
const message = new Uint8Array(16 * kib);

class Channel extends EventTarget {
  readyState = 'open';
  bufferedAmount = 0;
  bufferedAmountLowThreshold = 0;
  isBroken = false;
  readonly sent: unknown[] = [];
  send(data: unknown): void {
    if (this.isBroken) throw new DOMException('closed', 'InvalidStateError');
    this.sent.push(data);
  }
}

const asChannel = (channel: Channel): RTCDataChannel => channel as unknown as RTCDataChannel;

const setUp = (more: Partial<SenderLanesOptions> = {}, pagesLanes = 15) => {
  const clock = createFakeClock();
  const opened = new Map<number, LaneEvents>();
  const channels = new Map<number, Channel>();
  const sent: ControlMessage[] = [];
  const pacing: Pacing = {
    rttMs: 50,
    lossShare: 0.01,
    isNear: false,
    queueMs: 0,
    windowBytes: 256 * kib,
    isCompeting: false,
  };
  const state = { silentMs: 0, lostBytes: 0, mainBytes: 0, mainWaiting: 0, closed: [] as number[] };
  const main = new Channel();
  const budget = createLaneBudget(pagesLanes);
  const lanes = createSenderLanes({
    clock,
    writer: {
      send: () => {
        state.mainBytes += message.length;
      },
      whenWritable: () => null,
      bufferedBytes: () => state.mainWaiting,
      onLow: (callback) => main.addEventListener('bufferedamountlow', callback),
      setLowMark: (bytes) => {
        main.bufferedAmountLowThreshold = bytes;
      },
    },
    openLane(lane, events) {
      opened.set(lane, events);
      return { receive: () => undefined, close: () => state.closed.push(lane) };
    },
    maxLanes: 15,
    maxDigestCopies: 1,
    budget,
    pacer: () =>
      ({
        snapshot: () => pacing,
        messageBytes: () => message.length,
        silentMs: () => state.silentMs,
        onLost: (bytes) => {
          state.lostBytes += bytes;
        },
      }) satisfies Partial<Pacer> as unknown as Pacer,
    isRelayed: () => false,
    isYielding: () => false,
    isPaused: () => false,
    send: (each) => sent.push(each),
    onChange: () => undefined,
    onUsedUp: () => undefined,
    ...more,
  });
  let offset = 0;
  const send = (count: number): void => {
    for (let i = 0; i < count; i += 1) {
      const piece: SentPiece = { block: 0, offset, length: message.length, pass: 0 };
      offset += message.length;
      lanes.send(piece, message);
    }
  };
  const open = (lane: number): Channel => {
    const channel = new Channel();
    channels.set(lane, channel);
    opened.get(lane)?.onOpen(asChannel(channel), []);
    return channel;
  };
  const taken = new Set<SentPiece>();
  const nextLost = (): SentPiece | null => lanes.nextLost((piece) => !taken.has(piece));
  const takeAll = (): number[] => {
    const offsets: number[] = [];
    for (let piece = nextLost(); piece !== null; piece = nextLost()) {
      taken.add(piece);
      offsets.push(piece.offset / message.length);
    }
    return offsets;
  };
  return { clock, opened, channels, sent, pacing, state, main, budget, lanes, send, open, takeAll };
};

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
    // It carries pieces again when it has delivered its own.
    state.mainWaiting = 0;
    lane.bufferedAmount = 100 * kib;
    expect(lanes.canSend(message.length)).toBe(false);
    lanes.readDelivered({ receivedBytes: 0, lanes: [[0, 4 * message.length]] });
    expect(lanes.isOwed()).toBe(false);
    clock.advance(10);
    expect(lanes.canSend(message.length)).toBe(true);
  });

  it('are kept during a pause while the file’s channel stands still: it could carry nothing alone', () => {
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

  it('tell when one of them takes the next message, however short', () => {
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

  it('end the wait for room in the file’s channel when one opens: that channel may stand still', async () => {
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

  it('get time to go on after an interruption', () => {
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
    // It does not open, and the file's channel may resume.
    clock.advance(1_600);
    expect(lanes.canSend(message.length)).toBe(true);
  });

  it('take over at once where one carries no piece from before the interruption', () => {
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

  it('tell what is to be sent again until it is, and what of it has never left a lane', () => {
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
    // It has left the first lane, whatever happens on this one.
    opened.get(2)?.onLost();
    expect(lost()).toEqual({ all: 3 * message.length, neverSent: 2 * message.length });
    expect(lanes.lostBytes(({ offset }) => offset === 0).all).toBe(message.length);
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
