import { spawn } from 'node:child_process';

/** What a command's helpers get to end by themselves before they are made to. */
const GRACE_MS = 2_000;

/** @param {number} pid of the group's leader @param {NodeJS.Signals} signal */
const signalGroup = (pid, signal) => {
  try {
    process.kill(-pid, signal);
  } catch {
    // nobody left in the group: what we wanted
  }
};

/**
 * Like `spawn`, in a process group of its own: giving up ends the command and whatever it started.
 * npm alone would leave the scripts of the packages that it installs.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & {signal?: AbortSignal | undefined}} options
 */
export const spawnGroup = (command, args, { signal, ...options }) => {
  signal?.throwIfAborted();
  const child = spawn(command, args, { ...options, detached: true });
  const giveUp = () => {
    const { pid } = child;
    if (pid === undefined) return;
    signalGroup(pid, 'SIGTERM');
    const insist = setTimeout(() => signalGroup(pid, 'SIGKILL'), GRACE_MS);
    // The leader may end before its helpers do.
    child.once('exit', () => {
      clearTimeout(insist);
      signalGroup(pid, 'SIGKILL');
    });
  };
  signal?.addEventListener('abort', giveUp, { once: true });
  child.once('exit', () => signal?.removeEventListener('abort', giveUp));
  return child;
};
