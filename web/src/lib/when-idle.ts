/**
 * Runs `act` once the page has nothing else to do. Safari has no idle callbacks.
 *
 * @returns a function that cancels it
 */
export const whenIdle = (act: () => void): (() => void) => {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(act);
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(act, 1_000);
  return () => clearTimeout(timer);
};
