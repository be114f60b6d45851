/** Detects that a session makes no progress for `silenceMs`. Restarted by all progress, stopped while none is due. */

import { silenceMs } from '../support/constants.js';
import type { Clock, TimerId } from '../support/env.js';

export class SilenceTimer {
  readonly #clock: Clock;
  readonly #onSilence: () => void;
  #timer: TimerId | undefined;
  #isSilent = false;

  constructor(clock: Clock, onSilence: () => void) {
    this.#clock = clock;
    this.#onSilence = onSilence;
  }

  get isSilent(): boolean {
    return this.#isSilent;
  }

  restart(): void {
    this.stop();
    this.#timer = this.#clock.setTimeout(() => {
      this.#isSilent = true;
      this.#onSilence();
    }, silenceMs);
  }

  stop(): void {
    this.#clock.clearTimeout(this.#timer);
    this.#isSilent = false;
  }
}
