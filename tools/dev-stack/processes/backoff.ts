const firstDelayMs = 250;
const longestDelayMs = 10_000;

/**
 * Delay before the next restart, by consecutive deaths (counted from 1). The first restart is immediate, as in Kubernetes;
 * then the delay doubles with each death.
 */
export const restartDelayMs = (deaths: number): number =>
  deaths <= 1 ? 0 : Math.min(longestDelayMs, firstDelayMs * 2 ** (deaths - 2));
