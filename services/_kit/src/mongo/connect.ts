import mongoose, { type Connection, type ConnectOptions, type mongo } from 'mongoose';
import type { Dependency } from '../dependency.js';
import type { Logger } from '../observability/log.js';
import { addDatabasePool, removeDatabasePool } from '../observability/pool-stats.js';
import { withoutSecrets } from '../process/connections.js';
import { untilMet, type Need, type Readiness } from '../process/readiness.js';
import { isDatabaseUnavailable } from './unavailable.js';

const maxPoolSize = 20;

/** Derives the pool metrics from the driver's connection pool events. */
const measurePool = (connection: Connection): void => {
  const client = connection.getClient();
  const pool = addDatabasePool(maxPoolSize);
  client.on('connectionReady', () => (pool.idle += 1));
  client.on('connectionCheckOutStarted', () => (pool.waiting += 1));
  client.on('connectionCheckedOut', () => {
    pool.waiting -= 1;
    pool.idle -= 1;
    pool.in_use += 1;
  });
  client.on('connectionCheckOutFailed', () => {
    pool.waiting -= 1;
    pool.failed += 1;
  });
  client.on('connectionCheckedIn', () => {
    pool.in_use -= 1;
    pool.idle += 1;
  });
  client.on('connectionClosed', () => (pool.idle = Math.max(0, pool.idle - 1)));
  connection.once('close', () => removeDatabasePool(pool));
};

/** Driver settings for the detection of an unresponsive database. */
export const outageDetection = {
  heartbeatFrequencyMS: 500,
  // Also the time-out of a heartbeat.
  connectTimeoutMS: 1_250,
  // Above the interval of 500 ms after which the driver checks a server again that reset a connection.
  serverSelectionTimeoutMS: 2_000,
} as const;

type TopologyDescription = mongo.TopologyDescription;

const dependencies = new WeakMap<Connection, Dependency>();
const readinessOf = new WeakMap<Connection, Readiness>();

/** A primary or, outside of replica sets, any server answers heartbeats. */
const hasServer = ({ type, servers }: TopologyDescription): boolean =>
  type !== 'ReplicaSetNoPrimary' && [...servers.values()].some((one) => one.type !== 'Unknown');

/**
 * Uses the driver's events, not mongoose's: `connection.readyState` becomes disconnected when the last heartbeat is two
 * intervals old, even if only the event loop was blocked; and `disconnected` is not emitted if `readyState` has changed
 * before, as it has when the database hangs.
 */
const watchAvailability = (
  connection: Connection,
  { need, logger }: { need: Need | undefined; logger: Logger },
): Dependency => {
  const listeners = new Set<() => void>();
  let isAvailable = true;
  /** @param isClosed whether this process has closed the connection */
  const set = (isNow: boolean, isClosed = false) => {
    if (isNow === isAvailable) return;
    isAvailable = isNow;
    if (isAvailable) {
      logger.info('database connection restored');
      need?.met();
      return;
    }
    if (!isClosed) logger.warn('database connection lost');
    need?.unmet(new Error('connection lost'));
    for (const listener of listeners) listener();
  };
  connection.getClient().on('topologyDescriptionChanged', ({ newDescription }) => {
    set(hasServer(newDescription));
  });
  connection.on('close', () => set(false, true));
  return {
    isAvailable: () => isAvailable,
    onOutage: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

/** One connection per service. Models are bound to it, never to mongoose's global default connection. */
export const connectMongo = async (options: {
  url: string;
  database: string;
  logger: Logger;
  /** Of a service, which retries until the start deadline. A command has none and fails at once: somebody waits for it. */
  readiness?: Readiness;
}): Promise<Connection> => {
  const connection = mongoose.createConnection();
  const need = options.readiness?.need(
    `database ${options.database} at ${withoutSecrets(options.url)}`,
  );
  const connectOptions: ConnectOptions = {
    dbName: options.database,
    // The first write creates a collection; the test server does not implement `create`.
    autoCreate: false,
    autoIndex: false,
    // Operations fail during an outage instead of waiting in mongoose's buffer.
    bufferCommands: false,
    maxPoolSize,
    ...outageDetection,
    // The test server ends the driver's streaming heartbeat after each reply, which marks the connection, and with it
    // readiness, as lost for seconds. Polling works with every server.
    // https://github.com/mongodb/specifications/blob/master/source/server-discovery-and-monitoring/server-monitoring.md
    serverMonitoringMode: 'poll',
  };
  // Selecting a server fails early during an outage.
  await untilMet(need, () => connection.openUri(options.url, connectOptions), {
    isTransient: (error) => need !== undefined && isDatabaseUnavailable(error),
  });
  measurePool(connection);
  if (options.readiness) readinessOf.set(connection, options.readiness);
  dependencies.set(connection, watchAvailability(connection, { need, logger: options.logger }));
  return connection;
};

/** The database as a dependency of calls. */
export const databaseDependency = (connection: Connection): Dependency => {
  const dependency = dependencies.get(connection);
  if (!dependency) throw new TypeError('not a connection of connectMongo');
  return dependency;
};

/**
 * Runs database work before the process serves. On a large collection it may outlast the startup probe, so the readiness
 * probe and the log name it as a need.
 */
export const beforeServing = async (
  connection: Connection,
  what: string,
  work: () => Promise<void>,
): Promise<void> => {
  const need = readinessOf.get(connection)?.need(what);
  await untilMet(need, work, { isTransient: isDatabaseUnavailable });
};

/** Creates the declared indexes of every model of the connection; called once at start. */
export const ensureIndexes = async (connection: Connection): Promise<void> => {
  for (const name of connection.modelNames()) {
    const model = connection.model(name);
    await beforeServing(connection, `indexes of ${model.collection.name}`, () =>
      model.createIndexes(),
    );
  }
};

const duplicateKey = 11_000;

export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === duplicateKey;
