/** Looks at a running transfer every 500 ms: speed, and now and then the browser's view of the path. */
import type { TransferStats } from '../api.js';
import { LINK_STATS_EVERY, STATS_INTERVAL_MS } from '../support/constants.js';
import type { Clock, TimerId } from '../support/env.js';
import { UNKNOWN_LINK, type LinkStats } from '../connection/stats.js';
import type { PeerLink } from '../connection/peer-connection.js';
import { createSpeedMeter, describeProgress } from './progress.js';

export interface LinkMeterOptions {
  clock: Clock;
  /** Position in the file, in bytes. */
  readBytes: () => number;
  isPaused: () => boolean;
  link: () => PeerLink | null;
  /** @param hasProgressed bytes moved since the last look. */
  onSample: (hasProgressed: boolean) => void;
}

export class LinkMeter {
  readonly #options: LinkMeterOptions;
  readonly #speed = createSpeedMeter();
  #timer: TimerId | undefined;
  #ticks = 0;
  #bytes = 0;
  #stats: LinkStats = UNKNOWN_LINK;

  constructor(options: LinkMeterOptions) {
    this.#options = options;
  }

  get linkStats(): LinkStats {
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

  async refreshLinkStats(): Promise<void> {
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
    if (this.#ticks % LINK_STATS_EVERY === 0) void this.refreshLinkStats();
    this.#ticks += 1;
    onSample(hasProgressed);
  }
}
