import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('guard.sh', import.meta.url));

/** @typedef {{pid: number, add(pid: number): void, remove(pid: number): void, dismiss(): Promise<void>}} Guard */

/**
 * Starts the process that cleans up after a launcher which was killed without a chance to do so.
 * @param {string} runDir removed at the end
 * @returns {Guard}
 */
export const postGuard = (runDir) => {
  // Its own process group: Ctrl-C in the terminal must not reach it before the launcher is done.
  const guard = spawn('/bin/sh', [script, runDir], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
  });
  const gone = new Promise((resolve) => guard.once('exit', resolve));
  // A dead guard leaves an unguarded but working stack; it must not take the launcher along.
  guard.once('error', () => undefined);
  guard.stdin.on('error', () => undefined);
  return {
    pid: guard.pid ?? 0,
    add: (pid) => guard.stdin.write(`+${pid}\n`),
    remove: (pid) => guard.stdin.write(`-${pid}\n`),
    dismiss: async () => {
      guard.stdin.end();
      await gone;
    },
  };
};
