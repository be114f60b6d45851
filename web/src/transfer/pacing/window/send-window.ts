/**
 * How many bytes a transfer keeps in flight (pure).
 *
 * SCTP's own congestion control does not find this amount. Its slow start grows until the bottleneck's queue
 * overflows, and browsers recover from such a burst of losses at one packet per round trip: a SACK reports at
 * most 20 gaps, so most losses wait for the retransmission timer, which also resets the congestion window to one
 * packet. An additional window, below the path's capacity, keeps the queue short and avoids drops.
 *
 * Its phases (`send-window.state.ts`):
 *
 * - `startup`: the window grows by half of what is acknowledged, until round trips show a queue (HyStart, RFC 9406).
 * - `steady`: per round trip, grow by an eighth while the queue is below half the target (by a quarter until there was
 *   one), by one message up to the target, shrink by an eighth above it (compare LEDBAT, RFC 6817).
 * - `competing`: a queue that remains although the window shrinks belongs to another flow. Grow as TCP would, until
 *   the queue has been empty once.
 *
 * Times are milliseconds, amounts are bytes. Figures come from the path model in `send-window.test.ts`.
 */

import { kib, mib } from '../../support/constants.js';
import { createDeliveryRate } from './delivery-rate.js';
import { clamp, createRoundTrips } from './round-trips.js';
import {
  initialPhase,
  nextPhase,
  type WindowInput,
  type WindowPhase,
} from './send-window.state.js';

/** Two messages: a line of 5 Mbit/s and 20 ms holds no more. */
export const initialWindowBytes = 16 * kib;
const minWindowBytes = 8 * kib;
export const minPieceBytes = 4 * kib;
export const maxPieceBytes = 256 * kib;
/** 1 Gbit/s at 250 ms is half of it; the receiver's credit is smaller on every device. */
const maxWindowBytes = 64 * mib;

const nearWindowBytes = 4 * mib;

/** The path may change; round trips older than this are discarded. */
const baseMemoryMs = 30_000;
/**
 * Memory of a window that yields: with a short one it takes the standing queue of another flow for the path
 * (RFC 6817, 3.4.2, recommends ten minutes).
 */
const yieldingBaseMemoryMs = 600_000;
/** When the least round trip is this old, as a share of its memory, the queue is emptied to measure it again. */
const drainAge = 2 / 3;
/** Window while the queue is emptied, as a share of what the path carries without one. */
const drainedShare = 3 / 4;
/** The queue is estimated from the least of this many round trips: few for growth, more for shrinking. */
const quickSamples = 3;
const sureSamples = 8;
/** During the startup one late pong in two does not stop the growth. */
const startupSamples = 2;
/**
 * The startup keeps the window below so many times what the path carries. It needs 2.5 to grow by half per round trip
 * while the rate is measured over four; more would be the bytes that wait for a lost packet.
 */
const startupGain = 4;
const minRateSpanMs = 50;
/** Longest stall of the main thread for which the window compensates. */
const maxStallMs = 20;
/** Pacing rate, as a multiple of window per round trip. */
const paceGain = 1.5;
/** Pacing rate once the capacity is known, as a multiple of the best delivery rate: a busy page catches up over time. */
const rateGain = 1.5;
/** `rateGain` while the delivery rate still climbs. */
const climbingGain = 2;
/** Burst allowance at the pacing rate, or an eighth of the round trip if longer: only reports wake a hidden page. */
const minBurstMs = 5;
/** Until the first pong, the window grows to this at most. */
const unmeasuredWindowBytes = 64 * kib;
/** After this long without a pong the queue is unknown: keep the window as it is. */
const staleMs = 3_000;
const pingMinMs = 4;
const pingMaxMs = 50;
/** On a near path the window does not follow the pings. */
const pingNearMs = 250;
const pingUntilFirstPongMs = 25;

export interface SendWindow {
  /** Whether to shrink while other flows fill the queue, as LEDBAT does, and never compete with them. */
  setYielding(isYielding: boolean): void;
  /** The limit of the transfer has changed: look for the path's capacity again. */
  restart(): void;
  /** A connection came to a standstill: shrinks the window, whatever the reason. */
  onStall(): void;
  /** A message is sent. @param bytes of it. @param inFlightBytes with it. */
  onSending(nowMs: number, bytes: number, inFlightBytes: number): void;
  /** How long the next message must wait, so that the window does not leave in one burst after a pause of the page. */
  waitMs(nowMs: number): number;
  /** A ping came back. */
  onPong(nowMs: number, rttMs: number): void;
  /** @param waitingBytes of the bytes in flight, those still queued in the channel on this side. */
  onAcked(nowMs: number, bytes: number, waitingBytes: number): void;
  /** Ends a round when one is due; call it whenever something may be sent. @param waitingBytes in the channel. */
  tick(nowMs: number, waitingBytes: number): void;
  /**
   * Of the next message: a sixteenth of the window. Each of several lanes has four under way, because a lane that waits
   * for messages does not fill its congestion window.
   */
  messageBytes(lanes?: number): number;
  /** Bytes that may be unacknowledged. */
  bytes(nowMs: number): number;
  phase(): WindowPhase['phase'];
  /** Least round trip of the last half minute; null before the first pong. */
  baseRttMs(): number | null;
  /** The round trip is one within a machine or a building, where processors are the limit. */
  isNear(): boolean;
  /** Added to it now by the queue at the bottleneck. */
  queueMs(): number;
  /** How long to wait before the next ping. */
  pingIntervalMs(): number;
}

