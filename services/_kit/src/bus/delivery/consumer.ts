import {
  AckPolicy,
  type JetStreamClient,
  type JetStreamManager,
  type JsMsg,
} from '@nats-io/jetstream';
import type { Logger } from '../../observability/log.js';
import type { Registry } from '../../observability/metrics.js';
import { requestContextFrom, runInRequest } from '../../observability/request-context.js';
import { forEachConcurrently } from '../../process/concurrently.js';
import { startPeriodicTask, type PeriodicTask } from '../../process/periodic-task.js';
import { inSpan } from '../../tracing/spans.js';
import {
  requireOwnSubjects,
  sourceOf,
  type ConsumerOptions,
  type EventBus,
  type EventHandler,
  type EventMessage,
} from '../bus.js';
import type { LostRequests } from '../connection/lost-requests.js';
import { deadLetterSource, ensureConsumer, streamNameOf } from '../streams.js';
import { holdMessages } from './hold.js';
import { createLagMeasure } from './lag.js';
import { deadLetterId, messagingAttributes, toMessage } from './message.js';
import { consumerMetrics } from './metrics.js';
import { createRetryPolicy, retryDelayMs, type RetryPolicy } from './retry-decision.js';

/** Frequent enough for the lag alert, which fires after minutes. */
const lagIntervalMs = 10_000;
/**
 * How long a pull request stays open, and how often the broker sends a heartbeat for it. A restarted broker has lost
 * the request. With the defaults of the client (30 s and 15 s), which also waits `expires` between attempts to find its
 * consumer again, nothing was delivered for half a minute after a restart.
 */
const pullOptions = { max_messages: 100, expires: 2_000, idle_heartbeat: 1_000 } as const;

/** The consumers of one process. */
export const createConsumers = (options: {
  manager: JetStreamManager;
  client: JetStreamClient;
  logger: Logger;
  registry: Registry;
  publish: EventBus['publish'];
  /** Resolves once the stream of the source exists. */
  requireStream: (source: string) => Promise<void>;
  /** Runs `ensure`; until it resolves, the readiness probe reports `what`. */
  declared: (what: string, ensure: () => Promise<void>) => Promise<void>;
  untilAnswered: LostRequests['untilAnswered'];
}): { consume: EventBus['consume']; stop: () => Promise<void> } => {
  const { manager, client, logger, publish, requireStream, declared, untilAnswered } = options;
  const metrics = consumerMetrics(options.registry);
  /** Lag tasks of running consumers. */
  const lagTasks = new Set<PeriodicTask>();

  /** False if the broker does not store it, for example because the dead letters are full. */
  const publishDeadLetter = async (
    message: EventMessage,
    { durable, storedAtNanos }: { durable: string; storedAtNanos: bigint },
  ): Promise<boolean> => {
    const subject = `${deadLetterSource}.${durable}.${message.subject}`;
    try {
      await publish({ ...message, id: deadLetterId(durable, storedAtNanos, message.id), subject });
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
      const stopTimer = metrics.handleSeconds.startTimer({ durable, subject: message.subject });
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

  /** Returns a message to its stream for a retry, or moves it to the dead letters; retries the move until it is stored. */
  const settleFailed = async (
    raw: JsMsg,
    { message, durable, retries }: { message: EventMessage; durable: string; retries: RetryPolicy },
    error: unknown,
  ): Promise<void> => {
    const labels = { durable, subject: message.subject };
    const fields = { err: error, eventId: message.id, ...labels };
    const decision = retries.decide(error, raw.seq, raw.info.deliveryCount);
    if (decision.kind === 'retry') {
      metrics.handled.inc({ ...labels, outcome: 'retry' });
      logger.warn(fields, 'event handler failed, will retry');
      raw.nak(decision.delayMs);
      return;
    }
    const { timestampNanos: storedAtNanos } = raw;
    if (!(await publishDeadLetter(message, { durable, storedAtNanos }))) {
      metrics.handled.inc({ ...labels, outcome: 'kept' });
      raw.nak(retryDelayMs(raw.info.deliveryCount));
      return;
    }
    metrics.handled.inc({ ...labels, outcome: 'dead' });
    logger.error(fields, 'event moved to the dead letters');
    retries.forget(raw.seq);
    raw.term();
  };

  /** Handles a message and acknowledges it, or settles the failure. */
  const settle = async (
    raw: JsMsg,
    { source, durable, handlers }: ConsumerOptions,
    retries: RetryPolicy,
  ): Promise<void> => {
    const message = toMessage(raw, `${raw.info.stream}:${raw.seq}`);
    const labels = { durable, subject: message.subject };
    // A stream holds the subjects of its service only, unless an administrator of the broker changed it.
    if (sourceOf(message.subject) !== source) {
      const facts = { securityEvent: 'foreign-event', stream: raw.info.stream, ...labels };
      logger.warn(facts, 'refused an event from a foreign publisher');
      metrics.handled.inc({ durable, subject: 'foreign', outcome: 'refused' });
      raw.term();
      return;
    }
    const handler = handlers.find(({ subject }) => subject === message.subject);
    if (!handler) {
      raw.ack();
      return;
    }
    try {
      await attempt(message, durable, handler);
      metrics.handled.inc({ ...labels, outcome: 'ok' });
      retries.forget(raw.seq);
      raw.ack();
    } catch (error) {
      await settleFailed(raw, { message, durable, retries }, error);
    }
  };

  return {
    consume: async (consumer) => {
      requireOwnSubjects(consumer);
      const { source, durable, handlers, concurrency = 1 } = consumer;
      const name = streamNameOf(source);
      await requireStream(source);
      await declared(`consumer ${durable} of stream ${name}`, () =>
        ensureConsumer(manager, source, durable, AckPolicy.Explicit),
      );
      await requireStream(deadLetterSource);
      const handle = await untilAnswered(() => client.consumers.get(name, durable));
      // From zero: otherwise the alert on dead letters would miss the first.
      for (const { subject } of handlers) {
        for (const outcome of ['ok', 'retry', 'dead', 'kept'])
          metrics.handled.inc({ durable, subject, outcome }, 0);
      }
      const messages = await handle.consume(pullOptions);
      const held = holdMessages(messages);
      const retries = createRetryPolicy();
      const measureLag = createLagMeasure({ manager, consumer: handle, metrics, source, durable });
      const measuring = startPeriodicTask({
        label: `lag of ${durable}`,
        everyMs: lagIntervalMs,
        work: measureLag,
        logger,
      });
      lagTasks.add(measuring);
      await untilAnswered(measureLag);
      const loop = forEachConcurrently(held, concurrency, async (raw) => {
        try {
          await settle(raw, consumer, retries);
        } catch (error) {
          // Not acknowledged, so the broker redelivers it after the ack wait.
          logger.warn({ err: error, durable }, 'could not acknowledge or reject an event');
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
    },

    stop: async () => {
      await Promise.all([...lagTasks].map((task) => task.stop()));
    },
  };
};
