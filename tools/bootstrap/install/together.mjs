/**
 * Runs tasks in parallel. When one fails, the others are aborted, and the first error is thrown after all have ended.
 * @param {AbortSignal} signal
 * @param {...(signal: AbortSignal) => Promise<unknown>} tasks
 */
export const together = async (signal, ...tasks) => {
  const failure = new AbortController();
  const either = AbortSignal.any([signal, failure.signal]);
  const running = tasks.map((task) => task(either));
  try {
    await Promise.all(running);
  } catch (error) {
    failure.abort(error);
    await Promise.allSettled(running);
    throw error;
  }
};
