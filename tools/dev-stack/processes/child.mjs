import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CONFIG_EXIT_CODE, LaunchFault } from '../../bootstrap/fault.mjs';
import { restartDelayMs } from './backoff.mjs';
import { collectOutput } from './output.mjs';

/**
 * What the launcher knows about a process it keeps alive.
 * @typedef {object} ChildSpec
 * @property {string} name unique; also the name of its log file
 * @property {string} command
 * @property {string[]} args
 * @property {string} cwd
 * @property {Record<string, string>} env its whole environment
 * @property {0 | 1 | 2} tier 0 infrastructure, 1 services, 2 edge: started upwards, stopped downwards
 * @property {import('./ready.mjs').Readiness} ready
 * @property {import('./output.mjs').Reader} read picks the lines that reach the console
 * @property {boolean} [isGate] the next tier waits for it (default: tier 0 only)
 * @property {string} [lossNote] what is lost when it dies, for the restart line
 * @property {() => Promise<void>} [afterRestart] puts back what its death lost
 */

/**
 * What a child needs from the launcher.
 * @typedef {object} Host
 * @property {string} logDir
 * @property {import('./guard.mjs').Guard} guard
 * @property {(text: string) => void} report one line for the person at the console
 * @property {(name: string, line: string, notable: import('./output.mjs').Notable | undefined) => void} echo
 * @property {(fault: unknown) => void} onFatal a child that no restart can help
 */

/** Deaths in a row before a child was ever ready that end the attempt. */
const STARTUP_DEATHS = 3;
/** A child must become ready within this time, on a machine where everything starts at once. */
const READY_TIMEOUT_MS = 90_000;
/** Ready for this long, a child has recovered: its next death starts counting anew. */
const RECOVERED_AFTER_MS = 10_000;
/** How long an exited child's last lines may take to arrive. */
const LAST_LINES_MS = 250;

/** A promise with its settlers; rejections nobody awaits are not errors of their own. */
const deferred = () => {
  /** @type {(value?: undefined) => void} */ let resolve = () => undefined;
  /** @type {(reason: unknown) => void} */ let reject = () => undefined;
  /** @type {Promise<undefined>} */
  const promise = new Promise((yes, no) => {
    resolve = yes;
    reject = no;
  });
  promise.catch(() => undefined);
  return { promise, resolve, reject };
};

/** One process, started again with growing pauses whenever it dies without having been asked to. */
export class Child {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #process;
  /** @type {Promise<unknown>} settles when the present process is gone */
  #gone = Promise.resolve();
  #wanted = false;
  #deaths = 0;
  #wasReady = false;
  #isReady = false;
  #readiness = deferred();
  /** @type {NodeJS.Timeout | undefined} */
  #restartTimer;

  /** @param {ChildSpec} spec @param {Host} host */
  constructor(spec, host) {
    this.spec = spec;
    this.host = host;
    /** @type {Set<(line: string) => void>} */
    this.listeners = new Set();
    this.output = collectOutput(join(host.logDir, `${spec.name}.log`), (line, source) => {
      // What a child says on stderr before it was ever ready comes with the fault that ends the start;
      // what it says while it is stopped on purpose surprises nobody.
      const isNews = this.#wanted && (this.#wasReady || source === 'stdout');
      if (isNews) host.echo(spec.name, line, spec.read(line, source));
      for (const listener of this.listeners) listener(line);
    });
  }

  get name() {
    return this.spec.name;
  }

  /** Of the running process; changes with every restart. */
  get pid() {
    return this.#process?.pid;
  }

  get isReady() {
    return this.#isReady;
  }

  /** Starts the process unless it runs; resolves when it is ready. */
  start() {
    if (!this.#wanted) {
      this.#wanted = true;
      this.#spawn();
    }
    return this.whenReady();
  }

  /** Resolves at once when ready, else when the present or next process is. */
  whenReady() {
    return this.#readiness.promise;
  }

  /**
   * Signals the process as an outsider would: supervision sees a death and starts it again. Asked
   * for, it does not count towards the growing pauses.
   * @param {NodeJS.Signals} [signal]
   * @returns {Promise<unknown>} settles when that process is gone
   */
  kill(signal = 'SIGKILL') {
    const gone = this.#gone;
    this.#deaths = 0;
    this.#process?.kill(signal);
    return gone;
  }

