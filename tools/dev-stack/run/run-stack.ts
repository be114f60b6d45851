import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Child, ChildSpec } from '../processes/child.js';
import { startGuard } from '../processes/guard.js';
import { supervise, type Supervisor } from '../processes/supervise.js';
import type { Console } from './console.js';

interface RunOptions {
  /** Lists the processes to run. */
  plan: (runDir: string) => Promise<ChildSpec[]>;
  console: Console;
  /** Called after the start when a child fails for good. */
  onFatal?: (fault: unknown) => void;
  /** Keeps the logs after the end; default: in the run directory, which is removed. */
  logDir?: string;
  /** Aborts the start. */
  signal?: AbortSignal;
}

export interface RunningStack {
  runDir: string;
  children: Map<string, Child>;
  stop: () => Promise<void>;
}

const prepareLogDir = (dir: string): string => {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  return dir;
};

const rejectOnAbort = (signal: AbortSignal | undefined): Promise<never> =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

/**
 * Runs processes with a temporary run directory, which `stop` removes. When the start fails, all started
 * processes are stopped before the promise rejects.
 */
export const runStack = async ({
  plan,
  console,
  onFatal = () => undefined,
  logDir,
  signal,
}: RunOptions): Promise<RunningStack> => {
  const runDir = mkdtempSync(join(tmpdir(), 'tandem-'));
  const guard = startGuard(runDir);
  let supervisor: Supervisor | undefined;
  let stopping: Promise<void> | undefined;
  const stop = () =>
    (stopping ??= (async () => {
      await supervisor?.stop();
      rmSync(runDir, { recursive: true, force: true });
      await guard.dismiss();
    })());

  let isUp = false;
  try {
    const specs = await plan(runDir);
    signal?.throwIfAborted();
    supervisor = supervise(specs, {
      logDir: prepareLogDir(logDir ?? join(runDir, 'logs')),
      guard,
      report: console.report,
      echo: console.echo,
      onFatal: (fault) => {
        if (isUp) onFatal(fault);
      },
    });
    await Promise.race([supervisor.start(), rejectOnAbort(signal)]);
    isUp = true;
    return { runDir, children: supervisor.children, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