export const createSendWindow = (): SendWindow => {
  let isYielding = false;
  const roundTrips = createRoundTrips(() => memoryMs(), sureSamples);
  const { baseMs, targetMs, isNear } = roundTrips;
  const delivered = createDeliveryRate();
  let window = initialWindowBytes;
  /** Until when the pace is used up by what was sent. */
  let pacedUntilMs = -Infinity;
  let state = initialPhase;
  let lastPongMs = 0;
  let roundStartMs = 0;
  let nextRoundMs = 0;
  let drainUntilMs = -Infinity;
  let drainDueMs = 0;
  /** Most bytes in flight in this round and in the one before. */
  let peaks: [number, number] = [0, 0];

  const apply = (input: WindowInput): void => {
    state = nextPhase(state, input);
  };

  const rateSpanMs = (): number => Math.max(minRateSpanMs, baseMs());

  const endStartup = (nowMs: number): void => {
    apply({ type: 'path-filled' });
    const rate = delivered.over(nowMs, rateSpanMs());
    window = clamp(rate * (baseMs() + targetMs() / 2), minWindowBytes, window);
    nextRoundMs = nowMs + baseMs() + roundTrips.queueMs(quickSamples);
  };

  /** A queue that outlasts the shrinks is another flow's: `competing` starts with the window before them. */
  const shrink = (): void => {
    const before = state.phase === 'steady' ? (state.shrinking?.windowBefore ?? window) : window;
    apply({ type: 'shrink', window, isYielding });
    window = state.phase === 'competing' ? before : window - window / 8;
  };

  const memoryMs = (): number => (isYielding ? yieldingBaseMemoryMs : baseMemoryMs);

  /**
   * A queue that this window keeps would become the least round trip when the memory ends, and the queue would grow by
   * another one. So it is emptied before, for one round trip (as BBR's ProbeRTT does).
   */
  const drainWhenDue = (nowMs: number): void => {
    const intervalMs = drainAge * memoryMs();
    if (nowMs < drainDueMs || roundTrips.ageMs(nowMs) < intervalMs) return;
    drainUntilMs = nowMs + baseMs() + roundTrips.queueMs(quickSamples);
    drainDueMs = nowMs + intervalMs;
  };

  const drainedBytes = (): number =>
    Math.max(minWindowBytes, drainedShare * delivered.best() * baseMs());

  const windowBytes = (): number => (isNear() ? Math.max(window, nearWindowBytes) : window);

  const messageBytes = (lanes = 1): number =>
    Math.floor(clamp(windowBytes() / Math.max(16, 4 * lanes), minPieceBytes, maxPieceBytes));

  /**
   * Half as much again as the path has carried: while a page is busy, late pongs hide a queue, and what exceeds the
   * queue is dropped.
   */
  const isAmple = (): boolean => {
    const spareMs = Math.max(baseMs() / 2, Math.min(2 * roundTrips.jitterMs(), maxStallMs));
    const carried = delivered.best() * (baseMs() + spareMs);
    return window > carried + minWindowBytes;
  };

  const adjust = (queueMs: number, isSendQueueDrained: boolean): void => {
    if (state.phase === 'competing') {
      if (isSendQueueDrained) window += Math.max(2_400, window / 16);
      apply({ type: 'competed' });
    } else if (state.phase === 'steady' && roundTrips.queueMs(sureSamples) > targetMs()) {
      shrink();
    } else if (state.phase === 'steady') {
      apply({ type: 'keep' });
      if (!isSendQueueDrained || queueMs >= targetMs() || isAmple()) return;
      const hasQueue = queueMs >= targetMs() / 2;
      if (hasQueue) apply({ type: 'queue-met' });
      const step = state.hasMetQueue ? window / 8 : window / 4;
      window += hasQueue ? Math.min(messageBytes(), step) : step;
    }
  };

  /**
   * Never more than twice the best of the last rounds: a path that repairs losses must not find a huge window
   * afterwards. Never less than the best rate without a queue: a busy machine looks like a queue.
   */
  const bound = (nowMs: number): void => {
    const most = state.phase === 'startup' ? maxWindowBytes : 2 * delivered.mostPerRound();
    delivered.endRound(nowMs, roundStartMs);
    const least = delivered.best() * baseMs();
    const wanted = Math.max(least, Math.min(window, Math.max(most, initialWindowBytes)));
    window = clamp(wanted, minWindowBytes, maxWindowBytes);
    peaks = [0, peaks[0]];
  };

  /** Nothing is known of the path during the startup; beside another flow the window alone decides. */
  const mostPerMs = (): number => {
    if (state.phase !== 'steady' || delivered.best() === 0) return Infinity;
    const gain = delivered.isClimbing() ? climbingGain : rateGain;
    return gain * Math.max(delivered.best(), minWindowBytes / baseMs());
  };

  /**
   * A window that is not filled measures nothing: with a limit, a slow disk or a slow receiver it would grow without
   * bound, and overflow the queue when the obstacle is gone (RFC 7661).
   */
  const isFilled = (): boolean => window < 2 * Math.max(...peaks);

  return {
    setYielding(wanted) {
      if (isYielding === wanted) return;
      isYielding = wanted;
      apply({ type: 'yielding-changed', isYielding });
    },
    restart() {
      if (state.phase === 'competing') return;
      // SCTP's own window may still be that of the time before the limit, and would let all of this one out at once.
      window = clamp(2 * Math.max(...peaks), initialWindowBytes, window);
      apply({ type: 'limit-changed' });
    },
    onStall() {
      window = Math.max(minWindowBytes, window / 2);
      apply({ type: 'stall' });
    },
    onSending(nowMs, bytes, inFlightBytes) {
      peaks[0] = Math.max(peaks[0], inFlightBytes);
      const bytesPerMs = Math.min((paceGain * windowBytes()) / baseMs(), mostPerMs());
      const burstMs = Math.max(minBurstMs, baseMs() / 8);
      pacedUntilMs = Math.max(pacedUntilMs, nowMs - burstMs) + bytes / bytesPerMs;
    },
    waitMs: (nowMs) =>
      !roundTrips.isMeasured() || isNear() ? 0 : Math.max(0, pacedUntilMs - nowMs),
    onPong(nowMs, rttMs) {
      lastPongMs = nowMs;
      roundTrips.add(nowMs, rttMs);
      if (roundTrips.queueMs(quickSamples) < targetMs() / 4) apply({ type: 'queue-empty' });
      if (state.phase !== 'startup' || !roundTrips.hasQueue(quickSamples)) return;
      // Pages that are busy answer late as well, but what they are sent still arrives faster and faster.
      if (!delivered.isRising(nowMs, rateSpanMs())) endStartup(nowMs);
    },
    onAcked(nowMs, bytes, waitingBytes) {
      delivered.add(nowMs, bytes);
      if (state.phase !== 'startup' || waitingBytes >= window / 4 || !isFilled()) return;
      if (roundTrips.queueMs(startupSamples) >= targetMs() / 4) return;
      const carried = startupGain * delivered.lately(nowMs, baseMs()) * baseMs();
      const most = !roundTrips.isMeasured()
        ? unmeasuredWindowBytes
        : Math.min(maxWindowBytes, carried);
      window = Math.max(window, Math.min(most, window + bytes / 2));
    },
    tick(nowMs, waitingBytes) {
      if (!roundTrips.isMeasured() || nowMs < nextRoundMs || nowMs > lastPongMs + staleMs) return;
      const queueMs = roundTrips.queueMs(quickSamples);
      nextRoundMs = nowMs + baseMs() + queueMs;
      if (nowMs < drainUntilMs) return;
      drainWhenDue(nowMs);
      adjust(queueMs, waitingBytes < window / 8 + messageBytes());
      bound(nowMs);
      roundStartMs = nowMs;
    },
    bytes: (nowMs) =>
      nowMs < drainUntilMs && !isNear() ? Math.min(window, drainedBytes()) : windowBytes(),
    messageBytes,
    phase: () => state.phase,
    baseRttMs: () => (roundTrips.isMeasured() ? baseMs() : null),
    isNear: () => roundTrips.isMeasured() && isNear(),
    queueMs: () => roundTrips.queueMs(quickSamples),
    pingIntervalMs() {
      if (!roundTrips.isMeasured()) return pingUntilFirstPongMs;
      if (isNear()) return pingNearMs;
      return clamp(baseMs() / (state.phase === 'startup' ? 8 : 4), pingMinMs, pingMaxMs);
    },
  };
};
