import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('guard.sh', import.meta.url));

export interface Guard {
  pid: number;
  add: (pid: number) => void;
  remove: (pid: number) => void;
  dismiss: () => Promise<void>;
}

/** Starts the process that cleans up after a launcher killed with SIGKILL; it also removes `runDir`. */
export const startGuard = (runDir: string): Guard => {
  // Own process group: a Ctrl-C in the terminal must not end the guard before the launcher.
  const guard = spawn('/bin/sh', [script, runDir], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
  });
  const exited = new Promise((resolve) => guard.once('exit', resolve));
  // The stack keeps running without its guard.
  guard.once('error', () => undefined);
  guard.stdin.on('error', () => undefined);
  return {
    pid: guard.pid ?? 0,
    add: (pid) => void guard.stdin.write(`+${pid}\n`),
    remove: (pid) => void guard.stdin.write(`-${pid}\n`),
    dismiss: async () => {
      guard.stdin.end();
      await exited;
    },
  };
};
