/**
 * Sender's side of lanes: opens as many as the policy wants, gives every message a lane, and sends again what was under
 * way on a lane that is lost or at a standstill. Bytes under way are limited by the one window of the transfer.
 */

import type { ByteReport, LossCause, Pacer } from '../pacing/pacer.js';
import { maxLaneNumber, maxRelayedLanes } from '../support/constants.js';
import type { Clock, TimerId } from '../support/env.js';
import { encodeControl, type ControlMessage } from '../wire/control-messages.js';
import type { ChannelWriter } from '../wire/flow-control.js';
import { createDigestCopies, type DigestMessage } from './digest-copies.js';
import { createLaneBook, type SentPiece } from './lane-book.js';
import type { LaneConnection, LaneSignal, OpenLane } from './lane-connection.js';
import type { LaneBudget } from './opening/lane-budget.js';
import { initialPulse, nextPatience } from './opening/lane-patience.js';
import {
  initialLanePolicy,
  nextLanePolicy,
  onLaneRefused,
  type LanePolicy,
} from './opening/lane-policy.js';

type IsNeeded = (piece: SentPiece) => boolean;

/** Bytes to send again. */
export interface LostBytes {
  all: number;
  /** Of them, those that have not left the channel of any lane. */
  neverSent: number;
}

const nothingLost: LostBytes = { all: 0, neverSent: 0 };

const addLost = ({ all, neverSent }: LostBytes, { length, hasLeft }: SentPiece): LostBytes => ({
  all: all + length,
  neverSent: neverSent + (hasLeft === true ? 0 : length),
});

export interface SenderLanes {
  /** The pacer's view of a report; null for one of more than was sent. */
  readDelivered(report: ByteReport): number | null;
  /** Null when a message may be sent now, or when a change of the window or the lanes will signal it. */
  whenWritable(): Promise<void> | null;
  /** Whether a lane takes a message of this payload now. */
  canSend(bytes: number): boolean;
  /** @param message of the piece, valid until the next one is encoded. */
  send(piece: SentPiece, message: Uint8Array<ArrayBuffer>): void;
  /**
   * Also sends the digest on another lane, in case the file's channel is stalled, and again when these are given up.
   * @param isNeeded whether the receiver may lack it.
   */
  copyDigest(message: DigestMessage, isNeeded: () => boolean): void;
  /**
   * The next piece to send again; null when there is none. It counts as lost until it is sent.
   * @param isNeeded whether its bytes are still missing.
   */
  nextLost(isNeeded: IsNeeded): SentPiece | null;
  lostBytes(isNeeded: IsNeeded): LostBytes;
  receive(message: LaneSignal): void;
  /** The measuring channel is open: copies of signals go there, past a file's channel at a standstill. */
  signalOver(channel: RTCDataChannel): void;
  /** Bytes that wait in the channels. */
  waitingBytes(): number;
  /**
   * The path has returned after an interruption. SCTP would wait for its timer, and then start from a window of one
   * packet: new lanes take over the pieces of the file's channel and of lanes with pieces from before.
   */
  onInterrupted(lostMs: number): void;
  /** Connections that carry the file. */
  count(): number;
  /** The file's channel has been given up, and has not yet delivered what it was sent before. */
  isOwed(): boolean;
  stop(): void;
}

export interface SenderLanesOptions {
  clock: Clock;
  /** Writes to the file's channel. */
  writer: ChannelWriter;
  openLane: OpenLane;
  /** Lanes that the receiver accepts at a time. */
  maxLanes: number;
  /** Of each digest that it accepts beside the first. */
  maxDigestCopies: number;
  budget: LaneBudget;
  lanesAtStart?: number;
  pacer: () => Pacer;
  isRelayed: () => boolean;
  /** The transfer yields the path to other traffic. */
  isYielding: () => boolean;
  isPaused: () => boolean;
  send: (message: ControlMessage) => void;
  /** A message may be sent again, or pieces are lost. */
  onChange: () => void;
  /** Lanes are wanted, and all numbers are used; repeated while they are. The owner may stop these lanes. */
  onUsedUp: () => void;
}

const checkMs = 200;
/** Minimum interval between two checks of the lanes. */
const minCheckMs = 5;
/** Pings are alive when the last one returned within this time. */
const aliveMs = 500;
/** A shorter pause keeps its lanes. */
const pausedMs = 5_000;
const maxLanesBesideOthers = 2;
/** Lanes replaced after an interruption: the numbers of lanes are limited. SCTP resumes on the others within 3 s. */
const maxReplaced = 4;
/** How long lost pieces wait for a new lane instead of going to a file's channel at a standstill. */
const takeOverMs = 1_500;

