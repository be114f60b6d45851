/** When to restart ICE and when to give a connection up. */
import {
  ANSWERER_TIMEOUT_MS,
  DISCONNECTED_RESTART_MS,
  MAX_RESTARTS,
  MIN_RESTART_GAP_MS,
  RESTART_DEADLINE_MS,
} from '../support/constants.js';
import type { Clock, TimerId } from '../support/env.js';

export interface IceRestartOptions {
  /** Only the offering side restarts; the other one waits for that. */
  role: 'offer' | 'answer';
  clock: Clock;
  onRestart: () => void;
  onGiveUp: () => void;
}

export class IceRestart {
  readonly #options: IceRestartOptions;
  #timer: TimerId | undefined;
  #restarts = 0;
  #lastRestartMs = -Infinity;

  constructor(options: IceRestartOptions) {
    this.#options = options;
  }

  onUp(): void {
    this.#restarts = 0;
    this.stop();
  }

  /** ICE often mends itself within seconds. */
  onDisconnected(): void {
    if (this.#options.role === 'offer') this.#after(DISCONNECTED_RESTART_MS, () => this.#restart());
    else this.#waitForOther();
  }

  onFailed(): void {
    if (this.#options.role === 'offer') this.#restart();
    else this.#waitForOther();
  }

  stop(): void {
    this.#options.clock.clearTimeout(this.#timer);
  }

  #after(delayMs: number, act: () => void): void {
    this.stop();
    this.#timer = this.#options.clock.setTimeout(act, delayMs);
  }

  #waitForOther(): void {
    this.#after(ANSWERER_TIMEOUT_MS, this.#options.onGiveUp);
  }

  #restart(): void {
    const nowMs = this.#options.clock.now();
    const sinceMs = nowMs - this.#lastRestartMs;
    if (sinceMs < MIN_RESTART_GAP_MS) {
      this.#after(MIN_RESTART_GAP_MS - sinceMs, () => this.#restart());
      return;
    }
    this.#restarts += 1;
    if (this.#restarts > MAX_RESTARTS) {
      this.stop();
      this.#options.onGiveUp();
      return;
    }
    this.#lastRestartMs = nowMs;
    this.#options.onRestart();
    // Checks may run into the same wall silently; do not wait for the stack to call it failed.
    this.#after(RESTART_DEADLINE_MS, () => this.#restart());
  }
}
