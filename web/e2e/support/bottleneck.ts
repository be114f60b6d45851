/** One direction of a line: random loss, a rate with a drop-tail queue before it, then a delay. */
export interface LineQuality {
  /** Share of datagrams lost at random, 0–1. */
  lossRate: number;
  /** One way. */
  delayMs: number;
  /** Of the bottleneck; absent = unlimited. */
  mbit?: number;
  /** Depth of the bottleneck's queue in time at that rate. Default: one round trip, at least 20 ms. */
  queueMs?: number;
}

/** UDP and IPv4 headers, which the line carries too. */
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
  /** The queue was full. */
  dropped: number;
  /** Mean wait in the queue. */
  meanQueueMs: number;
  /** Worst lateness of this process: above a few ms the machine was measured, not the line. */
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

  /** Times only grow while the quality stays, so that a list in order is enough. */
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
      // A timer fires up to a millisecond late; half of that early keeps the mean right.
      if (atMs > nowMs + 0.5) break;
      deliver();
      count += 1;
    }
    this.#due.splice(0, count);
    this.#wait();
  }
}