export const createSenderLanes = (options: SenderLanesOptions): SenderLanes => {
  const { clock, writer, openLane, budget, onChange } = options;
  const book = createLaneBook();
  const digests = createDigestCopies(options.maxDigestCopies);
  const connections = new Map<
    number,
    { connection: LaneConnection; channel: RTCDataChannel | null }
  >();
  let policy: LanePolicy = { ...initialLanePolicy, wanted: options.lanesAtStart ?? 1 };
  let lost: SentPiece[] = [];
  let lastLane = 0;
  let checkedAtMs = -Infinity;
  let pulse = initialPulse;
  let signalChannel: RTCDataChannel | null = null;
  let timer: TimerId | undefined;
  let pausedAtMs: number | null = null;
  /** End of an interruption after which no lane has taken over yet. */
  let interruptedAtMs: number | null = null;
  /** Each is closed when a lane opens that replaces it. */
  let replaced: number[] = [];
  /** A lane is wanted for the last interruption only. */
  let isTemporary = false;
  let isStopped = false;
  let endWaitForRoom: () => void = () => undefined;

  const waitingOf = (lane: number): number =>
    lane === 0 ? writer.bufferedBytes() : (connections.get(lane)?.channel?.bufferedAmount ?? 0);
  const waitingBytes = (): number => {
    let sum = writer.bufferedBytes();
    for (const { channel } of connections.values()) sum += channel?.bufferedAmount ?? 0;
    return sum;
  };

  /** The file's channel is the only lane: its watermarks apply. */
  const hasOnlyFileChannel = (): boolean => {
    const lanes = book.usable();
    return lanes.length === 1 && lanes[0] === 0;
  };

  /** Near peers need no lane once the file's channel has resumed. */
  const isNearAgain = (): boolean =>
    isTemporary &&
    interruptedAtMs === null &&
    options.pacer().snapshot().isNear &&
    book.usable().includes(0);

  /** Lanes to give messages to. */
  const most = (): number => {
    if (options.isYielding() || isNearAgain()) return 1;
    return options.pacer().snapshot().isCompeting ? maxLanesBesideOthers : Infinity;
  };

  const maxLanes = (): number => {
    if (options.isYielding()) return 1;
    const route = options.isRelayed() ? maxRelayedLanes : Infinity;
    return 1 + Math.min(options.maxLanes, route, connections.size + budget.left());
  };

  const signal = (message: LaneSignal): void => {
    options.send(message);
    if (signalChannel?.readyState === 'open') signalChannel.send(encodeControl(message));
  };

  /** @returns false when the lane has closed: once that is noticed, what it carried is repeated. */
  const sendDigest = (message: DigestMessage, lane: number): boolean => {
    const channel = connections.get(lane)?.channel;
    if (channel?.readyState !== 'open') return false;
    try {
      channel.send(encodeControl(message));
      return true;
    } catch {
      return false;
    }
  };

  /** On the newest lane: others may have been interrupted as well. */
  const repeatDigests = (): void => {
    const lane = book.usable().at(-1) ?? 0;
    if (lane === 0) return;
    for (const message of digests.takeFor(lane)) sendDigest(message, lane);
  };

  /** @param waitingBytes in its channel, which is closed. */
  const giveUpPieces = (lane: number, cause: LossCause, waitingBytes = 0): void => {
    const { pieces, bytes } = book.giveUp(lane, waitingBytes);
    lost.push(...pieces);
    digests.onGivenUp(lane);
    repeatDigests();
    if (bytes > 0) options.pacer().onLost(bytes, cause);
  };

  const close = (lane: number, cause: LossCause = 'standstill'): void => {
    const known = connections.get(lane);
    if (known === undefined) return;
    const waiting = waitingOf(lane);
    connections.delete(lane);
    known.connection.close();
    budget.release();
    options.send({ type: 'lane-close', lane });
    if (known.channel !== null) giveUpPieces(lane, cause, waiting);
    // Without a path a lane fails to open whatever the network and the browser allow.
    else if (isAlive()) policy = onLaneRefused(policy, clock.now(), 1 + connections.size);
    onChange();
  };

  /** It has not delivered what it was sent before the end of the interruption. */
  const isInterrupted = (lane: number, endedAtMs: number): boolean =>
    book.overdue(clock.now(), clock.now() - endedAtMs).includes(lane);

  /** The pieces of a file's channel at a standstill go to other lanes. */
  const takeOver = (): void => {
    if (interruptedAtMs !== null && isInterrupted(0, interruptedAtMs))
      giveUpPieces(0, 'interruption');
    interruptedAtMs = null;
  };

  /** A new lane takes over soon: until then lost pieces would only wait in the file's channel. */
  const isTakenOverSoon = (): boolean =>
    interruptedAtMs !== null &&
    clock.now() - interruptedAtMs < takeOverMs &&
    [...connections.values()].some(({ channel }) => channel === null) &&
    hasOnlyFileChannel() &&
    isInterrupted(0, interruptedAtMs);

  /** A lane takes a message when no more than its length waits there. */
  const wakeAt = (bytes: number): void => {
    writer.setLowMark(bytes);
    for (const { channel } of connections.values())
      if (channel !== null) channel.bufferedAmountLowThreshold = bytes;
  };

  const onOpen = (lane: number, channel: RTCDataChannel): void => {
    const known = connections.get(lane);
    if (known === undefined) return;
    known.channel = channel;
    channel.addEventListener('bufferedamountlow', onChange);
    book.open(lane);
    takeOver();
    repeatDigests();
    const old = replaced.shift();
    if (old !== undefined) close(old, 'interruption');
    endWaitForRoom();
    onChange();
  };

  /** True for a path without a measuring connection. */
  const isAlive = (): boolean => {
    const { rttMs } = options.pacer().snapshot();
    return rttMs === null || options.pacer().silentMs() < Math.max(aliveMs, 4 * rttMs);
  };

  /** Beside the file's channel. */
  const wantedLanes = (): number =>
    options.isPaused() ? 0 : Math.min(policy.wanted, maxLanes()) - 1;

  const isUsedUp = (): boolean =>
    lastLane >= maxLaneNumber && connections.size < wantedLanes() && isAlive();

  /** @returns whether a lane is being opened. */
  const openOne = (): boolean => {
    if (lastLane >= maxLaneNumber || !budget.take()) return false;
    const lane = (lastLane += 1);
    const connection = openLane(lane, {
      send: signal,
      onOpen: (channel) => onOpen(lane, channel),
      onLost: () => close(lane, isAlive() ? 'standstill' : 'interruption'),
    });
    if (connection === null) {
      budget.release();
      policy = onLaneRefused(policy, clock.now(), 1 + connections.size);
      return false;
    }
    connections.set(lane, { connection, channel: null });
    return true;
  };

  const open = (): void => {
    // Signals would wait in the file's channel, and arrive together when the path is back.
    if (!isAlive()) return;
    const wanted = wantedLanes();
    while (connections.size < wanted && openOne());
  };

  /** Opens a lane in place of each. The old one closes when a new one has opened, or first if there is no room. */
  const replace = (lanes: readonly number[]): void => {
    replaced = [];
    for (const lane of lanes) {
      if (lastLane >= maxLaneNumber) return;
      const hasRoom = connections.size < maxLanes() - 1;
      if (!hasRoom) close(lane, 'interruption');
      if (!openOne()) return;
      if (hasRoom) replaced.push(lane);
    }
  };

  /** Closes the lane of the last interruption when its pieces have arrived. */
  const closeTemporary = (): void => {
    if (!isNearAgain()) return;
    for (const lane of book.idle()) if (lane !== 0) close(lane);
    if (connections.size > 0) return;
    isTemporary = false;
    policy = { ...policy, wanted: 1 };
  };

  const rescue = (nowMs: number): void => {
    const { rttMs, queueMs, isNear } = options.pacer().snapshot();
    if (rttMs === null) return;
    const patience = nextPatience(pulse, { nowMs, isAlive: isAlive(), rttMs, queueMs });
    pulse = patience.pulse;
    if (patience.overdueMs === null) return;
    const overdue = book.overdue(nowMs, patience.overdueMs);
    for (const lane of overdue) if (lane !== 0) close(lane);
    // Near peers: SCTP recovers faster than a lane opens.
    if (!overdue.includes(0) || isNear) return;
    // The file's channel cannot be replaced, only given up: that takes another lane.
    if (book.usable().length > 1) {
      giveUpPieces(0, 'standstill');
      onChange();
    } else if (policy.wanted < 2 && policy.phase !== 'resting') policy = { ...policy, wanted: 2 };
  };

  const checkLanes = (): void => {
    const nowMs = clock.now();
    if (isStopped || nowMs - checkedAtMs < minCheckMs) return;
    checkedAtMs = nowMs;
    const pacing = options.pacer().snapshot();
    const lanes = book.usable();
    const threshold = pacing.windowBytes / 8 + options.pacer().messageBytes() / 2;
    policy = nextLanePolicy(policy, {
      nowMs,
      baseRttMs: pacing.rttMs,
      isNear: pacing.isNear,
      queueMs: pacing.queueMs,
      isHeldBack: lanes.every((lane) => waitingOf(lane) > 0) && waitingBytes() > threshold,
      lanes: lanes.length,
      maxLanes: maxLanes(),
      deliveredBytes: book.deliveredBytes(),
    });
    rescue(nowMs);
    open();
  };

  /** A pause may last for days, and other transfers of the page can use the lanes. Pieces under way arrive first. */
  const releasePaused = (): void => {
    pausedAtMs = options.isPaused() ? (pausedAtMs ?? clock.now()) : null;
    if (pausedAtMs === null || clock.now() - pausedAtMs < pausedMs) return;
    const idle = book.idle();
    // A file's channel that stands still could carry nothing alone after the pause.
    if (!idle.includes(0)) return;
    for (const lane of idle) if (lane !== 0) close(lane);
  };

  writer.onLow(onChange);

  const check = (): void => {
    checkLanes();
    releasePaused();
    closeTemporary();
    if (interruptedAtMs !== null) onChange();
    timer = clock.setTimeout(check, checkMs);
    if (isUsedUp()) options.onUsedUp();
  };
  timer = clock.setTimeout(check, checkMs);

  return {
    readDelivered({ receivedBytes, lanes }) {
      const totals = lanes.length === 0 ? [[0, receivedBytes] as const] : lanes;
      const usable = book.usable().length;
      for (const [lane, bytes] of totals) if (!book.onReport(lane, bytes)) return null;
      // The file's channel has delivered what was in flight when it was given up.
      if (book.usable().length > usable) onChange();
      return book.deliveredBytes();
    },
    whenWritable() {
      const room = hasOnlyFileChannel() ? writer.whenWritable() : null;
      if (room === null) return null;
      // A file's channel at a standstill has no room for as long as that lasts: a lane that opens ends the wait.
      return new Promise((resolve) => {
        endWaitForRoom = resolve;
        void room.then(resolve);
      });
    },
    canSend(bytes) {
      checkLanes();
      if (isTakenOverSoon()) return false;
      if (book.choose(bytes, most(), waitingOf) !== null) return true;
      wakeAt(bytes);
      return false;
    },
    send(piece, message) {
      if (piece === lost[0]) lost.shift();
      const lane = book.choose(piece.length, most(), waitingOf) ?? 0;
      book.onSent(lane, piece, clock.now());
      if (lane === 0) {
        writer.send(message);
        return;
      }
      try {
        connections.get(lane)?.channel?.send(message);
      } catch {
        close(lane);
      }
    },
    copyDigest(message, isNeeded) {
      const usable = book.usable();
      const lane = usable.find((each) => each !== 0);
      const isCopied = lane !== undefined && sendDigest(message, lane);
      const lanes = usable.filter((each) => each === 0 || (isCopied && each === lane));
      digests.onSent(message, { lanes, copies: isCopied ? 1 : 0 }, isNeeded);
    },
    nextLost(isNeeded) {
      lost = lost.filter(isNeeded);
      return lost[0] ?? null;
    },
    lostBytes(isNeeded) {
      let sum = nothingLost;
      for (const piece of lost) if (isNeeded(piece)) sum = addLost(sum, piece);
      return sum;
    },
    receive(message) {
      connections.get(message.lane)?.connection.receive(message);
    },
    signalOver(channel) {
      signalChannel = channel;
    },
    waitingBytes,
    onInterrupted(lostMs) {
      const nowMs = clock.now();
      const { rttMs, queueMs } = options.pacer().snapshot();
      const healthyMs = (rttMs ?? 0) + Math.max(0, queueMs);
      // None where only the measuring connection was interrupted.
      const interrupted = book.overdue(nowMs, lostMs / 2 + healthyMs);
      if (interrupted.length === 0) return;
      interruptedAtMs = nowMs;
      if (book.usable().some((lane) => !interrupted.includes(lane))) takeOver();
      if (policy.wanted < 2) {
        policy = { ...policy, wanted: 2 };
        isTemporary = true;
      }
      if (wantedLanes() > 0)
        replace(interrupted.filter((lane) => lane !== 0).slice(0, maxReplaced));
      open();
      onChange();
    },
    count: () => book.usable().length,
    isOwed: () => !book.usable().includes(0),
    stop() {
      isStopped = true;
      clock.clearTimeout(timer);
      signalChannel = null;
      for (const { connection } of connections.values()) {
        connection.close();
        budget.release();
      }
      connections.clear();
    },
  };
};
