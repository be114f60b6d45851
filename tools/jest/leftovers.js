/** CHILD_MESSAGE_END of jest-worker. */
const endOfWork = 2;
const { exit } = process;

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

let isExiting = false;

/** Timers and polls of a failed test cannot be found. Once the run is over, they need not end. */
const exitWithoutWaiting = () => {
  if (isExiting) return;
  isExiting = true;
  process.on('message', ([type]) => {
    if (type === endOfWork) exit();
  });
};

/** Servers, connections, processes and watchers that keep this process running. */
export const openHandles = () => new Set(process._getActiveHandles());

/**
 * Closes what a failed test file has left open. The file may have failed before its own clean-up; Jest would then have
 * to kill the worker, which `npm test` counts as a second failure that hides the first. What passing tests leave open
 * is not closed.
 *
 * @param {Set<unknown>} before handles that were open before the file
 */
export const closeLeftovers = (before) => {
  for (const handle of process._getActiveHandles()) {
    const isOwn = !before.has(handle) && ![process.stdout, process.stderr].includes(handle);
    if (isOwn) close(handle);
  }
  exitWithoutWaiting();
};
