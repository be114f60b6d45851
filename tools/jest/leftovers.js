/** CHILD_MESSAGE_END of jest-worker. */
const endOfWork = 2;
const { exit } = process;

/** @param {unknown} handle */
const close = (handle) => {
  // How servers, sockets, file watchers and UDP sockets are closed; a handle has some of these methods.
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

/** Enough for work that ends by itself, and less than Jest gives a worker to exit (`workerGracefulExitTimeout`). */
const patienceMs = 10_000;
/** `npm test` finds it in the output (tools/test-runner/checks.ts). */
const announcement = 'A worker still runs after its last test and exits. It holds: ';

/** The test file that has left a handle open. @type {WeakMap<object, string>} */
const leftBy = new WeakMap();

/**
 * After a test file. What it leaves may end by itself until the run is over.
 *
 * @param {Set<unknown>} before handles that were open before the file
 * @param {string} file
 */
export const noteLeftovers = (before, file) => {
  for (const handle of process._getActiveHandles())
    if (!before.has(handle) && !leftBy.has(handle)) leftBy.set(handle, file);
};

/** What keeps this process running, the programs that it has started, and the test files that left them. */
const whatIsHeld = () => {
  const handles = process._getActiveHandles();
  const programs = handles.flatMap(({ spawnargs }) => spawnargs?.join(' ') ?? []);
  const files = new Set(handles.flatMap((handle) => leftBy.get(handle) ?? []));
  const held = [...process.getActiveResourcesInfo(), ...programs].join(', ');
  return files.size === 0 ? held : `${held}; left by ${[...files].join(', ')}`;
};

let isWatched = false;

/**
 * Once per worker: when the run is over, names what passing tests have left open and exits. Jest would kill the worker
 * without saying what it holds.
 */
export const nameLeftoversAtEnd = () => {
  if (isWatched) return;
  isWatched = true;
  const onMessage = ([type]) => {
    if (type !== endOfWork) return;
    // A listener keeps the channel to Jest open.
    process.off('message', onMessage);
    setTimeout(() => {
      process.stderr.write(`${announcement}${whatIsHeld()}\n`, () => exit());
    }, patienceMs).unref();
  };
  process.on('message', onMessage);
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
