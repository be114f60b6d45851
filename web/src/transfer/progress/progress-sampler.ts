/** Looks at a running transfer every 500 ms: speed, and now and then the browser's view of the path. */
import type { TransferStats } from '../api.js';
import { CONNECTION_STATS_EVERY, STATS_INTERVAL_MS } from '../support/constants.js';
import type { Clock, TimerId } from '../support/env.js';
import { UNKNOWN_CONNECTION, type ConnectionStats } from '../connection/stats.js';
import type { PeerConnection } from '../connection/peer-connection.js';
import { createSpeedMeter, describeProgress } from './progress.js';

export interface ProgressSamplerOptions {
  clock: Clock;
  /** Position in the file, in bytes. */
  readBytes: () => number;
  isPaused: () => boolean;
  link: () => PeerConnection | null;
  /** @param hasProgressed bytes moved since the last look. */
  onSample: (hasProgressed: boolean) => void;
}

export class ProgressSampler {
  readonly #options: ProgressSamplerOptions;
  readonly #speed = createSpeedMeter();
  #timer: TimerId | undefined;
  #ticks = 0;
  #bytes = 0;
  #stats: ConnectionStats = UNKNOWN_CONNECTION;

  constructor(options: ProgressSamplerOptions) {
    this.#options = options;
  }

  get connectionStats(): ConnectionStats {
    return this.#stats;
  }

  /** A transfer begins, perhaps in the middle of the file: what was before is not speed. */
  start(): void {
    this.#bytes = this.#options.readBytes();
    this.#speed.reset(this.#options.clock.now(), this.#bytes);
    this.stop();
    this.#sample();
  }

  stop(): void {
    this.#options.clock.clearTimeout(this.#timer);
  }

  async refreshConnectionStats(): Promise<void> {
    const link = this.#options.link();
    if (link === null) return;
    const fresh = await link.stats();
    if (fresh.connectionType !== 'unknown') this.#stats = fresh;
  }

  describe(totalBytes: number, isRunning: boolean): TransferStats {
    const speed = isRunning ? this.#speed.bytesPerSecond() : 0;
    return describeProgress(this.#bytes, totalBytes, speed);
  }

  #sample(): void {
    const { clock, readBytes, isPaused, onSample } = this.#options;
    this.#timer = clock.setTimeout(() => this.#sample(), STATS_INTERVAL_MS);
    const bytes = readBytes();
    if (isPaused()) this.#speed.reset(clock.now(), bytes);
    else this.#speed.sample(clock.now(), bytes);
    const hasProgressed = bytes > this.#bytes;
    this.#bytes = bytes;
    if (this.#ticks % CONNECTION_STATS_EVERY === 0) void this.refreshConnectionStats();
    this.#ticks += 1;
    onSample(hasProgressed);
  }
}
