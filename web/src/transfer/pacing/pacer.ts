/**
 * Sender's shell around the send window: bytes in flight, when to ping, and whether the next message may be sent.
 * Bytes in flight are those sent less those the receiver reported; a retransmitted block counts twice on both sides.
 */

import { sleptMs } from '../support/constants.js';
import type { Clock, TimerId } from '../support/env.js';
import { readMessage } from '../wire/chunk-frames.js';
import { encodePing, readReport, type PathReport } from '../wire/path-messages.js';
import { createPings } from './pings.js';
import { createStandstill } from './standstill.js';
import { createSendWindow } from './window/send-window.js';

/** Without a measurement for this long, the transfer continues without a window. */
const unmeasuredPatienceMs = 10_000;
/**
 * An interruption longer than SCTP's retransmission timer lets it expire again and again, which collapses the congestion
 * window: it then grows by one packet per round trip (RFC 9260, 7.2.3). Chromium's timer is 400 ms, or 220 ms more than
 * the round trip (dcSCTP, `rto_min` and `min_rtt_variance`).
 */
const minTimerMs = 400;
const timerMarginMs = 220;
/** Between near peers the window recovers immediately; only the timer's later expiries (1.2 s, 2.8 s) cost time. */
const interruptedNearMs = 1_200;
/** Enough for the window to open smoothly, few enough for reports to cost little. */
const reportsPerWindow = 8;

export interface Pacing {
  /** Shortest recent round trip; null before the first measurement. */
  rttMs: number | null;
  /** Share of the pings of the last half minute that were lost on the way or on the way back; null for too few. */
  lossShare: number | null;
  /** The round trip is one within a machine or a building. */
  isNear: boolean;
  /** Added to the round trip by the queue at the bottleneck. */
  queueMs: number;
  windowBytes: number;
  /** Another flow fills the queue. */
  isCompeting: boolean;
}

/** What the receiver says has arrived, in total and by lane. */
export type ByteReport = Pick<PathReport, 'receivedBytes' | 'lanes'>;

/** After an interruption the path carries as much as before it; a standstill without one may be a full queue. */
export type LossCause = 'standstill' | 'interruption';

export interface Pacer {
  /** The limit of the transfer has changed. @param isYielding see `SendWindow`. */
  onLimit(isYielding: boolean): void;
  /** Payload bytes that the next message should have. */
  messageBytes(): number;
  /** Whether a message of this size may be sent now. */
  canSend(bytes: number): boolean;
  /** @returns whether the message asks for a report. */
  onSending(bytes: number): boolean;
  /** A report over the data channel. @returns false when it reports more than was sent, or comes too often. */
  onReceived(report: ByteReport): boolean;
  /** Bytes of a lane that was given up: they are sent again, and no longer count as sent. */
  onLost(bytes: number, cause: LossCause): void;
  /** Sent, and not yet reported as received. */
  inFlightBytes(): number;
  /** Since the last pong; infinite before the first. */
  silentMs(): number;
  /** The measuring channel, or one that replaces it, is open. */
  measure(channel: RTCDataChannel): void;
  snapshot(): Pacing;
  stop(): void;
}

export interface PacerOptions {
  clock: Clock;
  /** Bytes that wait in the data channel on this side. */
  waitingBytes: () => number;
  /** Called when another message may be sent. */
  onChange: () => void;
  /** All bytes that a report counts as delivered; null for an impossible report. Default: its total. */
  readDelivered?: (report: ByteReport) => number | null;
  /** Connections that carry messages. Default: one. */
  lanes?: () => number;
  /** Whether bytes that no longer count as sent may still arrive, so that pongs must report them. Default: never. */
  isOwed?: () => boolean;
  /** Called with every pong while bytes in flight, or owed ones, are at a standstill on a path that answers. */
  onStandstill?: () => void;
  /**
   * Pings return after an interruption in which SCTP has slowed down the connections that it affected.
   * @param lostMs for how long they were lost
   */
  onInterrupted?: (lostMs: number) => void;
  /** The receiver sends more on the measuring channel than there is to answer. */
  onExcess?: () => void;
}

