/**
 * Transactional outbox: a state change and its event are ONE atomic write to ONE document.
 *
 *   service ──one write──▶ document { …state, outbox: { <event id>: {subject, data} }, outboxAt }
 *   relay   ──publish────▶ JetStream (message id = event id) ──ack──▶ $unset outbox
 *
 * Crash before the write: no change, no event. Crash after it: the relay of any replica publishes the event. Crash
 * between acknowledgement and `$unset`: the event is published twice with one id, and consumers are idempotent by
 * id. Embedding the events avoids multi-document transactions (docs/adr/0001).
 */

import { Schema, type Connection, type Model } from 'mongoose';
import { v7 as timeOrderedId } from 'uuid';
import type { EventDefinition } from '../bus/bus.js';
import { currentRequest } from '../observability/request-context.js';
import { rowsOf } from './rows.js';

export interface PendingEvent {
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

/** Upserts, so that a repeated batch finds its own rows instead of failing. */
export const logEvents = async (
  eventLog: Model<EventRow>,
  events: readonly NewEvent[],
): Promise<void> => {
  const updates = events.map((event) => ({
    filter: { _id: event.id },
    update: { $set: withEvents(event) },
  }));
  const [only] = updates;
  const rows = rowsOf(eventLog);
  if (only && updates.length === 1)
    await rows.updateOne(only.filter, only.update, { upsert: true });
  else
    await rows.bulkWrite(
      updates.map((update) => ({ updateOne: { ...update, upsert: true } })),
      { ordered: false },
    );
};
