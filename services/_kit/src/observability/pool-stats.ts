/**
 * Of this process's database connections, kept by whoever connects and read by the metrics. A plain object,
 * so that a process without a database does not load a driver for its metrics.
 */
export const databasePool = { limit: 0, in_use: 0, idle: 0, waiting: 0, failed: 0 };
