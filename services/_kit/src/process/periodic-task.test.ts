import { silentLogger } from '../observability/log.js';
import { startPeriodicTask } from './periodic-task.js';

const hour = 3_600_000;

describe('a periodic task', () => {
  it('never overlaps with itself and does not run after stop', async () => {
    let running = 0;
    let most = 0;
    let runs = 0;
    const task = startPeriodicTask({
      label: 'test',
      everyMs: hour,
      logger: silentLogger,
      work: async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        runs += 1;
      },
    });
    await Promise.all([task.runNow(), task.runNow(), task.runNow()]);
    expect({ runs, most }).toEqual({ runs: 3, most: 1 });
    await task.stop();
    await task.runNow();
    expect(runs).toBe(3);
  });

  it('runs again after a failed run', async () => {
    let runs = 0;
    await new Promise<void>((resolve) => {
      const task = startPeriodicTask({
        label: 'test',
        everyMs: 1,
        logger: silentLogger,
        work: () => {
          runs += 1;
          if (runs < 3) return Promise.reject(new Error('not yet'));
          void task.stop().then(resolve);
          return Promise.resolve();
        },
      });
    });
    expect(runs).toBe(3);
  });
});
