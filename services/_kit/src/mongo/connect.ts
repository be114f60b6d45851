import mongoose, { type Connection } from 'mongoose';
import type { Logger } from '../log.js';

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
    maxPoolSize: 20,
    serverSelectionTimeoutMS: 10_000,
  });
  connection.on('disconnected', () => options.logger.warn('database connection lost'));
  connection.on('reconnected', () => options.logger.info('database connection restored'));
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
