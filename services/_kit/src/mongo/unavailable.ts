/** Driver errors of a database that is unreachable, electing a primary, or out of connections. */
const errorNames =
  /^(Mongo(ose)?ServerSelection|Mongo(Network|NetworkTimeout|NotConnected|TopologyClosed|ServerClosed|StalePrimary|WaitQueueTimeout|OperationTimeout|PoolClosed|PoolCleared)|PoolClearedOnNetwork)Error$/;

/**
 * "Node is recovering" and "not writable primary" errors.
 * https://github.com/mongodb/specifications/blob/master/source/server-discovery-and-monitoring/server-discovery-and-monitoring.md
 */
const stateChangeCodes = new Set<unknown>([
  91, 189, 10_058, 10_107, 11_600, 11_602, 13_435, 13_436,
]);

/** Of a write to a connection that the server has just ended: the driver passes the error of the socket on as it is. */
const socketCodes = new Set<unknown>(['EPIPE', 'ECONNRESET']);

const isServerError = ({ name }: Error): boolean =>
  name === 'MongoServerError' || name === 'MongoBulkWriteError';

/** The driver wraps each error of `insertMany` and `bulkWrite`, one of the network too, and keeps it here. */
const wrappedIn = (error: Error): unknown =>
  error.name === 'MongoBulkWriteError' && 'errorResponse' in error
    ? error.errorResponse
    : undefined;

/** Whether a database operation failed because of an outage. By name, so that the bus does not load the driver. */
export const isDatabaseUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (errorNames.test(error.name) || /buffering timed out/.test(error.message)) return true;
  if ('code' in error && socketCodes.has(error.code)) return true;
  if (isServerError(error) && 'code' in error && stateChangeCodes.has(error.code)) return true;
  return isDatabaseUnavailable(wrappedIn(error));
};
