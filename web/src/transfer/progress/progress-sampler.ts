/**
 * Samples a running transfer every 500 ms: progress, speed, silence and, less often, connection statistics. A pause in
 * which nothing moves is sampled less often.
 */

import type { PeerConnection } from '../connection/peer-connection.js';
import { unknownConnection, type ConnectionStats } from '../connection/stats.js';
import {
  connectionStatsEvery,
  pausedIntervalMs,
  silenceMs,
  stallMs,
  statsIntervalMs,
} from '../support/constants.js';
import type { Clock, TimerId } from '../support/env.js';
import { createEstimator } from './estimate.js';
import { createSpeedMeter, describeProgress, type TransferStats } from './progress.js';

export interface ProgressSamplerOptions {
  clock: Clock;
  /** Position in the file, in bytes: what arrived, or what left the send queue. Speed is measured on it. */
  readBytes: () => number;
  /** Sending: bytes acknowledged by the recipient, which is what ends a silence. Default: `readBytes`. */
  readAcknowledgedBytes?: () => number;
  /** Sending: bytes that have reached the recipient, for the progress that is shown. Default: the acknowledged ones. */
  readArrivedBytes?: () => number;
  isPaused: () => boolean;
  /** Nothing moves while the sender reads its file, and silence is not due. Default: never. */
  isChecking?: () => boolean;
  connection: () => PeerConnection | null;
  onSample: (sample: ProgressSample) => void;
}

export interface ProgressSample {
  /** Bytes were acknowledged or received since the last sample. */
  hasProgressed: boolean;
  /** `hasProgressed`, or what speed is measured on has moved. */
  hasMoved: boolean;
  /** `isSilent` or `isStalled` differs from the last sample. */
  hasSilenceChanged: boolean;
}

/** The curve of the last minute has one point per second. */
const ratesKept = 60;
const rateMs = 1_000;

export class ProgressSampler {
  readonly #options: ProgressSamplerOptions;
  readonly #speed = createSpeedMeter();
  readonly #estimator = createEstimator();
  #rates: readonly number[] = [];
  /** Where the current point of the curve began. */
  #rateFrom = { nowMs: 0, bytes: 0 };
  #timer: TimerId | undefined;
  #ticks = 0;
  #bytes = 0;
  #acknowledgedBytes = 0;
  #arrivedBytes = 0;
  #lastMoveMs = 0;
  #sampledMs = 0;
  /** The last sample was of a pause in which nothing moved. */
  #isResting = false;
  #isSilent = false;
  #isStalled = false;
  #stats: ConnectionStats = unknownConnection;

  constructor(options: ProgressSamplerOptions) {
    this.#options = options;
  }

  get connectionStats(): ConnectionStats {
    return this.#stats;
  }

  /** Nothing has moved for `silenceMs` although the transfer runs and is not paused. */
  get isSilent(): boolean {
    return this.#isSilent;
  }

  /** Nothing has moved for `stallMs` although the transfer runs and is not paused. */
  get isStalled(): boolean {
    return this.#isStalled;
  }

  /** Bytes per second in each of the last 60 seconds, oldest first. */
  get rates(): readonly number[] {
    return this.#rates;
  }

  /** A transfer starts, possibly at a resumed position: bytes before that position are not speed. */
  start(): void {
    this.stop();
    this.#bytes = this.#options.readBytes();
    this.#acknowledgedBytes = this.#readAcknowledged();
    this.#arrivedBytes = this.#readArrived();
    this.#lastMoveMs = this.#options.clock.now();
    this.#sampledMs = this.#lastMoveMs;
    this.#speed.reset(this.#lastMoveMs, this.#bytes);
    this.#estimator.resume(this.#lastMoveMs, this.#bytes);
    this.#rateFrom = { nowMs: this.#lastMoveMs, bytes: this.#bytes };
    // The connection may be another one.
    this.#ticks = 0;
    this.#sample();
  }

  /** A pause has ended. */
  resume(): void {
    if (!this.#isResting) return;
    this.#options.clock.clearTimeout(this.#timer);
    this.#sample();
  }

  stop(): void {
    this.#options.clock.clearTimeout(this.#timer);
    this.#isResting = false;
    this.#isSilent = false;
    this.#isStalled = false;
  }

  async refreshConnectionStats(): Promise<void> {
    const connection = this.#options.connection();
    if (connection === null) return;
    const fresh = await connection.stats();
    if (fresh.connectionType !== 'unknown') this.#stats = fresh;
  }

  describe(totalBytes: number, isRunning: boolean): TransferStats {
    const speed = isRunning ? this.#speed.bytesPerSecond() : 0;
    const left = Math.max(0, totalBytes - this.#arrivedBytes);
    const etaSeconds = isRunning
      ? this.#estimator.secondsLeft(this.#options.clock.now(), left)
      : null;
    return { ...describeProgress(this.#arrivedBytes, totalBytes, speed), etaSeconds };
  }

  #addRate(nowMs: number, bytes: number): void {
    const spanMs = nowMs - this.#rateFrom.nowMs;
    if (spanMs < rateMs) return;
    const rate = (Math.max(0, bytes - this.#rateFrom.bytes) * 1000) / spanMs;
    this.#rates = [...this.#rates, rate].slice(-ratesKept);
    this.#rateFrom = { nowMs, bytes };
  }

  #readAcknowledged(): number {
    const { readBytes, readAcknowledgedBytes = readBytes } = this.#options;
    return readAcknowledgedBytes();
  }

  #readArrived(): number {
    return this.#options.readArrivedBytes?.() ?? this.#readAcknowledged();
  }

  #sample(): void {
    const { clock, readBytes, isPaused, isChecking, onSample } = this.#options;
    const nowMs = clock.now();
    const bytes = readBytes();
    const acknowledged = this.#readAcknowledged();
    const hasProgressed = acknowledged > this.#acknowledgedBytes;
    const before = [this.#isSilent, this.#isStalled];
    // The first sample after a sleep: what arrived at its ends says nothing about the rate.
    const isLate = nowMs - this.#sampledMs >= stallMs;
    this.#sampledMs = nowMs;
    const isStill = isPaused() || isChecking?.() === true;
    if (isStill || isLate) {
      this.#speed.reset(nowMs, bytes);
      this.#estimator.resume(nowMs, bytes);
    } else {
      this.#speed.sample(nowMs, bytes);
      this.#estimator.sample(nowMs, bytes);
    }
    this.#addRate(nowMs, bytes);
    const hasMoved = hasProgressed || bytes !== this.#bytes;
    if (isStill || this.#isResting || hasMoved) this.#lastMoveMs = nowMs;
    this.#isResting = isPaused() && !hasMoved;
    const nextMs = this.#isResting ? pausedIntervalMs : statsIntervalMs;
    this.#timer = clock.setTimeout(() => this.#sample(), nextMs);
    const stillMs = nowMs - this.#lastMoveMs;
    this.#isSilent = stillMs >= silenceMs;
    this.#isStalled = stillMs >= stallMs;
    this.#bytes = bytes;
    this.#acknowledgedBytes = acknowledged;
    // What a broken connection loses is sent again: shown progress goes back with the next start only.
    this.#arrivedBytes = Math.max(this.#arrivedBytes, this.#readArrived());
    if (this.#ticks % connectionStatsEvery === 0) void this.refreshConnectionStats();
    this.#ticks += 1;
    const hasSilenceChanged = before[0] !== this.#isSilent || before[1] !== this.#isStalled;
    onSample({ hasProgressed, hasMoved, hasSilenceChanged });
  }
}
