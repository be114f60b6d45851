/**
 * The clock of a page. Browsers slow down the timers of a hidden page: Chromium to one a second after ten seconds, and to
 * one a minute after five minutes without an open data channel. Between two hidden pages a transfer over 50 ms then
 * carries a twentieth of the line. Timers of a worker keep their time, so a worker wakes the page while it is hidden.
 *
 * https://developer.chrome.com/blog/timer-throttling-in-chrome-88
 * https://developer.mozilla.org/docs/Web/API/Window/setTimeout#timeouts_in_inactive_tabs
 */

import type { Clock, TimerId } from './clock.js';

export interface Alarm {
  /** Rings once, as many milliseconds later; a new request replaces the last one. */
  ringIn(delayMs: number): void;
  end(): void;
}

export interface PageClockOptions {
  page: Pick<Document, 'visibilityState' | 'addEventListener'>;
  /**
   * Called when a hidden page has a timer for the first time, and again for a worker that failed or no longer rings, when
   * the page is shown or hidden.
   * @param onFailed for a worker that could not be loaded
   * @throws when the browser refuses to start a worker
   */
  startAlarm: (onRing: () => void, onFailed: () => void) => Alarm;
}

/** After this long without a ring that was asked for, the worker counts as ended. */
const patienceMs = 5_000;

interface Timer {
  dueMs: number;
  callback: () => void;
}

/** Its timers are the page's as well; whichever is first counts. Without a worker they are slow, but none is lost. */
export const createPageClock = ({ page, startAlarm }: PageClockOptions): Clock => {
  const timers = new Map<TimerId, Timer>();
  let alarm: Alarm | 'none' | 'failed' = 'none';
  let ringsAtMs = Infinity;

  const next = (): [TimerId, Timer] | undefined => {
    let first: [TimerId, Timer] | undefined;
    for (const entry of timers) if (!first || entry[1].dueMs < first[1].dueMs) first = entry;
    return first;
  };

  const fire = (id: TimerId, { callback }: Timer): void => {
    globalThis.clearTimeout(id);
    timers.delete(id);
    callback();
  };

  const onFailed = (): void => {
    alarm = 'failed';
    ringsAtMs = Infinity;
  };

  /** Nothing to do when the alarm rings before that. */
  const ringAt = (dueMs: number): void => {
    if (page.visibilityState !== 'hidden' || alarm === 'failed' || dueMs >= ringsAtMs) return;
    try {
      if (alarm === 'none') alarm = startAlarm(onRing, onFailed);
    } catch {
      onFailed();
      return;
    }
    ringsAtMs = dueMs;
    // Workers round down, which would ring before the time.
    alarm.ringIn(Math.max(0, Math.ceil(dueMs - performance.now())));
  };

  const setAlarm = (): void => ringAt(next()?.[1].dueMs ?? Infinity);

  /** One timer for each ring: each is a task of its own, as in a visible page. */
  const onRing = (): void => {
    ringsAtMs = Infinity;
    const first = next();
    try {
      if (first && first[1].dueMs <= performance.now()) fire(...first);
    } finally {
      setAlarm();
    }
  };

  page.addEventListener('visibilitychange', () => {
    // Browsers end a worker for want of memory without an event.
    const isOverdue = performance.now() - ringsAtMs > patienceMs;
    if (alarm === 'failed' || isOverdue) {
      if (typeof alarm === 'object') alarm.end();
      alarm = 'none';
      ringsAtMs = Infinity;
    }
    setAlarm();
  });

  return {
    now: () => performance.now(),
    setTimeout(callback, delayMs) {
      const timer: Timer = { callback, dueMs: performance.now() + delayMs };
      const id = globalThis.setTimeout(() => fire(id, timer), delayMs);
      timers.set(id, timer);
      ringAt(timer.dueMs);
      return id;
    },
    clearTimeout(id) {
      if (id === undefined) return;
      globalThis.clearTimeout(id);
      timers.delete(id);
    },
  };
};

/** The alarm of a browser. */
export const startAlarmWorker: PageClockOptions['startAlarm'] = (onRing, onFailed) => {
  const worker = new Worker(new URL('./alarm-worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = onRing;
  worker.onerror = onFailed;
  return {
    ringIn: (delayMs) => worker.postMessage(delayMs),
    end: () => worker.terminate(),
  };
};
