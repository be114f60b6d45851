import { counter, gauge, histogram, type Registry } from '../../observability/metrics.js';

/** Metrics of the events that this process consumes. */
export const consumerMetrics = (registry: Registry) => ({
  handled: counter(registry, 'events_handled_total', 'Events by outcome.', [
    'durable',
    'subject',
    'outcome',
  ]),
  handleSeconds: histogram(
    registry,
    'events_handle_seconds',
    'Duration of one attempt to handle an event, failed ones included.',
    ['durable', 'subject'],
  ),
  pending: gauge(
    registry,
    'events_consumer_pending',
    'Events stored for a consumer and not yet handled.',
    ['durable', 'source'],
  ),
  backlog: gauge(
    registry,
    'events_consumer_backlog_ratio',
    "Fraction of the stream's capacity taken up by events the consumer has not handled; at 1, unread events are dropped.",
    ['durable', 'source'],
  ),
  deadLetters: gauge(
    registry,
    'events_dead_letters_ratio',
    'Fraction of the size limit of the dead letters in use; at 1 they refuse more.',
  ),
});

export type ConsumerMetrics = ReturnType<typeof consumerMetrics>;
