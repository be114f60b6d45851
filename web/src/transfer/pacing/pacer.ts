/**
 * Sender's shell around the send window: bytes in flight, when to ping, and whether the next message may be sent.
 * Bytes in flight are those sent less those the receiver reported; a retransmitted block counts twice on both sides.
 */
import type { Clock, TimerId } from '../support/env.js';
import { encodePing, readReport, type PathReport } from '../wire/path-messages.js';
import { readMessage } from '../wire/chunk-frames.js';
import { sleptMs } from '../support/constants.js';
import { createSendWindow } from './send-window.js';
import { createStandstill } from './standstill.js';

/** Without a measurement for this long, the transfer continues without a window. */
const unmeasuredPatienceMs = 10_000;
/** Enough for the window to open smoothly, few enough for receipts to cost little. */
const receiptsPerWindow = 8;

/** Share of lost pings is stated from this many on. */
const minPingsForLoss = 20;
/** A ping without an answer for this long counts as lost. */
const lostAfterMs = 3_000;
/** Pings older than this do not count. */
const lossMemoryMs = 30_000;

export interface Pacing {
  /** Shortest recent round trip; null before the first measurement. */
  rttMs: number | null;
  /** Share of the pings of the last half minute that were lost on the way or on the way back; null for too few. */
  lossShare: number | null;
  /** The round trip is one within a machine or a room. */
  isNear: boolean;
  /** Added to it by the queue at the bottleneck. */
  queueMs: number;
  windowBytes: number;
  /** Another flow fills the queue. */
  isCompeting: boolean;
}

export type Receipt = Pick<PathReport, 'receivedBytes' | 'lanes'>;

export interface Pacer {
  /** The limit of the transfer has changed. @param isYielding see `SendWindow`. */
  onLimit(isYielding: boolean): void;
  /** Payload bytes that the next message should have. */
  messageBytes(): number;
  /** Whether a message of this size may be sent now. */
  hasRoom(bytes: number): boolean;
  /** @returns whether the message asks for a receipt. */
  onSending(bytes: number): boolean;
  /** A receipt over the data channel. @returns false when it reports more than was sent, or comes too often. */
  onReceived(report: Receipt): boolean;
  /** Bytes of a lane that was given up: they are sent again, and no longer count as sent. */
  onLost(bytes: number): void;
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
  /** Called when there may be room again. */
  onChange: () => void;
  /** All bytes that a report counts as delivered; null for an impossible report. Default: its total. */
  readDelivered?: (report: Receipt) => number | null;
  /** Connections that carry messages. Default: one. */
  lanes?: () => number;
  /** Bytes that no longer count as sent may still arrive, and a pong has to tell. Default: never. */
  isOwed?: () => boolean;
  /** Called with every pong while bytes in flight stand still on a path that answers. */
  onStandstill?: () => void;
}

/** Counts the pings that got no answer. */
const createLossMeter = () => {
  let pings: { sentAtMs: number; isAnswered: boolean }[] = [];
  return {
    onPing(nowMs: number): void {
      pings.push({ sentAtMs: nowMs, isAnswered: false });
      if ((pings[0]?.sentAtMs ?? nowMs) >= nowMs - 2 * lossMemoryMs) return;
      pings = pings.filter(({ sentAtMs }) => sentAtMs >= nowMs - lossMemoryMs);
    },
    onPong(sentAtMs: number): void {
      const ping = pings.findLast((each) => each.sentAtMs === sentAtMs);
      if (ping !== undefined) ping.isAnswered = true;
    },
    share(nowMs: number): number | null {
      const due = pings.filter(
        ({ sentAtMs, isAnswered }) =>
          sentAtMs >= nowMs - lossMemoryMs && (isAnswered || sentAtMs < nowMs - lostAfterMs),
      );
      if (due.length < minPingsForLoss) return null;
      return due.filter(({ isAnswered }) => !isAnswered).length / due.length;
    },
  };
};

