import { ServiceError } from '../errors.js';
import { PoisonMessage } from './bus.js';

/** What becomes of an event that a handler could not handle. */
export type Fate = { kind: 'again'; afterMs: number } | { kind: 'dead' };

const pausesMs = [200, 1_000, 5_000, 15_000, 30_000] as const;
const longestPauseMs = 30_000;
/** About a minute and a half: what fails that long with everything in place fails for ever. */
const maxFailures = pausesMs.length + 1;
/** A day of longest pauses: an outage of that length is nothing to wait out unseen. */
const maxDeliveries = 2_880;
/** More than a consumer is ever handed at once; another replica may have settled what is still counted here. */
const maxCounted = 1_000;

/** The driver's names for a database that is away, electing, or has no connection to give. */
const databaseAway =
  /^(Mongo(ose)?ServerSelection|Mongo(Network|NetworkTimeout|NotConnected|TopologyClosed|ServerClosed|StalePrimary|WaitQueueTimeout|OperationTimeout|PoolClosed|PoolCleared)|PoolClearedOnNetwork)Error$/;

const isOutage = (error: unknown): boolean => {
  if (error instanceof ServiceError) return error.code === 'unavailable';
  if (!(error instanceof Error)) return false;
  return databaseAway.test(error.name) || /buffering timed out/.test(error.message);
};

const again = (times: number): Fate => ({
  kind: 'again',
  afterMs: pausesMs[times - 1] ?? longestPauseMs,
});

export interface Fates {
  /** `seq` is the message's number in its stream; `deliveries` counts the one that failed. */
  of(error: unknown, seq: number, deliveries: number): Fate;
  /** The message is settled. */
  forget(seq: number): void;
}

/**
 * The fates of one consumer's messages. A message that can never succeed is dead at once; one that met an outage
 * is not at fault and waits for its end, or a database that is away for two minutes would turn every event of that
 * time into work for a person. What it met there is not held against it afterwards either: its own failures are
 * counted here, because the broker's count has those of the outage, and of handing out in vain, among them. A new
 * process begins to count anew.
 */
export const createFates = (): Fates => {
  const failures = new Map<number, number>();
  const count = (seq: number): number => {
    const next = (failures.get(seq) ?? 0) + 1;
    failures.delete(seq);
    failures.set(seq, next);
    const [oldest] = failures.keys();
    if (failures.size > maxCounted && oldest !== undefined) failures.delete(oldest);
    return next;
  };
  return {
    of: (error, seq, deliveries) => {
      if (error instanceof PoisonMessage || deliveries >= maxDeliveries) return { kind: 'dead' };
      if (isOutage(error)) return again(deliveries);
      const failed = count(seq);
      return failed >= maxFailures ? { kind: 'dead' } : again(failed);
    },
    forget: (seq) => failures.delete(seq),
  };
};
