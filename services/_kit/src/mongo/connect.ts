import mongoose, { type Connection } from 'mongoose';
import type { Logger } from '../observability/log.js';
import { databasePool } from '../observability/pool-stats.js';

const maxPoolSize = 20;

/** The driver tells of every step a connection takes; the pool's metrics are the sum of them. */
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

/** A connection of its own per service; models hang on it, never on mongoose's global default. */
export const connectMongo = async (options: {
  url: string;
  database: string;
  logger: Logger;
}): Promise<Connection> => {
  const connection = mongoose.createConnection(options.url, {
    dbName: options.database,
    // Collections come into being with the first write, so that servers without `create` serve too.
    autoCreate: false,
    autoIndex: false,
    maxPoolSize,
    serverSelectionTimeoutMS: 10_000,
    // The default streams heartbeats, which the stand-in server breaks off after each: the connection
    // then counts as lost for seconds at a time, and readiness with it. Asking anew works everywhere.
    serverMonitoringMode: 'poll',
  });
  connection.on('disconnected', () => options.logger.warn('database connection lost'));
  connection.on('reconnected', () => options.logger.info('database connection restored'));
  measurePool(connection);
  await connection.asPromise();
  return connection;
};

/** For readiness: whether calls can be served now. */
export const isConnected = (connection: Connection): boolean =>
  connection.readyState === mongoose.STATES.connected;

/** Build the declared indexes of every model on the connection; called once at start. */
export const ensureIndexes = async (connection: Connection): Promise<void> => {
  for (const name of connection.modelNames()) await connection.model(name).createIndexes();
};

const duplicateKey = 11_000;

export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === duplicateKey;
