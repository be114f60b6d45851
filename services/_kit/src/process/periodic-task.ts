import type { Logger } from '../observability/log.js';

export interface PeriodicTask {
  /** Starts a run after the one in progress and resolves when it has ended. */
  runNow(): Promise<void>;
  /** Resolves when the run in progress has ended. */
  stop(): Promise<void>;
}

/**
 * Runs `work` until stopped, with a pause of `everyMs` ± 10 % between the end of one run and the start of the next; the
 * jitter spreads replicas out. A failed run is logged and does not stop the task.
 */
export const startPeriodicTask = (options: {
  label: string;
  everyMs: number;
  work: () => Promise<void>;
  logger: Logger;
}): PeriodicTask => {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  const run = async () => {
    clearTimeout(timer);
    try {
      await options.work();
    } catch (error) {
      options.logger.warn({ err: error, task: options.label }, 'periodic task failed, will retry');
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