export const createPacer = ({
  clock,
  waitingBytes,
  onChange,
  readDelivered = ({ receivedBytes }) => receivedBytes,
  lanes = () => 1,
  isOwed = () => false,
  onStandstill,
}: PacerOptions): Pacer => {
  const window = createSendWindow();
  const loss = createLossMeter();
  const standstill = createStandstill();
  const startedMs = clock.now();
  let sentBytes = 0;
  let sentPieces = 0;
  /** Bytes sent up to the last message that asked for a receipt. */
  let askedAtBytes = 0;
  let receipts = 0;
  let receivedBytes = 0;
  let channel: RTCDataChannel | null = null;
  let lastPingMs = -Infinity;
  let lastPongMs = -Infinity;
  let timer: TimerId | undefined;
  let paceTimer: TimerId | undefined;

  const isUnmeasured = (): boolean =>
    window.baseRttMs() === null && clock.now() - startedMs > unmeasuredPatienceMs;

  const hasRoom = (bytes: number): boolean => {
    const inFlightBytes = sentBytes - receivedBytes;
    return (
      inFlightBytes === 0 || inFlightBytes + bytes <= window.bytes(clock.now()) || isUnmeasured()
    );
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

  const take = (report: Receipt): boolean => {
    const totalBytes = readDelivered(report);
    if (totalBytes === null || totalBytes > sentBytes) return false;
    const ackedBytes = totalBytes - receivedBytes;
    if (ackedBytes <= 0) return true;
    receivedBytes = totalBytes;
    standstill.onDelivered(clock.now());
    window.onAcked(clock.now(), ackedBytes, waitingBytes());
    pingWhenDue();
    onChange();
    return true;
  };

  /**
   * Due on receipts as well as by the timer: timers of a hidden page fire once a second at most. A timer may fire
   * before its time, and the interval changes meanwhile, so the clock decides.
   */
  const pingWhenDue = (): void => {
    if (channel?.readyState !== 'open') return;
    // Idle: the next bytes start the pings again.
    if (sentBytes === receivedBytes && window.baseRttMs() !== null && !isOwed()) return;
    const nowMs = clock.now();
    const intervalMs = window.pingIntervalMs();
    if (nowMs - lastPingMs >= intervalMs) {
      lastPingMs = nowMs;
      loss.onPing(nowMs);
      channel.send(encodePing(nowMs));
    }
    const dueMs = lastPingMs + intervalMs;
    timer ??= clock.setTimeout(() => {
      timer = undefined;
      if (clock.now() - dueMs >= sleptMs) standstill.onSlept(clock.now());
      pingWhenDue();
    }, dueMs - nowMs);
  };

  const onMessage = ({ data }: MessageEvent): void => {
    const message = readMessage(data);
    const report = message instanceof Uint8Array ? readReport(message) : null;
    if (report === null) return;
    const nowMs = clock.now();
    const { sentAtMs } = report;
    const rttMs = sentAtMs !== null && sentAtMs <= nowMs ? nowMs - sentAtMs : null;
    if (sentAtMs !== null && rttMs !== null) {
      window.onPong(nowMs, rttMs);
      loss.onPong(sentAtMs);
      lastPongMs = nowMs;
      // The receiver's computer slept with the ping in its buffers, and with pieces of the file.
      if (rttMs >= sleptMs) standstill.onSlept(nowMs);
    }
    take(report);
    const isInFlight = sentBytes !== receivedBytes;
    if (isInFlight && rttMs !== null && standstill.onPong(nowMs, rttMs)) onStandstill?.();
  };

  return {
    onLimit(isYielding) {
      window.setYielding(isYielding);
      window.restart();
    },
    messageBytes: () => window.messageBytes(lanes()),
    hasRoom(bytes) {
      window.tick(clock.now(), waitingBytes());
      return hasRoom(bytes) && isPaceKept();
    },
    onSending(bytes) {
      if (sentBytes === receivedBytes) standstill.onFirstSent();
      sentBytes += bytes;
      sentPieces += 1;
      window.onSending(clock.now(), bytes, sentBytes - receivedBytes);
      pingWhenDue();
      const isReceiptWanted =
        sentBytes - askedAtBytes >= window.bytes(clock.now()) / receiptsPerWindow ||
        !hasRoom(window.messageBytes(lanes()));
      if (isReceiptWanted) askedAtBytes = sentBytes;
      return isReceiptWanted;
    },
    onReceived(report) {
      receipts += 1;
      return receipts <= sentPieces && take(report);
    },
    onLost(bytes) {
      sentBytes -= bytes;
      askedAtBytes = Math.min(askedAtBytes, sentBytes);
      window.onStall();
    },
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
        return loss.share(clock.now());
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
