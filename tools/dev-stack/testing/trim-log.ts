import type { Connection } from 'mongoose';

/** Time in which a row's event is relayed and its entry has moved into the tree. */
export const keptMs = 5_000;
const keptLeaves = 300;

/**
 * Removes old entries of the audit log and leaves of its tree, which no call reads to append. The stand-in database copies
 * a collection for each write (1 ms with 100 rows, 100 ms with 2,000), so that minutes of load would measure nothing but
 * that. The audit log no longer verifies afterwards. `audit` is a connection to the database of that name.
 */
export const trimLog = async (audit: Pick<Connection, 'collection'>): Promise<void> => {
  const before = new Date(Date.now() - keptMs);
  await audit.collection('entries').deleteMany({ createdAt: { $lt: before } });
  const leaves = audit.collection<{ _id: number }>('leaves');
  const last = await leaves.findOne({}, { sort: { _id: -1 } });
  if (last) await leaves.deleteMany({ _id: { $lt: last._id - keptLeaves } });
};
