import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { headers, type NatsConnection } from '@nats-io/transport-node';
import { ServiceError } from '../errors.js';
import type { Logger } from '../observability/log.js';
import { counter, type Registry } from '../observability/metrics.js';
import type { Readiness } from '../process/readiness.js';
import { inSpan } from '../tracing/spans.js';
import { sourceOf, type EventBus, type EventMessage } from './bus.js';
import { createLostRequests } from './connection/lost-requests.js';
import { watchConnection } from './connection/status.js';
import { createConsumers } from './delivery/consumer.js';
import { messagingAttributes, toMessage, traceHeader } from './delivery/message.js';
import { ensureStream, streamNameOf } from './streams.js';

/** A stored event is repeated by the outbox under its id, and not stored twice. */
const storeTimeoutMs = 2_000;

/** JetStream as the event bus: one stream per publishing service, durable explicit-ack consumers. */
export const createNatsBus = async (options: {
  connection: NatsConnection;
  logger: Logger;
  registry: Registry;
  readiness?: Readiness;
  /** Subjects whose counters are exported from zero. */
  publishes?: readonly string[];
}): Promise<EventBus> => {
  const { connection, logger, registry } = options;
  const { untilAnswered, whileConnected } = createLostRequests(connection);
  const manager = await untilAnswered(() => jetstreamManager(connection));
  const client = jetstream(connection);
  const known = new Set<string>();
  const publishedTotal = counter(
    registry,
    'events_published_total',
    'Events stored by the broker.',
    ['subject'],
  );
  // From zero: increase() misses the first event of each process, which for rare events is most of them.
  // https://prometheus.io/docs/practices/instrumentation/#avoid-missing-metrics
  for (const subject of options.publishes ?? []) publishedTotal.inc({ subject }, 0);

  const useStream = async (source: string) => {
    if (known.has(source)) return;
    await ensureStream(manager, source);
    known.add(source);
  };

  /** If only the broker's administrator may declare streams, waits until its job has run. */
  const declared = async (what: string, ensure: () => Promise<void>) => {
    const need = options.readiness?.need(`${what}, which the administrator of the broker declares`);
    await untilAnswered(ensure, need);
  };
  const requireStream = (source: string) =>
    declared(`stream ${streamNameOf(source)}`, () => useStream(source));

  const isConnected = watchConnection(connection);

  const store = async (message: EventMessage) => {
    // Fail fast: the client would buffer the message until it times out, and the outbox retries anyway.
    if (!isConnected()) {
      throw new ServiceError(
        'unavailable',
        'broker-unavailable',
        'The event broker is not connected.',
      );
    }
    const meta = headers();
    if (message.traceparent) meta.set(traceHeader, message.traceparent);
    await whileConnected(async () => {
      await useStream(sourceOf(message.subject));
      await client.publish(message.subject, message.data, {
        msgID: message.id,
        headers: meta,
        timeout: storeTimeoutMs,
      });
    });
    publishedTotal.inc({ subject: message.subject });
  };

  const publish = (message: EventMessage) =>
    inSpan(
      `publish ${message.subject}`,
      {
        kind: 'producer',
        attributes: messagingAttributes(message),
        parent: message.traceparent,
      },
      (traceparent) => store({ ...message, traceparent }),
    );

  const consumers = createConsumers({
    manager,
    client,
    logger,
    registry,
    publish,
    requireStream,
    declared,
    untilAnswered,
  });

  return {
    publish,
    consume: consumers.consume,
    observe: async (subject, handle) => {
      await requireStream(sourceOf(subject));
      const subscription = connection.subscribe(subject, {
        callback: (error, message) => {
          if (error) logger.warn({ err: error, subject }, 'subscription failed');
          else handle(toMessage(message, ''));
        },
      });
      await untilAnswered(() => connection.flush());
      return {
        stop: () => {
          subscription.unsubscribe();
          return Promise.resolve();
        },
      };
    },
    isConnected,
    close: async () => {
      await consumers.stop();
      await connection.drain();
    },
  };
};
