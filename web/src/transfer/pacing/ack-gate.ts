/**
 * Limits a sender that does not know `rate-limit`: acknowledgements are sent at the limit's rate, and the credit that
 * they give lets the sender send no faster on average.
 */

import type { Clock, TimerId } from '../support/env.js';

export interface AckGate {
  /** Null for no limit: opens the gate. */
  set(bytesPerSecond: number | null): void;
  /** Resolves when the acknowledgement of a block of this size is due. */
  pass(blockBytes: number): Promise<void>;
  stop(): void;
}

export const createAckGate = (clock: Clock): AckGate => {
  let limit: number | null = null;
  let dueMs = 0;
  let timer: TimerId | undefined;
  let open: (() => void) | null = null;

  const release = (): void => {
    clock.clearTimeout(timer);
    const waiting = open;
    open = null;
    waiting?.();
  };

  return {
    set(bytesPerSecond) {
      limit = bytesPerSecond;
      dueMs = clock.now();
      release();
    },
    pass(blockBytes) {
      if (limit === null) return Promise.resolve();
      dueMs = Math.max(dueMs, clock.now()) + (blockBytes * 1000) / limit;
      return new Promise((resolve) => {
        open = resolve;
        timer = clock.setTimeout(release, dueMs - clock.now());
      });
    },
    stop: release,
  };
};
