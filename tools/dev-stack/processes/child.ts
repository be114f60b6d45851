import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { configExitCode, LaunchFault } from '../../bootstrap/fault.mjs';
import { restartDelayMs } from './backoff.js';
import type { Guard } from './guard.js';
import { collectOutput, type Notable, type Output, type Reader } from './output.js';
import type { Readiness } from './ready.js';

export interface ChildSpec {
  /** Unique; also the name of the log file. */
  name: string;
  command: string;
  args: string[];
  cwd: string;
  /** The whole environment of the process. */
  env: Record<string, string>;
  /** 0 infrastructure, 1 services, 2 edge. Started in ascending order, stopped in descending order. */
  tier: 0 | 1 | 2;
  ready: Readiness;
  /** Selects the lines printed on the console. */
  read: Reader;
  /** Whether the next tier waits for this child; default: in tier 0 only. */
  isGate?: boolean;
  /** Appended to the restart line: what the process lost. */
  lossNote?: string;
  /** Restores what the process lost. */
  afterRestart?: () => Promise<void>;
}

/** The launcher, as seen by a child. */
export interface Host {
  logDir: string;
  guard: Guard;
  /** Prints one line on the console. */
  report: (text: string) => void;
  echo: (name: string, line: string, notable: Notable | undefined) => void;
  /** Called when restarting the child cannot help. */
  onFatal: (fault: unknown) => void;
}

/** Consecutive deaths before the first readiness that end the start. */
const startupDeaths = 3;
/** Generous: all processes start at the same time and compete for the processors. */
const readyTimeoutMs = 90_000;
/** Time a child must stay ready before its consecutive deaths are reset. */
const recoveredAfterMs = 10_000;
/** Time the last lines of an exited child may take to arrive. */
const lastLinesMs = 250;

interface Deferred {
  promise: Promise<void>;
  resolve: () => void;
  reject: (reason: unknown) => void;
}

/** A promise whose rejection is not reported as unhandled. */
const deferred = (): Deferred => {
  let resolve: () => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  promise.catch(() => undefined);
  return { promise, resolve, reject };
};

/** A process that is restarted, with growing delays, whenever it exits without being stopped. */
export class Child {
  readonly spec: ChildSpec;
  readonly output: Output;
  readonly #host: Host;
  readonly #listeners = new Set<(line: string) => void>();
  #process: ChildProcess | undefined;
  /** Settles when the current process has exited. */
  #exited: Promise<unknown> = Promise.resolve();
  #isWanted = false;
  /** From a stop until the next spawn. */
  #isStopping = false;
  #deaths = 0;
  #wasReady = false;
  #isReady = false;
  #readiness = deferred();
  #restartTimer: NodeJS.Timeout | undefined;

