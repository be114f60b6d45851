import type { Logger } from '../observability/log.js';

export interface Repeating {
  /** Resolves when a run that begins now has ended; joins the one under way first. */
  runNow(): Promise<void>;
  /** Waits for the run under way. */
  stop(): Promise<void>;
}

/**
 * Run `work` for ever with a pause of `everyMs` (give or take a tenth, so that replicas drift apart)
 * between the end of one run and the beginning of the next. A failing run is logged and tried again.
 */
export const startRepeating = (options: {
  label: string;
  everyMs: number;
  work: () => Promise<void>;
  logger: Logger;
}): Repeating => {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  const run = async () => {
    clearTimeout(timer);
    try {
      await options.work();
    } catch (error) {
      options.logger.warn({ err: error, sweep: options.label }, 'run failed, will try again');
    }
    if (isStopped) return;
    clearTimeout(timer);
    const jitter = 0.9 + Math.random() * 0.2;
    timer = setTimeout(() => void enqueue(), options.everyMs * jitter);
  };
  const enqueue = () => {
    running = running.then(() => (isStopped ? undefined : run()));
    return running;
  };

  timer = setTimeout(() => void enqueue(), options.everyMs);
  return {
    runNow: enqueue,
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
};
