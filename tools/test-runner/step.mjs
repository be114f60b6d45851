import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { root } from '../bootstrap/exec.mjs';
import { spawnGroup } from '../bootstrap/group.mjs';
import { widePath } from '../bootstrap/tools.mjs';

const LOWEST_PRIORITY = 19;

/**
 * What a step came to. A step without tests of its own counts as one failure when it fails, so that
 * "0 failed" means that all is well.
 * @typedef {object} Outcome
 * @property {string} name
 * @property {'ok' | 'failed' | 'skipped'} result
 * @property {number} ms
 * @property {number} passed tests
 * @property {number} failed tests, or 1 for a failed step without tests
 * @property {number} skipped tests
 * @property {string} [note] one line for the summary
 */

/**
 * @typedef {object} RunResult
 * @property {number} code exit code; 1 when a signal ended it
 * @property {string} output empty when it went straight to the console
 */

/**
 * A Linux made for desktops shares its processors out between sessions before it looks at the priorities
 * of processes, and `spawnGroup` begins a session: that gets the priority of its leader.
 * @param {number | undefined} pid of the leader
 */
const lowerSession = (pid) => {
  try {
    writeFileSync(`/proc/${String(pid)}/autogroup`, String(LOWEST_PRIORITY));
  } catch {
    // no such sharing here, or gone already
  }
};

/**
 * @param {string[]} command program and arguments
 * @param {{cwd?: string, env?: Record<string, string>, live?: boolean, isAside?: boolean, signal?: AbortSignal | undefined}} [options]
 *   `live` shows the output as it comes; `isAside` takes only what others leave of the processors
 * @returns {Promise<RunResult>}
 */
export const run = async (
  command,
  { cwd = root, env, live = false, isAside = false, signal } = {},
) => {
  if (signal?.aborted) return { code: 1, output: 'interrupted' };
  // From its first thread on: a priority given later does not reach the threads that are there already.
  const [program = '', ...args] = isAside
    ? ['nice', '-n', String(LOWEST_PRIORITY), ...command]
    : command;
  const child = spawnGroup(program, args, {
    cwd,
    env: { ...process.env, PATH: widePath(), ...env },
    stdio: live ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    signal,
  });
  if (isAside) lowerSession(child.pid);
  let output = '';
  child.stdout?.on('data', (chunk) => (output += String(chunk)));
  child.stderr?.on('data', (chunk) => (output += String(chunk)));
  try {
    const [code] = await once(child, 'close');
    return { code: code ?? 1, output };
  } catch (error) {
    return { code: 1, output: `${output}${String(error)}` };
  }
};

/**
 * @param {string} name
 * @param {() => Promise<Partial<Outcome> & {code: number}>} work
 * @returns {Promise<Outcome>}
 */
export const timeStep = async (name, work) => {
  const began = performance.now();
  const { code, passed = 0, failed = 0, skipped = 0, note, result } = await work();
  return {
    name,
    result: result ?? (code === 0 && failed === 0 ? 'ok' : 'failed'),
    ms: performance.now() - began,
    passed,
    failed: code === 0 ? failed : Math.max(1, failed),
    skipped,
    ...(note ? { note } : {}),
  };
};
