import { setTimeout as pause } from 'node:timers/promises';
import {
  AckPolicy,
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
  type JetStreamManager,
} from '@nats-io/jetstream';
import { nanos, PermissionViolationError } from '@nats-io/transport-node';
import { dayMs } from '../durations.js';
import { ackWaitMs } from './delivery/hold.js';

export const deadLetterSource = 'dead';

/** Events: longer than any outage a consumer should survive. Dead letters: time for an operator to redrive them. */
const maxAgeMs = { events: 7 * dayMs, dead: 90 * dayMs };
/**
 * No event is delivered when it is older than this, including a dead letter redriven at the end of its retention.
 * Deduplication markers and tombstones of deleted users can be removed after it.
 */
export const redeliveryWindowMs = 2 * maxAgeMs.events + maxAgeMs.dead;
const gib = 1024 ** 3;
/** The broker deduplicates message ids for this long; consumers deduplicate by event id for longer. */
const duplicateWindowMs = 2 * 60 * 1000;

/** JetStream API error codes: stream name in use, consumer name exists, consumer already exists. */
const alreadyExists = new Set([10058, 10148, 10013]);

export const streamNameOf = (source: string): string => source.toUpperCase();

const streamSettings = (source: string, eventsGiB = 1) => ({
  subjects: [`${source}.>`],
  retention: RetentionPolicy.Limits,
  storage: StorageType.File,
  max_age: nanos(source === deadLetterSource ? maxAgeMs.dead : maxAgeMs.events),
  max_bytes: source === deadLetterSource ? gib : eventsGiB * gib,
  // A full stream of events drops the oldest, which every consumer has handled long ago unless it lags (`backlogRatio`):
  // handled events stay for a week, and refusing new ones would stop all effects. Every dead letter is unread, so a full
  // dead-letter stream refuses new ones, and the event stays with its consumer.
  discard: source === deadLetterSource ? DiscardPolicy.New : DiscardPolicy.Old,
  duplicate_window: nanos(duplicateWindowMs),
});

const consumerSettings = {
  ack_wait: nanos(ackWaitMs),
  max_ack_pending: 200,
} as const;

const notFound: ReadonlySet<number> = new Set([
  JetStreamApiCodes.StreamNotFound,
  JetStreamApiCodes.ConsumerNotFound,
]);

const isNotFound = (error: unknown): boolean =>
  error instanceof JetStreamApiError && notFound.has(error.code);

const isForbidden = (error: unknown): boolean =>
  error instanceof PermissionViolationError ||
  (error instanceof Error && error.cause instanceof PermissionViolationError);

const declarationPollMs = 500;

/** Resolves when another process has declared the object. */
const untilDeclared = async (find: () => Promise<unknown>): Promise<void> => {
  for (;;) {
    try {
      await find();
      return;
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
    await pause(declarationPollMs);
  }
};

/**
 * Idempotent: several services may declare the same stream at the same time. If only the broker's administrator may
 * declare streams, waits until the stream exists.
 */
export const ensureStream = async (manager: JetStreamManager, source: string): Promise<void> => {
  const name = streamNameOf(source);
  try {
    await manager.streams.info(name);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    try {
      await manager.streams.add({ name, ...streamSettings(source) });
    } catch (raced) {
      if (isForbidden(raced)) return untilDeclared(() => manager.streams.info(name));
      if (!(raced instanceof JetStreamApiError) || !alreadyExists.has(raced.code)) throw raced;
    }
  }
};

export type Declared = 'created' | 'updated' | 'unchanged';

/** Like `ensureStream`, but also updates the settings and replicas of an existing stream. */
export const declareStream = async (
  manager: JetStreamManager,
  source: string,
  { replicas, streamGiB }: { replicas: number; streamGiB: number },
): Promise<Declared> => {
  const name = streamNameOf(source);
  const wanted = { ...streamSettings(source, streamGiB), num_replicas: replicas };
  try {
    const { config } = await manager.streams.info(name);
    const present: Record<string, unknown> = { ...config };
    const isSame = Object.entries(wanted).every(
      ([key, value]) => JSON.stringify(present[key]) === JSON.stringify(value),
    );
    if (isSame) return 'unchanged';
    await manager.streams.update(name, wanted);
    return 'updated';
  } catch (error) {
    if (!isNotFound(error)) throw error;
    await manager.streams.add({ name, ...wanted });
    return 'created';
  }
};

export const declareConsumer = async (
  manager: JetStreamManager,
  source: string,
  durable: string,
): Promise<Declared> => {
  try {
    const { config } = await manager.consumers.info(streamNameOf(source), durable);
    const isSame =
      config.ack_wait === consumerSettings.ack_wait &&
      config.max_ack_pending === consumerSettings.max_ack_pending;
    if (isSame) return 'unchanged';
    await manager.consumers.update(streamNameOf(source), durable, consumerSettings);
    return 'updated';
  } catch (error) {
    if (!isNotFound(error)) throw error;
    await ensureConsumer(manager, source, durable, AckPolicy.Explicit);
    return 'created';
  }
};

/**
 * Durable consumer with explicit acknowledgement; redelivery is decided here (nak with delay), not by the broker. Created
 * when missing, or awaited where only the administrator may create it.
 */
export const ensureConsumer = async (
  manager: JetStreamManager,
  source: string,
  durable: string,
  ackPolicy: AckPolicy,
): Promise<void> => {
  const find = () => manager.consumers.info(streamNameOf(source), durable);
  try {
    await find();
    return;
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  try {
    await addConsumer(manager, source, durable, ackPolicy);
  } catch (error) {
    if (!isForbidden(error)) throw error;
    await untilDeclared(find);
  }
};

const addConsumer = (
  manager: JetStreamManager,
  source: string,
  durable: string,
  ackPolicy: AckPolicy,
) =>
  manager.consumers.add(streamNameOf(source), {
    durable_name: durable,
    ack_policy: ackPolicy,
    ...consumerSettings,
  });
