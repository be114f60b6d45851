/**
 * When to restart ICE, and when the connection is unreachable. A restart keeps the data channel and what is queued
 * on it. `disconnected` often recovers on its own, and `failed` follows it only after up to 30 s without consent
 * (RFC 7675, section 5.1), hence the restart after 5 s: https://github.com/w3c/webrtc-pc/pull/1910
 */

import {
  answererTimeoutMs,
  disconnectedRestartMs,
  minRestartGapMs,
  restartDeadlineMs,
} from '../support/constants.js';
import type { Clock, TimerId } from '../support/env.js';

export interface IceRestartOptions {
  /** Only the offering side restarts; the answering side waits for its offer. */
  role: 'offer' | 'answer';
  clock: Clock;
  /** Consecutive restarts without a path after any of them. */
  maxRestarts: number;
  restart: () => void;
  onUnreachable: () => void;
}

export class IceRestart {
  readonly #options: IceRestartOptions;
  #timer: TimerId | undefined;
  #isDown = false;
  #restarts = 0;
  #lastRestartMs = -Infinity;

  constructor(options: IceRestartOptions) {
    this.#options = options;
  }

  onConnected(): void {
    this.#isDown = false;
    this.#restarts = 0;
    this.stop();
  }

  onDisconnected(): void {
    this.#isDown = true;
    if (this.#options.role === 'offer')
      this.#schedule(disconnectedRestartMs, () => this.#restart());
    else this.#waitForOffer();
  }

  onFailed(): void {
    this.#isDown = true;
    if (this.#options.role === 'offer') this.#restart();
    else this.#waitForOffer();
  }

  /**
   * The other side can be reached by signalling again: if the path is down, restart now. Offers and candidates sent in
   * the meantime are lost, and either computer may be on another network.
   */
  onReachable(): void {
    if (!this.#isDown || this.#options.role === 'answer') return;
    // Does not count towards `maxRestarts`, which limits the attempts on a path that does not come back.
    this.#restarts = Math.max(0, this.#restarts - 1);
    this.#restart();
  }

  stop(): void {
    this.#options.clock.clearTimeout(this.#timer);
  }

  #schedule(delayMs: number, act: () => void): void {
    this.stop();
    this.#timer = this.#options.clock.setTimeout(act, delayMs);
  }

  #waitForOffer(): void {
    this.#schedule(answererTimeoutMs, this.#options.onUnreachable);
  }

  #restart(): void {
    const nowMs = this.#options.clock.now();
    const sinceMs = nowMs - this.#lastRestartMs;
    if (sinceMs < minRestartGapMs) {
      this.#schedule(minRestartGapMs - sinceMs, () => this.#restart());
      return;
    }
    this.#restarts += 1;
    if (this.#restarts > this.#options.maxRestarts) {
      this.stop();
      this.#options.onUnreachable();
      return;
    }
    this.#lastRestartMs = nowMs;
    this.#options.restart();
    // Connectivity checks can stall without another state change.
    this.#schedule(restartDeadlineMs, () => this.#restart());
  }
}
