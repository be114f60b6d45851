/** Samples a running transfer every 500 ms: progress, speed, silence and, less often, connection statistics. */
import { connectionStatsEvery, silenceMs, stallMs, statsIntervalMs } from '../support/constants.js';
import type { Clock, TimerId } from '../support/env.js';
import { unknownConnection, type ConnectionStats } from '../connection/stats.js';
import type { PeerConnection } from '../connection/peer-connection.js';
import { createSpeedMeter, describeProgress, type TransferStats } from './progress.js';

export interface ProgressSamplerOptions {
  clock: Clock;
  /** Position in the file, in bytes: what arrived, or what left the send queue. Speed is measured on it. */
  readBytes: () => number;
  /** Sending: bytes acknowledged by the recipient, which is what counts as progress. Default: `readBytes`. */
  readAcknowledgedBytes?: () => number;
  isPaused: () => boolean;
  connection: () => PeerConnection | null;
  onSample: (sample: ProgressSample) => void;
}

export interface ProgressSample {
  /** Bytes were acknowledged or received since the last sample. */
  hasProgressed: boolean;
  /** `isSilent` or `isStalled` differs from the last sample. */
  hasSilenceChanged: boolean;
}

export class ProgressSampler {
  readonly #options: ProgressSamplerOptions;
  readonly #speed = createSpeedMeter();
  #timer: TimerId | undefined;
  #ticks = 0;
  #bytes = 0;
  #acknowledgedBytes = 0;
  #lastMoveMs = 0;
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

  /** The same for `stallMs`. */
  get isStalled(): boolean {
    return this.#isStalled;
  }

  /** A transfer starts, possibly at a resumed position: bytes before that position are not speed. */
  start(): void {
    this.stop();
    this.#bytes = this.#options.readBytes();
    this.#acknowledgedBytes = this.#readAcknowledged();
    this.#lastMoveMs = this.#options.clock.now();
    this.#speed.reset(this.#lastMoveMs, this.#bytes);
    this.#sample();
  }

  stop(): void {
    this.#options.clock.clearTimeout(this.#timer);
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
    return describeProgress(this.#acknowledgedBytes, totalBytes, speed);
  }

  #readAcknowledged(): number {
    const { readBytes, readAcknowledgedBytes = readBytes } = this.#options;
    return readAcknowledgedBytes();
  }

  #sample(): void {
    const { clock, readBytes, isPaused, onSample } = this.#options;
    this.#timer = clock.setTimeout(() => this.#sample(), statsIntervalMs);
    const nowMs = clock.now();
    const bytes = readBytes();
    const acknowledged = this.#readAcknowledged();
    const hasProgressed = acknowledged > this.#acknowledgedBytes;
    const before = [this.#isSilent, this.#isStalled];
    if (isPaused()) this.#speed.reset(nowMs, bytes);
    else this.#speed.sample(nowMs, bytes);
    if (isPaused() || hasProgressed || bytes !== this.#bytes) this.#lastMoveMs = nowMs;
    const stillMs = nowMs - this.#lastMoveMs;
    this.#isSilent = stillMs >= silenceMs;
    this.#isStalled = stillMs >= stallMs;
    this.#bytes = bytes;
    this.#acknowledgedBytes = acknowledged;
    if (this.#ticks % connectionStatsEvery === 0) void this.refreshConnectionStats();
    this.#ticks += 1;
    const hasSilenceChanged = before[0] !== this.#isSilent || before[1] !== this.#isStalled;
    onSample({ hasProgressed, hasSilenceChanged });
  }
}
