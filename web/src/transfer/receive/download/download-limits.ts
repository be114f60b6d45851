/** The limits that apply to one download: this device's own, and whether the sender respects it. */

import { createAckGate } from '../../pacing/ack-gate.js';
import type { Clock } from '../../support/env.js';
import { unlimited, type RateSetting } from '../../support/session.js';
import type { ControlMessage } from '../../wire/control-messages.js';

export interface DownloadLimits {
  /** The user has set a limit on this device. */
  set(setting: RateSetting): void;
  /** The sender may send after this: it knows the limit before its first byte. */
  start(): void;
  /** The sender has sent `rate-limit`, so it respects the one of this side. */
  onSenderLimit(): void;
  /** Resolves when a block of this size may be acknowledged. */
  whenDue(blockBytes: number): Promise<void>;
  stop(): void;
}

export const createDownloadLimits = (
  clock: Clock,
  send: (message: ControlMessage) => void,
): DownloadLimits => {
  const gate = createAckGate(clock);
  let own: RateSetting = unlimited;
  let hasStarted = false;
  let isRespected = false;

  const setGate = (): void => gate.set(isRespected ? null : own.bytesPerSecond);
  const state = (): void => send({ type: 'rate-limit', ...own });

  return {
    set(setting) {
      own = setting;
      if (!hasStarted) return;
      state();
      setGate();
    },
    start() {
      hasStarted = true;
      if (own !== unlimited) state();
      setGate();
    },
    onSenderLimit() {
      isRespected = true;
      setGate();
    },
    whenDue: (blockBytes) => gate.pass(blockBytes),
    stop: () => gate.stop(),
  };
};
