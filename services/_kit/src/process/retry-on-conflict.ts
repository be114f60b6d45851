/** Outcome of an attempt whose write has found a row that another writer changed since the attempt read it. */
export const conflict: unique symbol = Symbol('conflict');

/**
 * Optimistic concurrency: `attempt` reads a row, decides, and writes on condition that the row is unchanged; it is
 * repeated after a conflict. Throws the error of `onExhausted` after `maxAttempts` conflicts.
 */
export const retryOnConflict = async <Result>(
  options: { maxAttempts: number; onExhausted: () => Error },
  attempt: () => Promise<Result | typeof conflict>,
): Promise<Result> => {
  for (let attempts = 0; attempts < options.maxAttempts; attempts += 1) {
    const result = await attempt();
    if (result !== conflict) return result;
  }
  throw options.onExhausted();
};
