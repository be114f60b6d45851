import mongoose, { type Connection } from 'mongoose';
import type { Logger } from '../observability/log.js';
import { databasePool } from '../observability/pool-stats.js';

const maxPoolSize = 20;

/** Derives the pool metrics from the driver's connection pool events. */
const measurePool = (connection: Connection): void => {
  const client = connection.getClient();
  databasePool.limit += maxPoolSize;
  client.on('connectionReady', () => (databasePool.idle += 1));
  client.on('connectionCheckOutStarted', () => (databasePool.waiting += 1));
  client.on('connectionCheckedOut', () => {
    databasePool.waiting -= 1;
    databasePool.idle -= 1;
    databasePool.in_use += 1;
  });
  client.on('connectionCheckOutFailed', () => {
    databasePool.waiting -= 1;
    databasePool.failed += 1;
  });
  client.on('connectionCheckedIn', () => {
    databasePool.in_use -= 1;
    databasePool.idle += 1;
  });
  client.on('connectionClosed', () => (databasePool.idle = Math.max(0, databasePool.idle - 1)));
};

/** One connection per service. Models are bound to it, never to mongoose's global default connection. */
export const connectMongo = async (options: {
  url: string;
  database: string;
  logger: Logger;
}): Promise<Connection> => {
  const connection = mongoose.createConnection(options.url, {
    dbName: options.database,
    // The first write creates a collection; the test server does not implement `create`.
    autoCreate: false,
    autoIndex: false,
    maxPoolSize,
    serverSelectionTimeoutMS: 10_000,
    // The test server ends the driver's streaming heartbeat after each reply, which marks the connection, and with it
    // readiness, as lost for seconds. Polling works with every server.
    // https://github.com/mongodb/specifications/blob/master/source/server-discovery-and-monitoring/server-monitoring.md
    serverMonitoringMode: 'poll',
  });
  connection.on('disconnected', () => options.logger.warn('database connection lost'));
  connection.on('reconnected', () => options.logger.info('database connection restored'));
  measurePool(connection);
  await connection.asPromise();
  return connection;
};

/** Readiness condition of a service. */
export const isConnected = (connection: Connection): boolean =>
  connection.readyState === mongoose.STATES.connected;

/** Create the declared indexes of every model of the connection; called once at start. */
export const ensureIndexes = async (connection: Connection): Promise<void> => {
  for (const name of connection.modelNames()) await connection.model(name).createIndexes();
};

const duplicateKey = 11_000;

export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === duplicateKey;
