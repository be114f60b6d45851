import { LaunchFault } from './fault.mjs';

/** npm forwards a Ctrl-C that the terminal also delivers; two signals closer than this are one key press. */
const secondCtrlCMs = 500;
const parentPollMs = 500;

/**
 * Calls back when the npm process that started this one exits: killed with SIGKILL, npm cannot forward
 * a signal. Applies to npm only; a shell may exit while its background job continues.
 * @param {() => void} onOrphaned
 */
const watchNpm = (onOrphaned) => {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onOrphaned();
  }, parentPollMs);
  timer.unref();
};

/**
 * A signal that aborts on Ctrl-C, SIGTERM, SIGHUP or the death of npm. A second Ctrl-C exits immediately.
 * @returns {AbortSignal}
 */
export const interruptSignal = () => {
  const controller = new AbortController();
  /** @type {number | undefined} */
  let interruptedAt;
  const interrupt = () => {
    interruptedAt ??= performance.now();
    controller.abort(new LaunchFault('interrupted', { exitCode: 0 }));
  };
  for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(name, () => {
      const sinceFirstMs = performance.now() - (interruptedAt ?? performance.now());
      if (name === 'SIGINT' && sinceFirstMs > secondCtrlCMs) process.exit(130);
      interrupt();
    });
  }
  watchNpm(interrupt);
  return controller.signal;
};