export const createPacer = ({
  clock,
  waitingBytes,
  onChange,
  readDelivered = ({ receivedBytes }) => receivedBytes,
  lanes = () => 1,
  isOwed = () => false,
  onStandstill,
  onInterrupted,
  onExcess,
}: PacerOptions): Pacer => {
  const window = createSendWindow();
  const pings = createPings();
  const standstill = createStandstill();
  const startedMs = clock.now();
  let sentBytes = 0;
  let sentPieces = 0;
  /** Bytes sent up to the last message that asked for a report. */
  let askedAtBytes = 0;
  /** By the channel that they came over. */
  const reports = { data: 0, measuring: 0 };
  let receivedBytes = 0;
  /** Whatever has arrived, also of what no longer counts as sent. */
  let arrivedBytes = 0;
  let channel: RTCDataChannel | null = null;
  let lastPingMs = -Infinity;
  let lastPongMs = -Infinity;
  let timer: TimerId | undefined;
  let paceTimer: TimerId | undefined;

  const inFlightBytes = (): number => sentBytes - receivedBytes;

  const isUnmeasured = (): boolean =>
    window.baseRttMs() === null && clock.now() - startedMs > unmeasuredPatienceMs;

  const minInterruptedMs = (): number =>
    window.isNear()
      ? interruptedNearMs
      : Math.max(minTimerMs, (window.baseRttMs() ?? 0) + timerMarginMs);

  const canSend = (bytes: number): boolean => {
    const inFlight = inFlightBytes();
    return inFlight === 0 || inFlight + bytes <= window.bytes(clock.now()) || isUnmeasured();
  };

  const isPaceKept = (): boolean => {
    const waitMs = isUnmeasured() ? 0 : window.waitMs(clock.now());
    if (waitMs === 0) return true;
    paceTimer ??= clock.setTimeout(() => {
      paceTimer = undefined;
      onChange();
    }, waitMs);
    return false;
  };

  const take = (report: ByteReport): boolean => {
    const totalBytes = readDelivered(report);
    if (totalBytes === null || totalBytes > sentBytes) return false;
    if (report.receivedBytes > arrivedBytes) {
      arrivedBytes = report.receivedBytes;
      standstill.onDelivered(clock.now());
    }
    const ackedBytes = totalBytes - receivedBytes;
    if (ackedBytes <= 0) return true;
    receivedBytes = totalBytes;
    window.onAcked(clock.now(), ackedBytes, waitingBytes());
    pingWhenDue();
    onChange();
    return true;
  };

  /**
   * Due on reports as well as by the timer: timers of a hidden page fire once a second at most. A timer may fire
   * before its time, and the interval may have changed, so the clock decides.
   */
  const pingWhenDue = (): void => {
    if (channel?.readyState !== 'open') return;
    // Idle: the next bytes start the pings again.
    if (sentBytes === receivedBytes && window.baseRttMs() !== null && !isOwed()) return;
    const nowMs = clock.now();
    const intervalMs = window.pingIntervalMs();
    if (nowMs - lastPingMs >= intervalMs) {
      lastPingMs = nowMs;
      pings.onPing(nowMs);
      channel.send(encodePing(nowMs));
    }
    const dueMs = lastPingMs + intervalMs;
    timer ??= clock.setTimeout(() => {
      timer = undefined;
      if (clock.now() - dueMs >= sleptMs) standstill.onSlept(clock.now());
      pingWhenDue();
    }, dueMs - nowMs);
  };

  const onPong = (sentAtMs: number, report: ByteReport): void => {
    const nowMs = clock.now();
    const rttMs = nowMs - sentAtMs;
    const isLate = rttMs >= sleptMs;
    const answer = pings.onPong(sentAtMs, isLate);
    // The receiver slept with our ping, and perhaps pieces, buffered.
    if (isLate && (answer === 'in-turn' || answer === 'forgotten')) standstill.onSlept(nowMs);
    if (answer === 'unknown' || answer === 'forgotten') return;
    if (answer === 'in-turn') window.onPong(nowMs, rttMs);
    lastPongMs = nowMs;
    take(report);
    const lostMs = pings.lostBeforeMs(sentAtMs);
    if (lostMs >= minInterruptedMs()) onInterrupted?.(lostMs);
    // A channel that was given up may still hold digests, without which the receiver acknowledges nothing.
    const isAwaited = sentBytes !== receivedBytes || isOwed();
    if (isAwaited && standstill.onPong(nowMs, rttMs)) onStandstill?.();
  };

  const onMessage = ({ data }: MessageEvent): void => {
    reports.measuring += 1;
    if (reports.measuring > pings.sent() + sentPieces) {
      onExcess?.();
      return;
    }
    const message = readMessage(data);
    const report = message instanceof Uint8Array ? readReport(message) : null;
    if (report === null) return;
    if (report.sentAtMs === null) take(report);
    else onPong(report.sentAtMs, report);
  };

  return {
    onLimit(isYielding) {
      window.setYielding(isYielding);
      window.restart();
    },
    messageBytes: () => window.messageBytes(lanes()),
    canSend(bytes) {
      window.tick(clock.now(), waitingBytes());
      return canSend(bytes) && isPaceKept();
    },
    onSending(bytes) {
      if (sentBytes === receivedBytes) standstill.onFirstSent();
      sentBytes += bytes;
      sentPieces += 1;
      window.onSending(clock.now(), bytes, inFlightBytes());
      pingWhenDue();
      const isReportWanted =
        sentBytes - askedAtBytes >= window.bytes(clock.now()) / reportsPerWindow ||
        !canSend(window.messageBytes(lanes()));
      if (isReportWanted) askedAtBytes = sentBytes;
      return isReportWanted;
    },
    onReceived(report) {
      reports.data += 1;
      return reports.data <= sentPieces && take(report);
    },
    onLost(bytes, cause) {
      sentBytes -= bytes;
      askedAtBytes = Math.min(askedAtBytes, sentBytes);
      if (cause === 'standstill') window.onStall();
    },
    inFlightBytes,
    silentMs: () => clock.now() - lastPongMs,
    measure(opened) {
      channel?.removeEventListener('message', onMessage);
      channel = opened;
      channel.addEventListener('message', onMessage);
      pingWhenDue();
    },
    snapshot: () => ({
      rttMs: window.baseRttMs(),
      // Computed on demand, from thousands of pings.
      get lossShare() {
        return pings.lossShare(clock.now());
      },
      isNear: window.isNear(),
      queueMs: window.queueMs(),
      windowBytes: window.bytes(clock.now()),
      isCompeting: window.phase() === 'competing',
    }),
    stop() {
      clock.clearTimeout(timer);
      clock.clearTimeout(paceTimer);
      timer = undefined;
      channel?.removeEventListener('message', onMessage);
      channel = null;
    },
  };
};
