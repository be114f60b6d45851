const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 10_000;

/** Delay before the next restart; doubles with each consecutive death (counted from 1). */
export const restartDelayMs = (deaths: number): number =>
  Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.max(0, deaths - 1));
