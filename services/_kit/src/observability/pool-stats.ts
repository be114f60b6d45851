/**
 * Counts of this process's database connections, written by mongo/connect.ts and read by metrics.ts. A plain object in
 * a file of its own, so that a process without a database does not load the driver.
 */
export const databasePool = { limit: 0, in_use: 0, idle: 0, waiting: 0, failed: 0 };
