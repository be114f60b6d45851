/**
 * Counts of this process's database connections, written by mongo/connect.ts and read by metrics.ts. In a file of its
 * own, so that a process without a database does not load the driver.
 */
export interface DatabasePool {
  limit: number;
  in_use: number;
  idle: number;
  waiting: number;
  /** Operations that timed out waiting for a connection. */
  failed: number;
}

const openPools = new Set<DatabasePool>();
/** Outlives the pools, because a counter never decreases. */
let failedBefore = 0;

export const addDatabasePool = (limit: number): DatabasePool => {
  const pool = { limit, in_use: 0, idle: 0, waiting: 0, failed: 0 };
  openPools.add(pool);
  return pool;
};

export const removeDatabasePool = (pool: DatabasePool): void => {
  if (openPools.delete(pool)) failedBefore += pool.failed;
};

/** Of all pools; undefined while there is none. */
export const connectionCounts = (): Omit<DatabasePool, 'failed'> | undefined => {
  if (openPools.size === 0) return undefined;
  const total = { limit: 0, in_use: 0, idle: 0, waiting: 0 };
  for (const pool of openPools) {
    total.limit += pool.limit;
    total.in_use += pool.in_use;
    total.idle += pool.idle;
    total.waiting += pool.waiting;
  }
  return total;
};

/** Operations that timed out waiting for a connection, since the start of the process. */
export const failedOperations = (): number =>
  [...openPools].reduce((sum, { failed }) => sum + failed, failedBefore);
