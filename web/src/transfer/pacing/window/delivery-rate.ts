/** How fast the receiver gets what is sent (pure). Times are milliseconds, rates bytes per millisecond. */
export interface DeliveryRate {
  /** The receiver has reported so many more bytes. */
  add(nowMs: number, bytes: number): void;
  over(nowMs: number, spanMs: number): number;
  /** Over the last rounds, or since the first report. */
  lately(nowMs: number, baseRttMs: number): number;
  /** The last span brought more than the one before: what is sent still arrives faster, so no queue holds it. */
  isRising(nowMs: number, spanMs: number): boolean;
  /** A round is over that began at `startMs`. */
  endRound(nowMs: number, startMs: number): void;
  /** Best rate of the last rounds; 0 before the first. */
  best(): number;
  /** Most bytes delivered in one of the last rounds. */
  mostPerRound(): number;
  /** The later half of the rounds was faster than the earlier one: the capacity is not found yet. */
  isClimbing(): boolean;
}

/** Rounds over which the best rate and the most delivered bytes are remembered. */
const memoryRounds = 10;
/** Rounds, and time, over which a rate is measured: busy pages report in clumps. */
const rateRounds = 4;
const minSpanMs = 200;
const memoryMs = 2_000;
/** A full queue lets nothing through faster. */
const minRise = 1.1;

export const createDeliveryRate = (): DeliveryRate => {
  const reports: { atMs: number; bytes: number }[] = [];
  /** Bytes delivered in each of the last rounds, the current one last. */
  const perRound: number[] = [0];
  const rates: number[] = [];
  let firstMs = Infinity;

  const bytesSince = (sinceMs: number): number => {
    let sum = 0;
    for (const { atMs, bytes } of reports) if (atMs > sinceMs) sum += bytes;
    return sum;
  };
  const over = (nowMs: number, spanMs: number): number => bytesSince(nowMs - spanMs) / spanMs;
  const bestOf = (some: readonly number[]): number => Math.max(...some, 0);

  return {
    add(nowMs, bytes) {
      firstMs = Math.min(firstMs, nowMs);
      reports.push({ atMs: nowMs, bytes });
      while ((reports[0]?.atMs ?? nowMs) < nowMs - memoryMs) reports.shift();
      perRound[perRound.length - 1] = (perRound.at(-1) ?? 0) + bytes;
    },
    over,
    lately(nowMs, baseRttMs) {
      const mostMs = Math.max(minSpanMs, rateRounds * baseRttMs);
      return over(nowMs, Math.min(mostMs, Math.max(baseRttMs, nowMs - firstMs)));
    },
    isRising(nowMs, spanMs) {
      const last = bytesSince(nowMs - spanMs);
      return last > minRise * (bytesSince(nowMs - 2 * spanMs) - last);
    },
    endRound(nowMs, startMs) {
      rates.push(over(nowMs, Math.max(minSpanMs, rateRounds * (nowMs - startMs))));
      if (rates.length > memoryRounds) rates.shift();
      perRound.push(0);
      if (perRound.length > memoryRounds) perRound.shift();
    },
    best: () => bestOf(rates),
    mostPerRound: () => bestOf(perRound),
    isClimbing() {
      if (rates.length < memoryRounds) return true;
      const half = memoryRounds / 2;
      return bestOf(rates.slice(half)) > minRise * bestOf(rates.slice(0, half));
    },
  };
};
