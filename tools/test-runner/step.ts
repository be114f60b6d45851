import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { root, spawnGroup } from '../bootstrap/exec.mjs';
import { widePath } from '../bootstrap/install/programs.mjs';

const lowestPriority = 19;

/** The result of a step. A failed step without tests counts as one failure. */
export interface Outcome {
  name: string;
  result: 'ok' | 'failed' | 'skipped';
  ms: number;
  /** Tests. */
  passed: number;
  failed: number;
  skipped: number;
  /** Shown in the summary. */
  note?: string;
  /** A line for each failed test, shown below the summary. */
  failures?: readonly string[];
}

interface RunResult {
  /** Exit code; 1 after a signal. */
  code: number;
  /** Standard output and error; of a live command only the latter. */
  output: string;
}

interface RunOptions {
  cwd?: string;
  env?: Record<string, string>;
  /** Prints the output while the command runs. */
  live?: boolean;
  /** Runs with the lowest priority. */
  isBackground?: boolean;
  signal?: AbortSignal;
}

/**
 * Lowers the priority of a process session. With autogroup scheduling Linux divides the processors
 * between sessions before it considers the nice value of a process, and `spawnGroup` creates a session.
 * https://man7.org/linux/man-pages/man7/sched.7.html
 */
const lowerSession = (leader: number | undefined): void => {
  try {
    writeFileSync(`/proc/${String(leader)}/autogroup`, String(lowestPriority));
  } catch {
    // Autogroup is disabled, or the process has exited.
  }
};

/** Standard error of a live command is a pipe; this keeps its colours on a terminal. */
const colours = (): Record<string, string> => (process.stderr.isTTY ? { FORCE_COLOR: '1' } : {});

/** Runs a command; its result includes a failure to start. */
export const run = async (
  command: readonly string[],
  { cwd = root, env, live = false, isBackground = false, signal }: RunOptions = {},
): Promise<RunResult> => {
  if (signal?.aborted) return { code: 1, output: 'interrupted' };
  // `nice` rather than os.setPriority: the latter misses the threads that exist already.
  const [program = '', ...args] = isBackground
    ? ['nice', '-n', String(lowestPriority), ...command]
    : command;
  const child = spawnGroup(program, args, {
    cwd,
    env: { ...process.env, PATH: widePath(), ...(live ? colours() : {}), ...env },
    stdio: ['ignore', live ? 'inherit' : 'pipe', 'pipe'],
    signal,
  });
  if (isBackground) lowerSession(child.pid);
  if (live) child.stderr?.pipe(process.stderr, { end: false });
  let output = '';
  child.stdout?.on('data', (chunk) => (output += String(chunk)));
  child.stderr?.on('data', (chunk) => (output += String(chunk)));
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    return { code: code ?? 1, output };
  } catch (error) {
    return { code: 1, output: `${output}${String(error)}` };
  }
};

type StepResult = Partial<Outcome> & { code: number };

/** Runs and times a step. */
export const timeStep = async (name: string, work: () => Promise<StepResult>): Promise<Outcome> => {
  const startedAt = performance.now();
  const { code, passed = 0, failed = 0, skipped = 0, note, failures, result } = await work();
  return {
    name,
    result: result ?? (code === 0 && failed === 0 ? 'ok' : 'failed'),
    ms: performance.now() - startedAt,
    passed,
    failed: code === 0 ? failed : Math.max(1, failed),
    skipped,
    ...(note ? { note } : {}),
    ...(failures ? { failures } : {}),
  };
};
