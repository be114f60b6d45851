const firstDelayMs = 250;
const longestDelayMs = 10_000;

/** Delay before the next restart; doubles with each consecutive death (counted from 1). */
export const restartDelayMs = (deaths: number): number =>
  Math.min(longestDelayMs, firstDelayMs * 2 ** Math.max(0, deaths - 1));
