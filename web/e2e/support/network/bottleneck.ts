/** One direction of a line: random loss, a rate with a drop-tail queue before it, then a delay. */
export interface LineQuality {
  /** Share of datagrams lost at random, 0–1. */
  lossRate: number;
  /** One way. */
  delayMs: number;
  /** Rate of the bottleneck; unlimited when absent. */
  mbit?: number;
  /** Depth of the bottleneck's queue in time at that rate. Default: one round trip, at least 20 ms. */
  queueMs?: number;
}

/** UDP and IPv4 headers, which also pass through the line. */
const headerBytes = 28;

/** The same datagrams are lost in every run. */
const createDice = (): (() => number) => {
  let state = 20_241_117;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

export interface LineCounts {
  datagrams: number;
  lost: number;
  /** Dropped by a full queue. */
  dropped: number;
  /** Mean delay in the queue. */
  meanQueueMs: number;
  /** Largest delay of a timer of this process; above a few ms the result reflects the machine, not the line. */
  worstLatenessMs: number;
}

export class Bottleneck {
  readonly #roll = createDice();
  readonly #due: { atMs: number; deliver: () => void }[] = [];
  #quality: LineQuality = { lossRate: 0, delayMs: 0 };
  #freeAtMs = 0;
  #timer: NodeJS.Timeout | null = null;
  #queueMsSum = 0;
  #counts = { datagrams: 0, lost: 0, dropped: 0, worstLatenessMs: 0 };

  set(quality: LineQuality): void {
    this.#quality = quality;
  }

  counts(): LineCounts {
    const { datagrams } = this.#counts;
    return { ...this.#counts, meanQueueMs: datagrams === 0 ? 0 : this.#queueMsSum / datagrams };
  }

  carry(bytes: number, deliver: () => void): void {
    const { lossRate, delayMs, mbit, queueMs = Math.max(20, 2 * delayMs) } = this.#quality;
    this.#counts.datagrams += 1;
    if (lossRate > 0 && this.#roll() < lossRate) {
      this.#counts.lost += 1;
      return;
    }
    const nowMs = performance.now();
    let leavesMs = nowMs;
    if (mbit !== undefined) {
      const waitMs = Math.max(0, this.#freeAtMs - nowMs);
      if (waitMs > queueMs) {
        this.#counts.dropped += 1;
        return;
      }
      this.#queueMsSum += waitMs;
      leavesMs = nowMs + waitMs + ((bytes + headerBytes) * 8) / (mbit * 1_000);
      this.#freeAtMs = leavesMs;
    }
    const atMs = leavesMs + delayMs;
    if (atMs <= nowMs) deliver();
    else this.#schedule(atMs, deliver);
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#due.length = 0;
  }

  /** Times are monotonic while the quality is constant, so a sorted list is enough. */
  #schedule(atMs: number, deliver: () => void): void {
    this.#due.push({ atMs, deliver });
    if (this.#timer === null) this.#wait();
  }

  #wait(): void {
    const next = this.#due[0];
    this.#timer =
      next === undefined
        ? null
        : setTimeout(() => this.#flush(), Math.max(0, next.atMs - performance.now()));
  }

  #flush(): void {
    const nowMs = performance.now();
    const first = this.#due[0];
    if (first !== undefined)
      this.#counts.worstLatenessMs = Math.max(this.#counts.worstLatenessMs, nowMs - first.atMs);
    let count = 0;
    for (const { atMs, deliver } of this.#due) {
      // Timers fire up to 1 ms late; delivering up to 0.5 ms early keeps the mean correct.
      if (atMs > nowMs + 0.5) break;
      deliver();
      count += 1;
    }
    this.#due.splice(0, count);
    this.#wait();
  }
}