  constructor(spec: ChildSpec, host: Host) {
    this.spec = spec;
    this.#host = host;
    this.output = collectOutput(join(host.logDir, `${spec.name}.log`), (line, source) => {
      // Before the first readiness, stderr goes into the error that ends the start; after `stop`,
      // nothing the child prints is a fault.
      const isPrinted = this.#isWanted && (this.#wasReady || source === 'stdout');
      if (isPrinted) host.echo(spec.name, line, spec.read(line, source));
      for (const listener of this.#listeners) listener(line);
    });
  }

  get name(): string {
    return this.spec.name;
  }

  /** Changes with every restart. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** Starts the process unless it runs, after the end of one that is being stopped; resolves when it is ready. */
  async start(): Promise<void> {
    if (!this.#isWanted) {
      this.#isWanted = true;
      if (this.pid === undefined) this.#spawn();
      // Both would listen on the same ports; `#onExit` starts the next one.
      else await this.#exited;
    }
    await this.whenReady();
  }

  /** Resolves when the current or the next process is ready. */
  whenReady(): Promise<void> {
    return this.#readiness.promise;
  }

  /** Signals the process, which is then restarted without added delay; settles when it has exited. */
  kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<unknown> {
    const exited = this.#exited;
    this.#deaths = 0;
    this.#process?.kill(signal);
    return exited;
  }

  /** Stops the process: SIGTERM, then SIGKILL after `graceMs`. */
  async stop(graceMs: number): Promise<void> {
    this.#isWanted = false;
    this.#isStopping = true;
    clearTimeout(this.#restartTimer);
    this.#process?.kill('SIGTERM');
    const kill = setTimeout(() => {
      this.#host.report(`${this.name} did not stop within ${graceMs / 1000} s; killed`);
      this.#signalGroup('SIGKILL');
    }, graceMs);
    await this.#exited;
    clearTimeout(kill);
  }

  #spawn(): void {
    this.#isStopping = false;
    const { command, args, cwd, env } = this.spec;
    // Own process group: Ctrl-C reaches the launcher only, which stops its children in order.
    const child = spawn(command, args, {
      cwd,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    child.once('error', (cause) => {
      if (child.pid === undefined) {
        this.#fail(new LaunchFault(`Cannot start ${this.name}: ${cause.message}`));
      }
    });
    if (child.pid === undefined) return;
    this.#host.guard.add(child.pid);
    this.output.follow(child.stdout, child.stderr);
    const closed = once(child, 'close');
    this.#exited = once(child, 'exit').then(async () => {
      this.#signalGroup('SIGKILL'); // its own children
      await Promise.race([closed, delay(lastLinesMs)]);
      this.#onExit(child);
    });
    this.#watchReadiness(child);
  }

  #watchReadiness(child: ChildProcess): void {
    const exited = new AbortController();
    const added = new Set<(line: string) => void>();
    const timeout = setTimeout(() => this.#onReadyTimeout(), readyTimeoutMs);
    const unsubscribe = () => {
      clearTimeout(timeout);
      for (const listener of added) this.#listeners.delete(listener);
    };
    child.once('exit', () => {
      unsubscribe();
      exited.abort(new Error('the process exited'));
    });
    const onLine = (listener: (line: string) => void) => {
      added.add(listener);
      this.#listeners.add(listener);
    };
    this.spec.ready({ signal: exited.signal, onLine }).then(
      () => {
        unsubscribe();
        this.#onReady(child);
      },
      () => undefined, // the process exited first: see #onExit
    );
  }

  #onReady(child: ChildProcess): void {
    if (child !== this.#process || child.exitCode !== null || child.signalCode !== null) return;
    const isRestart = this.#wasReady;
    this.#wasReady = true;
    this.#isReady = true;
    const recovered = setTimeout(() => (this.#deaths = 0), recoveredAfterMs);
    child.once('exit', () => clearTimeout(recovered));
    if (isRestart && this.spec.afterRestart) {
      this.spec.afterRestart().catch((error: unknown) => {
        this.#host.report(
          `${this.name}: ${error instanceof Error ? error.message : String(error)}`,
        );
      });
    }
    this.#readiness.resolve();
  }

  #onReadyTimeout(): void {
    if (this.#wasReady) {
      this.#signalGroup('SIGKILL'); // restarted like after any other death
      return;
    }
    this.#fail(
      this.#faultWithTail(`${this.name} was not ready within ${readyTimeoutMs / 1000} s.`),
    );
  }

  #onExit(child: ChildProcess): void {
    if (child.pid !== undefined) this.#host.guard.remove(child.pid);
    if (this.#isReady) this.#readiness = deferred();
    this.#isReady = false;
    this.#process = undefined;
    if (!this.#isWanted) return;
    if (this.#isStopping) {
      this.#spawn();
      return;
    }
    this.#deaths += 1;
    const how = child.signalCode ?? `exit code ${String(child.exitCode)}`;
    if (child.exitCode === configExitCode) {
      this.#fail(this.#faultWithTail(`${this.name} rejected its configuration.`, configExitCode));
    } else if (!this.#wasReady && this.#deaths >= startupDeaths) {
      this.#fail(this.#faultWithTail(`${this.name} does not start (${how}).`));
    } else {
      this.#scheduleRestart(how);
    }
  }

  #scheduleRestart(how: string): void {
    const delayMs = restartDelayMs(this.#deaths);
    const loss = this.spec.lossNote ? ` (${this.spec.lossNote})` : '';
    this.#host.report(`${this.name} ended with ${how}${loss}; restarting in ${delayMs / 1000} s`);
    this.#restartTimer = setTimeout(() => this.#spawn(), delayMs);
  }

  #signalGroup(signal: NodeJS.Signals): void {
    const pid = this.#process?.pid;
    if (pid === undefined) return;
    try {
      process.kill(-pid, signal);
    } catch {
      // ESRCH: the group has already ended.
    }
  }

  #faultWithTail(message: string, exitCode = 1): LaunchFault {
    const lines = this.output.tail();
    const notable = lines.flatMap((line) => this.spec.read(line, 'stderr')?.text ?? []);
    const tail = (notable.length > 0 ? notable : lines).join('\n');
    return new LaunchFault(tail ? `${message} Last output:\n\n${tail}\n` : message, { exitCode });
  }

  #fail(fault: LaunchFault): void {
    this.#isWanted = false;
    this.#readiness.reject(fault);
    this.#host.onFatal(fault);
  }
}
