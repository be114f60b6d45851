import { silentLogger } from '../../../services/_kit/dist/index.js';
import { connectMongo } from '../../../services/_kit/dist/mongo/index.js';
import type { Product } from '../api/product.js';

/** Time in which a row's event is relayed and its entry has moved into the tree. */
const keptMs = 5_000;
const keptLeaves = 300;
const everyMs = 1_000;

/**
 * Removes rows that no call of the load reads again: entries of the audit log, leaves of its tree, and shares of the owner
 * who creates. The stand-in database copies a collection for each write (1 ms with 100 rows, 100 ms with 2,000), so that
 * minutes of load would measure nothing but that. The audit log no longer verifies afterwards.
 */
export const keepSmall = async (
  { mongoUrl, creatorUid }: Pick<Product, 'mongoUrl' | 'creatorUid'>,
  keptShareId: string,
) => {
  const open = (database: string) =>
    connectMongo({ url: mongoUrl, database, logger: silentLogger });
  const [audit, shares] = [await open('audit'), await open('shares')];
  const leaves = audit.collection<{ _id: number }>('leaves');
  const trim = async () => {
    const before = new Date(Date.now() - keptMs);
    await audit.collection('entries').deleteMany({ createdAt: { $lt: before } });
    const last = await leaves.findOne({}, { sort: { _id: -1 } });
    if (last) await leaves.deleteMany({ _id: { $lt: last._id - keptLeaves } });
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
      leaves: await leaves.countDocuments(),
      shares: await shares.collection('shares').countDocuments(),
    }),
    stop: async () => {
      clearInterval(timer);
      await running;
      await Promise.all([audit.close(), shares.close()]);
    },
  };
};
