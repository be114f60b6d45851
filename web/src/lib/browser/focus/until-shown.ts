/** A page that has not shown it by then shows something else, such as an error. */
const waitMs = 10_000;

/**
 * Attempts now, and with every change of the page, until it succeeds.
 *
 * @returns a function that stops waiting.
 */
export const untilShown = (attempt: () => boolean): (() => void) => {
  if (attempt()) return () => undefined;
  const observer = new MutationObserver(() => {
    if (attempt()) stop();
  });
  const timer = setTimeout(() => stop(), waitMs);
  const stop = (): void => {
    observer.disconnect();
    clearTimeout(timer);
  };
  observer.observe(document.body, { childList: true, subtree: true });
  return stop;
};
