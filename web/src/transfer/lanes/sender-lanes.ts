/**
 * Sender's side of lanes: gives every message a lane, and sends again what was under way on a lane that is lost or at a
 * standstill. Bytes under way are limited by the one window of the transfer.
 */

import type { ByteReport, LossCause, Pacer } from '../pacing/pacer.js';
import type { TimerId } from '../support/env.js';
import { encodeControl } from '../wire/control-messages.js';
import type { ChannelWriter } from '../wire/flow-control.js';
import { createDigestCopies, type DigestMessage } from './digest-copies.js';
import { createLaneBook, type SentPiece } from './lane-book.js';
import type { LaneSignal } from './lane-connection.js';
import { createLostPieces, type IsNeeded, type LostBytes } from './lost-pieces.js';
import { initialPulse, nextPatience } from './opening/lane-patience.js';
import { createLaneSet, type LaneSetOptions } from './opening/lane-set.js';

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
  /** Some pieces are not needed any more. */
  forget(isNeeded: IsNeeded): void;
  /** The next piece to send again; null when there is none. It counts as lost until it is sent. */
  nextLost(isNeeded: IsNeeded): SentPiece | null;
  lostBytes(isNeeded: IsNeeded): LostBytes;
  /** Either side has paused or resumed: checks are too far apart to notice a short resumption. */
  onPauseChanged(): void;
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

export interface SenderLanesOptions extends Omit<
  LaneSetOptions,
  'isAlive' | 'onOpened' | 'onClosed'
