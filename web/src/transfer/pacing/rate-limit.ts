/**
 * A limit on the rate of sending that the user sets while transfers run, shared by all recipients.
 *
 * Bytes become available at the limit's rate and are divided equally among the flows that wait for them: a recipient
 * on a slow path leaves the rest of its share to the others. A flow may send while its allowance is positive. The last
 * message may overdraw it, and the debt is subtracted from what the flow gets next.
 *
 * Times are milliseconds, amounts are bytes.
 */

import { kib } from '../support/constants.js';
import { systemClock, type Clock, type TimerId } from '../support/env.js';
import { unlimited, type RateSetting } from '../support/session.js';

/** How often the available bytes are divided while a flow waits. */
const divideEveryMs = 25;
/** Timers of a hidden page fire once a second: what became available since then is not lost. */
const maxLateMs = 1_500;
/** Without a waiting flow only this much accumulates, so that a transfer does not resume with a burst. */
const maxIdleMs = 25;
/** A message takes at most this long at the limit's rate; shared by the flows. */
const messageMs = 50;
const minMessageBytes = kib;

export interface RateFlow {
  /** Whether a message may be sent now. Calls `onChange` later when it returns false. */
  canSend(): boolean;
  onSending(bytes: number): void;
  /** Largest message that keeps the flow even; Infinity without a limit. */
  messageBytes(): number;
  leave(): void;
}

export interface RateLimit {
  /** Takes effect with the next message. */
  set(setting: RateSetting): void;
  setting(): RateSetting;
  /** Calls back after every `set`. Returns unsubscribe. */
  subscribe(listener: () => void): () => void;
  /** @param onChange called when the flow may send again. */
  join(onChange: () => void): RateFlow;
}

interface Flow {
  allowance: number;
  isWaiting: boolean;
  onChange: () => void;
}

export const createRateLimit = (clock: Clock, initial: RateSetting = unlimited): RateLimit => {
  const flows = new Set<Flow>();
  const listeners = new Set<() => void>();
  let setting = initial;
  /** Available and not yet divided. */
  let pot = 0;
  let filledMs = clock.now();
  let timer: TimerId | undefined;

  const waiting = (): Flow[] => [...flows].filter(({ isWaiting }) => isWaiting);

  const fill = (bytesPerSecond: number): void => {
    const nowMs = clock.now();
    const maxMs = waiting().length > 0 ? maxLateMs : maxIdleMs;
    const earned = (bytesPerSecond * (nowMs - filledMs)) / 1000;
    pot = Math.min(pot + earned, (bytesPerSecond * maxMs) / 1000);
    filledMs = nowMs;
  };

  /** @returns the flows that may send now. */
  const divide = (): Flow[] => {
    const sharing = waiting();
    if (sharing.length === 0) return [];
    const share = pot / sharing.length;
    pot = 0;
    for (const flow of sharing) flow.allowance += share;
    const ready = sharing.filter(({ allowance }) => allowance > 0);
    for (const flow of ready) flow.isWaiting = false;
    return ready;
  };

  const onTimer = (): void => {
    timer = undefined;
    if (setting.bytesPerSecond === null) return;
    fill(setting.bytesPerSecond);
    const ready = divide();
    if (waiting().length > 0) arm();
    for (const flow of ready) flow.onChange();
  };

  const arm = (): void => {
    timer ??= clock.setTimeout(onTimer, divideEveryMs);
  };

  const disarm = (): void => {
    clock.clearTimeout(timer);
    timer = undefined;
  };

  return {
    set(changed) {
      setting = changed;
      pot = 0;
      filledMs = clock.now();
      disarm();
      for (const flow of flows) {
        flow.allowance = 0;
        flow.isWaiting = false;
      }
      for (const flow of flows) flow.onChange();
      for (const listener of listeners) listener();
    },
    setting: () => setting,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    join(onChange) {
      const own: Flow = { allowance: 0, isWaiting: false, onChange };
      flows.add(own);
      return {
        canSend() {
          const { bytesPerSecond } = setting;
          if (bytesPerSecond === null || own.allowance > 0) return true;
          fill(bytesPerSecond);
          own.isWaiting = true;
          for (const flow of divide()) if (flow !== own) flow.onChange();
          if (waiting().length > 0) arm();
          return !own.isWaiting;
        },
        onSending(bytes) {
          if (setting.bytesPerSecond !== null) own.allowance -= bytes;
        },
        messageBytes() {
          if (setting.bytesPerSecond === null) return Infinity;
          const share = (setting.bytesPerSecond * messageMs) / 1000 / Math.max(1, flows.size);
          return Math.max(minMessageBytes, Math.floor(share));
        },
        leave() {
          if (!flows.delete(own)) return;
          pot += Math.max(0, own.allowance);
          if (waiting().length === 0) disarm();
        },
      };
    },
  };
};

/** For the sessions of a page. */
export const createDeviceLimit = (initial: RateSetting): RateLimit =>
  createRateLimit(systemClock, initial);
