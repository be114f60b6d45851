import { AckPolicy, jetstream, jetstreamManager, type JsMsg } from '@nats-io/jetstream';
import { connect, headers, type MsgHdrs, type NatsConnection } from '@nats-io/transport-node';
import { ServiceError } from '../errors.js';
import type { Logger } from '../observability/log.js';
import { counter, gauge, histogram, type Registry } from '../observability/metrics.js';
import { requestContextFrom, runInRequest } from '../observability/request-context.js';
import { forEachConcurrently } from '../process/concurrently.js';
import { withoutSecrets } from '../process/connections.js';
import { startPeriodicTask, type PeriodicTask } from '../process/periodic-task.js';
import { untilMet, type Readiness } from '../process/readiness.js';
import { inSpan } from '../tracing/spans.js';
import { brokerAddress } from './broker-address.js';
import {
  requireOwnSubjects,
  sourceOf,
  type ConsumerOptions,
  type EventBus,
  type EventHandler,
  type EventMessage,
  type Subscription,
} from './bus.js';
import { backlogRatio, fillRatio } from './delivery/backlog.js';
import { holdMessages } from './delivery/hold.js';
import { createRetryPolicy, retryDelayMs, type RetryPolicy } from './delivery/retry-decision.js';
import { lastingConnection } from './lasting-connection.js';
import { deadLetterSource, ensureConsumer, ensureStream, streamNameOf } from './streams.js';

const traceHeader = 'traceparent';
const idHeader = 'Nats-Msg-Id';
/** The lag alert fires after minutes, so this is frequent enough. */
const lagIntervalMs = 10_000;
/** A stored event is repeated by the outbox under its id, and not stored twice. */
const storeTimeoutMs = 2_000;
/**
 * How long a pull request stays open, and how often the broker sends a heartbeat for it. A restarted broker has lost
 * the request. With the defaults of the client (30 s and 15 s), which also waits `expires` between attempts to find its
 * consumer again, nothing was delivered for half a minute after a restart.
 */
const pullOptions = { max_messages: 100, expires: 2_000, idle_heartbeat: 1_000 } as const;

/** Connect until the start deadline; reconnect without limit. */
export const connectNats = async (options: {
  url: string;
  name: string;
  logger: Logger;
  readiness?: Readiness;
  pingIntervalMs?: number;
}): Promise<NatsConnection> => {
  const need = options.readiness?.need(`broker at ${withoutSecrets(options.url)}`);
  const attempt = () =>
    connect({
      ...brokerAddress(options.url),
      ...lastingConnection(options.pingIntervalMs),
      name: options.name,
      // A stack for each published event costs more than publishing it.
      noAsyncTraces: true,
    });
  const connection = await untilMet(need, attempt);
  void (async () => {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') options.logger.warn('broker connection lost');
      if (status.type === 'reconnect') options.logger.info('broker connection restored');
    }
  })();
  return connection;
};

/** Current state of the connection; the client reports changes only. */
export const watchConnection = (connection: NatsConnection): (() => boolean) => {
  let isUp = true;
  void (async () => {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') isUp = false;
      if (status.type === 'reconnect') isUp = true;
    }
  })();
  return () => isUp && !connection.isClosed();
};

const toMessage = (
  id: string,
  source: { subject: string; data: Uint8Array; headers?: MsgHdrs | undefined },
): EventMessage => ({
  id,
  subject: source.subject,
  data: source.data,
  traceparent: source.headers?.get(traceHeader) ?? '',
});

