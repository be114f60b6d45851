import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { LaunchFault } from './fault.mjs';

/** The root folder of this checkout. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Time between SIGTERM and SIGKILL for an aborted process group. */
const graceMs = 2_000;

/** @param {number} pid of the group leader @param {NodeJS.Signals} signal */
const signalGroup = (pid, signal) => {
  try {
    process.kill(-pid, signal);
  } catch {
    // ESRCH: the group has already ended.
  }
};

/** Leaders of the groups that run. @type {Set<number>} */
const running = new Set();
// A second Ctrl-C exits before the groups have ended, and no terminal signal reaches them.
process.on('exit', () => running.forEach((pid) => signalGroup(pid, 'SIGKILL')));

/**
 * `spawn` in a new process group. Aborting terminates the whole group: npm does not pass a signal on
 * to the install scripts it runs. A group that still runs when this process exits is killed.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & {signal?: AbortSignal | undefined}} options
 */
export const spawnGroup = (command, args, { signal, ...options }) => {
  signal?.throwIfAborted();
  const child = spawn(command, args, { ...options, detached: true });
  const { pid } = child;
  if (pid !== undefined) running.add(pid);
  const terminate = () => {
    if (pid === undefined) return;
    signalGroup(pid, 'SIGTERM');
    const kill = setTimeout(() => signalGroup(pid, 'SIGKILL'), graceMs);
    // The leader may exit before the rest of its group.
    child.once('exit', () => {
      clearTimeout(kill);
      signalGroup(pid, 'SIGKILL');
    });
  };
  signal?.addEventListener('abort', terminate, { once: true });
  child.once('exit', () => {
    if (pid !== undefined) running.delete(pid);
    signal?.removeEventListener('abort', terminate);
  });
  return child;
};

/**
 * Runs a command and returns its output. Prints nothing; a failure carries all output in its message.
 * @param {string} what subject of the error message: "Installing dependencies"
 * @param {string} command
 * @param {string[]} args
 * @param {{cwd?: string, env?: Record<string, string | undefined>, signal?: AbortSignal | undefined}} [options]
 * @returns {Promise<string>}
 */
export const exec = async (what, command, args, { cwd = root, env, signal } = {}) => {
  const child = spawnGroup(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => (output += String(chunk)));
  }
  try {
    const [code, killedBy] = await once(child, 'close');
    signal?.throwIfAborted();
    if (code === 0) return output;
    throw new LaunchFault(
      `${what} failed (${killedBy ?? `exit code ${code}`}):\n\n${output.trim()}`,
    );
  } catch (error) {
    if (error instanceof LaunchFault) throw error;
    if (signal?.aborted) throw signal.reason;
    throw new LaunchFault(`${what} failed: ${/** @type {Error} */ (error).message}`, {
      cause: error,
    });
  }
};