> {
  /** Writes to the file's channel. */
  writer: ChannelWriter;
  /** Copies of each digest that the receiver accepts beside the first. */
  maxDigestCopies: number;
  pacer: () => Pacer;
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
/** `checkMs` in a pause, which may last for days: each check wakes the processor. */
const pausedCheckMs = 1_000;
const maxLanesBesideOthers = 2;
/** Lanes replaced after an interruption: the numbers of lanes are limited. SCTP resumes on the others within 3 s. */
const maxReplaced = 4;
/** How long lost pieces wait for a new lane instead of going to a file's channel at a standstill. */
const takeOverMs = 1_500;

export const createSenderLanes = (options: SenderLanesOptions): SenderLanes => {
  const { clock, writer, onChange } = options;
  const book = createLaneBook();
  const digests = createDigestCopies(options.maxDigestCopies);
  const lost = createLostPieces();
  let checkedAtMs = -Infinity;
  let pulse = initialPulse;
  let timer: TimerId | undefined;
  let pausedAtMs: number | null = null;
  /** End of an interruption after which no lane has taken over yet. */
  let interruptedAtMs: number | null = null;
  /** A lane is wanted for the last interruption only. */
  let isTemporary = false;
  let isStopped = false;
  let endWaitForRoom: () => void = () => undefined;

  /** True for a path without a measuring connection. */
  const isAlive = (): boolean => {
    const { rttMs } = options.pacer().snapshot();
    return rttMs === null || options.pacer().silentMs() < Math.max(aliveMs, 4 * rttMs);
  };

  const set = createLaneSet({
    ...options,
    isAlive,
    onOpened: (lane, channel) => onOpened(lane, channel),
    onClosed: (lane, cause, waitingBytes) => giveUpPieces(lane, cause, waitingBytes),
  });

  const waitingOf = (lane: number): number =>
    lane === 0 ? writer.bufferedBytes() : (set.channelOf(lane)?.bufferedAmount ?? 0);
  const waitingBytes = (): number => writer.bufferedBytes() + set.waitingBytes();

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

  /** @returns false when the lane has closed: its pieces are repeated once the close is noticed. */
  const sendDigest = (message: DigestMessage, lane: number): boolean => {
    const channel = set.channelOf(lane);
    if (channel?.readyState !== 'open') return false;
    try {
      channel.send(encodeControl(message));
      return true;
    } catch {
      return false;
    }
  };

  /** Repeats digests on the newest lane: others may have been interrupted as well. */
  const repeatDigests = (): void => {
    const lane = book.usable().at(-1) ?? 0;
    if (lane === 0) return;
    digests.repeat(lane, (message) => sendDigest(message, lane));
  };

  /** @param waitingBytes in its channel, which is closed. */
  const giveUpPieces = (lane: number, cause: LossCause, waitingBytes = 0): void => {
    const { pieces, bytes } = book.giveUp(lane, waitingBytes);
    lost.add(pieces);
    digests.onGivenUp(lane);
    repeatDigests();
    if (bytes > 0) options.pacer().onLost(bytes, cause);
  };

  /** The lane has not delivered all that it was sent before the end of the interruption. */
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
    set.isOpening() &&
    hasOnlyFileChannel() &&
    isInterrupted(0, interruptedAtMs);

  /** A lane takes a message when no more than its length waits there. */
  const wakeAt = (bytes: number): void => {
    writer.setLowMark(bytes);
    set.wakeAt(bytes);
  };

  const onOpened = (lane: number, channel: RTCDataChannel): void => {
    channel.addEventListener('bufferedamountlow', onChange);
    book.open(lane);
    takeOver();
    repeatDigests();
    endWaitForRoom();
  };

  /** Closes the lane of the last interruption when its pieces have arrived. */
  const closeTemporary = (): void => {
    if (!isNearAgain()) return;
    for (const lane of book.idle()) if (lane !== 0) set.close(lane);
    if (set.size() > 0) return;
    isTemporary = false;
    set.want(1);
  };

  /** Closes the lanes whose pieces are overdue, and gives up the file's channel if its own are. */
  const giveUpOverdue = (nowMs: number): void => {
    const { rttMs, queueMs, isNear } = options.pacer().snapshot();
    if (rttMs === null) return;
    const patience = nextPatience(pulse, { nowMs, isAlive: isAlive(), rttMs, queueMs });
    pulse = patience.pulse;
    if (patience.overdueMs === null) return;
    const overdue = book.overdue(nowMs, patience.overdueMs);
    for (const lane of overdue) if (lane !== 0) set.close(lane);
    // Near peers: SCTP recovers faster than a lane opens.
    if (!overdue.includes(0) || isNear) return;
    // The file's channel cannot be replaced, only given up: that takes another lane.
    if (book.usable().length > 1) {
      giveUpPieces(0, 'standstill');
      onChange();
    } else if (set.wanted() < 2 && !set.isResting()) set.want(2);
  };

  const checkLanes = (): void => {
    const nowMs = clock.now();
    if (isStopped || nowMs - checkedAtMs < minCheckMs) return;
    checkedAtMs = nowMs;
    const pacing = options.pacer().snapshot();
    const lanes = book.usable();
    const threshold = pacing.windowBytes / 8 + options.pacer().messageBytes() / 2;
    set.observe({
      nowMs,
      baseRttMs: pacing.rttMs,
      isNear: pacing.isNear,
      queueMs: pacing.queueMs,
      isHeldBack: lanes.every((lane) => waitingOf(lane) > 0) && waitingBytes() > threshold,
      lanes: lanes.length,
      deliveredBytes: book.deliveredBytes(),
    });
    giveUpOverdue(nowMs);
    set.open();
  };

  const notePause = (): void => {
    pausedAtMs = options.isPaused() ? (pausedAtMs ?? clock.now()) : null;
  };

  /** A pause may last for days, and other transfers of the page can use the lanes. Pieces under way arrive first. */
  const releasePaused = (): void => {
    notePause();
    if (pausedAtMs === null || clock.now() - pausedAtMs < pausedMs) return;
    const idle = book.idle();
    // A file's channel that stands still could carry nothing alone after the pause.
    if (!idle.includes(0)) return;
    for (const lane of idle) if (lane !== 0) set.close(lane);
  };

  /** Nothing is sent before the pause ends, and no lane is left to release. */
  const isResting = (): boolean =>
    pausedAtMs !== null &&
    clock.now() - pausedAtMs >= pausedMs &&
    set.size() === 0 &&
    interruptedAtMs === null;

  writer.onLow(onChange);

  const check = (): void => {
    checkLanes();
    releasePaused();
    closeTemporary();
    if (interruptedAtMs !== null) onChange();
    timer = clock.setTimeout(check, isResting() ? pausedCheckMs : checkMs);
    if (set.isUsedUp()) options.onUsedUp();
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
      lost.onSent(piece);
      const lane = book.choose(piece.length, most(), waitingOf) ?? 0;
      book.onSent(lane, piece, clock.now());
      if (lane === 0) {
        writer.send(message);
        return;
      }
      try {
        set.channelOf(lane)?.send(message);
      } catch {
        set.close(lane);
      }
    },
    copyDigest(message, isNeeded) {
      const usable = book.usable();
      const lane = usable.find((each) => each !== 0);
      const isCopied = lane !== undefined && sendDigest(message, lane);
      const lanes = usable.filter((each) => each === 0 || (isCopied && each === lane));
      digests.onSent(message, { lanes, copies: isCopied ? 1 : 0 }, isNeeded);
    },
    forget: (isNeeded) => book.forget(isNeeded),
    nextLost: (isNeeded) => lost.next(isNeeded),
    lostBytes: (isNeeded) => lost.bytes(isNeeded),
    onPauseChanged: notePause,
    receive: (message) => set.receive(message),
    signalOver: (channel) => set.signalOver(channel),
    waitingBytes,
    onInterrupted(lostMs) {
      const nowMs = clock.now();
      const { rttMs, queueMs } = options.pacer().snapshot();
      const healthyMs = (rttMs ?? 0) + Math.max(0, queueMs);
      // Empty if only the measuring connection was interrupted.
      const interrupted = book.overdue(nowMs, lostMs / 2 + healthyMs);
      if (interrupted.length === 0) return;
      interruptedAtMs = nowMs;
      if (book.usable().some((lane) => !interrupted.includes(lane))) takeOver();
      if (set.wanted() < 2) {
        set.want(2);
        isTemporary = true;
      }
      set.replace(interrupted.filter((lane) => lane !== 0).slice(0, maxReplaced));
      set.open();
      onChange();
    },
    count: () => book.usable().length,
    isOwed: () => !book.usable().includes(0),
    stop() {
      isStopped = true;
      clock.clearTimeout(timer);
      set.stop();
    },
  };
};
