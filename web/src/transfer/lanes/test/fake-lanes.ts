/** Sender's lanes without connections: the test opens and loses them, and states what the pacer has measured. */

import type { Pacer, Pacing } from '../../pacing/pacer.js';
import { createFakeClock } from '../../test/support/clocks/fake-clock.js';
import type { ControlMessage } from '../../wire/control-messages.js';
import type { SentPiece } from '../lane-book.js';
import type { LaneEvents } from '../lane-connection.js';
import { createLaneBudget } from '../opening/lane-budget.js';
import { createSenderLanes, type SenderLanesOptions } from '../sender-lanes.js';

export const kib = 1024;
export const message = new Uint8Array(16 * kib);

/** An open data channel that delivers nothing. */
export class Channel extends EventTarget {
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

export const asChannel = (channel: Channel): RTCDataChannel => channel as unknown as RTCDataChannel;

export const setUp = (more: Partial<SenderLanesOptions> = {}, pagesLanes = 15) => {
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