const messagingAttributes = ({ id, subject }: EventMessage) => ({
  'messaging.system': 'nats',
  'messaging.destination.name': subject,
  'messaging.message.id': id,
});

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
  const manager = await jetstreamManager(connection);
  const stream = jetstream(connection);
  const known = new Set<string>();
  const handled = counter(registry, 'events_handled_total', 'Events by outcome.', [
    'durable',
    'subject',
    'outcome',
  ]);
  const publishedTotal = counter(
    registry,
    'events_published_total',
    'Events stored by the broker.',
    ['subject'],
  );
  // From zero: increase() misses the first event of each process, which for rare events is most of them.
  // https://prometheus.io/docs/practices/instrumentation/#avoid-missing-metrics
  for (const subject of options.publishes ?? []) publishedTotal.inc({ subject }, 0);

  const pending = gauge(
    registry,
    'events_consumer_pending',
    'Events stored for a consumer and not yet handled.',
    ['durable', 'source'],
  );

  const backlog = gauge(
    registry,
    'events_consumer_backlog_ratio',
    "Fraction of the stream's capacity taken up by events the consumer has not handled; at 1, unread events are dropped.",
    ['durable', 'source'],
  );

  const deadLetters = gauge(
    registry,
    'events_dead_letters_ratio',
    'Fraction of the size limit of the dead letters in use; at 1 they refuse more.',
  );

  const handleSeconds = histogram(
    registry,
    'events_handle_seconds',
    'Duration of one attempt to handle an event, failed ones included.',
    ['durable', 'subject'],
  );

  const useStream = async (source: string) => {
    if (known.has(source)) return;
    await ensureStream(manager, source);
    known.add(source);
  };

  /** If only the broker's administrator may declare streams, waits until its job has run. */
  const declared = async <Result>(what: string, ensure: () => Promise<Result>) => {
    const need = options.readiness?.need(`${what}, which the administrator of the broker declares`);
    const result = await ensure();
    need?.met();
    return result;
  };

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
    await useStream(sourceOf(message.subject));
    const meta = headers();
    if (message.traceparent) meta.set(traceHeader, message.traceparent);
    await stream.publish(message.subject, message.data, {
      msgID: message.id,
      headers: meta,
      timeout: storeTimeoutMs,
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

  /** False if the broker does not store it, for example because the dead letters are full. */
  const publishDeadLetter = async (message: EventMessage, durable: string): Promise<boolean> => {
    const subject = `${deadLetterSource}.${durable}.${message.subject}`;
    try {
      await publish({ ...message, id: `${durable}:${message.id}`, subject });
      return true;
    } catch (error) {
      const facts = { err: error, eventId: message.id, durable, subject: message.subject };
      logger.warn(facts, 'dead letter not stored, the event stays in its stream');
      return false;
    }
  };

  /** One attempt in a span that continues the publisher's trace; the timer runs inside it so that the exemplar is set. */
  const attempt = (message: EventMessage, durable: string, handler: EventHandler) => {
    const work = async () => {
      const stopTimer = handleSeconds.startTimer({ durable, subject: message.subject });
      try {
        await handler.handle(message);
      } finally {
        stopTimer();
      }
    };
    return inSpan(
      `process ${message.subject}`,
      {
        kind: 'consumer',
        attributes: {
          ...messagingAttributes(message),
          'messaging.consumer.group.name': durable,
        },
        parent: message.traceparent,
      },
      (traceparent) => runInRequest(requestContextFrom(undefined, traceparent), work),
    );
  };

  /** Acknowledge a handled message; retry a failed one or publish it as a dead letter, which is retried until it is stored. */
  const settle = async (raw: JsMsg, consumer: ConsumerOptions, retries: RetryPolicy) => {
    const message = toMessage(raw.headers?.get(idHeader) ?? `${raw.info.stream}:${raw.seq}`, raw);
    const labels = { durable: consumer.durable, subject: message.subject };
    // A stream holds the subjects of its service only, unless an administrator of the broker changed it.
    if (sourceOf(message.subject) !== consumer.source) {
      const facts = { securityEvent: 'foreign-event', stream: raw.info.stream, ...labels };
      logger.warn(facts, 'refused an event from a foreign publisher');
      handled.inc({ durable: consumer.durable, subject: 'foreign', outcome: 'refused' });
      raw.term();
      return;
    }
    const handler = consumer.handlers.find(({ subject }) => subject === message.subject);
    if (!handler) {
      raw.ack();
      return;
    }
    try {
      await attempt(message, consumer.durable, handler);
      handled.inc({ ...labels, outcome: 'ok' });
      retries.forget(raw.seq);
      raw.ack();
    } catch (error) {
      const decision = retries.decide(error, raw.seq, raw.info.deliveryCount);
      const fields = { err: error, eventId: message.id, ...labels };
      if (decision.kind === 'dead-letter') {
        if (!(await publishDeadLetter(message, consumer.durable))) {
          handled.inc({ ...labels, outcome: 'kept' });
          raw.nak(retryDelayMs(raw.info.deliveryCount));
          return;
        }
        handled.inc({ ...labels, outcome: 'dead' });
        logger.error(fields, 'event moved to the dead letters');
        retries.forget(raw.seq);
        raw.term();
        return;
      }
      handled.inc({ ...labels, outcome: 'retry' });
      logger.warn(fields, 'event handler failed, will retry');
      raw.nak(decision.delayMs);
    }
  };

  /** Lag tasks of consumers that were not stopped before `close`. */
  const lagTasks = new Set<PeriodicTask>();

  const consume = async (consumer: ConsumerOptions): Promise<Subscription> => {
    requireOwnSubjects(consumer);
    const { source, durable } = consumer;
    await declared(`stream ${streamNameOf(source)}`, () => useStream(source));
    const name = await declared(`consumer ${durable} of stream ${streamNameOf(source)}`, () =>
      ensureConsumer(manager, source, durable, AckPolicy.Explicit),
    );
    const dead = streamNameOf(deadLetterSource);
    await declared(`stream ${dead}`, () => useStream(deadLetterSource));
    const handle = await stream.consumers.get(consumer.source.toUpperCase(), name);
    // From zero: otherwise the alert on dead letters would miss the first.
    for (const { subject } of consumer.handlers) {
      for (const outcome of ['ok', 'retry', 'dead', 'kept'])
        handled.inc({ durable: consumer.durable, subject, outcome }, 0);
    }
    const messages = await handle.consume(pullOptions);
    const held = holdMessages(messages);
    const retries = createRetryPolicy();
    const measureLag = async () => {
      const info = await handle.info();
      const { durable, source } = consumer;
      pending.set({ durable, source }, info.num_pending + info.num_ack_pending);
      const room = await manager.streams.info(streamNameOf(source));
      backlog.set({ durable, source }, backlogRatio(info, room));
      deadLetters.set(fillRatio(await manager.streams.info(dead)));
    };
    const measuring = startPeriodicTask({
      label: `lag of ${consumer.durable}`,
      everyMs: lagIntervalMs,
      work: measureLag,
      logger,
    });
    lagTasks.add(measuring);
    await measureLag();
    const loop = forEachConcurrently(held, consumer.concurrency ?? 1, async (raw) => {
      try {
        await settle(raw, consumer, retries);
      } catch (error) {
        // Not acknowledged, so the broker redelivers it after the ack wait.
        logger.warn(
          { err: error, durable: consumer.durable },
          'could not acknowledge or reject an event',
        );
      } finally {
        held.release(raw);
      }
    });
    return {
      stop: async () => {
        lagTasks.delete(measuring);
        await measuring.stop();
        await messages.close();
        // Finish the messages already received; the broker would redeliver returned ones to this process.
        await loop;
      },
    };
  };

  return {
    publish,
    consume,
    observe: async (subject, handle) => {
      const source = sourceOf(subject);
      await declared(`stream ${streamNameOf(source)}`, () => useStream(source));
      const subscription = connection.subscribe(subject, {
        callback: (error, message) => {
          if (error) logger.warn({ err: error, subject }, 'subscription failed');
          else handle(toMessage(message.headers?.get(idHeader) ?? '', message));
        },
      });
      await connection.flush();
      return {
        stop: () => {
          subscription.unsubscribe();
          return Promise.resolve();
        },
      };
    },
    isConnected,
    close: async () => {
      await Promise.all([...lagTasks].map((task) => task.stop()));
      await connection.drain();
    },
  };
};
