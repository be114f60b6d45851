import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A prerequisite of the run is missing. The message is one line; the run ends with exit code 69 (EX_UNAVAILABLE). */
export class MissingFault extends Error {}

/** The line that names the cause, or the last ones: Playwright prints a report after its error. */
const causeOf = (output: string): string => {
  const lines = output.trim().split('\n');
  const cause = lines.find((line) => /^\s*(Error|TypeError|TimeoutError): /.test(line));
  return (cause ?? lines.slice(-3).join(' ')).trim().slice(0, 500);
};

export class CommandFault extends Error {
  readonly output: string;
  constructor(what: string, output: string) {
    super(`${what}: ${causeOf(output)}`);
    this.output = output;
  }
}

export type Program = 'kubectl' | 'helm' | 'git' | 'npx' | 'tar';

interface Call {
  input?: string;
  /** The command is killed after this time; the default suits calls that do not wait. */
  timeoutMs?: number;
  cwd?: string;
  env?: Record<string, string>;
  signal?: AbortSignal | undefined;
}

const defaultTimeoutMs = 60_000;

const pathOf = (program: Program) =>
  program === 'helm' ? (process.env['HELM'] ?? program) : program;

/** Runs a command to its end and returns its output. The only place that starts kubectl and helm, with `follow`. */
export const run = async (
  program: Program,
  args: readonly string[],
  { input, timeoutMs = defaultTimeoutMs, cwd, env, signal }: Call = {},
): Promise<string> => {
  const limit = AbortSignal.timeout(timeoutMs);
  const child = spawn(pathOf(program), [...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  // A command that ends before it has read its input.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const what = [program, ...args.slice(0, 3)].join(' ');
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    if (code === 0) return stdout;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new MissingFault(`${program} is not on the PATH`, { cause: error });
    signal?.throwIfAborted();
    if (limit.aborted)
      throw new CommandFault(what, `${stderr}\nnot finished after ${timeoutMs / 1000} s`);
    throw error;
  }
  throw new CommandFault(what, `${stdout}\n${stderr}`);
};

export interface Followed {
  stop: () => Promise<void>;
  /** Rejects when the command ends before `stop`. */
  lost: Promise<never>;
}

/** Starts a command and passes on its lines until `stop`. */
export const follow = (
  program: Program,
  args: readonly string[],
  onLine: (line: string) => void,
): Followed => {
  const child: ChildProcess = spawn(pathOf(program), [...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let isStopping = false;
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  if (child.stdout) createInterface({ input: child.stdout }).on('line', onLine);
  const ended = once(child, 'close').catch((error: unknown) => {
    stderr += String(error);
  });
  const lost = ended.then(() =>
    isStopping
      ? new Promise<never>(() => undefined)
      : Promise.reject(new CommandFault([program, ...args.slice(0, 3)].join(' '), stderr)),
  );
  // Not an unhandled rejection before the caller awaits it.
  lost.catch(() => undefined);
  return {
    lost,
    stop: async () => {
      isStopping = true;
      child.kill('SIGTERM');
      await ended;
    },
  };
};
