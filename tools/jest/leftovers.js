import timersPromises from 'node:timers/promises';

/** Timers that have fired or were cleared are forgotten whenever so many have been added. */
const purgeEvery = 1_000;

/** @param {unknown} handle */
const close = (handle) => {
  // Of a server, a file watcher and a UDP socket; a socket and a process have no such method.
  for (const name of ['closeAllConnections', 'destroy', 'close']) {
    try {
      handle[name]?.();
    } catch (error) {
      // A UDP socket that has just been closed. An error here would hide that of the test.
      process.stderr.write(`${String(error)}\n`);
    }
  }
  if (handle.pid !== undefined) handle.kill('SIGKILL');
};

/**
 * Follows what a test file opens. A test that fails may not get to closing its servers, connections and processes, and
 * Jest would then have to kill the worker, which `npm test` counts as a second failure and which hides the first. What
 * passing tests leave open is not closed here.
 *
 * @param {typeof globalThis} global of the test file
 */
export const trackLeftovers = (global) => {
  const before = new Set(process._getActiveHandles());
  let timers = new Set();
  let purgeAbove = purgeEvery;
  // Also by a file that does not load.
  let hasFailed = true;
  let hasEnded = false;

  for (const name of ['setTimeout', 'setInterval']) {
    global[name] = new Proxy(global[name], {
      apply(target, self, args) {
        const timer = Reflect.apply(target, self, args);
        if (hasEnded) clearTimeout(timer);
        else timers.add(timer);
        if (timers.size > purgeAbove) {
          timers = new Set([...timers].filter((one) => one.hasRef()));
          purgeAbove = timers.size + purgeEvery;
        }
        return timer;
      },
    });
  }

  // A test that has timed out while it polls would go on polling.
  const originals = { ...timersPromises };
  for (const name of ['setTimeout', 'setImmediate']) {
    timersPromises[name] = async (...args) => {
      const value = await originals[name](...args);
      return hasEnded ? new Promise(() => undefined) : value;
    };
  }

  return {
    /** @param {{ name: string }} event of jest-circus */
    onEvent({ name }) {
      if (name === 'run_start') hasFailed = false;
      if (['test_fn_failure', 'hook_failure', 'error'].includes(name)) hasFailed = true;
    },
    closeAfterFailure() {
      Object.assign(timersPromises, originals);
      if (!hasFailed) return;
      hasEnded = true;
      for (const timer of timers) clearTimeout(timer);
      for (const handle of process._getActiveHandles()) {
        const isOwn = !before.has(handle) && ![process.stdout, process.stderr].includes(handle);
        if (isOwn) close(handle);
      }
    },
  };
};
