import { silentLogger } from '../../../services/_kit/dist/index.js';
import { connectMongo } from '../../../services/_kit/dist/mongo/index.js';
import { keptMs, trimLog } from '../../dev-stack/testing/trim-log.js';
import type { Product } from '../api/product.js';

const everyMs = 1_000;

/** Removes rows that no call of the load reads again: of the audit log, and shares of the owner who creates. */
export const keepSmall = async (
  { mongoUrl, creatorUid }: Pick<Product, 'mongoUrl' | 'creatorUid'>,
  keptShareId: string,
) => {
  const open = (database: string) =>
    connectMongo({ url: mongoUrl, database, logger: silentLogger });
  const [audit, shares] = [await open('audit'), await open('shares')];
  const trim = async () => {
    const before = new Date(Date.now() - keptMs);
    await trimLog(audit);
    await shares.collection('shares').deleteMany({
      _id: { $ne: keptShareId as never },
      ownerUid: creatorUid,
      createdAt: { $lt: before },
      outboxAt: { $exists: false },
    });
  };
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(trim);
  }, everyMs);
  return {
    rows: async () => ({
      entries: await audit.collection('entries').countDocuments(),
      leaves: await audit.collection('leaves').countDocuments(),
      shares: await shares.collection('shares').countDocuments(),
    }),
    stop: async () => {
      clearInterval(timer);
      await running;
      await Promise.all([audit.close(), shares.close()]);
    },
  };
};
