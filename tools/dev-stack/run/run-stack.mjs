import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postGuard } from '../processes/guard.mjs';
import { supervise } from '../processes/supervise.mjs';

/** @typedef {import('../processes/child.mjs').ChildSpec} ChildSpec */

/**
 * @typedef {object} RunOptions
 * @property {(runDir: string) => Promise<ChildSpec[]>} plan the processes to run
 * @property {ReturnType<typeof import('./console.mjs').openConsole>} console
 * @property {(fault: unknown) => void} [onFatal] after the start: a child that no restart can help
 * @property {string} [logDir] keeps the logs after the end; default: in the run directory, gone with it
 * @property {AbortSignal} [signal] gives the start up
 */

/**
 * Runs a plan in a directory of its own and takes both away again. When the start fails everything
 * that ran is stopped before the returned promise rejects.
 * @param {RunOptions} options
 */
export const runStack = async ({ plan, console, onFatal = () => undefined, logDir, signal }) => {
  const runDir = mkdtempSync(join(tmpdir(), 'tandem-'));
  const guard = postGuard(runDir);
  /** @type {ReturnType<typeof supervise> | undefined} */
  let supervised;
  /** @type {Promise<void> | undefined} */
  let stopping;
  const stop = () =>
    (stopping ??= (async () => {
      await supervised?.stop();
      rmSync(runDir, { recursive: true, force: true });
      await guard.dismiss();
    })());

  let isUp = false;
  try {
    const specs = await plan(runDir);
    signal?.throwIfAborted();
    supervised = supervise(specs, {
      logDir: prepareLogDir(logDir ?? join(runDir, 'logs')),
      guard,
      report: console.report,
      echo: console.echo,
      onFatal: (fault) => isUp && onFatal(fault),
    });
    await Promise.race([supervised.start(), rejectOnAbort(signal)]);
    isUp = true;
    return { runDir, children: supervised.children, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** @param {string} dir */
const prepareLogDir = (dir) => {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  return dir;
};

/** @param {AbortSignal | undefined} signal @returns {Promise<never>} */
const rejectOnAbort = (signal) =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
