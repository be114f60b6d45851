import { silentLogger } from '@tandem/kit';
import { connectMongo } from '@tandem/kit/mongo';
import { trimLog } from '../dev-stack/testing/trim-log.js';
import type { Share } from './world.js';

const everyMs = 1_000;

/**
 * Keeps short the tables that a flood of guesses fills, which cost the stand-in of the database more than the guesses:
 * the audit log, and the counters of networks at a share that is stopped anyway.
 */
export const withShortTables = async <Result>(
  mongoUrl: string,
  { shareId, isStopped }: Pick<Share, 'shareId'> & { isStopped: () => Promise<boolean> },
  work: () => Promise<Result>,
): Promise<Result> => {
  const open = (database: string) =>
    connectMongo({ url: mongoUrl, database, logger: silentLogger });
  const [audit, shares] = [await open('audit'), await open('shares')];
  const trim = async () => {
    await trimLog(audit);
    if (!(await isStopped())) return;
    for (const limiter of ['share', 'slot', 'over']) {
      const key = `${limiter}:${shareId}:`;
      await shares.collection('throttle').deleteMany({ key: { $gte: key, $lt: `${key}~` } });
    }
  };
  let running = Promise.resolve();
  const timer = setInterval(() => {
    // A failed attempt is repeated with the next one.
    running = running.then(trim).catch(() => undefined);
  }, everyMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await running;
    await Promise.all([audit.close(), shares.close()]);
  }
};
