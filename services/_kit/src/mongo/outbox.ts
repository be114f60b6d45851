import { Schema, type Connection, type Model } from 'mongoose';
import { v7 as timeOrderedId } from 'uuid';
import type { EventBus, EventDefinition } from '../bus/bus.js';
import type { Logger } from '../observability/log.js';
import { counter, gauge, type Registry } from '../observability/metrics.js';
import { currentRequest } from '../observability/request-context.js';

/**
 * Transactional outbox: a state change and its event are ONE atomic write to ONE document.
 *
 *   service ──one write──▶ document { …state, outbox: { <event id>: {subject, data} }, outboxAt }
 *   relay   ──publish────▶ JetStream (message id = event id) ──ack──▶ $unset outbox
 *
 * Crash before the write: no change, no event. Crash after it: the relay of any replica publishes the event. Crash
 * between acknowledgement and `$unset`: the event is published twice with one id, and consumers are idempotent by
 * id. Embedding the events avoids multi-document transactions (reasons in docs/adr).
 */

interface PendingEvent {
  subject: string;
  data: Buffer;
  traceparent: string;
}

/** An event that is not stored yet. */
export interface NewEvent {
  id: string;
  pending: PendingEvent;
}

export const newEvent = <Payload>(
  definition: EventDefinition<Payload>,
  payload: Payload,
): NewEvent => ({
  id: timeOrderedId(),
  pending: {
    subject: definition.subject,
    data: Buffer.from(definition.codec.encode(payload).finish()),
    traceparent: currentRequest()?.traceparent ?? '',
  },
});

/** Schema fields of documents that cause events. Call `addOutboxIndex` on the same schema. */
export const outboxFields = {
  outbox: { type: Schema.Types.Mixed },
  outboxAt: { type: Date },
  /** Unique id of the newest append: the relay clears the outbox only if it has not changed. */
  outboxTip: { type: String },
} as const;

export const addOutboxIndex = (schema: Schema): void => {
  schema.index({ outboxAt: 1 }, { sparse: true });
};

/** `$set` entries of an update that append the events to a document's outbox. */
export const appendEvents = (...events: readonly NewEvent[]): Record<string, unknown> => ({
  ...Object.fromEntries(events.map(({ id, pending }) => [`outbox.${id}`, pending])),
  outboxAt: new Date(),
  outboxTip: timeOrderedId(),
});

/** Fields of a new document that contain the events. */
export const withEvents = (...events: readonly NewEvent[]): Record<string, unknown> => ({
  outbox: Object.fromEntries(events.map(({ id, pending }) => [id, pending])),
  outboxAt: new Date(),
  outboxTip: timeOrderedId(),
});

interface EventRow {
  _id: string;
}

/** Collection for events without a document of their own; its rows are removed once published. */
export const createEventLog = (connection: Connection): Model<EventRow> => {
  const schema = new Schema<EventRow>({ _id: { type: String, required: true }, ...outboxFields });
  addOutboxIndex(schema);
  return connection.model<EventRow>('EventLog', schema, 'event_log');
};

export const logEvent = async (eventLog: Model<EventRow>, event: NewEvent): Promise<void> => {
  await eventLog.collection.insertOne({ _id: event.id, ...withEvents(event) } as never);
};

export interface OutboxSource {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- only the three outbox fields are touched
  model: Model<any>;
  /** Documents that match this filter are removed, not cleared, once their events are published. */
  removeWhen?: Record<string, unknown>;
}

export interface Outbox {
  /** Start a pass now instead of at the next poll; call it after a write that appended events. */
  wake(): void;
  /** Resolves when a full pass finds nothing to publish. */
  drained(): Promise<void>;
  stop(): Promise<void>;
}

interface OutboxRow {
  _id: unknown;
  outbox?: Record<string, PendingEvent & { data: Buffer | { buffer: Uint8Array } }>;
  outboxTip?: string;
}

const batchSize = 200;
const pollMs = 1_000;

const bytesOf = (data: Buffer | { buffer: Uint8Array }): Uint8Array =>
  Buffer.isBuffer(data) ? data : data.buffer;

/** Relay: publishes the pending events of the given collections until stopped, in order within a document. */
export const startOutbox = (options: {
  bus: EventBus;
  sources: readonly OutboxSource[];
  logger: Logger;
  registry: Registry;
}): Outbox => {
  const { bus, sources, logger, registry } = options;
  const lag = gauge(registry, 'outbox_oldest_seconds', 'Age of the oldest unpublished event.');
  const failures = counter(
    registry,
    'outbox_publish_failures_total',
    'Passes that ended in an error.',
  );
  const stopping = new AbortController();
  const isStopped = () => stopping.signal.aborted;
  let running: Promise<void> | undefined;
  let wakeCount = 0;

  const relayRow = async (source: OutboxSource, row: OutboxRow) => {
    const entries = Object.entries(row.outbox ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [id, { subject, data, traceparent }] of entries) {
      await bus.publish({ id, subject, data: bytesOf(data), traceparent });
    }
    const { collection } = source.model;
    const unchanged = { _id: row._id, outboxTip: row.outboxTip } as never;
    if (source.removeWhen) {
      const removed = await collection.deleteOne({
        ...(unchanged as object),
        ...source.removeWhen,
      });
      if (removed.deletedCount > 0) return;
    }
    const cleared = await collection.updateOne(unchanged, {
      $unset: { outbox: 1, outboxAt: 1, outboxTip: 1 },
    });
    if (cleared.matchedCount > 0 || entries.length === 0) return;
    // An event was appended during the pass: remove the published ones only; the next pass publishes the rest.
    await collection.updateOne({ _id: row._id } as never, {
      $unset: Object.fromEntries(entries.map(([id]) => [`outbox.${id}`, 1])),
    });
  };

  const pass = async (): Promise<number> => {
    let found = 0;
    let oldestMs = Date.now();
    try {
      for (const source of sources) {
        const rows = (await source.model.collection
          .find({ outboxAt: { $exists: true } })
          .sort({ outboxAt: 1 })
          .limit(batchSize)
          .toArray()) as unknown as (OutboxRow & { outboxAt: Date })[];
        oldestMs = Math.min(oldestMs, rows[0]?.outboxAt.getTime() ?? oldestMs);
        found += rows.length;
        await Promise.all(rows.map((row) => relayRow(source, row)));
      }
    } finally {
      // Also after a failure: the lag alert depends on it.
      lag.set((Date.now() - oldestMs) / 1000);
    }
    return found;
  };

  const untilEmpty = async () => {
    while ((await pass()) > 0) if (isStopped()) return;
  };

  const run = async () => {
    try {
      // A wake during the last, empty pass requires another pass.
      for (let seen = -1; seen !== wakeCount;) {
        seen = wakeCount;
        await untilEmpty();
      }
    } catch (error) {
      failures.inc();
      logger.warn({ err: error }, 'outbox pass failed, will retry');
    }
  };

  const wake = () => {
    wakeCount += 1;
    running ??= run().finally(() => {
      running = undefined;
    });
  };

  const timer = setInterval(wake, pollMs);
  wake();

  return {
    wake,
    drained: async () => {
      wake();
      while (running) await running;
    },
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      while (running) await running;
    },
  };
};
