import { dropOldest } from '../../drop-oldest.js';
import { ServiceError } from '../../errors.js';
import { isDatabaseUnavailable } from '../../mongo/unavailable.js';
import { PoisonMessage } from '../bus.js';

/** What the consumer does with a message whose handler failed. */
export type RetryDecision = { kind: 'retry'; delayMs: number } | { kind: 'dead-letter' };

const retryDelaysMs = [200, 1_000, 5_000, 15_000, 30_000] as const;
const maxRetryDelayMs = 30_000;
/** About 90 seconds: a handler that still fails with all dependencies up has a bug. */
const maxFailures = retryDelaysMs.length + 1;
/** One day at the longest delay: an operator has to look at an outage of that length. */
const maxDeliveries = 2_880;
/** Above `max_ack_pending`; bounds the counters of messages that another replica acknowledged. */
const maxTrackedMessages = 1_000;

const isOutage = (error: unknown): boolean =>
  error instanceof ServiceError ? error.code === 'unavailable' : isDatabaseUnavailable(error);

export const retryDelayMs = (attempt: number): number =>
  retryDelaysMs[attempt - 1] ?? maxRetryDelayMs;

const retry = (attempt: number): RetryDecision => ({
  kind: 'retry',
  delayMs: retryDelayMs(attempt),
});

export interface RetryPolicy {
  /** `seq` is the stream sequence of the message; `deliveries` includes the failed one. */
  decide(error: unknown, seq: number, deliveries: number): RetryDecision;
  /** Drops the failure count of a settled message. */
  forget(seq: number): void;
}

/**
 * Retry policy of one consumer. A poison message becomes a dead letter without a retry. A failure caused by an
 * outage is retried until the outage ends; otherwise a two-minute database outage would turn every event of that
 * time into a dead letter. Outage failures do not count towards `maxFailures`, so the failures are counted here:
 * the broker's delivery count includes them. The counts are lost when the process restarts.
 */
export const createRetryPolicy = (): RetryPolicy => {
  const failures = new Map<number, number>();
  const countFailure = (seq: number): number => {
    const count = (failures.get(seq) ?? 0) + 1;
    failures.delete(seq);
    failures.set(seq, count);
    dropOldest(failures, maxTrackedMessages);
    return count;
  };
  return {
    decide: (error, seq, deliveries) => {
      if (error instanceof PoisonMessage || deliveries >= maxDeliveries) {
        return { kind: 'dead-letter' };
      }
      if (isOutage(error)) return retry(deliveries);
      const count = countFailure(seq);
      return count >= maxFailures ? { kind: 'dead-letter' } : retry(count);
    },
    forget: (seq) => failures.delete(seq),
  };
};
