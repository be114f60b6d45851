const POLL_MS = 500;

/**
 * Calls back when the npm that started this process is gone: killed outright, it could not pass the
 * signal on. Only for npm: a shell may be closed on purpose while its background job goes on.
 * @param {() => void} onOrphaned
 */
export const watchNpm = (onOrphaned) => {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onOrphaned();
  }, POLL_MS);
  timer.unref();
};
