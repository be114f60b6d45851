import type { Clock } from './clock.js';
import { createPageClock, startAlarmWorker } from './page-clock.js';

const createSystemClock = (): Clock => {
  if (typeof document !== 'undefined')
    return createPageClock({ page: document, startAlarm: startAlarmWorker });
  return {
    now: () => performance.now(),
    setTimeout: (callback, delayMs) => globalThis.setTimeout(callback, delayMs),
    clearTimeout: (timer) => globalThis.clearTimeout(timer),
  };
};

/** Of this page, or of this process where there is no page. */
export const systemClock = createSystemClock();
