import { ServiceError } from '../errors.js';
import { PoisonMessage } from './bus.js';

/** What becomes of an event that a handler could not handle. */
export type Fate = { kind: 'again'; afterMs: number } | { kind: 'dead' };

const pausesMs = [200, 1_000, 5_000, 15_000, 30_000] as const;
const longestPauseMs = 30_000;
/** About a minute and a half: what fails that long with everything in place fails for ever. */
const maxDeliveries = pausesMs.length + 1;
/** A day of longest pauses: an outage of that length is nothing to wait out unseen. */
const maxDeliveriesInOutage = 2_880;

/** The driver's names for a database that is away, electing, or has no connection to give. */
const databaseAway =
  /^(Mongo(ose)?ServerSelection|Mongo(Network|NetworkTimeout|NotConnected|TopologyClosed|ServerClosed|StalePrimary|WaitQueueTimeout|OperationTimeout|PoolClosed|PoolCleared)|PoolClearedOnNetwork)Error$/;

const isOutage = (error: unknown): boolean => {
  if (error instanceof ServiceError) return error.code === 'unavailable';
  if (!(error instanceof Error)) return false;
  return databaseAway.test(error.name) || /buffering timed out/.test(error.message);
};

/**
 * `deliveries` counts the one that failed. A message that can never succeed is dead at once; one that met an
 * outage is not at fault and waits for its end, or a database that is away for two minutes would turn every
 * event of that time into work for a person.
 */
export const fateOf = (error: unknown, deliveries: number): Fate => {
  const limit = isOutage(error) ? maxDeliveriesInOutage : maxDeliveries;
  if (error instanceof PoisonMessage || deliveries >= limit) return { kind: 'dead' };
  return { kind: 'again', afterMs: pausesMs[deliveries - 1] ?? longestPauseMs };
};
