const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 10_000;

/**
 * Pause before a child that died is started again, doubling with each death in a row.
 * @param {number} deaths in a row, from 1
 */
export const restartDelayMs = (deaths) =>
  Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.max(0, deaths - 1));
