import {
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
  type AckPolicy,
  type JetStreamManager,
} from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';

export const deadLetterSource = 'dead';

const day = 24 * 60 * 60 * 1000;
/** Longer than any outage a consumer should survive; dead letters wait for a person. */
const maxAgeMs = { events: 7 * day, dead: 90 * day };
const maxBytes = 1024 * 1024 * 1024;
/** JetStream forgets message ids after this long; consumers stay idempotent by event id all the same. */
const duplicateWindowMs = 2 * 60 * 1000;
const ackWaitMs = 30_000;

const alreadyExists = new Set([10058, 10148, 10013]);

/** Idempotent: several services may declare the same stream at the same time. */
export const ensureStream = async (manager: JetStreamManager, source: string): Promise<void> => {
  const name = source.toUpperCase();
  const settings = {
    subjects: [`${source}.>`],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    max_age: nanos(source === deadLetterSource ? maxAgeMs.dead : maxAgeMs.events),
    max_bytes: maxBytes,
    duplicate_window: nanos(duplicateWindowMs),
  };
  try {
    await manager.streams.info(name);
  } catch (error) {
    if (!(error instanceof Error) || !/not found/i.test(error.message)) throw error;
    try {
      await manager.streams.add({ name, ...settings });
    } catch (raced) {
      if (!(raced instanceof JetStreamApiError) || !alreadyExists.has(raced.code)) throw raced;
    }
  }
};

/** Durable, explicit acknowledgement, redelivery decided by us (nak with delay), not by the broker. */
export const ensureConsumer = async (
  manager: JetStreamManager,
  source: string,
  durable: string,
  ackPolicy: AckPolicy,
): Promise<string> => {
  await manager.consumers.add(source.toUpperCase(), {
    durable_name: durable,
    ack_policy: ackPolicy,
    ack_wait: nanos(ackWaitMs),
    max_ack_pending: 200,
  });
  return durable;
};