  /**
   * Ends the process for good: asks, waits, then insists.
   * @param {number} graceMs
   */
  async stop(graceMs) {
    this.#wanted = false;
    clearTimeout(this.#restartTimer);
    this.#process?.kill('SIGTERM');
    const insist = setTimeout(() => {
      this.host.report(`${this.name} did not stop within ${graceMs / 1000} s; killed`);
      this.#signalGroup('SIGKILL');
    }, graceMs);
    await this.#gone;
    clearTimeout(insist);
  }

  #spawn() {
    const { command, args, cwd, env } = this.spec;
    // A group of its own: Ctrl-C reaches the launcher alone, which stops its children in order.
    const child = spawn(command, args, {
      cwd,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    child.once('error', (cause) => {
      if (child.pid === undefined)
        this.#fail(new LaunchFault(`Cannot start ${this.name}: ${cause.message}`));
    });
    if (child.pid === undefined) return;
    this.host.guard.add(child.pid);
    this.output.follow(/** @type {any} */ (child));
    const closed = once(child, 'close');
    this.#gone = once(child, 'exit').then(async ([code, signal]) => {
      this.#signalGroup('SIGKILL'); // whatever it started and left behind
      await Promise.race([closed, delay(LAST_LINES_MS)]);
      this.#onExit(child, code, signal);
    });
    this.#watchReadiness(child);
  }

  /** @param {import('node:child_process').ChildProcess} child */
  #watchReadiness(child) {
    const ended = new AbortController();
    /** @type {Set<(line: string) => void>} */
    const mine = new Set();
    const tooLate = setTimeout(() => this.#onNeverReady(), READY_TIMEOUT_MS);
    const leave = () => {
      clearTimeout(tooLate);
      for (const listener of mine) this.listeners.delete(listener);
    };
    child.once('exit', () => {
      leave();
      ended.abort(new Error('the process ended'));
    });
    const onLine = (/** @type {(line: string) => void} */ listener) => {
      mine.add(listener);
      this.listeners.add(listener);
    };
    this.spec.ready({ signal: ended.signal, onLine }).then(
      () => {
        leave();
        this.#onReady(child);
      },
      () => undefined, // the process ended first; its exit is handled as such
    );
  }

  /** @param {import('node:child_process').ChildProcess} child */
  #onReady(child) {
    if (child !== this.#process || child.exitCode !== null || child.signalCode !== null) return;
    const isRestart = this.#wasReady;
    this.#wasReady = true;
    this.#isReady = true;
    const recovered = setTimeout(() => (this.#deaths = 0), RECOVERED_AFTER_MS);
    child.once('exit', () => clearTimeout(recovered));
    if (isRestart && this.spec.afterRestart) {
      this.spec.afterRestart().catch((error) => this.host.report(`${this.name}: ${error.message}`));
    }
    this.#readiness.resolve();
  }

  #onNeverReady() {
    if (this.#wasReady) {
      this.#signalGroup('SIGKILL'); // counts as a death, with its own pause
      return;
    }
    this.#fail(
      this.#faultWithTail(`${this.name} was not ready within ${READY_TIMEOUT_MS / 1000} s.`),
    );
  }

  /**
   * @param {import('node:child_process').ChildProcess} child
   * @param {number | null} code
   * @param {NodeJS.Signals | null} signal
   */
  #onExit(child, code, signal) {
    if (child.pid !== undefined) this.host.guard.remove(child.pid);
    if (this.#isReady) this.#readiness = deferred();
    this.#isReady = false;
    this.#process = undefined;
    if (!this.#wanted) return;
    this.#deaths += 1;
    const how = signal ?? `exit code ${code}`;
    if (code === CONFIG_EXIT_CODE) {
      this.#fail(this.#faultWithTail(`${this.name} refuses its configuration.`, CONFIG_EXIT_CODE));
    } else if (!this.#wasReady && this.#deaths >= STARTUP_DEATHS) {
      this.#fail(this.#faultWithTail(`${this.name} does not start (${how}).`));
    } else {
      this.#restartLater(how);
    }
  }

  /** @param {string} how */
  #restartLater(how) {
    const pauseMs = restartDelayMs(this.#deaths);
    const loss = this.spec.lossNote ? ` (${this.spec.lossNote})` : '';
    this.host.report(
      `${this.name} ended with ${how}${loss}; starting it again in ${pauseMs / 1000} s`,
    );
    this.#restartTimer = setTimeout(() => this.#spawn(), pauseMs);
  }

  /** @param {NodeJS.Signals} signal */
  #signalGroup(signal) {
    const pid = this.#process?.pid;
    if (pid === undefined) return;
    try {
      process.kill(-pid, signal);
    } catch {
      // nobody left in the group: what we wanted
    }
  }

  /** @param {string} message @param {number} [exitCode] */
  #faultWithTail(message, exitCode = 1) {
    const lines = this.output.tail();
    const notable = lines.flatMap((line) => this.spec.read(line, 'stderr')?.text ?? []);
    const words = (notable.length > 0 ? notable : lines).join('\n');
    return new LaunchFault(words ? `${message} Its last words:\n\n${words}\n` : message, {
      exitCode,
    });
  }

  /** @param {unknown} fault */
  #fail(fault) {
    this.#wanted = false;
    this.#readiness.reject(fault);
    this.host.onFatal(fault);
  }
}
