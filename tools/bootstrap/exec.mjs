import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { LaunchFault } from './fault.mjs';
import { spawnGroup } from './group.mjs';

/** The checkout this file belongs to. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Runs a command of the set-up to its end. Silent while all goes well, because the step says what it
 * does; everything the command printed when it fails.
 * @param {string} what for the error: "Installing dependencies"
 * @param {string} command
 * @param {string[]} args
 * @param {{cwd?: string, env?: Record<string, string | undefined>, signal?: AbortSignal | undefined}} [options]
 * @returns {Promise<string>} its output
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
