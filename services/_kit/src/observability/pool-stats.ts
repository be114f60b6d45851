/**
 * Counts of this process's database connections, written by mongo/connect.ts and read by metrics.ts. In a file of its
 * own, so that a process without a database does not load the driver.
 */
export const connectionStates = ['limit', 'in_use', 'idle', 'waiting'] as const;

type ConnectionCounts = Record<(typeof connectionStates)[number], number>;

export interface DatabasePool extends ConnectionCounts {
  /** Operations that timed out waiting for a connection. */
  failed: number;
}

const openPools = new Set<DatabasePool>();
/** Failures of pools that have closed. */
let failedBefore = 0;

const sumOf = (count: keyof DatabasePool): number =>
  [...openPools].reduce((sum, pool) => sum + pool[count], 0);

export const addDatabasePool = (limit: number): DatabasePool => {
  const pool = { limit, in_use: 0, idle: 0, waiting: 0, failed: 0 };
  openPools.add(pool);
  return pool;
};

export const removeDatabasePool = (pool: DatabasePool): void => {
  if (openPools.delete(pool)) failedBefore += pool.failed;
};

/** State and number of the connections of all pools; empty without a pool. */
export const connectionCounts = (): [state: string, count: number][] =>
  openPools.size === 0 ? [] : connectionStates.map((state) => [state, sumOf(state)]);

/** Operations that timed out waiting for a connection, since the start of the process. */
export const failedOperations = (): number => failedBefore + sumOf('failed');
