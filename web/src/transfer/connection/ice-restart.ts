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
  /** In a row, without a path after any of them. */
  maxRestarts: number;
  restart: () => void;
  onUnreachable: () => void;
}

export class IceRestart {
  readonly #options: IceRestartOptions;
  #timer: TimerId | undefined;
  #restarts = 0;
  #lastRestartMs = -Infinity;

  constructor(options: IceRestartOptions) {
    this.#options = options;
  }

  onConnected(): void {
    this.#restarts = 0;
    this.stop();
  }

  onDisconnected(): void {
    if (this.#options.role === 'offer')
      this.#schedule(disconnectedRestartMs, () => this.#restart());
    else this.#waitForOffer();
  }

  onFailed(): void {
    if (this.#options.role === 'offer') this.#restart();
    else this.#waitForOffer();
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
